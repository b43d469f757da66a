/** The source of truth as a run sees it: something that can be described and read whole. Readers live in own folders. */
import type { SourceSnapshot } from "../model/snapshot.ts";

export type Source = {
  /** One line for people: what is read, and from where. */
  readonly describe: () => string;
  /** Reads everything. Either the complete snapshot, or a `MusterdError` with a code `source-…`; never a part of it. */
  readonly read: () => Promise<SourceSnapshot>;
};
