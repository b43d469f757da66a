/** Checks invariants of a company through the published read operations only. */
import { expect } from "vitest";
import type { OperationId } from "../../src/contract/contract.ts";
import type { Dept, EmplDeptRead, Employee, JobFunc, JobTitle } from "../../src/contract/records/organisation.ts";
import type { callerOf, Input } from "./running-service.ts";

type Read = <T>(id: OperationId, input?: Input) => Promise<T>;

/** Returns a function that reads and expects success. */
export const readerOf =
  ({ call }: Pick<ReturnType<typeof callerOf>, "call">): Read =>
  async <T>(id: OperationId, input?: Input) => {
    const answer = await call(id, input);
    expect(answer.status).toBe(200);
    return answer.json as T;
  };

/**
 * Checks that codes and numbers are unique, positions have no gaps, departments form a tree, every person with posts has
 * exactly one main post, and no reference dangles.
 */
export const checkCompany = async (read: Read): Promise<void> => {
  await checkLists(read);
  await checkPeople(read, await checkTree(read));
};

const same = (text: string): string => text.normalize("NFKC").trim().toLowerCase();
const expectDistinct = (texts: readonly string[]): void => {
  expect(new Set(texts.map(same)).size).toBe(texts.length);
};
const expectNumbered = (rows: readonly { seq?: number | null | undefined }[], from: number): void => {
  expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, position) => position + from));
};

const checkLists = async (read: Read): Promise<void> => {
  const levels = await read<{ code: string; seq: number }[]>("V1");
  expectNumbered(levels, 0);
  expectDistinct(levels.map(({ code }) => code));

  const titles = await read<JobTitle[][]>("T1");
  for (const rank of titles) expectNumbered(rank, 1);
  expectDistinct(titles.flat().map(({ code }) => code));
  expectDistinct(titles.map(([first]) => String(first?.rank)));

  const functions = await read<JobFunc[][]>("J4");
  for (const category of functions) expectNumbered(category, 0);
  expectDistinct(functions.flat().map(({ code }) => code));
  expectDistinct(functions.map(([first]) => String(first?.categoryName)));
};

export const checkTree = async (read: Read): Promise<readonly Dept[]> => {
  const departments = await read<Dept[]>("D1");
  expectDistinct(departments.map(({ code }) => code));
  const byCode = new Map(departments.map((row) => [row.code, row]));
  for (const family of Map.groupBy(departments, (row) => row.parentCode).values()) expectNumbered(family, 0);
  for (const row of departments) {
    let above = row.parentCode;
    for (let steps = 0; above; steps += 1) {
      expect(steps).toBeLessThan(departments.length);
      const parent = byCode.get(above);
      expect(parent).toBeDefined();
      above = parent?.parentCode;
    }
  }
  return departments;
};

const checkPeople = async (read: Read, departments: readonly Dept[]): Promise<void> => {
  const people = await read<Employee[]>("E1");
  const accounts = new Set(people.map(({ account }) => account));
  expectDistinct([...accounts]);
  expect(accounts.size).toBe(people.length);
  expectDistinct(people.map(({ employeeNumber }) => employeeNumber ?? "").filter((text) => text !== ""));
  const codes = new Set(departments.map(({ code }) => code));
  for (const { account } of people) {
    const { depts } = await read<{ depts: EmplDeptRead[] }>("E4", { params: { userType: "0", userCode: account } });
    expectDistinct(depts.map(({ code }) => code));
    expect(depts.every(({ code }) => codes.has(code))).toBe(true);
    expect(depts.filter(({ isMainDept }) => isMainDept)).toHaveLength(depts.length > 0 ? 1 : 0);
    for (const { superVisorAccount } of depts) expect(!superVisorAccount || accounts.has(superVisorAccount)).toBe(true);
  }
  for (const { code } of departments) {
    const manager = await read<Employee | null>("D10", { params: { code } });
    expect(manager === null || accounts.has(manager.account)).toBe(true);
  }
};
