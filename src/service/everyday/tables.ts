/** What is kept about punch records, surveys and notifications. */
import type { ReportChange } from "../table.ts";

export const createEverydayTables = (_report: ReportChange) => ({});
