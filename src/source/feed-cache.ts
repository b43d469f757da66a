/**
 * What is stored of a directory search between readings, so that the next one only asks for changes: the entries, and
 * the server's cookie for that state. Losing it costs one full reading.
 */

export type CachedEntry = {
  /** `entryUUID` or `objectGUID` in the usual text form: it stays when the entry is renamed or moved. */
  readonly id: string;
  readonly dn: string;
  /** Attributes in the order of the header: a missing one is "", one value is a string, several are a list. */
  readonly cells: readonly (string | readonly string[])[];
};

/** One state of a feed, without its entries. */
export type FeedState = {
  /** The server's own mark for this state, base64. */
  readonly cookie: string;
  /** The server and the copy of its data that the cookie belongs to. Another server cannot use the cookie. */
  readonly identity: string;
  /** Readings since the last full one; a full one is 0. */
  readonly readings: number;
  /** Ids of the entries above those of the feed, by their distinguished names. */
  readonly parents: Readonly<Record<string, string>>;
};

export type CachedFeed = FeedState & {
  readonly entries: ReadonlyMap<string, CachedEntry>;
  /** Changes with every `save`. */
  readonly revision: string;
};

/** All entries, or the changes since the reading with `revision`. */
export type FeedUpdate =
  | { readonly entries: Iterable<CachedEntry> }
  | {
      readonly revision: string;
      readonly upserts: readonly CachedEntry[];
      readonly deletes: readonly string[];
    };

/**
 * States by a key that names the feed, the base, the filter, the scope and the attributes, so that a changed mapping
 * finds no state. Each target has its own cache.
 */
export type FeedCache = {
  /** The last complete state; undefined if there is none or it is damaged. */
  readonly load: (key: string) => Promise<CachedFeed | undefined>;
  /** Saves all or nothing. Changes to an outdated revision are dropped, because another reading has saved first. */
  readonly save: (key: string, state: FeedState, update: FeedUpdate) => Promise<void>;
  readonly keepOnly: (keys: ReadonlySet<string>) => Promise<void>;
};
