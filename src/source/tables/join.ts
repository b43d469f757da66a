/**
 * Joins several parts into one table. The first part decides which records exist; all parts give their fields.
 *
 *   in the first part   in a further part  result
 *   yes                 yes                joined; if both have a field, the value in the first part counts, unless
 *                                          the mapping in the further part has `prefer: true`
 *   yes                 no                 held (left unchanged) and reported; with `required: false`, and for
 *                                          whoever has left, accepted
 *   no                  yes                left alone and reported; with `required: false` ignored
 *   out of scope in any part               out of scope
 *   rejected in any part                   rejected
 *   twice in one part                      not joined: each row is rejected, and later reported as a duplicate
 *
 * Fields whose values differ between parts are reported, without the values. A cell that could not be read might have counted, so no other
 * part's value replaces it: the field is not stated. Whoever has left needs no further part, because accounts are deleted then: the
 * account of the last good reading is kept if no part states one.
 */
import { sameKey } from "../../model/directory/canonical.ts";
import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import type { KindProfile } from "../../model/plan/quality.ts";
import type { Part } from "../feeds/feed.ts";
import { kindOf, type Table } from "../mapping/fields.ts";
import { keyFields, keyIn, reject, rejectedRow, type SourceRow, type TableRows } from "../rows/rows.ts";
import { isLeaver, keepAccounts } from "./accounts.ts";
import { includesTwoPeople } from "./two-people.ts";

export type PartRows = { readonly part: Part; readonly read: TableRows };

export const joinParts = (
  table: Table,
  parts: readonly [PartRows, ...PartRows[]],
  by: string,
  last: KindProfile | undefined,
): TableRows => {
  const [lead, ...further] = parts;
  if (further.length === 0) return lead.read;
  const rejected = parts.flatMap(({ read }) => read.rejected);
  const indexes = further.map((one) => ({ ...one, rows: indexOf(one.read.rows, by) }));
  const known = indexOf(lead.read.rows, by);
  const twice = new Set([
    ...parts.flatMap(({ read }) => repeatedKeys(read.rows, by)),
    ...(table === "employees" ? keysOfTwoPeople(known, indexes) : []),
  ]);
  const rows: SourceRow[] = [];
  const alone: { readonly row: SourceRow; readonly part: Part }[] = [];
  // Records in scope come first, because a record out of scope may be an older one of the same person.
  const inScope = lead.read.rows.filter(({ excluded }) => !excluded);
  for (const row of [...inScope, ...lead.read.rows.filter(({ excluded }) => excluded)]) {
    const key = keyIn(row.values[by]);
    if (key !== undefined && twice.has(key) && !row.excluded) {
      rows.push({ ...row, rejected: true });
      continue;
    }
    const found = indexes.map(({ rows: index }) => (key === undefined ? undefined : index.get(key)));
    for (const { rows: index } of indexes) index.delete(key ?? "");
    const joined = merge(table, lead.part, row, further, found, rejected);
    const missing = further.find(({ part }, at) => part.required !== false && found[at] === undefined);
    if (missing && !joined.rejected && !joined.excluded) alone.push({ row: joined, part: missing.part });
    rows.push(joined);
  }
  const unlisted: RejectedRow[] = [];
  for (const { part, read, rows: index } of indexes) {
    for (const row of read.rows) {
      const key = keyIn(row.values[by]) ?? "";
      if (!twice.has(key) || row.excluded) continue;
      index.delete(key);
      // In an optional part, people who are in no other part may occur repeatedly.
      if (part.required !== false || known.has(key)) rows.push({ ...row, rejected: true });
    }
    if (part.required === false) continue;
    for (const row of index.values()) {
      const outside = { ...row, rejected: true };
      rows.push(outside);
      if (!row.rejected && !row.excluded) {
        const listed = rejectedRow(table, outside, by, oneSided(table, by, keyIn(row.values[by]), lead.part));
        unlisted.push({ key: String(row.values[by]), ...listed, outside: true });
      }
    }
  }
  if (table === "employees") keepAccounts(rows, last);
  for (const { row, part } of alone) {
    const key = keyIn(row.values[by]);
    if (table === "employees" && key !== undefined && isLeaver(row) && !decidesWhoLeft(part)) continue;
    rejected.push(reject(table, row, by, oneSided(table, by, key, part)));
  }
  rejected.push(...unlisted);
  return {
    rows: withKeys(table, rows, rejected),
    rejected,
    columns: Object.assign({}, ...parts.map(({ read }) => read.columns).reverse()) as TableRows["columns"],
    by: Object.assign({}, ...parts.map(({ read }) => read.by)) as TableRows["by"],
  };
};

/** Would what the part says of the status count more than what others say? */
const decidesWhoLeft = ({ columns }: Part): boolean =>
  ["active", "resignationDate"].some((field) => columns?.[field]?.prefer === true);

const nameOf = (part: Part): string => part.kind?.wordsOf(part).name ?? "the records";

const oneSided = (table: Table, by: string, key: string | undefined, other: Part) => ({
  code: "one-sided",
  reason:
    key === undefined
      ? `has no ${by}, so the ${kindOf[table]} cannot be found in ${nameOf(other)}`
      : `${nameOf(other)} has no ${kindOf[table]} with this ${by}`,
});

/** Indexes the rows by their key. A row in scope wins over one out of scope. */
const indexOf = (rows: readonly SourceRow[], by: string): Map<string, SourceRow> => {
  const index = new Map<string, SourceRow>();
  for (const row of rows) {
    const key = keyIn(row.values[by]);
    const other = key === undefined ? undefined : index.get(key);
    if (key !== undefined && (!other || other.excluded)) index.set(key, row);
  }
  return index;
};

const repeatedKeys = (rows: readonly SourceRow[], by: string): readonly string[] => {
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const key = row.excluded ? undefined : keyIn(row.values[by]);
    return key !== undefined && seen.size === seen.add(key).size ? [key] : [];
  });
};

/** The keys under which the parts have rows of two people. */
const keysOfTwoPeople = (
  known: ReadonlyMap<string, SourceRow>,
  further: readonly { readonly rows: ReadonlyMap<string, SourceRow> }[],
): readonly string[] =>
  [...known].flatMap(([key, lead]) => {
    const rows = [lead, ...further.flatMap(({ rows: index }) => index.get(key) ?? [])];
    return includesTwoPeople(rows.filter(({ excluded }) => !excluded)) ? [key] : [];
  });

const merge = (
  table: Table,
  leadPart: Part,
  lead: SourceRow,
  further: readonly PartRows[],
  found: readonly (SourceRow | undefined)[],
  rejected: RejectedRow[],
): SourceRow => {
  const values = { ...lead.values };
  const post = { ...lead.post };
  const from = new Map<string, Part>();
  const unknown = new Set(lead.lost);
  for (const [at, row] of found.entries()) {
    const part = further[at]?.part;
    if (!row || !part) continue;
    const add = (into: Record<string, FieldValue>, said: Readonly<Record<string, FieldValue>>) => {
      for (const [field, value] of Object.entries(said)) {
        const own = into[field];
        const isPreferred = part.columns?.[field]?.prefer === true;
        const wins = isPreferred || (own === undefined && !unknown.has(field));
        if (isPreferred) unknown.delete(field);
        if (own !== undefined && !same(own, value)) {
          const [kept, other] = wins ? [part, from.get(field) ?? leadPart] : [from.get(field) ?? leadPart, part];
          rejected.push({ ...rejectedRow(table, lead, field, differ(nameOf(kept), nameOf(other))) });
        }
        if (!wins) continue;
        into[field] = value;
        from.set(field, part);
      }
    };
    add(values, row.values);
    add(post, row.post ?? {});
    for (const field of row.lost ?? []) {
      if (field in row.values) continue;
      if (part.columns?.[field]?.prefer === true) for (const into of [values, post]) delete into[field];
      unknown.add(field);
    }
  }
  const all = [lead, ...found.filter((row) => row !== undefined)];
  return {
    file: lead.file,
    line: lead.line,
    values,
    post: Object.keys(post).length === 0 ? undefined : post,
    dn: all.find(({ dn }) => dn !== undefined)?.dn,
    rejected: all.some((row) => row.rejected),
    excluded: all.some(({ excluded }) => excluded),
    guarded: all.some(({ guarded }) => guarded),
    nextDay: all
      .flatMap(({ nextDay = [] }) => nextDay)
      .sort()
      .at(0),
  };
};

const differ = (kept: string, other: string) => ({
  code: "parts-differ",
  reason: `${kept} and ${other} say different things; ${kept} counts`,
});

const same = (a: FieldValue, b: FieldValue): boolean =>
  a === b ||
  (typeof a === "string" && typeof b === "string" && sameKey(a, b)) ||
  (Array.isArray(a) && Array.isArray(b) && new Set(a).symmetricDifference(new Set(b)).size === 0);

/** Rejects joined records without a key. A single part may lack the key if it is joined on another field. */
const withKeys = (table: Table, rows: readonly SourceRow[], rejected: RejectedRow[]): readonly SourceRow[] => {
  for (const row of rows) {
    const missing = keyFields(table).find((field) => row.values[field] === undefined);
    if (missing === undefined || row.rejected || row.excluded) continue;
    rejected.push(reject(table, row, missing, keyMissing));
  }
  return rows;
};

const keyMissing = { code: "key-missing", reason: "none of the parts has a value: the record has no key" };
