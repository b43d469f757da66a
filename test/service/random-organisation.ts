/**
 * Random organisations in the form of a dump: parents before children, every field present. Some people are of other companies,
 * and have the accounts and numbers of our own.
 */
import * as fc from "fast-check";
import type { PersonName } from "../../src/contract/records/organisation.ts";
import { line } from "../../src/contract/records/texts.ts";
import type { Organisation } from "../../src/contract/sections/organisation.ts";

type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

const isLine = (text: string): boolean => line.safeParse(text).success;

const label = fc.oneof(
  fc.constantFrom("研發處", "許功蓋", "A & B", "ｆｕｌｌ", " padded ", '"quoted"'),
  fc.string({ minLength: 1, maxLength: 12, unit: "grapheme" }).filter((text) => isLine(text) && /\S/.test(text)),
);
const optionalText = fc.option(fc.string({ maxLength: 8, unit: "grapheme" }).filter((text) => isLine(text)));
const dateTime = fc
  .tuple(fc.integer({ min: -1e12, max: 4e12 }), fc.constantFrom("Z", "", "+08:00", ".25-03:30"))
  .map(([ms, ending]) => new Date(ms).toISOString().slice(0, 19) + ending);
const optionalDate = fc.option(dateTime);

const codesOf = (draw: Draw, prefix: string, min: number, max: number): string[] =>
  Array.from({ length: draw(fc.integer({ min, max })) }, (_, n) => `${prefix}${n}`);

/**
 * Departments in the order in which they are displayed. The parent of each is the department before it, one of that
 * department's ancestors, or none.
 */
const departmentsOf = (draw: Draw, levels: readonly string[]): Organisation["departments"] => {
  const path: string[] = [];
  return codesOf(draw, "d", 1, 12).map((code) => {
    path.length = draw(fc.integer({ min: 0, max: path.length }));
    const parentCode = path.at(-1) ?? null;
    path.push(code);
    return {
      parentCode,
      code,
      deptLevelCode: draw(fc.constantFrom(...levels)),
      name: draw(label),
      description: draw(optionalText),
      active: draw(fc.boolean()),
      manager: null,
    };
  });
};

const employeeOf = (draw: Draw, account: string): Organisation["employees"][number] => ({
  account,
  name: draw(label),
  loginValidation: draw(fc.option(fc.array(fc.constantFrom("UOF", "corp/a", "x/y"), { maxLength: 2 }))),
  employeeNumber: draw(fc.constantFrom(null, "", `No ${account}`)),
  expiredTime: draw(optionalDate),
  gender: draw(fc.constantFrom("Male", "Female", "Other", null)),
  englishName: draw(optionalText),
  idCardNumber: draw(optionalText),
  birthDate: draw(optionalDate),
  phoneNumber: draw(optionalText),
  businessCard: draw(optionalText),
  hireDate: draw(optionalDate),
  email: draw(optionalText),
  emailEx: draw(optionalText),
  active: draw(fc.boolean()),
  locked: draw(fc.boolean()),
  resignationDate: draw(optionalDate),
  depts: [],
});

type Codes = {
  departments: readonly string[];
  titles: readonly string[];
  functions: readonly string[];
  accounts: readonly PersonName[];
};

const postsOf = (draw: Draw, codes: Codes, isOther: boolean): Organisation["employees"][number]["depts"] => {
  const departments = draw(fc.subarray([...codes.departments]));
  const main = draw(fc.nat({ max: Math.max(departments.length - 1, 0) }));
  return departments.map((code, position) => ({
    code,
    isMainDept: position === main && !isOther,
    jobTitleCode: draw(fc.constantFrom(null, ...codes.titles)),
    jobFuncs: draw(fc.subarray([...codes.functions])),
    supervisor: draw(fc.constantFrom(null, null, ...codes.accounts)),
  }));
};

const organisationOf = (draw: Draw): Organisation => {
  const flag = () => draw(fc.boolean());
  const levels = codesOf(draw, "l", 1, 4);
  const titles = codesOf(draw, "t", 0, 5);
  const functions = codesOf(draw, "f", 0, 6);
  const departments = departmentsOf(draw, levels);
  const employees: Organisation["employees"] = [
    ...codesOf(draw, "e", 0, 8).map((account) => employeeOf(draw, account)),
    ...["GROUP", "Ｏther"].flatMap((corpCode) =>
      codesOf(draw, "e", 0, 3).map((account) => ({ ...employeeOf(draw, account), corpCode })),
    ),
  ];
  const accounts = employees.map(({ account, corpCode }) => (corpCode ? { account, corpCode } : account));
  const codes = { departments: departments.map(({ code }) => code), titles, functions, accounts };
  for (const employee of employees) employee.depts = postsOf(draw, codes, employee.corpCode !== undefined);
  for (const department of departments) department.manager = draw(fc.constantFrom(null, ...accounts));
  const ranks = titles.map(() => draw(fc.integer({ min: 1, max: 3 }))).sort((a, b) => a - b);
  // A dump lists the functions of a category together.
  const categories = functions.map(() => draw(fc.constantFrom("研發", "A&B", "管理"))).sort();
  return {
    levels: levels.map((code) => ({ code, name: draw(label), active: flag() })),
    titles: titles.map((code, n) => ({ rank: ranks[n] as number, code, title: draw(label), active: flag() })),
    functions: functions.map((code, n) => ({
      categoryName: categories[n] as string,
      code,
      jobFunc: draw(label),
      active: flag(),
    })),
    departments,
    employees,
  };
};

export const randomOrganisation: fc.Arbitrary<Organisation> = fc
  .gen()
  .map((gen) => organisationOf((arbitrary) => gen(() => arbitrary)));
