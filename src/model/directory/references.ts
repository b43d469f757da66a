/**
 * References: the keys of other objects in a record, as the table of fields states them (`refersTo`). Whoever renames objects, or spells
 * their keys otherwise, gets the records that name them from here.
 */
import { type Fields, fields } from "./fields.ts";
import type { Kind, SubjectKind } from "./kind.ts";
import { fieldSpec, specsOf } from "./known-fields.ts";
import { type ListedKind, type Lists, withEachList } from "./objects.ts";

/** Returns the other key of the object of a kind that has this key. */
export type KeyOf = (kind: SubjectKind, key: string) => string;

/** The kind of object whose key is the value of a field that a change to an object of `kind` names. */
export const referredBy = (kind: Kind, field: string): SubjectKind | undefined => fieldSpec(kind, field)?.refersTo;

/** The fields of each kind that refer to objects, and the posts, whose fields do. */
const references = new Map(
  (Object.keys(fields) as (keyof Fields)[]).map((kind) => [
    kind,
    specsOf(kind).filter(([, { refersTo, type }]) => refersTo !== undefined || type === "posts"),
  ]),
);

/** The lists with other keys in the references of their records; records whose references all stay are the same objects. */
export const withReferences = <Own extends Lists>(lists: Own, keyOf: KeyOf): Own =>
  withEachList(lists, (kind, records) => records.map((record) => referring(kind, record, keyOf)));

/** The same, with other keys of the records, too. */
export const rekeyed = <Own extends Lists>(lists: Own, keyOf: KeyOf): Own =>
  withEachList(lists, (kind, records) => records.map((record) => rekeyedRecord(kind, record, keyOf)));

export const rekeyedRecord = <Item extends object>(kind: ListedKind, record: Item, keyOf: KeyOf): Item => {
  const field = kind === "employee" ? "account" : "code";
  const key = (record as Readonly<Record<string, unknown>>)[field];
  return { ...referring(kind, record, keyOf), ...(typeof key === "string" && { [field]: keyOf(kind, key) }) };
};

const referring = <Item extends object>(kind: keyof Fields, record: Item, keyOf: KeyOf): Item => {
  let changed: Record<string, unknown> | undefined;
  for (const [field, { refersTo }] of references.get(kind) ?? []) {
    const before = (record as Readonly<Record<string, unknown>>)[field];
    const after = refersTo
      ? mapped(before, (key) => (typeof key === "string" ? keyOf(refersTo, key) : key))
      : mapped(before, (post) => referring("post", post as object, keyOf));
    if (after === before) continue;
    changed ??= { ...(record as Readonly<Record<string, unknown>>) };
    changed[field] = after;
  }
  return (changed ?? record) as Item;
};

/** A value, or a list of values, after `change`; the same list if nothing changes. */
const mapped = (value: unknown, change: (item: unknown) => unknown): unknown => {
  if (!Array.isArray(value)) return value === undefined ? value : change(value);
  const changed = value.map(change);
  return changed.some((item, at) => item !== value[at]) ? changed : value;
};
