/**
 * The section `documents` of the company document: pending and closed documents of workflow forms. Not part of the published
 * interface; it uses the interface's field names where they exist.
 */
import { z } from "zod";
import { taskKind, taskViewStatus } from "../records/forms.ts";
import { dateTime, PersonName } from "../records/organisation.ts";
import { filled, Uuid } from "../records/texts.ts";
import { RouteStep } from "./forms.ts";

/** Null: the person has been deleted. */
const account = PersonName.nullable();
/** `not-needed` means that another signer decided, or the document ended, before this signer did. */
const taskDecisions = ["approved", "rejected", "answered", "handed-over", "not-needed"] as const;
export type TaskDecision = (typeof taskDecisions)[number];

const oneOf = <T extends number>(values: Readonly<Record<string, T>>) =>
  z.union(Object.values(values).map((value) => z.literal(value)));

export const SectionTask = z.strictObject({
  nodeId: Uuid,
  /**
   * Position of the step: its index in the route. For a step inside a branch, the index of the branch and the index of the step
   * in that branch follow, and so on. All indexes start at 0.
   */
  place: z.array(z.int().min(0)).min(1),
  /** 1 is signing, 2 inquiry, 3 handover, 4 countersigning. */
  kind: oneOf(taskKind),
  signer: account,
  /** The signer or agent who decided. */
  decidedBy: account,
  /** Null: the task is pending. */
  decision: z.enum(taskDecisions).nullable(),
  /** The message of the signer who asked this signer to act. */
  note: z.string().nullable(),
  /** The text written with the decision. */
  opinion: z.string().nullable(),
  createdAt: dateTime,
  decidedAt: dateTime.nullable(),
  /** `nodeId` of the earlier task in the same document that led to this task; null for other tasks. */
  from: Uuid.nullable(),
});
export type SectionTask = z.infer<typeof SectionTask>;

export const SectionDocument = z.strictObject({
  formSn: filled,
  formCode: z.string(),
  applicant: account,
  /** Code of the applicant's department; null if the department has been deleted. */
  department: z.string().nullable(),
  subject: z.string(),
  urgent: z.boolean(),
  opinion: z.string().nullable(),
  /** The value of each field, by field code. */
  values: z.record(z.string(), z.unknown()),
  /** Ids of uploaded files. */
  files: z.array(Uuid),
  /** The steps of the form's route whose conditions hold. */
  route: z.array(RouteStep).min(1),
  /** 1 is in progress, 3 approved, 4 rejected, 5 voided, 6 abnormal (R79). */
  status: oneOf(taskViewStatus),
  applicantDate: dateTime,
  endDate: dateTime.nullable(),
  /** The applicant's reason for voiding the document. */
  voidReason: z.string().nullable(),
  /** The tasks, the oldest first. */
  tasks: z.array(SectionTask).min(1),
});
export type SectionDocument = z.infer<typeof SectionDocument>;

export const DocumentsSection = z.strictObject({ documents: z.array(SectionDocument) });
export type DocumentsSection = z.infer<typeof DocumentsSection>;
