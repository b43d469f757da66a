/**
 * Rules about the number of rows, of posts, and of filled fields. Posts are only compared for people whose posts are known
 * in both profiles, so joiners, leavers and rejected rows do not matter. Part-time posts (兼任) are also compared alone,
 * because their loss could be hidden among all posts.
 */
import {
  type KindProfile,
  type SourceFile,
  type SourceKind,
  type SourceProfile,
  sourceKinds,
} from "../../model/plan/quality.ts";
import { withoutDate } from "../values/dated-names.ts";
import type { Found } from "./found.ts";

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

export const rowsFell = (
  now: SourceProfile,
  last: SourceProfile,
  percent: number,
  files: readonly SourceFile[] = [],
): Found[] =>
  [...measures(now, last), ...fileMeasures(files, last)].flatMap(({ kind, field, what, before, after }): Found[] => {
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

/**
 * The rows of each of the files of a pattern: one that was cut off may have too few to be noticed among all. Rows that other files
 * have gained may have moved there. A file that is missing or has no rows is told by `file-gone`.
 */
const fileMeasures = (files: readonly SourceFile[], { ends = [] }: SourceProfile): readonly Measure[] => {
  const nameOf = ({ feed, kind, file }: Pick<SourceFile, "feed" | "kind" | "file">): string =>
    `${kind} ${feed} ${withoutDate(file)}`;
  const known = new Map(ends.map((one) => [nameOf(one), one.rows]));
  return sourceKinds.flatMap((kind): readonly Measure[] => {
    const ofKind = files.filter((one) => one.kind === kind && one.isOneOfMany);
    const gained = ofKind.reduce((sum, one) => sum + Math.max(0, one.rows - (known.get(nameOf(one)) ?? 0)), 0);
    return ofKind.flatMap((one): readonly Measure[] => {
      const before = known.get(nameOf(one));
      if (before === undefined || one.rows === 0) return [];
      return [{ kind, field: {}, what: `rows of ${kind} in ${one.file}`, before, after: one.rows + gained }];
    });
  });
};

const postMeasures = (now: KindProfile | undefined, last: KindProfile | undefined): readonly Measure[] => {
  if (!now || !last) return [];
  const all = numbersOf(now, last, "posts");
  const partTime = numbersOf(now, last, "partTime");
  const who = `posts of the ${all.length} people who are in both`;
  return [
    { kind: "post", field: {}, what: who, ...sumOf(all) },
    { kind: "post", field: { field: "part-time" }, what: `part-time ${who}`, ...sumOf(partTime) },
  ];
};

type Numbers = { readonly before: number; readonly after: number };

const sumOf = (numbers: readonly Numbers[]): Numbers => ({
  before: numbers.reduce((sum, { before }) => sum + before, 0),
  after: numbers.reduce((sum, { after }) => sum + after, 0),
});

/** Returns the numbers of posts (or functions) of each person for whom they are known in both profiles. */
const numbersOf = (now: KindProfile, last: KindProfile, list: "posts" | "partTime" | "functions"): Numbers[] => {
  const places = new Map(last.keys.map((key, at) => [key, at]));
  return now.keys.flatMap((key, at) => {
    const [before, after] = [last[list]?.[places.get(key) ?? -1] ?? -1, now[list]?.[at] ?? -1];
    return before < 0 || after < 0 ? [] : [{ before, after }];
  });
};

/** This many people may always lose posts or functions. */
const mostLosers = 3;

/**
 * The rule `posts-fell`: up to `percent` of the people with posts (or functions) may lose some of them. A truncated file
 * would take rights away from people. They are compared one by one, because in a sum the gains of some people would hide
 * the losses of others.
 */
export const postsFell = (now: SourceProfile, last: SourceProfile, percent: number): Found[] => {
  const [before, after] = [last.kinds.employee, now.kinds.employee];
  if (!before || !after) return [];
  return losses.flatMap(({ field, what, list }): Found[] => {
    const people = numbersOf(after, before, list).filter((person) => person.before > 0);
    const base = people.length;
    const count = people.filter((person) => person.after < person.before).length;
    const limit = Math.max(mostLosers, Math.floor((base * percent) / 100));
    if (count <= limit) return [];
    const message = `${count} of ${base} people have fewer ${what} than last time; at most ${limit} were expected`;
    const hint = `check that the export is complete; if they have really lost ${what}, accept \`posts-fell\` once`;
    return [{ rule: "posts-fell", kind: "post", ...field, count, limit, base, message, hint }];
  });
};

const losses = [
  { field: {}, what: "posts", list: "posts" },
  { field: { field: "part-time" }, what: "part-time posts", list: "partTime" },
  { field: { field: "functions" }, what: "functions", list: "functions" },
] as const;

/** A kind with fewer rows is not judged, because a share of so few rows means nothing. */
const fewestRows = 20;

/**
 * The rule `fill-fell`: a field used to be filled and no longer is, because the column has lost its values. Records with
 * rejected cells count as filled now and as blank last time, so that they cannot cause a finding. `points`: by how many percentage points the share of filled values may fall. For posts it is the
 * share of people with a value in at least one post, among the people who have posts. A column that few fill, such as last days, may lose
 * all of them within the points: none must be left of the values of five records that are still there.
 */
export const judgeFill = (now: SourceProfile, last: SourceProfile, points: number): Found[] =>
  sourceKinds.flatMap((kind) => {
    const [before, after] = [last.kinds[kind]?.fill, now.kinds[kind]?.fill];
    if (!before || !after) return [];
    const holders = kind === "post" ? "employee" : kind;
    const present = new Set(now.kinds[holders]?.keys);
    const gone = last.kinds[holders]?.keys.filter((key) => !present.has(key)).length ?? 0;
    return Object.keys(before.filled)
      .sort()
      .flatMap((field): Found[] => {
        const filled = after.filled[field] ?? 0;
        const cells = { rows: after.rows, filled, atMost: filled + after.rows - after.known };
        return fellTo({ kind, field }, { rows: before.rows, filled: before.filled[field] ?? 0 }, cells, gone, points);
      });
  });

/**
 * The rule `fill-fell` for columns in which a blank cell decides something. A blank cell of a field says nothing, but one of a condition lets
 * somebody in who was left out, or takes a protection away, and one of a field with a `default` is that value. For the conditions and the
 * status of entries of directories, see vanished.ts.
 */
export const blankConditions = (
  { conditions: now = [] }: SourceProfile,
  { conditions: last = [] }: SourceProfile,
  points: number,
): Found[] =>
  last.flatMap((before): Found[] => {
    const after = now.find(({ kind, column }) => kind === before.kind && column === before.column);
    if (!after) return [];
    // Whoever was left out may have left the file as well.
    const gone = Math.max(0, before.rows - after.rows);
    const place = { kind: before.kind, field: before.column };
    return fellTo(place, before, { ...after, atMost: after.filled }, gone, points);
  });

type FilledCells = { readonly rows: number; readonly filled: number };

/** The finding about one column. `gone`: how many of the rows that may have had a value are not there any more; `atMost`: how many may be filled. */
const fellTo = (
  { kind, field }: { readonly kind: SourceKind; readonly field: string },
  before: FilledCells,
  after: FilledCells & { readonly atMost: number },
  gone: number,
  points: number,
): Found[] => {
  if (before.rows < fewestRows || after.rows < fewestRows) return [];
  // Computed in integers, because in floating point 0.57 × 100 is not 57.
  const fall = (before.filled * after.rows - after.atMost * before.rows) * 100;
  const isEmptied = after.filled === 0 && before.filled - gone - after.atMost >= smallestChange;
  if (fall <= points * before.rows * after.rows && !isEmptied) return [];
  const base = percent(before.filled, before.rows);
  const count = percent(after.atMost, after.rows);
  const limit = Math.max(0.1, Math.round((base - points) * 10) / 10);
  const of = kind === "post" ? "people" : "rows";
  return [
    {
      rule: "fill-fell",
      kind,
      field,
      count,
      limit,
      base,
      message: `${field} of ${kind} fell from ${base} % to ${count} % of ${after.rows} ${of}; at least ${limit} % were expected`,
      hint: "check the column in the export and in the mapping; if it is right as it is, accept `fill-fell` once",
    },
  ];
};

/** Rounded to one decimal. */
const percent = (part: number, whole: number): number => Math.round((part * 1000) / whole) / 10;
