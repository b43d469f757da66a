/**
 * Stores the result of a directory search between readings: the entries, and the cookie by which the server recognises
 * this state. So the next reading only asks for changes. If the stored result is lost, the next reading is a full one.
 */

export type CachedEntry = {
  /** `entryUUID` or `objectGUID` in the usual text form. It does not change when the entry is renamed or moved. */
  readonly id: string;
  readonly dn: string;
  /** In the order of the header: "" for a missing attribute, a string for one value, a list for several. */
  readonly cells: readonly (string | readonly string[])[];
};

/** One state of a feed, without its entries. */
export type FeedState = {
  /** The cookie by which the server recognises this state, in base64. */
  readonly cookie: string;
  /** The server and the copy of its data that the cookie belongs to. Another server cannot use the cookie. */
  readonly identity: string;
  /** The number of readings since the last full one; 0 if this reading was a full one. */
  readonly readings: number;
  /** Distinguished name → id, for the entries that lie above those of the feed in the directory tree. */
  readonly parents: Readonly<Record<string, string>>;
};

export type CachedFeed = FeedState & {
  readonly entries: ReadonlyMap<string, CachedEntry>;
  /** Changes with every `save`. */
  readonly revision: string;
};

/** All entries, or the changes since the state that has this `revision`. */
export type FeedUpdate =
  | { readonly entries: Iterable<CachedEntry> }
  | {
      readonly revision: string;
      readonly upserts: readonly CachedEntry[];
      readonly deletes: readonly string[];
    };

/**
 * Keeps the states of feeds, each under a key. The key names the feed, the base, the filter, the scope and the
 * attributes, so no state is found after the mapping has changed. Each target has its own cache.
 */
export type FeedCache = {
  /** The last complete state; undefined if there is none or it is damaged. */
  readonly load: (key: string) => Promise<CachedFeed | undefined>;
  /** Saves all or nothing. Changes to an outdated revision are dropped, because another reading has saved first. */
  readonly save: (key: string, state: FeedState, update: FeedUpdate) => Promise<void>;
  readonly keepOnly: (keys: ReadonlySet<string>) => Promise<void>;
};
