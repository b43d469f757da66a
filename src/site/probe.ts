/** Single objects as they are now: read right before a write that could harm, and after one whose outcome is unknown. */

import { isRefusal } from "../client/call-error.ts";
import { unexpected } from "../client/read-answer.ts";
import { userType } from "../contract/records.ts";
import { MusterdError } from "../lib/errors.ts";
import { sameKey } from "../model/canonical.ts";
import type { Post } from "../model/directory.ts";
import type { ShownEmployee } from "../model/snapshot.ts";
import { type Guard, type ReadCalls } from "./call.ts";
import { readEmployees, translatedPeople } from "./lists.ts";
import { postsOf } from "./translate.ts";

/** E2 by account or employee number; null: there is none. Where the answer to E2 leaves that open, E1 decides (R52). */
export const findEmployee = async (
  calls: ReadCalls,
  by: keyof typeof userType,
  userCode: string,
  guard: Guard,
): Promise<ShownEmployee | null> => {
  const params = { userType: userType[by] === 0 ? "0" : "1", userCode } as const;
  try {
    const record = await calls.readOrNone("E2", params, guard);
    return record && (translatedPeople(calls, "E2", [record])[0] ?? null);
  } catch (error) {
    if (!leavesOpen(error)) throw error;
    const employees = await readEmployees(calls, guard);
    const key = (person: ShownEmployee) => (by === "account" ? person.account : (person.number ?? ""));
    return employees.find((person) => sameKey(key(person), userCode)) ?? null;
  }
};

/** The record with this code; where none is spelled so, the one whose code is the same to a collation (R14). */
export const byCode = <T extends { readonly code: string }>(records: readonly T[], code: string): T | null =>
  records.find((record) => record.code === code) ?? records.find((record) => sameKey(record.code, code)) ?? null;

/** E4. */
export const readPosts = async (calls: ReadCalls, account: string, guard: Guard): Promise<readonly Post[]> => {
  const posts = postsOf(await calls.read("E4", { userType: "0", userCode: account }, guard));
  const departments = new Set(posts.map(({ department }) => department));
  if (departments.size < posts.length) throw unexpected("E4", "every department once", ["depts"]);
  return posts;
};

/** D9 without subdepartments: everybody with a post there. */
export const readMembers = async (calls: ReadCalls, code: string, guard: Guard): Promise<readonly ShownEmployee[]> =>
  translatedPeople(calls, "D9", await calls.read("D9", { code, includeSubDept: "false" }, guard));

/** A 400 may mean "none" or anything else; a value that cannot travel in a path was never asked. */
const leavesOpen = (error: unknown): boolean =>
  isRefusal(error) || (error instanceof MusterdError && error.code === "path-value-refused");
