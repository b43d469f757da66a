/**
 * The quality of a source: the profile of a good snapshot, and the findings when the next snapshot is compared with it. A
 * hold leaves a kind unmanaged for one run; a refusal ends the run before a plan is made.
 */
import type { Kind } from "../directory/kind.ts";

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
  "attribute-vanished",
  "date-no-status",
  "entries-hidden",
  "reader-changed",
  "server-behind",
  "password-ends",
  "code-odd",
  "cells-unread",
  "keys-changed",
  "names-moved",
  "tree-shape",
  "file-old",
  "trailer-differs",
  "end-missing",
  "file-gone",
  "posts-fell",
  "encoding-changed",
  "header-repeated",
  "cells-merged",
  "cells-struck",
  "files-overlap",
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
  /** How many of them are probably no records. */
  readonly odd?: number;
  /** The number of rows that the file's last line states. */
  readonly trailerCount?: number | undefined;
  readonly end: FileEnd;
  /** It was chosen as the newest of several. */
  readonly isNewest?: boolean;
  /** It is one of the files of a pattern, or one of the sheets of a workbook. */
  readonly isOneOfMany?: boolean;
  /** The sheet of a workbook that was read because it is the first, and the others. */
  readonly firstSheet?: { readonly name: string; readonly others: readonly string[] };
  /** `encoding` is that of a text file that is not pure ASCII; `encodingCertain`: whether no other encoding can read it. */
  readonly encoding?: string | undefined;
  readonly encodingCertain?: boolean | undefined;
  /** Numbers of the lines that repeat the header or the title above the header. */
  readonly repeats?: readonly number[] | undefined;
  /** Merged ranges of a workbook that leave cells of mapped columns blank: their number, and the first of them. */
  readonly merged?: { readonly count: number; readonly first: string } | undefined;
  /** Cells of mapped columns of a workbook that are struck out: their number, and the first of them. */
  readonly struck?: { readonly count: number; readonly first: string } | undefined;
};

/** How a file ends: whether its last line has a line end (a sheet always has), and whether a total row ends it. */
type FileEnd = { readonly isEnded: boolean; readonly hasTotal: boolean };

/** Columns of a file that no setting uses. `lastDays`: those that look like a last working day; `columns`: the others. */
export type UnreadColumns = {
  readonly file: string;
  readonly lastDays: readonly string[];
  readonly columns: readonly string[];
};

/** An attribute that the mapping names, but that no entry of its search has; `entries` is the number of entries. */
export type MissingAttribute = { readonly kind: Kind; readonly attribute: string; readonly entries: number };

/** The old and the new key of the same record, both in canonical form. */
export type KeyPair = { readonly before: string; readonly after: string };

/** A finding about a source, for people. It contains numbers, fields, codes and file names; no personal data. */
export type Finding = {
  readonly rule: QualityRule;
  readonly severity: Severity;
  readonly kind: Kind;
  readonly field?: string;
  /**
   * `count` is the number found, `limit` the number permitted, `base` the number from which the limit was computed; all in rows,
   * keys, percent, levels or hours.
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
  /** How files have ended. `modifiedMs` is absent in profiles of earlier versions. */
  readonly ends?: readonly RememberedFile[];
  /** Columns of files that conditions (`only`, `except`, `protect`) read, and columns of fields with a `default`. */
  readonly conditions?: readonly ConditionColumn[];
  /** For each kind that is read from a directory: the attributes that decide about its entries. */
  readonly deciding?: readonly DecidingProfile[];
  /** For each kind that is read from a directory: its entries. */
  readonly entries?: readonly RememberedEntries[];
  /** The servers of the directories. */
  readonly servers?: readonly RememberedServer[];
};

/** `rows` is absent in some profiles of earlier versions. `firstSheet`: the name of the sheet that was read because it was the first. */
type RememberedFile = FileEnd &
  Pick<SourceFile, "feed" | "file" | "kind"> & {
    readonly rows?: number;
    readonly modifiedMs?: number;
    readonly firstSheet?: string;
  };

/** The server that a feed was read from, how new its data was, and a digest of whom it took us for. */
export type RememberedServer = {
  readonly feed: string;
  readonly url: string;
  /** Names of numbers that only grow → the number, comparable as text. */
  readonly state: Readonly<Record<string, string>>;
  readonly reader?: string;
};

/** The entries in scope that one feed gave for a kind. */
export type RememberedEntries = {
  readonly kind: SourceKind;
  readonly feed: string;
  readonly entries: readonly RememberedEntry[];
};

/** The name of an entry, its key and number as they were read, and a digest of its id; "" for none. */
export type RememberedEntry = readonly [dn: string, key: string, number: string, id: string];

/** What a reading could see of the attributes that decide about the entries of a kind (status, scope, protection). */
export type DecidingProfile = {
  readonly kind: SourceKind;
  /** Attribute in lower case → who has it. */
  readonly attributes: Readonly<Record<string, AttributeHolders>>;
  /** The same for attributes of fields that a blank clears; absent in profiles of earlier versions. */
  readonly clearing?: Readonly<Record<string, AttributeHolders["units"]>>;
};

export type AttributeHolders = {
  /** Digest of the distinguished name of a unit → the number of entries directly below it that have the attribute. */
  readonly units: Readonly<Record<string, number>>;
  /** Entries that would be in scope, unprotected, or of another status without the attribute: their keys and ids. */
  readonly decided: readonly string[];
};

/** How many cells of the column are filled, in all rows, also in those out of scope. */
export type ConditionColumn = {
  readonly kind: SourceKind;
  readonly column: string;
  readonly rows: number;
  readonly filled: number;
};

export type FileEncoding = Required<Pick<SourceFile, "feed" | "file" | "kind">> & { readonly encoding: string };

export type KindProfile = {
  /** The number of records and rejected rows; for posts: of stated posts and rejected rows. */
  readonly rows: number;
  /** The number of rejected rows. Their records count as present, with unknown content. */
  readonly rejected: number;
  /** The number of rejected rows that share a key with another row. Absent: none. */
  readonly duplicates?: number;
  readonly fill: FillProfile;
  /** Canonical keys of the records; posts have none. */
  readonly keys: readonly string[];
  /** Values by which a record is recognised if its key has changed; each list is parallel to `keys`, "" means none. */
  readonly traces: Readonly<Partial<Record<Trace, readonly string[]>>>;
  /** Canonical old and new codes of the renames listed in the configuration. */
  readonly renamed: readonly (readonly [from: string, to: string])[];
  /** For employees, parallel to `keys`: `posts` is the number of posts, `partTime` that of part-time ones; -1 when unknown. */
  readonly posts?: readonly number[];
  readonly partTime?: readonly number[];
  /** For employees, parallel to `keys`: the number of functions over all their posts; -1 when unknown. */
  readonly functions?: readonly number[];
};

/** Values of `number` are in canonical form, those of `email` and `name` are digests. */
export type Trace = "number" | "email" | "name";

/** How often each field is filled. For posts: how many people have at least one post in which the field is filled. */
export type FillProfile = {
  /** The number of rows, including rejected ones. */
  readonly rows: number;
  /** The number of records whose every cell could be read; `filled` counts only these. */
  readonly known: number;
  /** Field → number of known records with a value. */
  readonly filled: Readonly<Record<string, number>>;
};

export type TreeProfile = {
  readonly roots: number;
  /** The number of departments whose parent is not in the source. */
  readonly orphans: number;
  /** Number of departments on the longest path from the top; 1 is a flat list. */
  readonly depth: number;
};
