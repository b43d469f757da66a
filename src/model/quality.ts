/**
 * The quality of a source: the profile of a good snapshot, and the findings when the next snapshot is compared with it. A
 * hold leaves a kind unmanaged for one run; a refusal ends the run before a plan is made.
 */
import type { Kind } from "./kind.ts";

/** The kinds of record that a source can contain. */
export const sourceKinds = ["level", "title", "category", "function", "department", "employee", "post"] as const;

export type SourceKind = (typeof sourceKinds)[number];

/** Stable codes of the rules, which are also their names in `source.quality` and values of `--accept`. */
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

/** warn: only reported · hold: the kind is left unmanaged in this run · refuse: the run ends, nothing is planned. */
export const severities = ["warn", "hold", "refuse"] as const;

export type Severity = (typeof severities)[number];

/** What a rule does when it finds something. */
export type Verdict = "off" | Severity;

/** Facts about a file that was read, apart from its records. */
export type SourceFile = {
  readonly feed: string;
  readonly file: string;
  readonly kind: Kind;
  /** Epoch milliseconds. */
  readonly modifiedMs: number;
  /** Rows read, including rejected ones. */
  readonly rows: number;
  /** The number of rows that the file's last line states. */
  readonly trailerCount?: number | undefined;
  /** Encoding of a text file that is not pure ASCII; `encodingCertain` when no other encoding can read it. */
  readonly encoding?: string | undefined;
  readonly encodingCertain?: boolean | undefined;
  /** Lines that repeat the header or the title above it. */
  readonly repeats?: readonly number[] | undefined;
  /** Merged cells of a workbook that leave used columns blank. */
  readonly merged?: { readonly count: number; readonly first: string } | undefined;
};

/** An attribute that the mapping names but no entry of its search has. */
export type MissingAttribute = { readonly kind: Kind; readonly attribute: string; readonly entries: number };

/** The old and the new key of the same record; both canonical. */
export type KeyPair = { readonly before: string; readonly after: string };

/** A finding about a source, for people. It contains numbers, fields, codes and file names; no personal data. */
export type Finding = {
  readonly rule: QualityRule;
  readonly severity: Severity;
  readonly kind: Kind;
  readonly field?: string;
  /**
   * The number found, the number permitted, and the number from which the limit was computed: rows, keys, percent, levels or
   * hours.
   */
  readonly count: number;
  readonly limit: number;
  readonly base: number;
  readonly message: string;
  readonly hint: string;
  /** For `keys-changed`: the first ten pairs, by old key. */
  readonly pairs?: readonly KeyPair[];
};

/**
 * What is remembered of a snapshot, as JSON: numbers, canonical keys, and 12-character digests of names and e-mail addresses.
 * An absent kind was not managed.
 */
export type SourceProfile = {
  readonly version: 1;
  readonly kinds: Readonly<Partial<Record<SourceKind, KindProfile>>>;
  /** Absent where departments are not managed. */
  readonly tree?: TreeProfile;
  /** Text files and the encodings in which they were read. */
  readonly encodings?: readonly FileEncoding[];
};

export type FileEncoding = Required<Pick<SourceFile, "feed" | "file" | "kind">> & { readonly encoding: string };

export type KindProfile = {
  /** Records and rejected rows; for posts: stated posts and rejected rows. */
  readonly rows: number;
  /** Rejected rows. Their records count as present, with unknown content. */
  readonly rejected: number;
  /** The rejected rows that share a key with another row. Absent: none. */
  readonly duplicates?: number;
  readonly fill: FillProfile;
  /** Canonical keys of the records; posts have none. */
  readonly keys: readonly string[];
  /** Traces by which a record is recognised under another key; each list is parallel to `keys`, "" means none. */
  readonly traces: Readonly<Partial<Record<Trace, readonly string[]>>>;
  /** Canonical old and new codes of the renames listed in the configuration. */
  readonly renamed: readonly (readonly [from: string, to: string])[];
  /** For employees, parallel to `keys`: the number of posts, and how many are part-time; -1 when unknown. */
  readonly posts?: readonly number[];
  readonly partTime?: readonly number[];
  /** For employees, parallel to `keys`: the number of functions over all their posts; -1 when unknown. */
  readonly functions?: readonly number[];
};

/** `number` is canonical, the others are digests. */
export type Trace = "number" | "email" | "name";

/** How often each field is filled. For posts: how many people have at least one post in which the field is filled. */
export type FillProfile = {
  /** Rows, including rejected ones. */
  readonly rows: number;
  /** Records whose every cell could be read; only these are counted in `filled`. */
  readonly known: number;
  /** Field → number of known records with a value. */
  readonly filled: Readonly<Record<string, number>>;
};

export type TreeProfile = {
  /** Departments without a parent. */
  readonly roots: number;
  /** Departments whose parent is not in the source. */
  readonly orphans: number;
  /** Number of departments on the longest path from the top; 1 is a flat list. */
  readonly depth: number;
};
