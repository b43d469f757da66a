/**
 * Lists every field that a source can supply: the fields of model/directory/fields.ts, by table of the source. The schema of the
 * configuration and the reader of rows both use this list, so both always know the same fields.
 */
import type * as model from "../../model/directory/field-spec.ts";
import { fields, type RecordKind } from "../../model/directory/fields.ts";

/** What the reader of a cell needs to know about its field. */
export type FieldSpec = {
  readonly [Option in "clearable" | "min" | "form" | "key" | "by" | "identifies" | "describes" | "generated"]?:
    | model.FieldSpec[Option]
    | undefined;
} & { readonly type: Exclude<model.FieldType, "posts"> };

/**
 * Whether a record is complete enough without this field, so a cell that is damaged costs only the field: a name, a text, what
 * only describes somebody, and a reference to a person.
 */
export const isDispensable = ({ key, describes, type }: FieldSpec): boolean =>
  !key && (describes === true || type === "name" || type === "text" || type === "person");

/** Table → the kind of object that one of its rows describes, as it is called in reports. */
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

/** The fields of the main post, which a row of `employees` can contain. */
const { main: _main, department, ...others } = fields.post;
const mainPost = { department: { ...department, key: undefined }, ...others };

export const postFields: ReadonlySet<string> = new Set(Object.keys(mainPost));

type Specs = Readonly<Record<string, FieldSpec>>;

const inCells = (specs: object): Specs =>
  Object.fromEntries(
    Object.entries(specs as Readonly<Record<string, model.FieldSpec>>).flatMap(
      ([field, spec]): [string, FieldSpec][] => {
        const { type, source, clearable, min, form, key, by, identifies, describes, generated } = spec;
        return type === "posts" || source === false
          ? []
          : [[field, { type, clearable, min, form, key, by, identifies, describes, generated }]];
      },
    ),
  );

const sourceFields: Readonly<Record<Table, Specs>> = {
  levels: inCells(fields.level),
  titles: inCells(fields.title),
  categories: inCells(fields.category),
  functions: inCells(fields.function),
  departments: inCells(fields.department),
  employees: inCells({ ...fields.employee, ...mainPost }),
  posts: { employee: { type: "person", key: true }, ...inCells(fields.post) },
};

/** The fields of a table, for code that treats all tables alike. */
export const fieldsOf = (table: Table): Specs => sourceFields[table];
