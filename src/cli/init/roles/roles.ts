/** Says which tables are people, departments and titles, and which files and sheets are one table. */
import { canonicalKey } from "../../../model/directory/canonical.ts";
import type { Meaning } from "../knowledge/headers.ts";
import { tableWords } from "../knowledge/words.ts";
import { isKey, overlap } from "../tables/columns.ts";
import { plainWord } from "../tables/known-words.ts";
import { patternOf, type Table } from "../tables/tables.ts";
import { isOfLeavers, united, withLeavers } from "./leavers-list.ts";
import { type Meanings, plainColumnsOf, readMeanings } from "./meanings.ts";

export type Seen = { readonly table: Table; readonly meanings: Meanings };

/** A table with the rows of all files and sheets that have its columns (`also`). */
export type Group = Seen & { readonly also: readonly Table[] };

export type Roles = {
  readonly people: readonly Group[];
  readonly departments: Group | undefined;
  readonly titles: Group | undefined;
  readonly others: readonly Table[];
};

const ofPeople: readonly Meaning[] = [
  "account",
  "givenName",
  "familyName",
  "gender",
  "birthDate",
  "hireDate",
  "idCardNumber",
  "email",
  "resignationDate",
  "status",
  "phoneNumber",
];
const ofDepartments: readonly Meaning[] = ["departmentCode", "departmentName", "parent", "departmentManager"];
const ofTitles: readonly Meaning[] = ["titleCode", "titleName", "rank"];

/** How many of the meanings the headers of a table name plainly. */
const named = (meanings: Meanings, some: readonly Meaning[]): number =>
  some.filter((meaning) => plainColumnsOf(meanings, meaning).length > 0).length;

const personScore = ({ table, meanings }: Seen): number => {
  const hasName = plainColumnsOf(meanings, "name").some((column) => plainWord(column.name) !== "name");
  const word = tableWords.people.test(table.label) ? 0.5 : 0;
  return named(meanings, ofPeople) + (hasName ? 1 : 0) + named(meanings, ["number"]) + word;
};

const score = ({ table, meanings }: Seen, of: readonly Meaning[], word: RegExp): number =>
  named(meanings, of) + (word.test(table.label) ? 1.5 : 0);

export const rolesOf = (tables: readonly Table[]): Roles => {
  const groups = groupsOf(tables);
  const people: Group[] = groups.filter((group) => personScore(group) >= 2);
  const [likely] = groups.toSorted((a, b) => personScore(b) - personScore(a));
  if (people.length === 0 && likely && (personScore(likely) >= 1 || groups.length === 1)) people.push(likely);
  let departments: Group | undefined;
  let titles: Group | undefined;
  const others: Table[] = [];
  for (const group of groups) {
    if (people.includes(group)) continue;
    const department = score(group, ofDepartments, tableWords.departments);
    const title = score(group, ofTitles, tableWords.titles);
    if (department >= 1.5 && department >= title && !departments) departments = group;
    else if (title >= 1.5 && !titles) titles = group;
    else others.push(group.table, ...group.also);
  }
  return { people: inOrder(people), departments, titles, others };
};

/** The table that says most about people comes first: it says who exists. A list of people who have left does not. */
const inOrder = (people: readonly Group[]): readonly Group[] => {
  const says = (group: Group): number =>
    personScore(group) + (group.meanings.best("departmentName") || group.meanings.best("departmentCode") ? 2 : 0);
  const isLeft = ({ table, also }: Group): number => Number([table, ...also].every(isOfLeavers));
  return people.toSorted((a, b) => isLeft(a) - isLeft(b) || says(b) - says(a));
};

/** Files and sheets with the same headers are one table, and so is a list of leavers with its counterpart. Of exports that pile up, only the newest is. */
const groupsOf = (tables: readonly Table[]): readonly Group[] => {
  const headerOf = ({ columns }: Table): string =>
    columns
      .map(({ name }) => canonicalKey(name))
      .toSorted()
      .join("\n");
  return withLeavers([...Map.groupBy(tables, headerOf).values()]).flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    if (same.length === 1) return [{ table: first, meanings: readMeanings(first), also: [] }];
    const piled = piledUp(same);
    if (piled) return [{ ...piled, meanings: readMeanings(piled.table), also: [] }];
    const [most = first, ...others] = leaversFirst(same);
    const ordered = [most, ...others] as const;
    const table = united(ordered);
    return [{ table, meanings: readMeanings(table), also: ordered.slice(1) }];
  });
};

/** The newest of several exports of the same people, and the pattern of their names; undefined if they are other people. */
const piledUp = (same: readonly Table[]): { readonly table: Table } | undefined => {
  const patterns = new Set(same.map(patternOf));
  const [pattern = ""] = patterns;
  const table = same.toSorted((a, b) => (a.file < b.file ? 1 : -1))[0];
  if (patterns.size > 1 || !pattern.includes("*") || !table || same.some(({ sheet }) => sheet !== undefined))
    return undefined;
  const key = table.columns.find((column) => isKey(column));
  const repeats = key !== undefined && same.every((other) => other === table || repeatsKeys(key.name, other, table));
  return repeats ? { table: { ...table, pattern } } : undefined;
};

/** Lists of people who have left come first, so that the row of whoever came back is the last one. */
const leaversFirst = (tables: readonly Table[]): readonly Table[] =>
  tables.toSorted((a, b) => Number(isOfLeavers(b)) - Number(isOfLeavers(a)));

/** Whether most keys of a table stand in another table with the same columns, as in exports of two days. */
const repeatsKeys = (key: string, one: Table, other: Table): boolean => {
  const [from, to] = [one, other].map(({ columns }) => columns.find(({ name }) => name === key));
  return from !== undefined && to !== undefined && overlap(from, to) >= 0.5;
};
