/**
 * Makes the profile of a snapshot. The profile of a good snapshot is remembered, and the next snapshot is compared with it.
 * A rejected row counts as a row, but which of its fields are filled and where it is in the tree is unknown.
 */
import { hash } from "node:crypto";
import { canonicalKey, canonicalText } from "../../model/canonical.ts";
import type { Directory } from "../../model/directory.ts";
import type { FillProfile, KindProfile, SourceKind, SourceProfile, Trace } from "../../model/quality.ts";
import type { SourceSnapshot } from "../../model/snapshot.ts";
import { doubtsAbout, duplicatesOf, recordFinder } from "./doubts.ts";
import { withPosts } from "./post-profile.ts";
import { treeProfile } from "./tree-profile.ts";

/** Only `keys` and the lists parallel to it depend on the order of the records. */
export const profileOf = (snapshot: SourceSnapshot): SourceProfile => {
  const { departments, employees } = snapshot.directory;
  const kinds: { [kind in SourceKind]?: KindProfile } = {};
  for (const table of tables) {
    const records = snapshot.directory[table.list] as readonly Fields[] | undefined;
    if (records) kinds[table.kind] = kindProfile(snapshot, table, records);
  }
  const { department, employee } = kinds;
  return {
    version: 1,
    kinds: { ...kinds, ...(employees && employee && withPosts(snapshot, employees, employee)) },
    ...(departments && department && { tree: treeProfile(snapshot, departments, department) }),
  };
};

type Fields = Readonly<Record<string, unknown>>;

type Table = {
  readonly kind: SourceKind;
  readonly list: keyof Directory;
  readonly key: string;
  /** Trace → the field from which it is made. */
  readonly traces: Readonly<Partial<Record<Trace, string>>>;
};

const tables: readonly Table[] = [
  { kind: "level", list: "levels", key: "code", traces: { name: "name" } },
  { kind: "title", list: "titles", key: "code", traces: { name: "title" } },
  { kind: "category", list: "categories", key: "name", traces: {} },
  { kind: "function", list: "functions", key: "code", traces: { name: "name" } },
  { kind: "department", list: "departments", key: "code", traces: { name: "name" } },
  {
    kind: "employee",
    list: "employees",
    key: "account",
    traces: { number: "number", email: "email", name: "name" },
  },
];

const kindProfile = (snapshot: SourceSnapshot, table: Table, records: readonly Fields[]): KindProfile => {
  const { kind, key } = table;
  const keys = records.map((record) => canonicalKey(textOf(record[key])));
  const traces = tracesOf(table, records);
  const find = recordFinder(keys, traces);
  const doubts = doubtsAbout(kind, snapshot.rejected, find);
  const rows = records.length + doubts.rows;
  const known = doubts.records.size === 0 ? records : records.filter((_, at) => !doubts.records.has(keys[at] ?? ""));
  return {
    rows,
    rejected: doubts.rows,
    ...duplicatesOf(kind, snapshot.rejected, find),
    fill: { rows, ...fillOf(known) },
    keys,
    traces,
    renamed: renamesOf(snapshot, kind),
  };
};

const fillOf = (records: readonly Fields[]): Omit<FillProfile, "rows"> => {
  const filled: Record<string, number> = {};
  for (const record of records) {
    for (const field in record) {
      if (field !== "posts" && isFilled(record[field])) filled[field] = (filled[field] ?? 0) + 1;
    }
  }
  return { known: records.length, filled };
};

const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

/**
 * Returns the traces of the records. They are computed on demand, because the digests of a hundred thousand names take as
 * long as reading the names, and are only needed if keys are in doubt or the profile is saved. A trace that no record has
 * is undefined.
 */
const tracesOf = ({ traces }: Table, records: readonly Fields[]): KindProfile["traces"] =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      (Object.entries(traces) as [Trace, string][]).map(([trace, field]) => {
        const made = once(() => records.map((record) => traceOf[trace](textOf(record[field]))));
        const get = () => (records.some((record) => textOf(record[field]) !== "") ? made() : undefined);
        return [trace, { enumerable: true, get }];
      }),
    ),
  );

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
};

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * Returns the first 12 characters of the SHA-1 hash in Base64. It need not be secure, and SHA-1 is three times as fast as
 * SHA-256.
 */
const digest = (text: string): string => (text === "" ? "" : hash("sha1", text, "base64").slice(0, 12));

/** Names and e-mail addresses are only kept as digests. */
const traceOf: Readonly<Record<Trace, (value: string) => string>> = {
  number: canonicalKey,
  email: (value) => digest(canonicalKey(value)),
  name: (value) => digest(canonicalText(value) ?? ""),
};

const renamesOf = (snapshot: SourceSnapshot, kind: SourceKind): KindProfile["renamed"] =>
  snapshot.renames
    .filter((rename) => rename.kind === kind)
    .map(({ from, to }) => [canonicalKey(from), canonicalKey(to)] as const);
