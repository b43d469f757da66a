/**
 * Every field a source can supply, as data: what its text means and whether a blank may be a statement. The schema of the
 * configuration and the reading of a row both follow this table, so neither can know a field the other does not.
 */
import type { Department, Employee, FunctionCategory, JobFunction, JobTitle, Level } from "../model/directory.ts";
import type { Kind } from "../model/plan.ts";

/**
 * code: key or address, NFKC · name: NFC, dropped when lossy · text: NFC, free · date: calendar date · instant: end of a
 * calendar date or a moment · codes: list of codes · person, department: a reference, resolved after reading
 */
type FieldType =
  | "code"
  | "name"
  | "text"
  | "date"
  | "instant"
  | "boolean"
  | "integer"
  | "gender"
  | "codes"
  | "person"
  | "department";

export type FieldSpec = {
  readonly type: FieldType;
  /** `blank: clear` may turn an empty cell into the statement "no value". */
  readonly clearable?: true;
  /** Smallest integer permitted. */
  readonly min?: number;
  /** A row without it is rejected. */
  readonly key?: true;
  /**
   * It only describes: a word that is not known leaves the field unsaid. Every other field decides who somebody is, whether
   * he works here, or what he may do; there such a word rejects the row.
   */
  readonly describes?: true;
  /** It can be made of other fields (`generate`). */
  readonly generated?: true;
};

type PostField = "department" | "title" | "functions" | "supervisor";
type EmployeeField = Exclude<keyof Employee, "locked" | "posts">;

const key: FieldSpec = { type: "code", key: true };
const name: FieldSpec = { type: "name" };
const active: FieldSpec = { type: "boolean" };
const order: FieldSpec = { type: "integer", describes: true };
const clearableCode: FieldSpec = { type: "code", clearable: true };
const describingCode: FieldSpec = { type: "code", clearable: true, describes: true };
const describingName: FieldSpec = { type: "name", clearable: true, describes: true };
const describingText: FieldSpec = { type: "text", clearable: true, describes: true };
const describingDate: FieldSpec = { type: "date", clearable: true, describes: true };
const clearableDate: FieldSpec = { type: "date", clearable: true };
const clearablePerson: FieldSpec = { type: "person", clearable: true };
const clearableCodes: FieldSpec = { type: "codes", clearable: true };

/** Kind of table → field → meaning. The post fields of `employees` describe the main post. */
const sourceFields = {
  levels: { code: key, name, active, order } satisfies Record<keyof Level, FieldSpec>,
  titles: { code: key, title: name, rank: { type: "integer", min: 1 }, order, active } satisfies Record<
    keyof JobTitle,
    FieldSpec
  >,
  categories: { name: { type: "name", key: true }, order } satisfies Record<keyof FunctionCategory, FieldSpec>,
  functions: { code: key, name, category: name, order, active } satisfies Record<keyof JobFunction, FieldSpec>,
  departments: {
    code: { type: "department", key: true },
    id: { type: "code" },
    name,
    parent: { type: "department", clearable: true },
    level: { type: "code" },
    description: describingText,
    order,
    active,
    manager: clearablePerson,
  } satisfies Record<keyof Department, FieldSpec>,
  employees: {
    account: { ...key, generated: true },
    id: { type: "code" },
    number: clearableCode,
    name,
    englishName: describingName,
    gender: { type: "gender", clearable: true, describes: true },
    idCardNumber: describingCode,
    birthDate: describingDate,
    phoneNumber: describingCode,
    businessCard: describingText,
    hireDate: describingDate,
    email: describingCode,
    emailEx: describingCode,
    loginValidation: { type: "codes" },
    expiredTime: { type: "instant", clearable: true },
    resignationDate: clearableDate,
    active,
    department: { type: "department" },
    title: clearableCode,
    functions: clearableCodes,
    supervisor: clearablePerson,
  } satisfies Record<EmployeeField | PostField, FieldSpec>,
  posts: {
    employee: { type: "person", key: true },
    department: { type: "department", key: true },
    main: active,
    title: clearableCode,
    functions: clearableCodes,
    supervisor: clearablePerson,
  } satisfies Record<PostField | "employee" | "main", FieldSpec>,
} satisfies Record<string, Record<string, FieldSpec>>;

export type Table = keyof typeof sourceFields;

/** Tables in the order in which they are read and reported. */
export const tables = Object.keys(sourceFields) as readonly Table[];

/** What one row of a table is, in the words of reports. */
export const kindOf: Readonly<Record<Table, Kind>> = {
  levels: "level",
  titles: "title",
  categories: "category",
  functions: "function",
  departments: "department",
  employees: "employee",
  posts: "post",
};

/** The fields of an `employees` row that are said of the main post. */
export const postFields: ReadonlySet<string> = new Set<PostField>(["department", "title", "functions", "supervisor"]);

/** The fields of a table, for code that treats all tables alike. */
export const fieldsOf = (table: Table): Readonly<Record<string, FieldSpec>> => sourceFields[table];
