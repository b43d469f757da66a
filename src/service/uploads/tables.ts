/** What is kept about uploaded files; their bytes lie in the files folder under a name of the service's own. */
import type { Row } from "../rows.ts";
import { createTable, type ReportChange } from "../table.ts";

export type FileRow = Row & {
  /** The id that callers know. */
  readonly uuid: string;
  readonly fileName: string;
  /** Bytes. */
  readonly length: number;
  /** SHA-256 of the bytes, in hex. */
  readonly digest: string;
  /** Records that hold on to the file: document versions, form attachments. At 0 it expires. */
  readonly references: number;
  /** ISO 8601 in UTC: when a file without references may be swept away. */
  readonly expiresAt: string;
};

export const createUploadTables = (report: ReportChange) => ({
  files: createTable<FileRow, "uuid">("file", { uuid: (row) => [row.uuid] }, report),
});
