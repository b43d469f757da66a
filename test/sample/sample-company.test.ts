/** Tests the records of the sample company, at several sizes. CI leaves out the largest company. */
import { expect, it } from "vitest";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import { canonicalKey } from "../../src/model/directory/canonical.ts";
import { sampleCompany } from "../../src/sample/sample-company.ts";
import { startTestService } from "../service/running-service.ts";
import { accountIn } from "../support/directory/organisation-document.ts";
import { isInPart } from "../support/suites/runs.ts";

const today = "2026-11-21";
const sizes = [100, 300, 1000, 5000];

const people = ({ employees }: Organisation) => employees.filter(({ employeeNumber }) => employeeNumber);

/** Returns the rows of a file without the header. */
const rowsOf = (text: string | undefined): readonly string[] => (text ?? "").split("\r\n").slice(1, -1);

it("the same options give the same bytes, another seed or day gives others", () => {
  const first = JSON.stringify(sampleCompany({ seed: 1, today }));
  expect(JSON.stringify(sampleCompany({ seed: 1, today }))).toBe(first);
  expect(JSON.stringify(sampleCompany({ seed: 2, today }))).not.toBe(first);
  expect(JSON.stringify(sampleCompany({ seed: 1, today: "2026-11-22" }))).not.toBe(first);
});

it("a company of fewer than 100 people is refused, with the required number", () => {
  expect(() => sampleCompany({ people: 99, today })).toThrow(
    expect.objectContaining({ code: "sample-too-small", hint: "request 100 people or more" }),
  );
});

it("without options there are 300 people in about thirty departments over four levels", () => {
  const { before } = sampleCompany({ today });
  expect(people(before)).toHaveLength(300);
  expect(before.departments).toHaveLength(35);
  const levels = Map.groupBy(before.departments, ({ deptLevelCode }) => deptLevelCode);
  expect([...levels].map(([level, departments]) => `${level}: ${departments.length}`)).toEqual([
    "L1: 1",
    "L2: 4",
    "L3: 12",
    "L4: 18",
  ]);
  expect(before.titles).toHaveLength(16);
  expect(before.functions).toHaveLength(12);
  expect(new Set(before.functions.map(({ categoryName }) => categoryName)).size).toBe(4);
  const partTime = people(before).filter(({ depts }) => depts.length > 1).length;
  expect(partTime / 300).toBeCloseTo(0.08, 1);
  expect(people(before).filter(({ depts }) => depts.some(({ supervisor }) => supervisor)).length).toBeGreaterThan(5);
  const names = people(before).map(({ name }) => name);
  for (const rare of ["堃", "喆", "峯"]) expect(names.some((name) => name?.includes(rare))).toBe(true);
});

it.skipIf(isInPart)("in a large company the departments get bigger and at most 401 people leave", () => {
  const { before, files } = sampleCompany({ people: 60_000, today });
  expect(before.departments).toHaveLength(35 + 190 * 21);
  expect(rowsOf(files["employees.csv"]).filter((row) => row.includes(",離職,"))).toHaveLength(401);
});

it("the service starts with four accounts that HR does not have, one of them of another company", () => {
  const { before, files } = sampleCompany({ today });
  const others = before.employees.filter(({ employeeNumber }) => !employeeNumber).map(({ account }) => account);
  expect(others).toEqual(["admin", "vendor01", "signtest", "lingling.ho"]);
  expect(before.employees.filter(({ corpCode }) => corpCode).map(({ account }) => account)).toEqual(["lingling.ho"]);
  for (const account of others) expect(files["employees.csv"]).not.toContain(`,${account},`);
});

it.each(sizes)("the departments of %i people form one tree, one level deeper with each step", (size) => {
  const { departments, levels } = sampleCompany({ people: size, today }).before;
  const depths = new Map<string, number>();
  for (const { code, parentCode, deptLevelCode } of departments) {
    const depth = parentCode ? (depths.get(parentCode) ?? Number.NaN) + 1 : 0;
    expect(levels[depth]?.code).toBe(deptLevelCode);
    depths.set(code, depth);
  }
  expect([...depths.values()].filter((depth) => depth === 0)).toHaveLength(1);
  const siblings = departments.map(({ parentCode, name }) => `${parentCode}/${name}`);
  expect(new Set(siblings).size).toBe(departments.length);
});

it.each(sizes)("codes, accounts and numbers of %i people are unique and short", (size) => {
  const { departments, titles, functions, employees } = sampleCompany({ people: size, today }).before;
  for (const keys of [
    departments.map(({ code }) => code),
    titles.map(({ code }) => code),
    functions.map(({ code }) => code),
    employees.map(({ account }) => account),
    employees.flatMap(({ employeeNumber }) => employeeNumber ?? []),
  ]) {
    expect(new Set(keys.map(canonicalKey)).size).toBe(keys.length);
  }
  for (const { code } of [...departments, ...titles, ...functions]) expect(code).toMatch(/^[A-Z0-9]{1,8}$/);
  expect(employees.filter(({ employeeNumber }) => employeeNumber)).toHaveLength(size);
});

it.each(sizes)("each of %i people has one main post, and every code and account in it exists", (size) => {
  const { departments, titles, functions, employees } = sampleCompany({ people: size, today }).before;
  const known = (records: readonly { readonly code: string }[]) => new Set(records.map(({ code }) => code));
  const [departmentCodes, titleCodes, functionCodes] = [departments, titles, functions].map(known);
  const active = new Set(employees.filter((person) => person.active).map(({ account }) => account));
  for (const { account, employeeNumber, depts } of employees) {
    if (!employeeNumber) continue;
    expect(depts.filter(({ isMainDept }) => isMainDept)).toHaveLength(1);
    expect(new Set(depts.map(({ code }) => code)).size).toBe(depts.length);
    for (const { code, jobTitleCode, jobFuncs, supervisor } of depts) {
      expect(departmentCodes?.has(code)).toBe(true);
      expect(titleCodes?.has(jobTitleCode ?? "")).toBe(true);
      for (const each of jobFuncs ?? []) expect(functionCodes?.has(each)).toBe(true);
      if (!supervisor) continue;
      expect(active.has(accountIn(supervisor) ?? "")).toBe(true);
      expect(supervisor).not.toBe(account);
    }
  }
});

it.each(sizes)("all but one department of %i people have a manager, who is active and has a post there", (size) => {
  const { departments, employees } = sampleCompany({ people: size, today }).before;
  const byAccount = new Map(employees.map((person) => [person.account, person]));
  const managed = departments.filter(({ manager }) => manager);
  expect(managed).toHaveLength(departments.length - 1);
  for (const { code, manager } of managed) {
    const person = byAccount.get(accountIn(manager) ?? "");
    expect(person?.active).toBe(true);
    expect(person?.depts.map((post) => post.code)).toContain(code);
  }
});

/**
 * Makes the official check of an ID card number. The two digits of the letter's code have the weights 1 and 9, the next digits
 * 8, 7 … 1, and the last digit 1. The sum of a valid number ends in 0.
 */
const passesCheck = (id: string): boolean => {
  const codes =
    "A10 B11 C12 D13 E14 F15 G16 H17 I34 J18 K19 L20 M21 N22 O35 P23 Q24 R25 S26 T27 U28 V29 W32 X30 Y31 Z33";
  const letterCode = codes
    .split(" ")
    .find((code) => code.startsWith(id.charAt(0)))
    ?.slice(1);
  const digits = Array.from(`${letterCode}${id.slice(1)}`, Number);
  const weights = [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1];
  return digits.reduce((sum, digit, index) => sum + digit * (weights[index] ?? 0), 0) % 10 === 0;
};

it("every ID card number looks like a real one and fails the official check", () => {
  // This is the number in the official example, which is valid.
  expect(passesCheck("A123456789")).toBe(true);
  const { before } = sampleCompany({ people: 5000, today });
  const numbers = people(before).map(({ idCardNumber }) => idCardNumber ?? "");
  const letters = new Set(numbers.map((number) => number.charAt(0)));
  expect(letters.size).toBe(26);
  expect(numbers.filter((number) => !/^[A-Z][12]\d{8}$/.test(number))).toEqual([]);
  expect(numbers.filter(passesCheck)).toEqual([]);
});

it("the files have Excel's format: a byte order mark, CRLF, quotes around cells with a comma", () => {
  const { files } = sampleCompany({ today });
  expect(Object.keys(files).sort()).toEqual(
    ["departments", "employees", "functions", "levels", "posts", "titles"].map((name) => `${name}.csv`),
  );
  for (const text of Object.values(files)) {
    expect(text.startsWith("\uFEFF")).toBe(true);
    expect(text.endsWith("\r\n")).toBe(true);
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  }
  for (const row of rowsOf(files["employees.csv"])) {
    expect(row).toMatch(
      /^\d{6},[a-z.\d]+,\p{Script=Han}{3,4},"[A-Z][a-z]+, [A-Z][a-z]+-[A-Z][a-z]+",[男女],[A-Z]\d{9},\d{3}\/\d\d\/\d\d,09\d\d-\d{3}-\d{3},/u,
    );
  }
});

it("the reference service accepts the initial company and dumps it unchanged", async () => {
  const { before } = sampleCompany({ today });
  const service = await startTestService();
  try {
    await service.load(before);
    const dumped = await service.dump();
    const managers = ({ departments }: Organisation) =>
      new Map(departments.map(({ code, manager }) => [code, manager]));
    expect(managers(dumped)).toEqual(managers(before));
    const byAccount = ({ employees }: Organisation) =>
      new Map(
        employees.map(({ account, active, depts }) => [
          account,
          { active, posts: depts.map(({ code, isMainDept }) => ({ code, isMainDept })) },
        ]),
      );
    expect(byAccount(dumped)).toEqual(byAccount(before));
  } finally {
    await service.close();
  }
});
