/**
 * What `init` proposes: the parts of a configuration, each line with its evidence, the questions that the data leaves open, and the
 * columns that nobody reads. It is made anew, from the same tables, after every answer.
 */

import type { InitWords } from "../words/en/init.ts";
import type { Column } from "./tables/columns.ts";
import type { Table } from "./tables/tables.ts";

/** The value of a setting as YAML has it. */
export type Setting = string | number | boolean | null | readonly Setting[] | { readonly [name: string]: Setting };

/** One line of `columns`. `mapping`: the name of a column, or a mapping. `why`: the evidence, for the comment. */
export type FieldLine = { readonly field: string; readonly mapping: Setting; readonly why: string };

/** A part of a table. `settings`: what stands beside `columns`, each with its evidence. */
export type PartDraft = {
  readonly table: "titles" | "departments" | "employees" | "posts";
  readonly from: Table;
  /** Further files or sheets with the same columns, read as one table with `from`. */
  readonly also?: readonly Table[];
  readonly settings: readonly { readonly name: string; readonly value: Setting; readonly why: string }[];
  readonly lines: readonly FieldLine[];
};

/** A level of departments; `order` counts from 1, the uppermost. */
type Level = { readonly code: string; readonly name: string; readonly order: number };

export const questionNames = [
  "encoding",
  "company",
  "number",
  "without-number",
  "outsiders",
  "account",
  "without-account",
  "active",
  "on-leave",
  "status-column",
  "name",
  "last-day",
  "expiry",
  "dates",
  "department",
  "department-code",
  "department-list",
  "department-name",
  "titles",
] as const;

/**
 * Something that the data does not say. `id`: its name in a file of answers. `suggested`: what Enter accepts; without it somebody has
 * to decide. `shown`: the cells that show the readings. `list`: titles to be put in order; an answer is `A > B = C`.
 */
export type Question = {
  readonly id: (typeof questionNames)[number];
  readonly text: string;
  readonly shown: readonly string[];
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly suggested?: string;
  readonly list?: readonly string[];
};

/** The company of a configuration. `short`: its part of the names of files and folders; `only`: the condition of its rows. */
export type OneCompany = {
  readonly name: string;
  readonly short: string;
  readonly column: string;
  readonly only: Setting;
};

export type Draft = {
  readonly tables: readonly Table[];
  readonly parts: readonly PartDraft[];
  readonly lookups: Readonly<Record<string, Table>>;
  /** The levels of departments, upper ones first; undefined without departments. */
  readonly levels: { readonly records: readonly Level[]; readonly why: string } | undefined;
  readonly empty: readonly string[];
  readonly joinBy: "number" | "account" | undefined;
  /** The company that it is for, of several in the files. */
  readonly company: OneCompany | undefined;
  /** The names of the companies, if each of them shall get a proposal of its own; then this one has nothing else. */
  readonly companies: readonly string[];
  readonly questions: readonly Question[];
  /** What the reader should know: sentences. */
  readonly notes: readonly string[];
  readonly unread: readonly { readonly label: string; readonly columns: readonly string[] }[];
  /** Tables with employee numbers that nothing reads: whoever stands there is missing, or something about people is. */
  readonly unreadPeople: readonly string[];
};

/** What the parts of a proposal share while it is made. `today`: YYYY-MM-DD. */
export type Making = {
  readonly words: InitWords;
  readonly today: string;
  readonly answers: ReadonlyMap<string, string>;
  /** Only what is certain is used: no suggestion counts as an answer. */
  readonly onlyCertain: boolean;
  readonly questions: Question[];
  readonly notes: string[];
  readonly lookups: Map<string, Table>;
  /** The levels that a table of departments names. */
  readonly levels: Level[];
  /** The columns that are used, and the texts in them that stand for nothing. */
  readonly used: Set<Column>;
};

/** The answer to a question, or its suggestion; undefined if somebody has to decide first. */
export const ask = (making: Making, asked: Omit<Question, "shown"> & Partial<Question>): string | undefined => {
  const question = { shown: [], ...asked };
  making.questions.push(question);
  const said = making.answers.get(question.id);
  if (isAnswered(making.answers, question)) return said;
  return making.onlyCertain ? undefined : question.suggested;
};

/** A column as an answer, with three of its texts. */
export const columnOption = ({ words }: Making, { name, texts }: Column): Question["options"][number] => ({
  value: name,
  label: words.ask.column(name, texts.slice(0, 3), 0, 0),
});

/** Asks which column is meant. Undefined if somebody has to say it, or none is meant; `none` says what that means. */
export const askColumn = (
  making: Making,
  question: Pick<Question, "id" | "text"> & Partial<Question>,
  columns: readonly Column[],
  none?: string,
): Column | undefined => {
  const options = columns.map((column) => columnOption(making, column));
  const noColumn = none === undefined ? [] : [{ value: "none", label: none }];
  const answer = ask(making, { ...question, options: [...options, ...noColumn] });
  return columns.find(({ name }) => name === answer);
};

/** The texts of a column, each with the number of rows that have it. */
export const countsText = ({ words: { count, and } }: Making, { texts, cells }: Column): string =>
  texts.map((text) => count(text, cells.filter((cell) => cell === text).length)).join(and);

/** Titles that an order `A > B = C` does not name once. */
export const missingIn = (said: string, list: readonly string[]): readonly string[] => {
  const named = said.split(/[>=]/).map((title) => title.trim());
  return list.filter((title) => named.filter((one) => one === title).length !== 1);
};

const isOrder = (said: string, list: readonly string[]): boolean => missingIn(said, list).length === 0;

/** Whether a question has been answered, so that it need not be asked again. */
export const isAnswered = (answers: ReadonlyMap<string, string>, { id, options, list }: Question): boolean => {
  const said = answers.get(id);
  return (
    said !== undefined && (options.some(({ value }) => value === said) || (list !== undefined && isOrder(said, list)))
  );
};

/** The name of a column as the only thing that is said about a field, or a mapping with more. */
export const mappingOf = (column: Column, more: Readonly<Record<string, Setting | undefined>> = {}): Setting => {
  const given = Object.entries(more).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return given.length === 0 ? column.name : { column: column.name, ...Object.fromEntries(given) };
};

/** The setting that leaves out a second header row, which is no record of its table. */
export const withoutLabels = ({ labels }: Table): PartDraft["settings"] =>
  labels ? [{ name: "except", value: [{ column: labels.column, is: labels.text }], why: "" }] : [];
