/** Lookups in the table of fields (fields.ts). */
import type { Carrier, FieldSpec } from "./field-spec.ts";
import { type Fields, fields, type RecordKind } from "./fields.ts";
import type { Kind } from "./kind.ts";

/** The fields of a kind that an operation carries, without the keys. */
export type FieldsBy<K extends RecordKind, Id extends Carrier> = {
  [F in keyof Fields[K]]: Fields[K][F] extends { readonly by: readonly (infer Ids)[] }
    ? Id extends Ids
      ? F
      : never
    : never;
}[keyof Fields[K]];

/** The name of a field in the service's records and requests. */
export type ServiceName<K extends RecordKind, F extends keyof Fields[K]> = Fields[K][F] extends {
  readonly service: infer Name extends string;
}
  ? Name
  : F;

/** The fields that an operation carries, in the order of the table; the same list each time. */
export const fieldsBy = <K extends RecordKind, Id extends Carrier>(kind: K, id: Id): readonly FieldsBy<K, Id>[] => {
  const name = `${kind} ${id}`;
  const known = carried.get(name) ?? specsOf(kind).flatMap(([field, spec]) => (spec.by.includes(id) ? [field] : []));
  carried.set(name, known);
  return known as readonly FieldsBy<K, Id>[];
};

const carried = new Map<string, readonly string[]>();

/** Every field of a kind, with its description. */
export const specsOf = (kind: RecordKind): readonly (readonly [field: string, spec: FieldSpec])[] =>
  Object.entries(fields[kind]);

const recordKinds = Object.keys(fields) as readonly RecordKind[];

/** Every field by name; if several kinds have a field of that name, the field of the first kind. */
const everyField: ReadonlyMap<string, FieldSpec> = new Map(recordKinds.toReversed().flatMap(specsOf));

const personal = new Set(recordKinds.flatMap(specsOf).flatMap(([field, spec]) => (spec.personal ? [field] : [])));

/** The kind of the record to which a change with the kind `kind` belongs. */
const recordOf = (kind: Kind): RecordKind =>
  kind === "manager" ? "department" : kind === "supervisor" ? "post" : kind;

/**
 * Describes the field that a change to an object of `kind` names. The field may belong to another kind: evidence about a person
 * names the department, which is a field of posts.
 */
export const fieldSpec = (kind: Kind, field: string): FieldSpec | undefined => {
  const own: Readonly<Record<string, FieldSpec>> = fields[recordOf(kind)];
  return Object.hasOwn(own, field) ? own[field] : everyField.get(field);
};

/** True for a field whose values are never shown, whatever kind of record it belongs to. */
export const isPersonal = (field: string): boolean => personal.has(field);

/**
 * Every `kind.field` that can have a policy: the account, and all fields that are written one by one. Fields that E14 writes are
 * not among them, because E14 writes posts as a whole.
 */
export const managedFields: readonly string[] = [
  "employee.account",
  ...recordKinds.flatMap((kind) =>
    specsOf(kind).flatMap(([field, { by }]) => (by.length > 0 && !by.includes("E14") ? [`${kind}.${field}`] : [])),
  ),
];
