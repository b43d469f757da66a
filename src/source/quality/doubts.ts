/** What rejected rows leave open about the records of one kind: how many more there are, and which are not known whole. */
import { canonicalKey } from "../../model/canonical.ts";
import type { Kind } from "../../model/kind.ts";
import type { KindProfile, SourceKind } from "../../model/quality.ts";
import { duplicateKey, type RejectedRow } from "../../model/snapshot.ts";

type Doubts = {
  /** Rows that are no record. */
  readonly rows: number;
  /** Canonical keys of records with a cell that could not be used. */
  readonly records: ReadonlySet<string>;
  /** A row that is no record may belong to any record: it does not show to which. */
  readonly ownerless: boolean;
};

/** `find`: canonical key of the record that a rejected row names, if it is there. */
export const doubtsAbout = (
  kind: SourceKind,
  rejected: readonly RejectedRow[],
  find: (key: string) => string | undefined,
): Doubts => {
  const parts: readonly Kind[] = partsOf[kind] ?? [];
  const rows = new Set<string>();
  const records = new Set<string>();
  let ownerless = false;
  for (const row of rejected) {
    if (row.outside || (row.kind !== kind && !parts.includes(row.kind))) continue;
    const found = row.key === undefined ? undefined : find(row.key);
    if (found !== undefined) records.add(found);
    // A row of posts is none of a person, whether the person is there or not.
    if (row.kind !== kind || (found !== undefined && kind !== "post")) continue;
    rows.add(row.key === undefined || kind === "post" ? `${row.file}\n${row.line ?? ""}` : `=${canonicalKey(row.key)}`);
    ownerless ||= found === undefined;
  }
  return { rows: rows.size, records, ownerless };
};

/** How many of the rows that are no record share a key with another one. */
export const duplicatesOf = (
  ...[kind, rejected, find]: Parameters<typeof doubtsAbout>
): Pick<KindProfile, "duplicates"> => {
  const { rows } = doubtsAbout(
    kind,
    rejected.filter(({ code }) => code === duplicateKey),
    find,
  );
  return rows === 0 ? {} : { duplicates: rows };
};

/** Rejected cells are listed under the part of the record they belong to. */
const partsOf: Readonly<Partial<Record<SourceKind, readonly Kind[]>>> = {
  department: ["manager"],
  post: ["supervisor"],
};

/** Finds records by key, people also by number. */
export const recordFinder = (
  keys: readonly string[],
  traces: KindProfile["traces"],
): ((key: string) => string | undefined) => {
  // Most snapshots have no rejected row, and nothing to find.
  let found: Map<string, string> | undefined;
  return (key) => {
    found ??= new Map([
      ...(traces.number ?? []).map((number, at) => [number, keys[at] ?? ""] as const),
      ...keys.map((own) => [own, own] as const),
    ]);
    return found.get(canonicalKey(key));
  };
};
