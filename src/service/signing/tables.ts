/** The rows of signing: documents, their tasks, and the last document number of each form and day. */
import type { TaskDecision } from "../../contract/documents-section.ts";
import { type TaskKind, type TaskViewStatus, taskViewStatus } from "../../contract/form-records.ts";
import type { Company as AgentsCompany } from "../agents/tables.ts";
import type { StoredStep } from "../forms/route.ts";
import { fold } from "../kernel/identity.ts";
import { createTable, type ReportChange, type Row } from "../kernel/table.ts";
import type { PastTables } from "./as-of-refresh.ts";

/** An application with a form. Dates are ISO 8601 in UTC. */
export type DocumentRow = Row & {
  readonly formSn: string;
  readonly formId: number;
  readonly applicantId: number;
  readonly departmentId: number;
  readonly subject: string;
  readonly urgent: boolean;
  readonly opinion: string | null;
  /** Field code → value, as checked at the start. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly fileIds: readonly number[];
  /** The applicable steps of the form's route at the start. */
  readonly route: readonly StoredStep[];
  readonly status: TaskViewStatus;
  readonly applicantDate: string;
  readonly endDate: string | null;
  /** The applicant's reason for voiding the document. */
  readonly voidReason: string | null;
};

/** One signature or answer, requested or given. */
export type TaskRow = Row & {
  /** The `nodeId` of the task in the interface. */
  readonly uuid: string;
  readonly documentId: number;
  /** Place in the route: index of the step, then of the branch and of the step in that branch, and so on. */
  readonly place: readonly number[];
  readonly kind: TaskKind;
  /** The person who is asked. */
  readonly signerId: number;
  /** The signer or agent who decided. Null if nobody did. */
  readonly decidedById: number | null;
  /** Null while the task is pending. */
  readonly decision: TaskDecision | null;
  /** The message of the signer who asked for this task. */
  readonly note: string | null;
  /** The text written with the decision. */
  readonly opinion: string | null;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  /**
   * The task whose signer created this one, by an inquiry, a handover or adding a countersigner. Null when the route created
   * it.
   */
  readonly fromTaskId: number | null;
};

/** The last document number of a form on one day. */
export type SeriesRow = Row & {
  /** The common prefix of the numbers of that form and day. */
  readonly series: string;
  readonly last: number;
};

/** The only key in the index `pending`. */
const open = "open";

export const createSigningTables = (report: ReportChange) => ({
  documents: createTable<DocumentRow, "formSn" | "applicant" | "form" | "file">(
    "document",
    {
      formSn: (row) => [fold(row.formSn)],
      applicant: (row) => [row.applicantId],
      form: (row) => [row.formId],
      file: (row) => row.fileIds,
    },
    report,
  ),
  tasks: createTable<TaskRow, "uuid" | "document" | "pendingFor" | "pending">(
    "task",
    {
      uuid: (row) => [row.uuid],
      document: (row) => [row.documentId],
      pendingFor: (row) => (row.decision === null ? [row.signerId] : []),
      pending: (row) => (row.decision === null ? [open] : []),
    },
    report,
  ),
  series: createTable<SeriesRow, "series">("form-series", { series: (row) => [row.series] }, report),
});

type Tables = ReturnType<typeof createSigningTables>;

export const isInProgress = ({ status }: DocumentRow): boolean => status === taskViewStatus.inProgress;

/** All pending tasks, oldest first. */
export const pendingTasks = ({ tasks }: Pick<Tables, "tasks">): readonly TaskRow[] =>
  tasks.by("pending", open).toSorted((a, b) => a.id - b.id);

/** All tasks of a document, oldest first. */
export const tasksOf = ({ tasks }: Pick<Tables, "tasks">, document: DocumentRow): readonly TaskRow[] =>
  tasks.by("document", document.id).toSorted((a, b) => a.id - b.id);

export type Company = AgentsCompany & ReturnType<typeof createSigningTables> & PastTables;
