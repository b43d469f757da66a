/**
 * Every field a source can supply: those of the table of fields (model/fields.ts), by the tables of a source. The schema of
 * the configuration and the reading of a row both follow it, so neither can know a field the other does not.
 */
import type { FieldSpec } from "../model/field-spec.ts";
import { fields, type RecordKind } from "../model/fields.ts";
import { specsOf } from "../model/known-fields.ts";

export type { FieldSpec } from "../model/field-spec.ts";

/** What one row of a table is, in the words of reports. */
export const kindOf = {
  levels: "level",
  titles: "title",
  categories: "category",
  functions: "function",
  departments: "department",
  employees: "employee",
  posts: "post",
} as const satisfies Readonly<Record<string, RecordKind>>;

export type Table = keyof typeof kindOf;

/** Tables in the order in which they are read and reported. */
export const tables = Object.keys(kindOf) as readonly Table[];

const holder: FieldSpec = {
  type: "person",
  same: "code",
  key: true,
  by: [],
  words: { en: "employee", "zh-TW": "員工" },
  about: "Whose post it is.",
};

/** What an `employees` row says of the main post. */
const {
  main: _main,
  department: { key: _key, ...mainDepartment },
  ...mainPost
} = fields.post;

export const postFields: ReadonlySet<string> = new Set(["department", ...Object.keys(mainPost)]);

const sourceFields: Readonly<Record<Table, Readonly<Record<string, FieldSpec>>>> = {
  levels: fields.level,
  titles: fields.title,
  categories: fields.category,
  functions: fields.function,
  departments: fields.department,
  employees: {
    ...Object.fromEntries(specsOf("employee").filter(([, { source }]) => source !== false)),
    department: mainDepartment,
    ...mainPost,
  },
  posts: { employee: holder, ...fields.post },
};

/** The fields of a table, for code that treats all tables alike. */
export const fieldsOf = (table: Table): Readonly<Record<string, FieldSpec>> => sourceFields[table];
