/**
 * What is kept of a feed between readings, so that the next one need ask only for changes: the entries as they were, and
 * the server's cookie for that state. Losing it costs one full reading and nothing else.
 */

/** An entry as the feed handed it on. */
export type CachedEntry = {
  /** `entryUUID` or `objectGUID` in the usual text form: it stays when the entry is renamed or moved. */
  readonly id: string;
  /** Distinguished name. */
  readonly dn: string;
  /** Attributes in the order of the feed's header: absent is "", one value is a string, several are a list. */
  readonly cells: readonly (string | readonly string[])[];
};

/** What belongs to one state of a feed, besides its entries. */
export type FeedState = {
  /** The server's own mark for this state, base64. */
  readonly cookie: string;
  /** Which server and which copy of its data the cookie is from; another one does not understand it. */
  readonly identity: string;
  /** Readings since the last full one, which is 0. */
  readonly readings: number;
  /** Identities of the entries above those of the feed, by their distinguished names. */
  readonly parents: Readonly<Record<string, string>>;
};

export type CachedFeed = FeedState & {
  /** By id. */
  readonly entries: ReadonlyMap<string, CachedEntry>;
  /** Another one after every `save`. */
  readonly revision: string;
};

/** Either everything, or what has changed since the reading with `revision`. */
export type FeedUpdate =
  | { readonly entries: Iterable<CachedEntry> }
  | {
      readonly revision: string;
      readonly upserts: readonly CachedEntry[];
      /** Ids. */
      readonly deletes: readonly string[];
    };

/**
 * Feeds by a key: a text that names the feed, the base, the filter, the scope and the attributes, so that a changed
 * mapping finds nothing. Kept for one target.
 */
export type FeedCache = {
  /** The last state that was saved whole; undefined if there is none, or it is damaged in any way. */
  readonly load: (key: string) => Promise<CachedFeed | undefined>;
  /** All of it or nothing. Changes to another revision than the one that is there are dropped: another reading was quicker. */
  readonly save: (key: string, state: FeedState, update: FeedUpdate) => Promise<void>;
  /** Forgets the feeds of all other keys. */
  readonly keepOnly: (keys: ReadonlySet<string>) => Promise<void>;
};
