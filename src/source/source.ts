/** The source as a run sees it: something that can be described and read as a whole. */
import type { Finding, SourceFile, SourceProfile } from "../model/quality.ts";
import type { SourceSnapshot } from "../model/snapshot.ts";
import type { SearchChoice } from "./feed.ts";
import type { SearchChanges } from "./feeds.ts";
import type { PreviewChoice, SourcePreview } from "./preview.ts";
import type { SearchPreview } from "./search-preview.ts";

export type Source = {
  /** One line for people that says what is read from where. */
  readonly describe: () => string;
  /**
   * Reads everything and lets the quality gate judge it. Returns the complete snapshot or fails with a code `source-…`.
   * `accepted`: rules of the gate that a person accepts this once.
   */
  readonly read: (accepted: readonly string[]) => Promise<SourceReading>;
  /** Reads everything and returns all findings of the gate, without refusing. */
  readonly inspect: () => Promise<SourceInspection>;
  /** Reads everything and shows what becomes of single records. */
  readonly preview: (choice: PreviewChoice) => Promise<SourcePreview>;
  /** Tries the searches of a directory, or one that the caller gives. */
  readonly previewSearches: (choice: SearchChoice) => Promise<readonly SearchPreview[]>;
};

export type SourceInspection = SourceReading & { readonly files: readonly SourceFile[] };

export type SourceReading = {
  readonly snapshot: SourceSnapshot;
  /** Warnings of the gate, and the kinds that it holds. */
  readonly findings: readonly Finding[];
  /** To be saved once the run has ended well. */
  readonly profile: SourceProfile;
  /** How the searches with `changes` on were read. */
  readonly changes: readonly SearchChanges[];
};
