/** What is kept about the document center: libraries, folders, documents and their versions, the trash. */
import type { ReportChange } from "../table.ts";

export const createDocumentTables = (_report: ReportChange) => ({});
