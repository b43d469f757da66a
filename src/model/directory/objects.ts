/**
 * The objects of a directory kind by kind: the list that holds a kind, and the key of a record. Everything that does the same for
 * several kinds goes through these lists, so that they are spelt out only here and where they are read.
 */
import { type Reference, reference } from "./address.ts";
import { canonicalKey } from "./canonical.ts";
import type { Directory } from "./directory.ts";
import type { SubjectKind } from "./kind.ts";

/** Kind → the list of a directory that holds it. */
export const listOf = {
  level: "levels",
  department: "departments",
  category: "categories",
  function: "functions",
  title: "titles",
  employee: "employees",
} as const satisfies Readonly<Record<SubjectKind, keyof Directory>>;

/** The kinds with a code. */
export const codedKinds = ["level", "title", "function", "department"] as const;
export type CodedKind = (typeof codedKinds)[number];

/** The kinds that the service lists; its categories are texts of functions. */
export const listedKinds = [...codedKinds, "employee"] as const;
export type ListedKind = (typeof listedKinds)[number];

export type Lists = Pick<Directory, (typeof listOf)[ListedKind]>;

/** A record of any kind, by the names of its fields. */
type AnyRecord = Readonly<Record<string, unknown>>;

type ListedRecord = { readonly code: string } | { readonly account: string };

export const keyOf = (record: ListedRecord): string => ("code" in record ? record.code : record.account);

/** Records by canonical code or account. */
export const byKey = <Item extends ListedRecord>(records: readonly Item[] = []): ReadonlyMap<string, Item> =>
  new Map(records.map((record) => [canonicalKey(keyOf(record)), record]));

/** The records of a kind, with the fields that several kinds have; undefined if the side does not state the kind. */
export const recordsOf = (lists: Lists, kind: ListedKind): readonly (ListedRecord & Named)[] | undefined =>
  lists[listOf[kind]];

type Named = { readonly name?: string; readonly title?: string; readonly active?: boolean };

/** The lists after `change`, and all else as it is; what the side does not state stays absent. */
export const withEachList = <Own extends Lists>(
  lists: Own,
  change: (kind: ListedKind, records: NonNullable<ReturnType<typeof recordsOf>>) => readonly object[],
): Own => {
  const changed = listedKinds.flatMap((kind) => {
    const records = recordsOf(lists, kind);
    return records ? [[listOf[kind], change(kind, records)] as const] : [];
  });
  return { ...lists, ...Object.fromEntries(changed) };
};

export const codedRecords = (lists: Lists, kind: CodedKind): readonly Coded[] | undefined => lists[listOf[kind]];

export type Coded = Named & { readonly code: string; readonly ambiguous?: true };

/** Every listed record by its reference. */
export const byReference = (lists: Lists): ReadonlyMap<Reference, AnyRecord> =>
  new Map(
    listedKinds.flatMap((kind) =>
      (recordsOf(lists, kind) ?? []).map((record) => [reference(kind, keyOf(record)), record] as const),
    ),
  );

/** One value for each listed kind. */
export const forListedKinds = <Value>(valueOf: (kind: ListedKind) => Value): Readonly<Record<ListedKind, Value>> => ({
  level: valueOf("level"),
  title: valueOf("title"),
  function: valueOf("function"),
  department: valueOf("department"),
  employee: valueOf("employee"),
});
