/** The common interface of syncrepl and DirSync. Both return the changes since a remembered state, or read everything. */
import type { MusterdError } from "../../../lib/errors.ts";
import type { CachedEntry, FeedState } from "../../feeds/feed-cache.ts";
import { feedError } from "../connection/ldap-failure.ts";
import type { IdentifiedCells } from "../entries/entry-cells.ts";

export type Entries = ReadonlyMap<string, CachedEntry>;

export type ChangeFeed = {
  readonly cells: IdentifiedCells;
  /** The server and the copy of its data that a cookie belongs to. */
  readonly identity: string;
  /** The changes that lead from the remembered state to the present one. */
  readonly since: (remembered: Remembered) => Promise<Delta>;
  /** Reads everything. If the next reading cannot ask for changes, returns the reason `why` instead of a `Snapshot`. */
  readonly all: () => Promise<{ readonly entries: Entries } & (Snapshot | { readonly why: string })>;
};

export type Remembered = Snapshot & { readonly entries: Entries };

/**
 * The state of one moment: the server's cookie, and the entries above the feed's own entries in the tree (see `FeedState`).
 */
export type Snapshot = Pick<FeedState, "cookie" | "parents">;

/** The changes that the server has reported since the remembered state. */
export type Told = {
  /** New and changed entries by id. Some of them may equal the remembered entries. */
  readonly upserts: Entries;
  readonly deletes: ReadonlySet<string>;
  /** Whether entries outside of this feed may have been renamed or deleted. */
  readonly othersRenamed: boolean;
};

/** The answer of `since`. `stale` means that a full reading is needed, for the reason `why`. */
export type Delta = (Snapshot & Told & { readonly how: "changes" }) | { readonly how: "stale"; readonly why: string };

export const stale = (why: string): Delta => ({ how: "stale", why });

/** The error for an answer that makes incremental reading impossible. */
export const changesFailed = (feed: string, message: string): MusterdError =>
  feedError(feed, "changes", "source-ldap-failed", message, changesHint);

export const changesHint = "look into the server's log, or read everything every time with `changes: off`";
