/** The rows of signing: documents, their tasks, and the last document number of each form and day. */

import { taskViewStatus } from "../../contract/records/forms.ts";
import type { SectionDocument, SectionTask } from "../../contract/sections/documents.ts";
import type { Company as AgentsCompany } from "../agents/tables.ts";
import type { StoredStep } from "../forms/route.ts";
import { createTable, type ReportChange, type Row } from "../kernel/company/table.ts";
import { fold } from "../kernel/identity.ts";
import type { PastTables } from "./as-of-refresh.ts";

/** An application with a form. All dates are ISO 8601 in UTC. */
export type DocumentRow = Row &
  Readonly<Omit<SectionDocument, "formCode" | "applicant" | "department" | "files" | "route" | "tasks">> & {
    readonly formId: number;
    readonly applicantId: number;
    readonly departmentId: number;
    readonly fileIds: readonly number[];
    /** The applicable steps of the form's route at the start. */
    readonly route: readonly StoredStep[];
  };

/** One signature or answer, requested or given. */
export type TaskRow = Row &
  Readonly<Omit<SectionTask, "nodeId" | "place" | "signer" | "decidedBy" | "from">> & {
    /** The `nodeId` of the task in the interface. */
    readonly uuid: string;
    readonly documentId: number;
    readonly place: readonly number[];
    readonly signerId: number;
    /** The signer or agent who decided. Null if nobody did. */
    readonly decidedById: number | null;
    /** The task whose signer asked for this one: an inquiry, handover or countersignature. Null: the route created it. */
    readonly fromTaskId: number | null;
  };

/** The last document number of a form on one day; `series` is the common prefix of its numbers on that day. */
export type SeriesRow = Row & { readonly series: string; readonly last: number };

export const createSigningTables = (report: ReportChange) => ({
  documents: createTable(
    "document",
    {
      formSn: (row: DocumentRow) => [fold(row.formSn)],
      applicant: (row) => [row.applicantId],
      form: (row) => [row.formId],
      file: (row) => row.fileIds,
    },
    report,
  ),
  tasks: createTable(
    "task",
    {
      uuid: (row: TaskRow) => [row.uuid],
      document: (row) => [row.documentId],
      pendingFor: (row) => (row.decision === null ? [row.signerId] : []),
    },
    report,
  ),
  series: createTable("form-series", { series: (row: SeriesRow) => [row.series] }, report),
});

export const isInProgress = ({ status }: DocumentRow): boolean => status === taskViewStatus.inProgress;

/** All tasks of a document, oldest first. */
export const tasksOf = ({ tasks }: Company, document: DocumentRow): readonly TaskRow[] =>
  tasks.by("document", document.id).toSorted((a, b) => a.id - b.id);

export type Company = AgentsCompany & ReturnType<typeof createSigningTables> & PastTables;
