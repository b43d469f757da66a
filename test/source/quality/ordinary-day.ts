/** An ordinary day of a company: some people join, leave or change, and some departments open, close or are renamed. */
import type { Department, Employee } from "../../../src/model/directory/directory.ts";
import { type FullCompany, person } from "./company.ts";

type Random = () => number;

/** Makes up to three changes of each sort. */
export const ordinaryDay = (company: FullCompany, random: Random): FullCompany => {
  const few = () => Math.floor(random() * 4);
  const departments = departmentsOfTheDay(company.departments, few, random);
  return {
    ...company,
    titles: without(company.titles, few(), random),
    functions: [...company.functions, ...newcomers(few(), (at) => ({ code: `N${at}`, name: "新職務" }))],
    departments,
    employees: peopleOfTheDay(company.employees, few, random),
  };
};

const newcomers = <T>(count: number, make: (at: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** Changes a few random records. If `edit` returns undefined, the record is removed. */
const some = <T>(
  records: readonly T[],
  count: number,
  random: Random,
  edit: (record: T) => T | undefined,
): readonly T[] => {
  const drawn = new Set(newcomers(count, () => Math.floor(random() * records.length)));
  return records.flatMap((record, at) => {
    const edited = drawn.has(at) ? edit(record) : record;
    return edited === undefined ? [] : [edited];
  });
};

const without = <T>(records: readonly T[], count: number, random: Random): readonly T[] =>
  some(records, count, random, () => undefined);

const peopleOfTheDay = (employees: readonly Employee[], few: () => number, random: Random): readonly Employee[] => {
  const edits: readonly ((one: Employee) => Employee)[] = [
    (one) => ({ ...one, name: "林新名" }),
    (one) => ({ ...one, account: `${one.account}.new` }),
    (one) => ({ ...one, number: null }),
    (one) => ({ ...one, active: false, email: null, phoneNumber: null }),
    ({ posts: _posts, ...one }) => one,
    (one) => ({ ...one, posts: [...(one.posts ?? []), { department: "0001", main: false }] }),
  ];
  const remaining = without(employees, few(), random);
  const edited = edits.reduce(
    (people, edit) => (random() < 0.4 ? some(people, few(), random, edit) : people),
    remaining,
  );
  return [...edited, ...newcomers(few(), (at) => person(9000 + at, 20, 5))];
};

/**
 * Opens, closes and renames departments. Only departments without departments below them are closed, and no new
 * department lies below another new one.
 */
const departmentsOfTheDay = (all: readonly Department[], few: () => number, random: Random): readonly Department[] => {
  const isLeaf = ({ code }: Department) => all.every(({ parent }) => parent !== code);
  const codes = all.map(({ code }) => code);
  const anywhere = () => codes[Math.floor(random() * codes.length)] ?? null;
  const opened = newcomers(few(), (at): Department => ({ code: `NEW${at}`, name: "新部門", parent: anywhere() }));
  const needed = new Set(opened.map(({ parent }) => parent));
  const closed = some(all, few(), random, (one) => (isLeaf(one) && !needed.has(one.code) ? undefined : one));
  return [...some(closed, few(), random, (one) => ({ ...one, name: "改名部", manager: null })), ...opened];
};
