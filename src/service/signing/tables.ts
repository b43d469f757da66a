/** What is kept about documents in signing: the document, its tasks, and the number that each form has come to. */
import type { TaskDecision } from "../../contract/documents-section.ts";
import { type TaskKind, type TaskViewStatus, taskViewStatus } from "../../contract/form-records.ts";
import { fold } from "../identity.ts";
import type { Row } from "../rows.ts";
import { createTable, type ReportChange } from "../table.ts";
import type { KeptStep } from "./route.ts";

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
  /** What applies of the form's route, as it was at the start. */
  readonly route: readonly KeptStep[];
  readonly status: TaskViewStatus;
  readonly applicantDate: string;
  readonly endDate: string | null;
  /** Why the applicant voided it. */
  readonly voidReason: string | null;
};

/** One signature or answer that is asked for, or was given. */
export type TaskRow = Row & {
  /** The nodeId of the interface. */
  readonly uuid: string;
  readonly documentId: number;
  /** Place in the route: number of the step, then of the branch and of the step in it, and so on. */
  readonly place: readonly number[];
  readonly kind: TaskKind;
  /** Who is asked. */
  readonly signerId: number;
  /** Who decided: the signer or an agent. Null where nobody did. */
  readonly decidedById: number | null;
  /** Null while it is pending. */
  readonly decision: TaskDecision | null;
  /** What another signer wrote who asked this one. */
  readonly note: string | null;
  /** What was written with the decision. */
  readonly opinion: string | null;
  readonly createdAt: string;
  readonly decidedAt: string | null;
  /** The task that this one grew from: inquiry, handover, added countersigner. Null: the route asked. */
  readonly fromTaskId: number | null;
};

/** How many documents of a form there were on a day. */
export type SeriesRow = Row & {
  /** What the numbers of that form and day begin with. */
  readonly series: string;
  readonly last: number;
};

/** Keys of the index `open`. */
const open = "open";

export const createSigningTables = (report: ReportChange) => ({
  documents: createTable<DocumentRow, "formSn" | "applicant" | "form">(
    "document",
    { formSn: (row) => [fold(row.formSn)], applicant: (row) => [row.applicantId], form: (row) => [row.formId] },
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
