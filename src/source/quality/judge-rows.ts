/**
 * Rules about the number of rows. Posts are only compared for people whose posts are known in both profiles, so joiners,
 * leavers and rejected rows do not matter. Part-time posts (兼任) are also compared alone, because their loss could be
 * hidden among all posts.
 */
import {
  type KindProfile,
  type SourceFile,
  type SourceKind,
  type SourceProfile,
  sourceKinds,
} from "../../model/quality.ts";
import type { Found } from "./settings.ts";

/** A change by fewer rows than this is never a finding. */
const smallestChange = 5;

/** The rule `rows-few`. A kind that is not managed has no rows. */
export const fewRows = (profile: SourceProfile, minRows: Readonly<Partial<Record<SourceKind, number>>>): Found[] =>
  sourceKinds.flatMap((kind): Found[] => {
    const limit = minRows[kind] ?? 0;
    const count = profile.kinds[kind]?.rows ?? 0;
    if (count >= limit) return [];
    const message = `${kind} has ${count} rows; at least ${limit} are required`;
    const hint = `check that the export is complete; if the company is that small, lower \`source.quality.minRows.${kind}\``;
    return [{ rule: "rows-few", kind, count, limit, base: limit, message, hint }];
  });

/** The rules about rows that were not used. */
const unused = {
  "rejected-many": {
    count: ({ rejected }: KindProfile) => rejected,
    what: (kind: SourceKind) => `rows of ${kind} are rejected`,
    hint: "look at the rejected rows: many of one code mean that the format of a column has changed",
  },
  "duplicates-many": {
    count: ({ duplicates = 0 }: KindProfile) => duplicates,
    what: (kind: SourceKind) => `records of ${kind} share a key with another`,
    hint: "check that nothing was exported twice, and that the column of the key is the right one",
  },
};

export const manyUnused = (
  rule: keyof typeof unused,
  profile: SourceProfile,
  files: readonly SourceFile[],
  percent: number,
): Found[] =>
  sourceKinds.flatMap((kind): Found[] => {
    const known = profile.kinds[kind];
    if (!known) return [];
    const { what, hint, count: countIn } = unused[rule];
    const count = countIn(known);
    // `known.rows` lacks all posts of a person with a rejected post, so the rows in the files may be more.
    const base = kind === "post" ? Math.max(known.rows, rowsRead(files, kind)) : known.rows;
    const limit = Math.floor((base * percent) / 100);
    const message = `${count} of ${base} ${what(kind)}; at most ${limit} are permitted`;
    return count < smallestChange || count <= limit ? [] : [{ rule, kind, count, limit, base, message, hint }];
  });

const rowsRead = (files: readonly SourceFile[], kind: SourceKind): number =>
  files.filter((file) => file.kind === kind).reduce((sum, { rows }) => sum + rows, 0);

export const rowsFell = (now: SourceProfile, last: SourceProfile, percent: number): Found[] =>
  measures(now, last).flatMap(({ kind, field, what, before, after }): Found[] => {
    const limit = Math.ceil((before * (100 - percent)) / 100);
    if (after >= limit || before - after < smallestChange) return [];
    const message = `${what} fell from ${before} to ${after}; at least ${limit} were expected`;
    const hint = "check that the export is complete; if they are really gone, accept `rows-fell` once";
    return [{ rule: "rows-fell", kind, ...field, count: after, limit, base: before, message, hint }];
  });

export const rowsRose = (now: SourceProfile, last: SourceProfile, percent: number): Found[] =>
  measures(now, last).flatMap(({ kind, field, what, before, after }): Found[] => {
    const limit = Math.floor((before * (100 + percent)) / 100);
    if (after <= limit || after - before < smallestChange) return [];
    const message = `${what} rose from ${before} to ${after}; at most ${limit} were expected`;
    const hint = "check that nothing was exported twice; if they are really new, accept `rows-rose` once";
    return [{ rule: "rows-rose", kind, ...field, count: after, limit, base: before, message, hint }];
  });

/** A number to compare, from the last profile (`before`) and the present one (`after`). `what` names it in messages. */
type Measure = {
  readonly kind: SourceKind;
  readonly field: { readonly field?: string };
  readonly what: string;
  readonly before: number;
  readonly after: number;
};

/** Returns the numbers to compare, for all kinds that are in both profiles. */
const measures = (now: SourceProfile, last: SourceProfile): readonly Measure[] => [
  ...sourceKinds.flatMap((kind): Measure[] => {
    const [before, after] = [last.kinds[kind], now.kinds[kind]];
    if (!before || !after || kind === "post") return [];
    return [{ kind, field: {}, what: `rows of ${kind}`, before: before.rows, after: after.rows }];
  }),
  ...postMeasures(now.kinds.employee, last.kinds.employee),
];

const postMeasures = (now: KindProfile | undefined, last: KindProfile | undefined): readonly Measure[] => {
  if (!now || !last) return [];
  const places = new Map(last.keys.map((key, at) => [key, at]));
  const all = { people: 0, before: 0, after: 0 };
  const partTime = { before: 0, after: 0 };
  for (const [at, key] of now.keys.entries()) {
    const place = places.get(key) ?? -1;
    const [before, after] = [last.posts?.[place] ?? -1, now.posts?.[at] ?? -1];
    if (before < 0 || after < 0) continue;
    all.people += 1;
    all.before += before;
    all.after += after;
    partTime.before += last.partTime?.[place] ?? 0;
    partTime.after += now.partTime?.[at] ?? 0;
  }
  const who = `posts of the ${all.people} people who are in both`;
  return [
    { kind: "post", field: {}, what: who, before: all.before, after: all.after },
    { kind: "post", field: { field: "part-time" }, what: `part-time ${who}`, ...partTime },
  ];
};
