/** What is kept about uploaded files; their bytes lie in the files folder under a name of the service's own. */
import type { Row } from "../rows.ts";
import { createTable, type ReportChange } from "../table.ts";

/** How a file comes in chunks; the same for all of them. */
type ChunkPlan = {
  /** Who sends it, as `ownerOf` names a caller. */
  readonly owner: string;
  /** Bytes. */
  readonly chunkSize: number;
  readonly chunkTotalCount: number;
};

export type FileRow = Row & {
  /** The id that callers know. */
  readonly uuid: string;
  readonly fileName: string;
  /** Bytes. */
  readonly length: number;
  /** SHA-256 of the bytes, in hex. */
  readonly digest: string;
  /** Name of the bytes in the files folder, made by the service. */
  readonly stored: string;
  /** Null: it did not come in chunks. */
  readonly chunks: ChunkPlan | null;
  /** Records that hold on to the file: document versions, form attachments. At 0 it expires. */
  readonly references: number;
  /** ISO 8601 in UTC: when a file without references may be swept away. */
  readonly expiresAt: string;
};

/** A file of which some chunks have come. */
export type PartialFileRow = Row & {
  /** The id that the caller chose, in lower case. */
  readonly uuid: string;
  readonly fileName: string;
  /** Bytes of the whole file. */
  readonly length: number;
  readonly stored: string;
  readonly chunks: ChunkPlan;
  /** Chunks that have come, which is the number of the next one. */
  readonly received: number;
  /** ISO 8601 in UTC. */
  readonly expiresAt: string;
};

export const createUploadTables = (report: ReportChange) => ({
  files: createTable<FileRow, "uuid">("file", { uuid: (row) => [row.uuid] }, report),
  partialFiles: createTable<PartialFileRow, "uuid">("partial-file", { uuid: (row) => [row.uuid] }, report),
});
