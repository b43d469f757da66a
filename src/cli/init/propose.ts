/** Makes the proposal of `init` from the tables and the answers so far. The same tables and answers give the same proposal. */

import { askCompany, hasCompany, rowsOf } from "./companies.ts";
import { levelsOf } from "./departments/department-levels.ts";
import { findDepartments } from "./departments/departments.ts";
import {
  ask,
  type Draft,
  type FieldLine,
  type Making,
  type OneCompany,
  type PartDraft,
  type Question,
  type Setting,
} from "./draft.ts";
import { onlyCodes } from "./only-codes.ts";
import { findDates, findDetails, findLeave, findName } from "./people/details.ts";
import { findAccountIn, leaverParts } from "./people/joined-accounts.ts";
import { type FoundNumber, findNumber } from "./people/keys.ts";
import { outsidersLeftOut } from "./people/outsiders.ts";
import { personLine } from "./people/people-references.ts";
import { findPosts, type Repetition, repetitionOf } from "./people/repetition.ts";
import { findStatus } from "./people/status.ts";
import { dividedParts } from "./roles/leavers-list.ts";
import { type Group, type Roles, rolesOf } from "./roles/roles.ts";
import { type Column, determines, isKey } from "./tables/columns.ts";
import type { OpenEncoding, Table } from "./tables/tables.ts";
import { findTitles } from "./titles.ts";
import { unreadOf, unreadPeople } from "./unread.ts";

export type Asked = Pick<Making, "words" | "today" | "answers" | "onlyCertain">;

export const propose = (opened: readonly Table[], open: readonly OpenEncoding[], asked: Asked): Draft => {
  const making: Making = { ...asked, questions: [], notes: [], lookups: new Map(), levels: [], used: new Set() };
  for (const one of open.slice(0, 1)) askEncoding(making, one);
  const [everybody] = rolesOf(opened).people;
  const said = everybody && askCompany(making, everybody);
  const companies = said && "length" in said ? said : [];
  const company = said && !("length" in said) ? said : undefined;
  const tables = company ? opened.map((table) => rowsOf(table, company)) : opened;
  const roles = rolesOf(tables);
  const [people] = companies.length > 0 ? [] : roles.people;
  const found = people ? ofPeople(making, people, roles, everybody ?? people, tables) : nobody;
  for (const { label, unnameable } of opened)
    if (unnameable.length > 0)
      making.notes.push(making.words.note.unnameable(label, unnameable.join(making.words.and)));
  if (people && !isAnybody(found.parts, making.questions)) {
    making.notes.push(making.words.note.noKey(people.table.label));
    return { ...emptyDraft(tables), notes: making.notes, unread: unreadOf(tables, making, []) };
  }
  const made = company ? { ...found, parts: ofCompany(making, found.parts, company, opened) } : found;
  if (!everybody) making.notes.push(making.words.note.noPeople);
  for (const { field, column } of onlyCodes(made.parts)) making.notes.push(making.words.note.onlyCodes(column, field));
  const lookups = Object.fromEntries(making.lookups);
  const forgotten = companies.length > 0 ? [] : unreadPeople(tables, made.parts, Object.values(lookups));
  for (const label of forgotten) making.notes.push(making.words.note.unreadPeople(label));
  return {
    tables,
    company,
    companies,
    ...made,
    lookups,
    levels: made.parts.some(({ table }) => table === "departments") ? levelsOf(making) : undefined,
    empty: fillersOf(tables, making),
    questions: making.questions,
    // A superior and a manager of a department are searched in the same columns.
    notes: [...new Set(making.notes)],
    unread: companies.length > 0 ? [] : unreadOf(tables, making, made.parts),
    unreadPeople: forgotten,
  };
};

const nobody: Pick<Draft, "parts" | "joinBy"> = { parts: [], joinBy: undefined };

const emptyDraft = (tables: readonly Table[]): Omit<Draft, "notes" | "unread"> => ({
  ...nobody,
  tables,
  company: undefined,
  companies: [],
  lookups: {},
  levels: undefined,
  empty: [],
  questions: [],
  unreadPeople: [],
});

/** Whether something tells people apart, or somebody can say what it is. */
const isAnybody = (parts: readonly PartDraft[], questions: readonly Question[]): boolean =>
  parts.some(
    ({ table, lines }) => table === "employees" && lines.some(({ field }) => /^(?:number|account)$/.test(field)),
  ) || questions.some(({ id }) => /^(?:without-)?(?:number|account)$/.test(id));

/** Each part reads the rows of the company alone, where its table says whose they are. */
const ofCompany = (
  making: Making,
  parts: readonly PartDraft[],
  company: OneCompany,
  opened: readonly Table[],
): readonly PartDraft[] => {
  const { words } = making;
  return parts.map((part) => {
    if (!opened.some((table) => table.label === part.from.label && hasCompany(table, company))) {
      if (part.table === "departments") making.notes.push(words.note.noCompany(part.from.label, company.column));
      return part;
    }
    const conditions = part.settings.flatMap(({ name, value }) => (name === "only" ? [value].flat() : []));
    const only = { name: "only", value: [company.only, ...conditions].flat(), why: words.why.company(company.name) };
    return { ...part, settings: [only, ...part.settings.filter(({ name }) => name !== "only")] };
  });
};

const askEncoding = (making: Making, { file, encodings, cells }: OpenEncoding): void => {
  const { words } = making;
  ask(making, {
    id: "encoding",
    text: words.ask.encoding(file),
    shown: cells.map(({ line, texts }) =>
      words.ask.line(line, texts.map((text, at) => `${encodings[at]} “${text}”`).join(words.and)),
    ),
    options: encodings.map((encoding) => ({ value: encoding, label: encoding })),
  });
};

/** `everybody`: the rows of all companies, which have words of a status that one company may not have yet. */
const ofPeople = (
  making: Making,
  people: Group,
  roles: Roles,
  everybody: Group,
  opened: readonly Table[],
): Pick<Draft, "parts" | "joinBy"> => {
  const { words } = making;
  const repetition = repetitionOf(making, people);
  const number = findNumber(making, people, repetition !== undefined);
  const account = findAccountIn(making, people, roles, number, repetition !== undefined);
  const outsiders = outsidersLeftOut(making, people);
  const name = findName(making, people);
  const { lines: dates, lastDay } = findDates(making, people);
  const status = findStatus(making, ...statusOf(making, people, everybody, lastDay));
  const leave = findLeave(making, people);
  const details = findDetails(making, people);
  const departments = findDepartments(making, people, roles.departments);
  const { column } = departments;
  if (column && column.filled * 2 < column.cells.length)
    making.notes.push(words.note.fewDepartments(column.name, column.filled, column.cells.length));
  // Titles and superiors belong to posts, and a post needs a department.
  const hasPosts = departments.line !== undefined;
  const titles = hasPosts ? findTitles(making, people, roles.titles) : { parts: [], line: undefined };
  const called = { number, account: account.found, email: people.meanings.email, name, people };
  const supervisor = hasPosts ? personLine(making, people, "supervisor", "supervisor", called) : undefined;
  const posts = findPosts(making, people, number, departments, [titles.line, supervisor], repetition);
  const except = [...exceptOf(people.table, number), ...outsiders];
  const employees: PartDraft = {
    table: "employees",
    from: people.table,
    also: people.also,
    settings: [
      ...(repetition?.settings ?? []),
      ...(except.length > 0 ? [{ name: "except", value: except, why: words.why.leftOut }] : []),
    ],
    lines: [
      ...known(permanentId(making, people), number.line, account.own ? account.found.line : undefined),
      ...name.lines,
      ...status,
      ...dates,
      ...leave,
      ...details,
      ...(posts.isOfRows ? [] : known(departments.line, titles.line, supervisor)),
    ],
  };
  const parts = [
    ...titles.parts.map((part) => ofDay(sameRows(part, people, except), people, repetition)),
    ...departments.parts.map((part) =>
      withManager(making, ofDay(sameRows(part, people, except), people, repetition), people, roles.departments, called),
    ),
    employees,
    ...account.parts,
    ...leaverParts(making, roles, number, account.parts),
    ...posts.parts.map((part) => sameRows(part, people, except)),
  ].flatMap((part) => dividedParts(part, opened, words.why.furtherPart));
  const isJoined = parts.filter(({ table }) => table === "employees").length > 1;
  return { parts, joinBy: isJoined ? "number" : undefined };
};

/** The table in which the status is looked at, with its last days; the columns that are used are used in it, too. */
const statusOf = (
  { used }: Making,
  people: Group,
  everybody: Group,
  lastDay: Column | undefined,
): readonly [Group, Column | undefined] => {
  if (people.table.columns.length === everybody.table.columns.length) return [people, lastDay];
  const names = new Set([...used].map(({ name }) => name));
  for (const column of everybody.table.columns) if (names.has(column.name)) used.add(column);
  return [everybody, everybody.table.columns.find(({ name }) => name === lastDay?.name)];
};

const known = (...lines: readonly (FieldLine | undefined)[]): readonly FieldLine[] =>
  lines.flatMap((line) => line ?? []);

/** The id that an entry of a directory keeps when it is renamed or moved. */
const permanentId = (making: Making, { table }: Group): FieldLine | undefined => {
  const column = table.search && table.columns.find((one) => /^(?:objectGUID|entryUUID)$/.test(one.name) && isKey(one));
  if (!column) return undefined;
  making.used.add(column);
  return { field: "id", mapping: column.name, why: making.words.why.unique(column.filled) };
};

/** Rows without a number, and a second header row, are no people. */
const exceptOf = ({ labels }: Table, { column, leavesOut }: FoundNumber) => [
  ...(labels ? [{ column: labels.column, is: labels.text }] : []),
  ...(leavesOut && column ? [{ column: column.name, blank: true }] : []),
];

/** Departments, titles and posts that are read from the rows of people are not read from rows that are no people. */
const sameRows = (part: PartDraft, people: Group, except: readonly Setting[]): PartDraft => {
  if (part.from !== people.table || except.length === 0) return part;
  const own = part.settings.find(({ name }) => name === "except");
  const value = [...[own?.value ?? []].flat(), ...except];
  return { ...part, settings: [...part.settings.filter((one) => one !== own), { name: "except", value, why: "" }] };
};

/** A department or title that only earlier or later rows of people name is none of today. */
const ofDay = (part: PartDraft, people: Group, repetition: Repetition | undefined): PartDraft => {
  const all = [...(repetition?.settings ?? []), ...(repetition?.main?.posts ?? [])];
  const period = all.find(({ name }) => name === "validOn");
  return part.from === people.table && period
    ? { ...part, settings: [...part.settings, { ...period, why: "" }] }
    : part;
};

/** The manager of departments: a column of their table, or one of the people's that is the same for everybody in a department. */
const withManager = (
  making: Making,
  part: PartDraft,
  people: Group,
  own: Group | undefined,
  called: Parameters<typeof personLine>[4],
): PartDraft => {
  const isOwn = own !== undefined && part.from === own.table;
  const seen = isOwn ? own : people;
  const code = part.lines.find(({ field }) => field === "code")?.mapping;
  const column = typeof code === "string" ? people.table.columns.find(({ name }) => name === code) : undefined;
  const follows = (candidate: Column): boolean => isOwn || (column !== undefined && determines(column, candidate));
  // In a table of departments, the word for a superior (主管工號, Supervisor) says who manages the department.
  const words = isOwn ? (["departmentManager", "supervisor"] as const) : (["departmentManager"] as const);
  const all = words.flatMap((meaning) => seen.meanings.all(meaning)).filter((candidate) => follows(candidate.column));
  const chosen = { ...seen, meanings: { ...seen.meanings, all: () => all } };
  const line = personLine(making, chosen, "departmentManager", "manager", called);
  return line ? { ...part, lines: [...part.lines, line] } : part;
};

const fillersOf = (tables: readonly Table[], { used }: Making): readonly string[] => [
  ...new Set(
    tables.flatMap(({ columns }) => columns.filter((column) => used.has(column)).flatMap(({ fillers }) => fillers)),
  ),
];
