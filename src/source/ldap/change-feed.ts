/** The common interface of syncrepl and DirSync: the changes since a remembered state, or everything. */
import { MusterdError } from "../../lib/errors.ts";
import type { CachedEntry, FeedState } from "../feed-cache.ts";
import type { IdentifiedCells } from "./identified-cells.ts";

export type Entries = ReadonlyMap<string, CachedEntry>;

export type ChangeFeed = {
  readonly cells: IdentifiedCells;
  /** The server and the copy of its data that a cookie belongs to. */
  readonly identity: string;
  /** The changes that lead from the remembered state to the present one. */
  readonly since: (remembered: Remembered) => Promise<Delta>;
  /** Reads everything. The state is absent if the next reading cannot ask for changes; `why` is the reason. */
  readonly all: () => Promise<{ readonly entries: Entries } & (Snapshot | { readonly why: string })>;
};

export type Remembered = Snapshot & { readonly entries: Entries };

/** The cookie and the parents of one moment. */
export type Snapshot = Pick<FeedState, "cookie" | "parents">;

/** `stale`: a full reading is needed. */
export type Delta =
  | (Snapshot & {
      readonly how: "changes";
      /** Present entries by id; they may equal the remembered ones. */
      readonly upserts: Entries;
      readonly deletes: ReadonlySet<string>;
      /** Whether entries outside of this feed may have been renamed or deleted. */
      readonly othersRenamed: boolean;
    })
  | { readonly how: "stale"; readonly why: string };

export const stale = (why: string): Delta => ({ how: "stale", why });

/** The error for an answer that makes reading by changes impossible; `place` names a setting. */
export const changesFailed = (message: string, place = {}): MusterdError =>
  new MusterdError("source-ldap-failed", message, {
    place,
    hint: "look into the server's log, or read everything every time with `changes: off`",
  });
