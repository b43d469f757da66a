/**
 * What a kind of feed is: a folder that exports one `FeedKind`, and a line in `feed-kinds.ts` that makes it known. All that
 * differs between files and directories goes through this interface.
 */
import type { z } from "zod";
import type { SecretReference } from "../lib/secret-reference.ts";
import type { SourceFile } from "../model/quality.ts";
import type { FeedCache } from "./feed-cache.ts";
import type { ColumnWord } from "./field-settings.ts";
import type { Table } from "./fields.ts";
import type { LookupShape, PartSettings, PartShape, RowOptions, recordsPart } from "./part-settings.ts";
import type { OnHeader } from "./record.ts";

/** One part of a table: what a feed hands on, or records written out (`records`, without a kind and a feed). */
export type Part = Partial<PartSettings> &
  RowOptions & {
    readonly kind?: FeedKind | undefined;
    readonly records?: z.infer<ReturnType<typeof recordsPart>>["records"] | undefined;
  };

/**
 * `Said` is what the schema `settings` gives, `Settings` what `located` makes of it, and `Place` what a part says of its
 * place in the feed. A kind is only ever given its own.
 */
export type FeedKind<Said = object, Settings = object, Place = object> = {
  /** The key below `source.feeds.<name>`. */
  readonly name: string;
  /** What its parts call their columns. */
  readonly word: ColumnWord;
  /** How a part of this kind is recognised, for a message: "`file` and `columns`". */
  readonly form: string;
  /** Records are entries of a directory: `file` of a record is a distinguished name, by which other entries refer to it. */
  readonly hasEntries: boolean;
  readonly settings: z.ZodType<Said>;
  /** The schema of a part. */
  part(shape: PartShape): z.ZodType<PartSettings & Place>;
  /** The schema of a lookup table; absent where a kind cannot have one. */
  lookup?(shape: LookupShape): z.ZodType<z.infer<z.ZodObject<LookupShape>> & Place>;
  /** The settings with absolute paths, and with secrets in the place of their references. */
  located(said: Said, locator: Locator): Settings;
  /** One line for people: what is read, and from where. */
  describe(settings: Settings, parts: readonly (Part & Place)[]): string;
  wordsOf(part: Part & Place): PartWords;
  /** Opens nothing yet: that is for the first reading. */
  open(name: string, settings: Settings, cache: FeedCache): OpenFeed<Place>;
  /** What `source preview --feed` tries out, and the settings for it. Fails with `option-invalid`; absent without searches. */
  searches?(
    choice: SearchChoice,
    settings: Settings,
    parts: readonly (TablePart & { readonly part: Place })[],
  ): Searches;
};

export type Locator = {
  /** The absolute path of a path that is relative to the folder of the configuration file. */
  readonly path: (relative: string) => string;
  /** The secret behind a reference; `setting` is where it stands below the settings of the feed. */
  readonly secret: (reference: SecretReference, setting: string) => string;
};

/** A part in messages. */
type PartWords = {
  readonly name: string;
  /** Absent where there are no files. */
  readonly file?: string;
  /** What is said, and what can be done, where it has no row in scope. */
  readonly noRows: string;
  readonly noRowsHint: string;
};

export type OpenFeed<Place = object> = {
  /**
   * Hands on the header, then every record of the part; fails with a code `source-…`. Without a place in `onHeader` the
   * reading begins anew; files have a header each. `table` is undefined for a lookup table.
   */
  read(part: Part & Place, table: Table | undefined, onHeader: OnHeader): Promise<ReadFacts>;
  close(): Promise<void>;
};

/** What is known of a reading beside its records. */
export type ReadFacts = {
  readonly files?: readonly Omit<SourceFile, "feed" | "kind">[];
  /** Attributes that no entry has. */
  readonly missing?: readonly { readonly attribute: string; readonly entries: number }[];
  readonly changes?: readonly ChangesReading[];
};

/** How one search was read for whose changes the configuration asks. */
export type ChangesReading = {
  readonly base: string;
  readonly how: "full" | "changes";
  /** Why everything was read. */
  readonly why?: string;
  /** Entries that are new or other than remembered; after a first reading all. */
  readonly changed: number;
  readonly deleted: number;
  /** Entries that changes alone would have left wrong; only where a full reading was due, and counted against them. */
  readonly drift?: number;
  /** What the search is remembered by, for `FeedCache.keepOnly`. */
  readonly key: string;
};

/** A part and the table it belongs to. */
export type TablePart = { readonly table: Table; readonly part: Part };

/** What to try out in one feed; `base` and `filter` take the place of those in the configuration. */
export type SearchChoice = {
  readonly feed: string;
  readonly base?: string | undefined;
  readonly filter?: string | undefined;
  readonly limit: number;
};

/** One search to try out, and the words it is shown with. */
export type Search = {
  /** Absent for a search of the caller's own. */
  readonly table?: Table;
  readonly part: Part;
  readonly shown: { readonly base: readonly string[]; readonly filter: string; readonly scope: string };
};

type Searches = { readonly settings: object; readonly searches: readonly Search[] };

/** A feed of the configuration. */
export type FeedSettings = { readonly kind: FeedKind; readonly settings: object };
