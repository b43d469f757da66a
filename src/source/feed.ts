/**
 * The interface of a kind of feed. A kind is a folder that exports one `FeedKind`, and a line in `feed-kinds.ts`. Every
 * difference between kinds goes through this interface.
 */
import type { z } from "zod";
import type { SecretReference } from "../lib/secret-reference.ts";
import type { SourceFile } from "../model/quality.ts";
import type { FeedCache } from "./feed-cache.ts";
import type { ColumnWord } from "./field-settings.ts";
import type { Table } from "./fields.ts";
import type { LookupShape, PartSettings, PartShape, RowOptions, recordsPart } from "./part-settings.ts";
import type { OnHeader } from "./record.ts";

/** One part of a table. It reads from a feed of its `kind`, or has `records` that are written in the configuration. */
export type Part = Partial<PartSettings> &
  RowOptions & {
    readonly kind?: FeedKind | undefined;
    readonly records?: z.infer<ReturnType<typeof recordsPart>>["records"] | undefined;
  };

/**
 * `Said` is the result of the schema `settings`, `Settings` the result of `located`, and `Place` the settings of a part
 * that only this kind has. The erased types of the defaults are safe because a kind only ever gets values of its own
 * schemas.
 */
export type FeedKind<Said = object, Settings = object, Place = object> = {
  readonly name: string;
  readonly word: ColumnWord;
  /** The settings that a part of this kind has, for messages: "`file` and `columns`". */
  readonly form: string;
  /**
   * Whether records are directory entries: `file` of a record is then a distinguished name by which entries refer to
   * each other.
   */
  readonly hasEntries: boolean;
  readonly settings: z.ZodType<Said>;
  part(shape: PartShape): z.ZodType<PartSettings & Place>;
  /** The schema of a lookup table; absent if a kind cannot have one. */
  lookup?(shape: LookupShape): z.ZodType<z.infer<z.ZodObject<LookupShape>> & Place>;
  /** Makes paths absolute and replaces references to secrets by the secrets. */
  located(said: Said, locator: Locator): Settings;
  /** One line for people that says what is read from where. */
  describe(settings: Settings, parts: readonly (Part & Place)[]): string;
  wordsOf(part: Part & Place): PartWords;
  /** Connects when it is first read. */
  open(name: string, settings: Settings, cache: FeedCache): OpenFeed<Place>;
  /**
   * The searches that `source preview --feed` tries, and the settings to use for them. Absent if a kind has no
   * searches. Fails with `option-invalid`.
   */
  searches?(
    choice: SearchChoice,
    settings: Settings,
    parts: readonly (TablePart & { readonly part: Place })[],
  ): Searches;
};

export type Locator = {
  /** Makes a path absolute that is relative to the folder of the configuration file. */
  readonly path: (relative: string) => string;
  /** Reads a secret; `setting` is its path below the settings of the feed, for messages. */
  readonly secret: (reference: SecretReference, setting: string) => string;
};

type PartWords = {
  readonly name: string;
  /** Absent for a kind without files. */
  readonly file?: string;
  /** The message and the hint for a part that has no record in scope. */
  readonly noRows: string;
  readonly noRowsHint: string;
};

export type OpenFeed<Place = object> = {
  /**
   * Passes on the header, then every record of the part; fails with a code `source-…`. A header without a place
   * (`onHeader`) means that the reading starts again and everything before it is void; files each have a header with a
   * place. `table` is undefined for a lookup table.
   */
  read(part: Part & Place, table: Table | undefined, onHeader: OnHeader): Promise<ReadFacts>;
  close(): Promise<void>;
};

/** Facts about a reading besides its records. */
export type ReadFacts = {
  readonly files?: readonly Omit<SourceFile, "feed" | "kind">[];
  /** Mapped attributes that no entry has. */
  readonly missing?: readonly { readonly attribute: string; readonly entries: number }[];
  readonly changes?: readonly ChangesReading[];
};

/** How one search with `changes` on was read. */
export type ChangesReading = {
  readonly base: string;
  readonly how: "full" | "changes";
  readonly why?: string;
  /** Entries that are new or differ from the remembered ones; in a first reading all entries. */
  readonly changed: number;
  readonly deleted: number;
  /** Entries that would be wrong if only changes were read. Only a full reading that was due can tell. */
  readonly drift?: number;
  /** The key of the search in the `FeedCache`. */
  readonly key: string;
};

export type TablePart = { readonly table: Table; readonly part: Part };

/** Which feed to try. `base` and `filter` replace those of the configuration. */
export type SearchChoice = {
  readonly feed: string;
  readonly base?: string | undefined;
  readonly filter?: string | undefined;
  readonly limit: number;
};

/** One search to try, and how it is shown. */
export type Search = {
  /** Absent for a search that the caller gives. */
  readonly table?: Table;
  readonly part: Part;
  readonly shown: { readonly base: readonly string[]; readonly filter: string; readonly scope: string };
};

type Searches = { readonly settings: object; readonly searches: readonly Search[] };

/** A feed of the configuration; `settings` belong to `kind`. */
export type FeedSettings = { readonly kind: FeedKind; readonly settings: object };
