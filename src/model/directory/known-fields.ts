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

/** The kind of every field by the field's name; the first kind, if several have a field of that name. */
const kindOf: ReadonlyMap<string, RecordKind> = new Map(
  recordKinds.toReversed().flatMap((kind) => Object.keys(fields[kind]).map((field) => [field, kind] as const)),
);

const personal = new Set(recordKinds.flatMap(specsOf).flatMap(([field, spec]) => (spec.personal ? [field] : [])));

/** The kind of the record to which a change with the kind `kind` belongs. */
const recordOf = (kind: Kind): RecordKind =>
  kind === "manager" ? "department" : kind === "supervisor" ? "post" : kind;

/**
 * The kind to which the field belongs that a change to an object of `kind` names. It may be another kind: evidence about a person
 * names the department, which is a field of posts.
 */
export const fieldHome = (kind: Kind, field: string): RecordKind | undefined =>
  Object.hasOwn(fields[recordOf(kind)], field) ? recordOf(kind) : kindOf.get(field);

/** Describes that field. */
export const fieldSpec = (kind: Kind, field: string): FieldSpec | undefined => {
  const home = fieldHome(kind, field);
  if (home === undefined) return undefined;
  const own: Readonly<Record<string, FieldSpec>> = fields[home];
  return own[field];
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
