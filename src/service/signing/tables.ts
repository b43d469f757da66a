/** What is kept about documents in signing: the document, its tasks, and the organisation as of the last refresh. */
import type { TaskKind, TaskViewStatus } from "../../contract/form-records.ts";
import { fold } from "../identity.ts";
import type { Row } from "../rows.ts";
import { createTable, type ReportChange } from "../table.ts";

/** A form that somebody applied for. Dates are ISO 8601 in UTC. */
export type DocumentRow = Row & {
  readonly formSn: string;
  readonly formId: number;
  readonly applicantId: number;
  readonly departmentId: number;
  readonly subject: string;
  readonly urgent: boolean;
  readonly opinion: string | null;
  /** Field code → value, as it was checked at the start. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly fileIds: readonly number[];
  readonly status: TaskViewStatus;
  readonly applicantDate: string;
  readonly endDate: string | null;
};

/** One signature that is asked for, or was given. */
export type TaskRow = Row & {
  /** The nodeId of the interface. */
  readonly uuid: string;
  readonly documentId: number;
  /** Place in the route: step, then branch and step inside it … */
  readonly place: readonly number[];
  readonly kind: TaskKind;
  /** Who is asked. */
  readonly signerId: number;
  /** Whom an agent stands in for; null: the signer signs in own name. */
  readonly insteadOfId: number | null;
  readonly branch: boolean;
  /** Null while it is pending. */
  readonly decision: "approved" | "rejected" | "answered" | "handed-over" | "not-needed" | null;
  readonly opinion: string | null;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  /** The task that this one grew from: inquiry, handover. */
  readonly fromTaskId: number | null;
};

export const createSigningTables = (report: ReportChange) => ({
  documents: createTable<DocumentRow, "formSn" | "applicant" | "form">(
    "document",
    { formSn: (row) => [fold(row.formSn)], applicant: (row) => [row.applicantId], form: (row) => [row.formId] },
    report,
  ),
  tasks: createTable<TaskRow, "uuid" | "document" | "signer">(
    "task",
    { uuid: (row) => [row.uuid], document: (row) => [row.documentId], signer: (row) => [row.signerId] },
    report,
  ),
});
