/** A signer's actions on a task: approve or answer, reject, and ask other people (R88). */
import { taskKind, taskViewStatus } from "../../contract/records/forms.ts";
import { placeKey } from "../forms/route.ts";
import { requireRow } from "../kernel/company/table.ts";
import { refuse } from "../kernel/refusal.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import { addTask, advance, endDocument, endTask, openInquiries } from "./progress.ts";
import type { Company, TaskRow } from "./tables.ts";

/** Approves, then asks the next signers; or answers an inquiry. */
export const approve = (company: Company, task: TaskRow, personId: number, opinion: string | null): void => {
  const isAnswer = task.kind === taskKind.inquiry;
  endTask(company, task, isAnswer ? "answered" : "approved", personId, opinion);
  if (!isAnswer) advance(company, requireRow(company.documents, task.documentId));
};

/** Rejects the whole document. */
export const reject = (company: Company, task: TaskRow, personId: number, opinion: string): void => {
  if (task.kind === taskKind.inquiry) refuse("OPA-TASK-INQUIRY", "nodeId");
  endTask(company, task, "rejected", personId, opinion);
  endDocument(company, requireRow(company.documents, task.documentId), taskViewStatus.rejected);
};

/**
 * Creates a task for each of these people. A `handover` lets them sign instead of the signer. The `inquiry` is a question: the
 * task waits until all of them have answered, and the applicant may be one of them. A `countersign` adds signers: the step ends
 * only when they have signed, too. `note` is the signer's message to them.
 */
export const askOthers = (
  company: Company,
  task: TaskRow,
  kind: TaskRow["kind"],
  to: readonly EmployeeRow[],
  note: string | null,
): readonly TaskRow[] => {
  const document = requireRow(company.documents, task.documentId);
  const isInquiry = kind === taskKind.inquiry;
  if (task.kind === taskKind.inquiry) refuse("OPA-TASK-INQUIRY", "nodeId");
  if (kind === taskKind.handover) endTask(company, task, "handed-over", task.signerId);
  return to.map((person) => {
    if (!person.data.active) refuse("OPA-USER-INACTIVE", "to");
    if (person.id === task.signerId) refuse("OPA-SIGNER-SELF", "to");
    if (person.id === document.applicantId && !isInquiry) refuse("OPA-SIGNER-APPLICANT", "to");
    const others = isInquiry ? openInquiries(company, task) : signaturesAt(company, task);
    const isPresent = others.some(({ decision, signerId }) => decision === null && signerId === person.id);
    if (isPresent) refuse("OPA-SIGNER-ASKED", "to");
    return addTask(company, document, { kind, place: task.place, signerId: person.id, fromTaskId: task.id, note });
  });
};

/** The tasks at the same place of the route, including this one, without inquiries. */
const signaturesAt = (company: Company, { documentId, place }: TaskRow): readonly TaskRow[] =>
  company.tasks
    .by("document", documentId)
    .filter((other) => placeKey(other.place) === placeKey(place) && other.kind !== taskKind.inquiry);
