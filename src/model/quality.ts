/**
 * The quality of a source: what is remembered of a good snapshot, and what is found when the next one is judged against
 * it. A hold leaves a kind unmanaged in one run; a refusal ends the run before a plan.
 */
import type { Kind } from "./kind.ts";

/** The kinds that records of a source are of. */
export const sourceKinds = ["level", "title", "category", "function", "department", "employee", "post"] as const;

export type SourceKind = (typeof sourceKinds)[number];

/**
 * Stable codes of the rules; also their names in the configuration (`source.quality`) and for `--accept`.
 *
 *   rows-few         fewer rows than the site says there must be
 *   rows-fell        fewer rows than last time
 *   rows-rose        more rows than last time
 *   rejected-many    many rows could not be used
 *   duplicates-many  many records share a key with another one
 *   fill-fell        a field that used to be filled is blank
 *   attribute-missing  no entry of a search has a mapped attribute
 *   keys-changed     most keys are others than last time
 *   tree-shape       many more departments at the top, parents that are not there, another depth
 *   file-old         the file was written too long ago
 *   trailer-differs  the last line of the file tells another number of rows than were read
 *   posts-fell       many people have fewer posts or functions than last time
 *   encoding-changed the file was read in another encoding than last time
 *   header-repeated  the header stands among the rows again; these rows are left out
 *   cells-merged     merged cells leave columns blank that are used
 */
export const qualityRules = [
  "rows-few",
  "rows-fell",
  "rows-rose",
  "rejected-many",
  "duplicates-many",
  "fill-fell",
  "attribute-missing",
  "keys-changed",
  "tree-shape",
  "file-old",
  "trailer-differs",
  "posts-fell",
  "encoding-changed",
  "header-repeated",
  "cells-merged",
] as const;

export type QualityRule = (typeof qualityRules)[number];

/** warn: only told · hold: the kind is left unmanaged in this run · refuse: the run ends, nothing is planned. */
export const severities = ["warn", "hold", "refuse"] as const;

export type Severity = (typeof severities)[number];

/** What a rule does when it finds something. */
export type Verdict = "off" | Severity;

/** What is known of a file that was read, apart from its records. */
export type SourceFile = {
  readonly feed: string;
  readonly file: string;
  readonly kind: Kind;
  /** Epoch milliseconds. */
  readonly modifiedMs: number;
  /** Rows read, rejected ones included. */
  readonly rows: number;
  /** Number of rows that the last line of the file speaks of. */
  readonly trailerCount?: number | undefined;
  /** Of a text file that is not all ASCII; `encodingCertain` where it can be read in no other way. */
  readonly encoding?: string | undefined;
  readonly encodingCertain?: boolean | undefined;
  /** Lines in which the header, or a title above it, stood again. */
  readonly repeats?: readonly number[] | undefined;
  /** Of a workbook: merged cells that leave blanks in columns that are used. */
  readonly merged?: { readonly count: number; readonly first: string } | undefined;
};

/** An attribute that the mapping names and no entry of its search has. */
export type MissingAttribute = { readonly kind: Kind; readonly attribute: string; readonly entries: number };

/** An old key and the new one under which the same record was recognised; both canonical. */
export type KeyPair = { readonly before: string; readonly after: string };

/** Something about a source that a person should see. It holds numbers, fields, codes and file names; no personal data. */
export type Finding = {
  readonly rule: QualityRule;
  readonly severity: Severity;
  readonly kind: Kind;
  readonly field?: string;
  /** What was found, what is permitted, and what the limit was reckoned from: rows, keys, percent, levels or hours. */
  readonly count: number;
  readonly limit: number;
  readonly base: number;
  readonly message: string;
  readonly hint: string;
  /** Of `keys-changed`: the first ten, by old key. */
  readonly pairs?: readonly KeyPair[];
};

/**
 * What is remembered of a snapshot, as JSON: numbers, canonical keys, and digests (12 characters) of names
 * and e-mail addresses. A kind that is absent was not managed.
 */
export type SourceProfile = {
  readonly version: 1;
  readonly kinds: Readonly<Partial<Record<SourceKind, KindProfile>>>;
  /** Absent where departments are not managed. */
  readonly tree?: TreeProfile;
  /** Text files and the encodings they were read in. */
  readonly encodings?: readonly FileEncoding[];
};

export type FileEncoding = Required<Pick<SourceFile, "feed" | "file" | "kind">> & { readonly encoding: string };

export type KindProfile = {
  /** Records and rejected rows; of posts: posts that are stated, and rejected rows. */
  readonly rows: number;
  /** Rows that could not be used: present, unknown. */
  readonly rejected: number;
  /** Of these: those that share a key with another one. Absent: none. */
  readonly duplicates?: number;
  readonly fill: FillProfile;
  /** Canonical keys of the records; posts have none. */
  readonly keys: readonly string[];
  /** By which a record is recognised under another key; each list is parallel to `keys`, "" is none. */
  readonly traces: Readonly<Partial<Record<Trace, readonly string[]>>>;
  /** Canonical old and new code of renames that the configuration lists. */
  readonly renamed: readonly (readonly [from: string, to: string])[];
  /** Of employees, parallel to `keys`: how many posts, and how many of them part-time; -1 where it is not known. */
  readonly posts?: readonly number[];
  readonly partTime?: readonly number[];
  /** Likewise the functions of all their posts. */
  readonly functions?: readonly number[];
};

/** `number` is canonical, the others are digests. */
export type Trace = "number" | "email" | "name";

/** How often the fields are filled. Of posts: how many of the people with posts have one in which the field is filled. */
export type FillProfile = {
  /** Rows, rejected ones included. */
  readonly rows: number;
  /** Records of which every cell could be read; the others say nothing about what is filled. */
  readonly known: number;
  /** Field → known records in which it has a value. */
  readonly filled: Readonly<Record<string, number>>;
};

export type TreeProfile = {
  /** Departments without a parent. */
  readonly roots: number;
  /** Departments whose parent is not in the source. */
  readonly orphans: number;
  /** Departments on the longest way down; 1 is a flat list. */
  readonly depth: number;
};
