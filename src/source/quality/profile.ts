/**
 * Makes the profile of a snapshot. The profile of a good snapshot is remembered, and the next snapshot is compared with it.
 * A rejected row counts as a row, but which of its fields are filled and where it is in the tree is unknown.
 */
import { once } from "../../lib/once.ts";
import { canonicalKey, canonicalText } from "../../model/directory/canonical.ts";
import { lineRejected, type SourceSnapshot } from "../../model/directory/snapshot.ts";
import type { FillProfile, KindProfile, SourceKind, SourceProfile, Trace } from "../../model/plan/quality.ts";
import { kindOf, type Table } from "../mapping/fields.ts";
import { keyFields } from "../rows/rows.ts";
import { shortDigest } from "../values/short-digest.ts";
import { doubtsAbout, duplicatesOf, recordFinder } from "./doubts.ts";
import { withPosts } from "./post-profile.ts";
import { treeProfile } from "./tree.ts";

/** Only `keys` and the lists parallel to it depend on the order of the records. */
export const profileOf = (snapshot: SourceSnapshot): SourceProfile => {
  const { departments, employees } = snapshot.directory;
  const kinds: { [kind in SourceKind]?: KindProfile } = {};
  for (const [list, fields] of Object.entries(traceFields) as [List, TraceFields][]) {
    const records = snapshot.directory[list] as readonly Fields[] | undefined;
    if (records) kinds[kindOf[list]] = kindProfile(snapshot, list, records, tracesOf(fields, records));
  }
  const { department, employee } = kinds;
  return {
    version: 1,
    kinds: { ...kinds, ...(employees && employee && withPosts(snapshot, employees, employee)) },
    ...(departments && department && { tree: treeProfile(snapshot, departments, department) }),
  };
};

type Fields = Readonly<Record<string, unknown>>;

type List = Exclude<Table, "posts">;

/** Trace → the field from which it is made. */
type TraceFields = Readonly<Partial<Record<Trace, string>>>;

const traceFields: Readonly<Record<List, TraceFields>> = {
  levels: { name: "name" },
  titles: { name: "title" },
  categories: {},
  functions: { name: "name" },
  departments: { name: "name" },
  employees: { number: "number", email: "email", name: "name" },
};

const kindProfile = (
  snapshot: SourceSnapshot,
  list: List,
  records: readonly Fields[],
  traces: KindProfile["traces"],
): KindProfile => {
  const kind = kindOf[list];
  const [key = ""] = keyFields(list);
  const keys = records.map((record) => canonicalKey(textOf(record[key])));
  const find = recordFinder(keys, traces);
  const doubts = doubtsAbout(kind, snapshot.rejected, find);
  const rows = records.length + doubts.rows;
  const known = doubts.records.size === 0 ? records : records.filter((_, at) => !doubts.records.has(keys[at] ?? ""));
  return {
    rows,
    // A line is counted once, as the person that it should be.
    rejected: doubtsAbout(
      kind,
      snapshot.rejected.filter(({ code }) => code !== lineRejected),
      find,
    ).rows,
    ...duplicatesOf(kind, snapshot.rejected, find),
    fill: { rows, ...fillOf(known) },
    keys,
    traces,
    renamed: snapshot.renames
      .filter((rename) => rename.kind === kind)
      .map(({ from, to }) => [canonicalKey(from), canonicalKey(to)] as const),
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
const tracesOf = (fields: TraceFields, records: readonly Fields[]): KindProfile["traces"] =>
  Object.defineProperties(
    {},
    Object.fromEntries(
      (Object.entries(fields) as [Trace, string][]).map(([trace, field]) => {
        const made = once(() => records.map((record) => traceOf[trace](textOf(record[field]))));
        const get = () => (records.some((record) => textOf(record[field]) !== "") ? made() : undefined);
        return [trace, { enumerable: true, get }];
      }),
    ),
  );

/** A value of a record as a text; empty if it is none. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

const digest = (text: string): string => (text === "" ? "" : shortDigest(text));

/** Names and e-mail addresses are only kept as digests. */
const traceOf: Readonly<Record<Trace, (value: string) => string>> = {
  number: canonicalKey,
  email: (value) => digest(canonicalKey(value)),
  name: (value) => digest(canonicalText(value) ?? ""),
};
