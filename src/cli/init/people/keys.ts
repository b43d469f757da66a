/**
 * Finds the employee number and the account. Both decide who somebody is, so a column is only taken without a question if every row
 * has it, no value is there twice, and its header names it; everything else is asked.
 */

import { ask, type FieldLine, type Making, mappingOf, type Setting } from "../draft.ts";
import { otherSubjects } from "../knowledge/headers.ts";
import { scores } from "../knowledge/scores.ts";
import { columnsOf, plainColumnsOf } from "../roles/meanings.ts";
import type { Seen } from "../roles/roles.ts";
import {
  type Column,
  isEmail,
  isIdCard,
  isKey,
  isLogin,
  isMostly,
  isNumberLike,
  isRowNumber,
  isUnique,
  widthWithLostZeros,
  zeroWidth,
} from "../tables/columns.ts";
import { meaningsOf } from "../tables/known-words.ts";

/** The employee number. `isOpen`: somebody has to say which column it is. */
export type FoundNumber = {
  readonly column: Column | undefined;
  readonly line: FieldLine | undefined;
  /** Rows without a number are left out. */
  readonly leavesOut: boolean;
};

const none: FoundNumber = { column: undefined, line: undefined, leavesOut: false };

/** `isRepeated`: the rows of one person are several on purpose (posts, periods), so a number may be there twice. */
export const findNumber = (making: Making, seen: Seen, isRepeated: boolean): FoundNumber => {
  const { words } = making;
  const named = columnsOf(seen.meanings, "number");
  const plain = plainColumnsOf(seen.meanings, "number");
  const [first, second] = plain;
  if (first && !second && isInAllRows(first, isRepeated)) return taken(making, first, inAllRows(making, first));
  if (plain.length === 0) {
    noteUnreadable(making, seen);
    const possible = possibleNumbers(seen, named);
    const [only, other] = possible;
    if (only && !other && isPlainNumber(only, named)) return taken(making, only, words.why.onlyKey(only.filled));
    return possible.length === 0 ? none : chosen(making, possible);
  }
  if (first && !second && isUnique(first) && missing(first) <= scores.keyMissing) return withGaps(making, first);
  if (first && !second) noteSeveralRows(making, seen, first);
  return chosen(making, plain);
};

/** Whether every row has a value, which is there twice only where a person has several rows. */
const isInAllRows = (column: Column, isRepeated: boolean): boolean =>
  isKey(column) || (isRepeated && column.filled === column.cells.length);

const inAllRows = ({ words: { why } }: Making, column: Column): string =>
  isKey(column) ? why.unique(column.filled) : why.repeated(column.filled, column.counts.size);

/** A log of changes or several months in one file: no setting can say which row of a person counts. */
const noteSeveralRows = (making: Making, { table }: Seen, { name, cells, counts }: Column): void => {
  const tells = table.columns.find(
    (other) =>
      other.texts.every((text) => /\d/.test(text)) &&
      other.filled === cells.length &&
      other.counts.size < cells.length &&
      new Set(cells.map((cell, at) => JSON.stringify([cell, other.cells[at]]))).size === cells.length,
  );
  making.notes.push(making.words.note.severalRows(table.label, name, counts.size, cells.length, tells?.name));
};

/** Whether an unclear header may be believed: HR often calls the number "No.", but 1, 2, 3 … and keys of a database are none. */
const isPlainNumber = (column: Column, named: readonly Column[]): boolean =>
  !isRowNumber(column) && named.includes(column) && column.texts.every((text) => /^[A-Z]{0,4}-?\d{1,12}$/i.test(text));

/** A column that the header names, and whose cells are no numbers, such as 10,234 or '00123, is told: without it the account alone says who somebody is. */
const noteUnreadable = (making: Making, { table }: Seen): void => {
  const column = table.columns.find(({ name, filled }) => filled > 0 && meaningsOf(name).get("number") === "plain");
  if (column) making.notes.push(making.words.note.noNumbers(column.name, column.texts[0] ?? ""));
};

const missing = ({ cells, filled }: Column): number => (cells.length - filled) / Math.max(1, cells.length);

/** Columns that could be the number: filled everywhere, no value twice, digits, and neither days nor addresses nor another subject. */
const possibleNumbers = ({ table, meanings }: Seen, named: readonly Column[]): readonly Column[] => {
  const others = plainColumnsOf(meanings, "account", "email", "emailEx", "phoneNumber", "idCardNumber").filter(
    (column) => !named.includes(column),
  );
  const keys = table.columns.filter(
    (column) =>
      isKey(column) &&
      isMostly(column, isNumberLike) &&
      !isMostly(column, isIdCard) &&
      !others.includes(column) &&
      !meanings.dates(column) &&
      !otherSubjects.test(column.name),
  );
  const weak = keys.filter((column) => named.includes(column));
  return weak.length > 0 ? weak : keys;
};

const taken = (making: Making, column: Column, why: string): FoundNumber => {
  making.used.add(column);
  const width = zeroWidth(column);
  const lost = widthWithLostZeros(column);
  if (lost !== undefined) {
    const short = column.texts.filter((text) => text.length < lost);
    making.notes.push(making.words.note.numbersLostZeros(column.name, short.length, short[0] ?? "", lost));
  }
  return {
    column,
    line: {
      field: "number",
      mapping: mappingOf(column, { width: width ?? lost }),
      why: width ? `${why}, ${making.words.why.zeros(width)}` : why,
    },
    leavesOut: false,
  };
};

/** Some rows have no number: service accounts, guests, a total. */
const withGaps = (making: Making, column: Column): FoundNumber => {
  const { words } = making;
  const gaps = column.cells.length - column.filled;
  const answer = ask(making, {
    id: "without-number",
    text: words.ask.withoutNumber(column.name, gaps, column.cells.length),
    options: [
      { value: "leave-out", label: words.ask.leaveOut },
      { value: "keep", label: words.ask.keepThem },
    ],
  });
  if (answer === undefined) return none;
  return { ...taken(making, column, words.why.unique(column.filled)), leavesOut: answer === "leave-out" };
};

const chosen = (making: Making, columns: readonly Column[]): FoundNumber => {
  const { words } = making;
  const answer = ask(making, {
    id: "number",
    text: words.ask.number,
    options: columns.map((column) => ({
      value: column.name,
      label: words.ask.column(
        column.name,
        column.texts.slice(0, 3),
        doubles(column),
        column.cells.length - column.filled,
      ),
    })),
  });
  const column = columns.find(({ name }) => name === answer);
  return column ? taken(making, column, words.why.chosen) : none;
};

/** How many values are there twice or more. */
const doubles = ({ counts }: Column): number => [...counts.values()].filter((count) => count > 1).length;

/** The account, and the columns it is made of. `from`: a column whose values are the accounts, for references. */
export type FoundAccount = {
  readonly line: FieldLine | undefined;
  readonly accounts: Column | undefined;
  readonly domain: RegExp | undefined;
};

const noAccount: FoundAccount = { line: undefined, accounts: undefined, domain: undefined };

export const findAccount = (making: Making, seen: Seen, number: FoundNumber, isRepeated: boolean): FoundAccount => {
  const { words } = making;
  const { meanings } = seen;
  const plain = plainColumnsOf(meanings, "account").filter((column) => column !== number.column);
  const [first, second] = plain;
  if (first && !second && isInAllRows(first, isRepeated)) return own(making, first, inAllRows(making, first));
  if (first && !second && isUnique(first)) return partly(making, first, number);
  const ways = waysToAccount(making, seen, number.column, plain);
  if (ways.length === 0) return noAccount;
  const answer = ask(making, {
    id: "account",
    text: words.ask.account,
    options: ways.map(({ value, label }) => ({ value, label })),
  });
  const way = ways.find(({ value }) => value === answer);
  if (!way) return noAccount;
  for (const column of way.columns) making.used.add(column);
  const accounts = way.columns.length === 1 ? way.columns[0] : undefined;
  return {
    line: { field: "account", mapping: way.mapping, why: words.why.chosen },
    accounts,
    domain: way.value === "email-name" ? /@.*$/ : undefined,
  };
};

/** Accounts are taken without the domain of Windows before them, if all have the same: the service accepts no backslash. */
const own = (making: Making, column: Column, why: string): FoundAccount => {
  making.used.add(column);
  const domains = new Set(column.texts.map((text) => /^([A-Z0-9._-]+)\\[^\\]+$/i.exec(text)?.[1]?.toLowerCase()));
  const hasDomain = domains.size === 1 && !domains.has(undefined);
  const mapping = mappingOf(column, { capture: hasDomain ? "([^\\\\]+)$" : undefined });
  return { line: { field: "account", mapping, why }, accounts: column, domain: undefined };
};

/** Some people have no account yet. */
const partly = (making: Making, column: Column, number: FoundNumber): FoundAccount => {
  const { words } = making;
  const answer = ask(making, {
    id: "without-account",
    text: words.ask.withoutAccount(column.name, column.cells.length - column.filled, column.cells.length),
    options: [
      { value: "leave-out", label: words.ask.notYet },
      ...(number.column ? [{ value: "number", label: words.ask.fromNumber(number.column.name) }] : []),
    ],
  });
  if (answer === undefined) return noAccount;
  const found = own(making, column, words.why.uniqueOf(column.filled, column.cells.length));
  if (answer !== "number" || !number.column) return found;
  const mapping = { column: column.name, generate: ["{}", `{${number.column.name}}`] };
  return { ...found, line: { field: "account", mapping, why: words.why.chosen } };
};

type Way = {
  readonly value: string;
  readonly label: string;
  readonly mapping: Setting;
  readonly columns: readonly Column[];
};

/** The ways to an account where no column is one: the address, the number, the names, other columns of logins. */
const waysToAccount = (
  { words }: Making,
  { table, meanings }: Seen,
  number: Column | undefined,
  plain: readonly Column[],
): readonly Way[] => {
  const { email } = meanings;
  const ways: Way[] = [];
  const add = (value: string, label: string, mapping: Setting, ...columns: readonly Column[]) =>
    ways.push({ value, label, mapping, columns });
  if (email) {
    const locals = new Set(email.texts.map((text) => text.split("@")[0]?.toLowerCase()));
    const [example = ""] = email.texts;
    const gaps = email.cells.length - email.filled;
    const capture = "^([^@]+)@";
    if (locals.size === email.texts.length) {
      const generate = gaps > 0 && number ? { generate: ["{}", `{${number.name}}`] } : {};
      add(
        "email-name",
        words.ask.emailName(email.name, example.split("@")[0] ?? "", gaps),
        { column: email.name, capture, ...generate },
        email,
      );
    }
    if (gaps === 0) add("email", words.ask.wholeEmail(email.name, example), email.name, email);
  }
  if (number) add("number", words.ask.fromNumber(number.name), number.name, number);
  const others = [
    ...plain,
    ...table.columns.filter((column) => isKey(column) && isMostly(column, isLogin) && !isMostly(column, isEmail)),
  ];
  const noLogins = new Set(
    columnsOf(meanings, "name", "givenName", "familyName", "englishName", "idCardNumber", "phoneNumber", "birthDate"),
  );
  for (const column of new Set(others)) {
    if (column === number || noLogins.has(column) || isMostly(column, isIdCard)) continue;
    if (!otherSubjects.test(column.name))
      add(
        column.name,
        words.ask.column(column.name, column.texts.slice(0, 3), doubles(column), 0),
        column.name,
        column,
      );
  }
  const [given, family] = [meanings.best("givenName"), meanings.best("familyName")];
  if (given && family && isMostly(given, (cell) => /^[\p{Script=Latin}\s'.-]+$/u.test(cell)) && number) {
    const pattern = `{${given.name}}.{${family.name}}`;
    add("names", words.ask.fromNames(given.name, family.name), { generate: [pattern, `${pattern}{n}`] }, given, family);
  }
  return ways;
};
