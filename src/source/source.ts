/** The source of truth as a run sees it: something that can be described and read whole. Readers live in own folders. */
import type { Finding, SourceFile, SourceProfile } from "../model/quality.ts";
import type { SourceSnapshot } from "../model/snapshot.ts";
import type { SearchChoice } from "./feed.ts";
import type { SearchChanges } from "./feeds.ts";
import type { PreviewChoice, SourcePreview } from "./preview.ts";
import type { SearchPreview } from "./search-preview.ts";

export type Source = {
  /** One line for people: what is read, and from where. */
  readonly describe: () => string;
  /**
   * Reads everything and lets the quality gate judge it. Either the complete snapshot, or a `MusterdError` with a code
   * `source-…`; never a part of it. `accepted`: rules of the gate that a person lets pass this once.
   */
  readonly read: (accepted: readonly string[]) => Promise<SourceReading>;
  /** Reads everything and tells what the gate finds, refusals too, without refusing. */
  readonly inspect: () => Promise<SourceInspection>;
  /** Reads everything and shows what becomes of single records. */
  readonly preview: (choice: PreviewChoice) => Promise<SourcePreview>;
  /** Tries the searches of a directory, or one of the caller's own. */
  readonly previewSearches: (choice: SearchChoice) => Promise<readonly SearchPreview[]>;
};

export type SourceInspection = SourceReading & { readonly files: readonly SourceFile[] };

export type SourceReading = {
  readonly snapshot: SourceSnapshot;
  /** What the gate found and let pass: warnings, and kinds it holds. */
  readonly findings: readonly Finding[];
  /** To be remembered once the reading has proved good. */
  readonly profile: SourceProfile;
  /** How directories were read for whose changes the configuration asks. */
  readonly changes: readonly SearchChanges[];
};
