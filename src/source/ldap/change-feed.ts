/** What syncrepl and DirSync have in common: a way from a remembered state to the present one, and one that needs none. */
import type { CachedEntry, FeedState } from "../feed-cache.ts";
import type { IdentifiedCells } from "./identified-cells.ts";

export type Entries = ReadonlyMap<string, CachedEntry>;

export type ChangeFeed = {
  readonly cells: IdentifiedCells;
  /** Which server, and which copy of its data, a cookie is from. */
  readonly identity: string;
  /** What to do to the entries of the remembered state. */
  readonly since: (remembered: Remembered) => Promise<Delta>;
  /** Everything; without a state where the next reading cannot ask for changes, with the reason. */
  readonly all: () => Promise<{ readonly entries: Entries } & (Snapshot | { readonly why: string })>;
};

/** A state with its entries. */
export type Remembered = Snapshot & { readonly entries: Entries };

/** What belongs to the entries of one moment. */
export type Snapshot = Pick<FeedState, "cookie" | "parents">;

/** `stale`: only a full reading will do. */
export type Delta =
  | (Snapshot & {
      readonly how: "changes";
      /** Entries as they are now, by id; they need not differ from what is remembered. */
      readonly upserts: Entries;
      /** Ids. */
      readonly deletes: ReadonlySet<string>;
      /** May entries that are not of this feed have been renamed or deleted? */
      readonly othersRenamed: boolean;
    })
  | { readonly how: "stale"; readonly why: string };

export const stale = (why: string): Delta => ({ how: "stale", why });
