/** The source as a run sees it: something that can be described and read as a whole. */

import type { AdoptedKind } from "../model/directory/identity.ts";
import type { Origin } from "../model/directory/origin.ts";
import type { SourceSnapshot } from "../model/directory/snapshot.ts";
import type { Finding, SourceFile, SourceProfile, UnreadColumns } from "../model/plan/quality.ts";
import type { SourceTrace } from "../model/runs/explanation.ts";
import type { ReadingWatch } from "../model/runs/run.ts";
import type { ReadFeed } from "../model/runs/told.ts";
import type { SearchChoice } from "./feeds/feed.ts";
import type { FeedCache } from "./feeds/feed-cache.ts";
import type { SearchChanges } from "./feeds/feeds.ts";
import type { PreviewChoice, SourcePreview } from "./preview/preview.ts";
import type { SearchPreview } from "./preview/search-preview.ts";
import type { SourceState } from "./source-state.ts";

export type Source = {
  readonly describe: () => string;
  /** The parts of all tables that a feed fills, in their order. */
  readonly origins: () => readonly Origin[];
  /**
   * Reads everything and lets the quality gate judge it. Returns the complete snapshot or fails with a code `source-…`.
   * `accepted`: the rules of the gate whose findings a person accepts for this reading only.
   */
  readonly read: (accepted: readonly string[]) => Promise<SourceReading>;
  /** Tells by its bytes whether the source is as it was (source-state.ts); undefined where only a reading can tell. */
  readonly state: () => Promise<SourceState | undefined>;
  /** Like `read`, and keeps the records, to show what becomes of single ones. */
  readonly trace: (accepted: readonly string[]) => Promise<TracedReading>;
  /** Reads everything and returns all findings of the gate, without refusing. */
  readonly inspect: () => Promise<SourceInspection>;
  /** Reads everything and shows what becomes of single records. */
  readonly preview: (choice: PreviewChoice) => Promise<SourcePreview>;
  /** Tries the searches of a directory, or one that the caller gives. */
  readonly previewSearches: (choice: SearchChoice) => Promise<readonly SearchPreview[]>;
};

export type SourceInspection = SourceReading & {
  readonly files: readonly SourceFile[];
  readonly unread: readonly UnreadColumns[];
};

/** `traceOf`: the records about one object. `key`: a code, or an account or number of a person. */
export type TracedReading = SourceReading & { readonly traceOf: (kind: AdoptedKind, key: string) => SourceTrace };

export type SourceReading = {
  readonly snapshot: SourceSnapshot;
  /** Warnings of the gate, and findings for which it holds a kind of object (leaves it unchanged). */
  readonly findings: readonly Finding[];
  /** To be saved when the run has ended well. */
  readonly profile: SourceProfile;
  readonly changes: readonly SearchChanges[];
  readonly feeds: readonly ReadFeed[];
};

/** What a source remembers between readings. */
export type SourceMemory = {
  readonly lastProfile: () => Promise<SourceProfile | undefined>;
  /** The stored states of directory searches that are read incrementally. */
  readonly caches: FeedCache;
  /** Receives the progress of a reading. */
  readonly watch?: ReadingWatch;
};
