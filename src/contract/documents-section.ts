/**
 * Documents in signing, and those that are closed, as the service is loaded with them and shows them to its administrator.
 * Not part of the published interface; field names follow it where it has one.
 */
import { z } from "zod";
import { taskKind, taskViewStatus } from "./form-records.ts";
import { RouteStep } from "./forms-section.ts";
import { dateTime } from "./records.ts";

/** Account of a person; null: deleted since. */
const account = z.string().nullable();
/** `not-needed`: somebody else's decision, or the end of the document, came first. */
const taskDecisions = ["approved", "rejected", "answered", "handed-over", "not-needed"] as const;
export type TaskDecision = (typeof taskDecisions)[number];

const oneOf = <T extends number>(values: Readonly<Record<string, T>>) =>
  z.union(Object.values(values).map((value) => z.literal(value)));

const DocumentTask = z.strictObject({
  nodeId: z.uuid(),
  /** Number of the step in the route, then of the branch and of the step in it, and so on; each from 0. */
  place: z.array(z.int().min(0)).min(1),
  /** 1 sign, 2 inquiry, 3 handover, 4 countersign. */
  kind: oneOf(taskKind),
  signer: account,
  /** Who decided: the signer or an agent. */
  decidedBy: account,
  /** Null: pending. */
  decision: z.enum(taskDecisions).nullable(),
  /** What another signer wrote who asked this one. */
  note: z.string().nullable(),
  opinion: z.string().nullable(),
  createdAt: dateTime,
  decidedAt: dateTime.nullable(),
  /** nodeId of the task that this one grew from; an earlier one of the same document. */
  from: z.uuid().nullable(),
});

export const SectionDocument = z.strictObject({
  formSn: z.string().regex(/\S/),
  formCode: z.string(),
  applicant: account,
  /** Code of the applicant's department; null: deleted since. */
  department: z.string().nullable(),
  subject: z.string(),
  urgent: z.boolean(),
  opinion: z.string().nullable(),
  /** Field code → value. */
  values: z.record(z.string(), z.unknown()),
  /** Ids of uploaded files. */
  files: z.array(z.uuid()),
  /** The steps of the form's route that apply. */
  route: z.array(RouteStep).min(1),
  /** 1 in progress, 3 approved, 4 rejected, 5 voided, 6 abnormal (R79). */
  status: oneOf(taskViewStatus),
  applicantDate: dateTime,
  endDate: dateTime.nullable(),
  voidReason: z.string().nullable(),
  /** Oldest first. */
  tasks: z.array(DocumentTask).min(1),
});
export type SectionDocument = z.infer<typeof SectionDocument>;

export const DocumentsSection = z.strictObject({ documents: z.array(SectionDocument) });
export type DocumentsSection = z.infer<typeof DocumentsSection>;
