/** Reads single objects right before a write that could do harm, and after a write with an unknown outcome. */
import { setTimeout as wait } from "node:timers/promises";
import { unexpected } from "../../client/answers/read-answer.ts";
import { CallError, isRefusal } from "../../client/call-error.ts";
import { beginsOtherwise } from "../../client/classify.ts";
import { type EmplDeptRead, type Employee, userType } from "../../contract/records/organisation.ts";
import { MusterdError } from "../../lib/errors.ts";
import { oncePer } from "../../lib/once.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import { type Guard, type ReadCalls } from "../calls/call.ts";
import { isUnknownPath } from "../calls/stops-run.ts";
import { isOfAsked } from "./of-asked.ts";
import { readEmployees, translatedPeople } from "./read-lists.ts";
import type { Strangers } from "./strangers.ts";
import { distinctPosts, postsOf } from "./translate.ts";

/**
 * Reads again, after growing waits, while the reading is refused or does not fit: a site may show a write only some time later
 * (R100). Returns the last reading, whether or not it fits.
 */
export const settled = async <T>(
  { settings }: ReadCalls,
  read: () => Promise<T>,
  fits: (found: T) => boolean,
): Promise<T> => {
  for (const factor of [1, 2]) {
    try {
      const found = await read();
      if (fits(found)) return found;
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
    await wait(settings.backoffMs * factor);
  }
  return read();
};

/** The parameters by which E2 and E4 name a person. */
export const employeeParams = (by: keyof typeof userType, userCode: string) =>
  ({ userType: userType[by] === 0 ? "0" : "1", userCode }) as const;

/** Is the record whom E2 was asked for? Where a number finds a record without one, it must not find one for a number that nobody has, too. */
export const isFound = async (
  calls: ReadCalls,
  record: Employee,
  by: keyof typeof userType,
  userCode: string,
  guard: Guard,
): Promise<boolean> =>
  isOfAsked(record, by, userCode, calls.shownOfPeople) &&
  (by === "account" || Boolean(record.employeeNumber) || !(await findsAnybody(calls, guard)));

const nobodysNumber = "musterd-nobody";

const anybody = new WeakMap<ReadCalls, Promise<boolean>>();

const findsAnybody = (calls: ReadCalls, guard: Guard): Promise<boolean> => {
  const ask = async (): Promise<boolean> => {
    try {
      return (await calls.readOrNone("E2", employeeParams("employeeNumber", nobodysNumber), guard)) !== null;
    } catch (error) {
      if (isInconclusive(error)) return false;
      throw error;
    }
  };
  const asked = anybody.get(calls) ?? ask();
  anybody.set(calls, asked);
  asked.catch(() => anybody.delete(calls));
  return asked;
};

/**
 * Finds a person by account or employee number with E2; null: nobody. If E2 leaves it open or names somebody else, which `onOther` is told,
 * E1 decides (R52).
 */
export const findEmployee = async (
  calls: ReadCalls,
  by: keyof typeof userType,
  userCode: string,
  guard: Guard,
  onOther: (account: string) => void = () => undefined,
): Promise<ShownEmployee | null> => {
  try {
    const record = await calls.readOrNone("E2", employeeParams(by, userCode), guard);
    if (!record || (await isFound(calls, record, by, userCode, guard)))
      return record && (translatedPeople(calls, "E2", [record])[0] ?? null);
    onOther(record.account);
  } catch (error) {
    if (!isInconclusive(error) && !(await isSaidOfNobody(calls, error, by, guard)))
      return findListed(calls, by, userCode, error, guard);
  }
  return inList(calls, by, userCode, guard);
};

/**
 * Is the failure what E2 answers for anybody who is not there? A program that looks up nobody may break (500), or report it under 200 in a
 * form of its own. Whom E1 shows must be found meanwhile, so that it is no trouble of the moment.
 */
const isSaidOfNobody = async (
  calls: ReadCalls,
  failure: unknown,
  by: keyof typeof userType,
  guard: Guard,
): Promise<boolean> => {
  const said = sayingOf(failure);
  if (said === undefined) return false;
  const asked = nobodys(calls);
  const known = asked.get(by) ?? askForNobody(calls, by, guard);
  asked.set(by, known);
  try {
    return (await known) === said;
  } catch (error) {
    asked.delete(by);
    if (error instanceof CallError) return false;
    throw error;
  }
};

const nobodys = oncePer(() => new Map(), new WeakMap<ReadCalls, Map<string, Promise<string | undefined>>>());

/** How E2 fails for a code that nobody has; undefined if it does not, or fails for somebody who is there as well. */
const askForNobody = async (calls: ReadCalls, by: keyof typeof userType, guard: Guard): Promise<string | undefined> => {
  const failureFor = async (code: string): Promise<string | undefined> => {
    try {
      await calls.readOrNone("E2", employeeParams(by, code), guard);
      return undefined;
    } catch (error) {
      return sayingOf(error) ?? "another";
    }
  };
  const said = await failureFor(nobodysNumber);
  const [somebody] = said === undefined ? [] : await readEmployees(calls, guard);
  const code = by === "account" ? somebody?.account : somebody?.number;
  return code && (await failureFor(code)) !== undefined ? undefined : said;
};

/** Tells failures of single persons apart by what they say; undefined for any other failure. */
const sayingOf = (failure: unknown): string | undefined => {
  if (!(failure instanceof CallError)) return undefined;
  const { code, failure: found } = failure;
  const isOfPerson = found.status === 500 || code === "response-unexpected" || found.message === beginsOtherwise;
  return isOfPerson ? `${code} ${found.message}` : undefined;
};

/** Finds a person in E1; null: nobody. */
export const inList = async (
  calls: ReadCalls,
  by: keyof typeof userType,
  userCode: string,
  guard: Guard,
): Promise<ShownEmployee | null> => {
  const employees = await readEmployees(calls, guard);
  const key = (person: ShownEmployee) => (by === "account" ? person.account : (person.number ?? ""));
  return employees.find((person) => sameKey(key(person), userCode)) ?? null;
};

/**
 * E2 has failed for one person, as it may for a damaged record (500, or an answer that does not fit or is a text). Whom E1 shows is there all the same;
 * of anybody else nothing is known, and `failure` is thrown.
 */
export const findListed = async (
  calls: ReadCalls,
  by: keyof typeof userType,
  userCode: string,
  failure: unknown,
  guard: Guard,
): Promise<ShownEmployee> => {
  if (sayingOf(failure) === undefined) throw failure;
  const listed = await inList(calls, by, userCode, guard).catch((error: unknown) => {
    if (error instanceof CallError) return null;
    throw error;
  });
  if (!listed) throw failure;
  return listed;
};

/** The record with this code; otherwise the record whose code is equal in canonical form (R14). */
export const byCode = <T extends { readonly code: string }>(records: readonly T[], code: string): T | null =>
  records.find((record) => record.code === code) ?? records.find((record) => sameKey(record.code, code)) ?? null;

/**
 * The posts of a person (E4); `strangers` names the supervisors. Where E4 does not say which of several posts is the main one, that of
 * the first of `planned` counts that has posts in the same departments.
 */
export const readPosts = async (
  calls: ReadCalls,
  account: string,
  guard: Guard,
  strangers?: Strangers,
  planned: readonly (readonly Post[])[] = [],
): Promise<readonly Post[]> => {
  const found = (await calls.readOrNone("E4", employeeParams("account", account), guard)) ?? { depts: [] };
  const answer = { ...found, depts: withMain(distinctPosts(found), planned) };
  const read = await Promise.all(
    postsOf(answer).map((post, at) => withSupervisor(calls, post, answer.depts[at]?.superVisorEmplNumber, guard)),
  );
  for (const record of answer.depts) for (const field in record) calls.shownOfPeople.postFields.add(field);
  const whole = strangers ? await Promise.all(read.map((post, at) => named(strangers, post, answer.depts[at]))) : read;
  const posts = withoutUnshown(whole, calls);
  const departments = new Set(posts.map(({ department }) => department));
  if (departments.size < posts.length) throw unexpected("E4", "every department once", ["depts"]);
  return posts;
};

const withMain = (depts: EmplDeptRead[], planned: readonly (readonly Post[])[]): EmplDeptRead[] => {
  if (depts.length < 2 || depts.some(({ isMainDept }) => isMainDept !== undefined && isMainDept !== null)) return depts;
  const held = new Set(depts.map(({ code }) => canonicalKey(code)));
  const known = planned.find(
    (posts) => posts.length === held.size && posts.every(({ department }) => held.has(canonicalKey(department))),
  );
  if (!known) throw unexpected("E4", "which one is the main post", ["depts"]);
  return depts.map((post) => ({
    ...post,
    isMainDept: known.some(({ department, main }) => main && sameKey(department, post.code)),
  }));
};

/** Of what E4 shows of no post, nobody knows whether it is empty: a write would clear it (R59). */
export const withoutUnshown = (posts: readonly Post[], { shownOfPeople: { unshownOfPosts } }: ReadCalls): Post[] =>
  unshownOfPosts.length === 0
    ? [...posts]
    : posts.map(
        (post) =>
          Object.fromEntries(
            Object.entries(post).filter(([field]) => !unshownOfPosts.some((one) => one === field)),
          ) as Post,
      );

/** Begins to note what E4 shows of no post, where the site does not omit nulls; the function that it returns ends it. */
export const noteUnshown = ({ shownOfPeople: shown }: ReadCalls): (() => void) => {
  const known = shown.unshownOfPosts;
  const { postFields } = shown;
  postFields.clear();
  shown.unshownOfPosts = [];
  return () => {
    const isUnshown = (name: string) => !shown.omitsNulls && !postFields.has(name);
    const unshown = [
      ...(isUnshown("jobTitle") ? (["title"] as const) : []),
      ...(isUnshown("jobFuncs") ? (["functions"] as const) : []),
    ];
    shown.unshownOfPosts = postFields.size > 0 ? unshown : known;
  };
};

/** A supervisor whom E4 names only by number is looked up; "none" would be wrong, and nobody would notice (R60). */
const withSupervisor = async (calls: ReadCalls, post: Post, number: string | null | undefined, guard: Guard) => {
  const userCode = number?.trim() ?? "";
  if (post.supervisor || userCode === "") return post;
  const supervisor = await accountOf(calls, userCode, guard);
  if (supervisor === undefined) throw unexpected("E4", "the account of the supervisor", ["depts"]);
  return { ...post, supervisor };
};

const accountOf = async (calls: ReadCalls, userCode: string, guard: Guard): Promise<string | undefined> => {
  const found = await calls.readOrNone("E2", employeeParams("employeeNumber", userCode), guard);
  return found && (await isFound(calls, found, "employeeNumber", userCode, guard)) ? found.account : undefined;
};

/** D10: the manager of a department; null: there is none (R39). Whom it names only by number is looked up. */
export const readManager = async (calls: ReadCalls, code: string, guard: Guard): Promise<Employee | null> => {
  const record = await calls.readOrNone("D10", { code }, guard);
  if (record?.account.trim() !== "") return record;
  const account = await accountOf(calls, record.employeeNumber?.trim() ?? "", guard);
  if (account === undefined) throw unexpected("D10", "the account of the manager", ["account"]);
  return { ...record, account };
};

const named = async (strangers: Strangers, post: Post, record: EmplDeptRead | undefined): Promise<Post> =>
  post.supervisor
    ? {
        ...post,
        supervisor: await strangers.supervisorOf({
          account: post.supervisor,
          employeeNumber: record?.superVisorEmplNumber,
        }),
      }
    : post;

/** D9 without subdepartments: everybody with a post in the department. */
export const readMembers = async (calls: ReadCalls, code: string, guard: Guard): Promise<readonly ShownEmployee[]> =>
  translatedPeople(calls, "D9", (await calls.readOrNone("D9", { code, includeSubDept: "false" }, guard)) ?? []);

/**
 * Does the error leave open whether the person exists? A 400, or a 404 without the error body of the interface, may mean "nobody"
 * or anything else; a value that is not allowed in a path was never sent.
 */
export const isInconclusive = (error: unknown): boolean =>
  isRefusal(error) || isUnknownPath(error) || (error instanceof MusterdError && error.code === "path-value-refused");
