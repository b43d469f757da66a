/**
 * Finds what is unknown about the records of one kind because of rejected rows: how many more records there may be, and
 * which records are incomplete.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Kind } from "../../model/directory/kind.ts";
import { duplicateKey, type RejectedRow } from "../../model/directory/snapshot.ts";
import type { KindProfile, SourceKind } from "../../model/plan/quality.ts";
import { placeKey } from "../rows/rows.ts";

type Doubts = {
  /** The number of rejected rows without a record, each of which may stand for a further record. */
  readonly rows: number;
  /** Canonical keys of records with a rejected cell. */
  readonly records: ReadonlySet<string>;
  /** True if the record of some rejected row is not found, so the row may belong to any record. */
  readonly ownerless: boolean;
};

/** `find` returns the canonical key of the record that has the key of a rejected row, or undefined if there is none. */
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
    // A row whose record exists does not stand for a further record. A rejected post always does: its key names the person.
    if (row.kind !== kind || (found !== undefined && kind !== "post")) continue;
    rows.add(row.key === undefined || kind === "post" ? placeKey(row) : `=${canonicalKey(row.key)}`);
    ownerless ||= found === undefined;
  }
  return { rows: rows.size, records, ownerless };
};

/** Counts the rejected rows that share a key with another row and have no record. */
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

/** For a kind, the other kinds whose rejected cells belong to its records, such as the manager of a department. */
const partsOf: Readonly<Partial<Record<SourceKind, readonly Kind[]>>> = {
  department: ["manager"],
  post: ["supervisor"],
};

/** Returns a function that finds a record by its key. It also finds people by their numbers. */
export const recordFinder = (
  keys: readonly string[],
  traces: KindProfile["traces"],
): ((key: string) => string | undefined) => {
  // The map is made on demand, because most snapshots have no rejected rows.
  let found: Map<string, string> | undefined;
  return (key) => {
    found ??= new Map([
      ...(traces.number ?? []).map((number, at) => [number, keys[at] ?? ""] as const),
      ...keys.map((own) => [own, own] as const),
    ]);
    return found.get(canonicalKey(key));
  };
};
