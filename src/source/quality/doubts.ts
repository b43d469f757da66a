/**
 * What rejected rows leave open about the records of one kind: how many more there may be, and which ones are incomplete.
 */
import { canonicalKey } from "../../model/canonical.ts";
import type { Kind } from "../../model/kind.ts";
import type { KindProfile, SourceKind } from "../../model/quality.ts";
import { duplicateKey, type RejectedRow } from "../../model/snapshot.ts";

type Doubts = {
  /** Rejected rows that have no record. */
  readonly rows: number;
  /** Canonical keys of records with a rejected cell. */
  readonly records: ReadonlySet<string>;
  /** Some rejected row does not show its key, so it may belong to any record. */
  readonly ownerless: boolean;
};

/** `find`: the canonical key of the record that a rejected row names, if the record exists. */
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
    // A row whose record exists is not a further one; but the key of a rejected post is its person, not its record.
    if (row.kind !== kind || (found !== undefined && kind !== "post")) continue;
    rows.add(row.key === undefined || kind === "post" ? `${row.file}\n${row.line ?? ""}` : `=${canonicalKey(row.key)}`);
    ownerless ||= found === undefined;
  }
  return { rows: rows.size, records, ownerless };
};

/** How many of the rejected rows without a record share a key with another row. */
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

/** Kinds whose rejected cells belong to a record of this kind. */
const partsOf: Readonly<Partial<Record<SourceKind, readonly Kind[]>>> = {
  department: ["manager"],
  post: ["supervisor"],
};

/** Finds records by key, people also by number. */
export const recordFinder = (
  keys: readonly string[],
  traces: KindProfile["traces"],
): ((key: string) => string | undefined) => {
  // Made on demand: most snapshots have no rejected rows.
  let found: Map<string, string> | undefined;
  return (key) => {
    found ??= new Map([
      ...(traces.number ?? []).map((number, at) => [number, keys[at] ?? ""] as const),
      ...keys.map((own) => [own, own] as const),
    ]);
    return found.get(canonicalKey(key));
  };
};
