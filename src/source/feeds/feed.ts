/**
 * The interface that every kind of feed implements. A kind is a folder that exports one `FeedKind`, and one entry in
 * the list of `feed-kinds.ts`. All other code reaches what is special about a kind through this interface.
 */
import type { z } from "zod";
import type { SecretReference } from "../../lib/secret-reference.ts";
import type { SourceFile } from "../../model/plan/quality.ts";
import type { ColumnWord } from "../mapping/field-settings.ts";
import type { Table } from "../mapping/fields.ts";
import type { LookupShape, PartSettings, PartShape, RowOptions, recordsPart } from "../mapping/part-settings.ts";
import type { FeedCache } from "./feed-cache.ts";
import type { OnHeader } from "./record.ts";

/** One part of a table. It reads from a feed of its `kind`, or has `records` that are written in the configuration. */
export type Part = Partial<PartSettings> &
  RowOptions & {
    readonly kind?: FeedKind | undefined;
    readonly records?: z.infer<ReturnType<typeof recordsPart>>["records"] | undefined;
  };

/**
 * `Said`: the result of the schema `settings`. `Settings`: the result of `located`. `Place`: the settings of a part
 * that only this kind has. Code for all kinds uses the default `object` instead of these types. The cast is safe,
 * because a kind only ever gets values of its own schemas.
 */
export type FeedKind<Said = object, Settings = object, Place = object> = {
  readonly name: string;
  readonly word: ColumnWord;
  /** The settings that a part of this kind has, as a text for messages, such as "`file` and `columns`". */
  readonly form: string;
  /** If so, the `file` of a record is its distinguished name, by which other entries refer to it. */
  readonly hasEntries: boolean;
  readonly settings: z.ZodType<Said>;
  part(shape: PartShape): z.ZodType<PartSettings & Place>;
  /** The schema of a lookup table. Absent if this kind cannot have one. */
  lookup?(shape: LookupShape): z.ZodType<z.infer<z.ZodObject<LookupShape>> & Place>;
  /** Makes paths absolute and replaces references to secrets with the secrets. */
  located(said: Said, locator: Locator): Settings;
  /** One line for people: what is read, and from where. */
  describe(settings: Settings, parts: readonly (Part & Place)[]): string;
  wordsOf(part: Part & Place): PartWords;
  /** Loads the readers of this kind. The feed connects when it is first read. */
  open(name: string, settings: Settings, cache: FeedCache): Promise<OpenFeed<Place>>;
  /**
   * The searches that the command `source preview --feed` tries, and the settings of the feed for these searches.
   * Absent if this kind has no searches. Fails with `option-invalid`.
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
  /** Reads a secret. `setting`: the path of the reference below the settings of the feed, for messages. */
  readonly secret: (reference: SecretReference, setting: string) => string;
};

type PartWords = {
  readonly name: string;
  /** Absent for a kind without files. */
  readonly file?: string;
  /** The message for a part that has no record in scope. `noRowsHint` is the hint for it. */
  readonly noRows: string;
  readonly noRowsHint: string;
};

export type OpenFeed<Place = object> = {
  /**
   * Passes the header to `onHeader`, then passes on every record of the part. Fails with a code `source-…`. A feed of
   * files passes a header with a `place` for each file. A header without a `place` means that the reading starts again
   * and everything passed on before is void. `table` is undefined for a lookup table.
   */
  read(part: Part & Place, table: Table | undefined, onHeader: OnHeader): Promise<ReadFacts>;
  /**
   * Tells why entries are missing that an earlier reading of the part had; what is not in the answer is gone. Absent for a kind
   * without entries.
   */
  absences?(part: Part & Place, dns: readonly string[]): Promise<ReadonlyMap<string, Absence>>;
  /**
   * The bytes that a reading of the part would read, without reading their records. Fails as `read` does. Absent for a kind that
   * cannot tell.
   */
  bytes?(part: Part & Place): Promise<readonly PartBytes[]>;
  /** Called after all parts are read. Fails with `source-file-changing` if they may come from different exports. */
  finish?(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Why an entry is missing. `hidden`: the server has it, but does not show it. `lacks`: the filter would find the entry if it had
 * these attributes; an access rule may hide them.
 */
export type Absence =
  | { readonly why: "gone" | "hidden" }
  | { readonly why: "lacks"; readonly attributes: readonly string[] };

/** A file of a part: `digest` is the SHA-256 of its name, sheet and bytes. */
export type PartBytes = { readonly digest: string; readonly modifiedMs: number };

/** Facts about a reading besides its records. */
export type ReadFacts = {
  readonly files?: readonly Omit<SourceFile, "feed" | "kind">[];
  /** Mapped attributes that none of the entries has. `entries` is the number of entries. */
  readonly missing?: readonly { readonly attribute: string; readonly entries: number }[];
  readonly changes?: readonly ChangesReading[];
  /** For a directory: the server that was read. */
  readonly server?: FeedServer;
};

/** Names of a server's numbers that only grow → the number as text, comparable as text. Empty if the server does not tell. */
export type ServerState = Readonly<Record<string, string>>;

export type FeedServer = {
  readonly url: string;
  /** The servers before it in the settings, with the codes of the errors for which they were not read. */
  readonly passedOver: readonly { readonly url: string; readonly code: string }[];
  /** How new its data was before this reading. */
  readonly state: ServerState;
  /**
   * Who it takes us for, undefined if it does not tell or if the bind is anonymous. `digest`: of the identity and its groups; another
   * one means other rights. `isOther`: it names another account than the configured one.
   */
  readonly reader: { readonly digest: string; readonly isOther: boolean } | undefined;
  /** What it says of the account's password: seconds until it ends, or how many more binds it permits after its end. */
  readonly password?: { readonly secondsLeft?: number; readonly bindsLeft?: number };
};

/** How one search of a feed with the setting `changes` was read. */
export type ChangesReading = {
  readonly base: string;
  readonly how: "full" | "changes";
  readonly why?: string;
  /** The number of entries that are new or differ from the remembered ones. In a first reading these are all entries. */
  readonly changed: number;
  readonly deleted: number;
  /** Entries that would be wrong if only changes had been read. Only a regular full reading finds them. */
  readonly drift?: number;
  /** The key of the search in the `FeedCache`. */
  readonly key: string;
};

export type TablePart = { readonly table: Table; readonly part: Part };

/** The feed to try. `base` and `filter` replace the base and filter of the configuration. */
export type SearchChoice = {
  readonly feed: string;
  readonly base?: string | undefined;
  readonly filter?: string | undefined;
  readonly limit: number;
};

/** One search to try. `shown` is its description in the preview. */
export type Search = {
  /** Absent for a search that the caller gives. */
  readonly table?: Table;
  readonly part: Part;
  readonly shown: { readonly base: readonly string[]; readonly filter: string; readonly scope: string };
};

type Searches = { readonly settings: object; readonly searches: readonly Search[] };

/** A feed of the configuration; `settings` belong to `kind`. */
export type FeedSettings = { readonly kind: FeedKind; readonly settings: object };
