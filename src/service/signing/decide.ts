/** A signer's actions on a task: approve or answer, reject, hand over, inquire, add countersigners (R88). */
import { taskKind, taskViewStatus } from "../../contract/form-records.ts";
import { placeKey, signingSteps } from "../forms/route.ts";
import { refuse } from "../kernel/refusal.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import { documentOf, isAsked } from "./own-tasks.ts";
import { addTask, advance, endDocument, endTask, isAdded, openInquiries } from "./progress.ts";
import { type Company, type DocumentRow, type TaskRow, tasksOf } from "./tables.ts";

/** The task with this nodeId, if it is this person's turn; otherwise refuses, with a separate code per reason. */
export const findOwnTask = (company: Company, nodeId: string, person: EmployeeRow): TaskRow => {
  const task = company.tasks.by("uuid", nodeId.toLowerCase())[0] ?? refuse("OPA-TASK-UNKNOWN", "nodeId");
  const hadTurn = task.decidedById === person.id || isAsked(company, task, person.id);
  if (!hadTurn) refuse("OPA-TASK-FOREIGN", "user");
  return requireOpen(company, task);
};

/** Refuses a task that has been decided, or that waits for the answer to an inquiry. */
export const requireOpen = (company: Company, task: TaskRow): TaskRow => {
  if (task.decision !== null) refuse("OPA-TASK-DECIDED", "nodeId");
  if (openInquiries(company, task).length > 0) refuse("OPA-TASK-WAITING", "nodeId");
  return task;
};

/** Refuses a person who may not sign in. */
export const requireActive = (person: EmployeeRow, where: string): EmployeeRow =>
  person.data.active ? person : refuse("OPA-USER-INACTIVE", where);

/** Approves, or answers an inquiry; then asks the next signers. */
export const approve = (company: Company, task: TaskRow, personId: number, opinion: string | null): void => {
  const document = documentOf(company, task);
  const isAnswer = task.kind === taskKind.inquiry;
  endTask(company, task, isAnswer ? "answered" : "approved", personId, opinion);
  if (isAnswer) return;
  if (!isAdded(company, task) && stepOf(document, task).mode === "any") releaseOthers(company, document, task);
  advance(company, document);
};

/** Rejects the whole document. */
export const reject = (company: Company, task: TaskRow, personId: number, opinion: string): void => {
  if (task.kind === taskKind.inquiry) refuse("OPA-TASK-INQUIRY", "nodeId");
  endTask(company, task, "rejected", personId, opinion);
  endDocument(company, documentOf(company, task), taskViewStatus.rejected);
};

/** Lets another person sign instead of the signer. */
export const handOver = (company: Company, task: TaskRow, to: EmployeeRow, note: string | null): TaskRow => {
  endTask(company, task, "handed-over", task.signerId);
  return askAlso(company, task, taskKind.handover, to, note);
};

/** An action of a task's signer that creates a task for each of these people. `note` is the signer's message to them. */
export type Turn = (company: Company, task: TaskRow, to: readonly EmployeeRow[], note: string | null) => TaskRow[];

const asking =
  (kind: TaskRow["kind"]): Turn =>
  (company, task, to, note) =>
    to.map((person) => askAlso(company, task, kind, person, note));

/** Asks these people a question. The task waits until all of them have answered. The applicant may be one of them. */
export const inquire = asking(taskKind.inquiry);

/** Adds signers. The step ends only when they have signed too. */
export const addCountersigners = asking(taskKind.countersign);

const askAlso = (
  company: Company,
  task: TaskRow,
  kind: TaskRow["kind"],
  to: EmployeeRow,
  note: string | null,
): TaskRow => {
  const document = documentOf(company, task);
  if (task.kind === taskKind.inquiry) refuse("OPA-TASK-INQUIRY", "nodeId");
  requireActive(to, "to");
  if (to.id === task.signerId) refuse("OPA-SIGNER-SELF", "to");
  if (to.id === document.applicantId && kind !== taskKind.inquiry) refuse("OPA-SIGNER-APPLICANT", "to");
  const isSame = (other: TaskRow): boolean =>
    kind === taskKind.inquiry
      ? other.kind === kind && other.fromTaskId === task.id
      : other.kind !== taskKind.inquiry && other.id !== task.id;
  const asked = tasksAt(company, document, task).filter((other) => other.decision === null && isSame(other));
  if (asked.some(({ signerId }) => signerId === to.id)) refuse("OPA-SIGNER-ASKED", "to");
  return addTask(company, document, { kind, place: task.place, signerId: to.id, fromTaskId: task.id, note });
};

const tasksAt = (company: Company, document: DocumentRow, { place }: TaskRow): readonly TaskRow[] =>
  tasksOf(company, document).filter((task) => placeKey(task.place) === placeKey(place));

/** The step of the route that a task belongs to. */
export const stepOf = ({ route }: DocumentRow, { place }: TaskRow) => {
  const found = signingSteps(route).find((one) => placeKey(one.place) === placeKey(place));
  if (!found) throw new Error("a task is at a place that its route does not have");
  return found.step;
};

/** Ends the other tasks of a step in which one signature is enough. Tasks that signers have added stay. */
const releaseOthers = (company: Company, document: DocumentRow, approved: TaskRow): void => {
  for (const { id } of tasksAt(company, document, approved)) {
    const task = company.tasks.get(id);
    if (!task || task.decision !== null || task.kind === taskKind.inquiry) continue;
    if (!isAdded(company, task)) endTask(company, task, "not-needed", null);
  }
};
