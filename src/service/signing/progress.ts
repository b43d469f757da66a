/**
 * Moves a document through its route. Only the tasks are stored, not the progress: after each decision the route is walked from
 * its beginning, and the signers of the first step without tasks are asked.
 */
import { randomUUID } from "node:crypto";
import type { TaskDecision } from "../../contract/documents-section.ts";
import { type TaskViewStatus, taskKind, taskViewStatus } from "../../contract/form-records.ts";
import { isoInstant } from "../../lib/clock.ts";
import { placeKey, type SigningStep, type StoredStep } from "../forms/route.ts";
import { stored } from "../kernel/table.ts";
import { askingFor, signersOf } from "./signers.ts";
import { type Company, type DocumentRow, type TaskRow, tasksOf } from "./tables.ts";

/** `broken`: the route needs a signature that nobody can give. */
type Progress = "waiting" | "done" | "broken";

/** Asks the next signers. Ends the document when every step is done, or when nobody can sign the next step. */
export const advance = (company: Company, document: DocumentRow): void => {
  const tasksAt = Map.groupBy(tasksOf(company, document), ({ place }) => placeKey(place));
  const progressOf = (step: StoredStep, place: readonly number[]): Progress => {
    if (step.kind === "branches") {
      const all = step.branches.map((branch, at) => progressOfAll(branch.steps, [...place, at]));
      return (["broken", "waiting"] as const).find((state) => all.includes(state)) ?? "done";
    }
    const tasks = tasksAt.get(placeKey(place));
    if (!tasks) return askAll(company, document, step, place) ? "waiting" : "broken";
    if (tasks.some(({ decision }) => decision === null)) return "waiting";
    return tasks.some((task) => task.decision === "approved" && !isAdded(company, task)) ? "done" : "broken";
  };
  const progressOfAll = (steps: readonly StoredStep[], before: readonly number[]): Progress => {
    for (const [at, step] of steps.entries()) {
      const progress = progressOf(step, [...before, at]);
      if (progress !== "done") return progress;
    }
    return "done";
  };
  const progress = progressOfAll(document.route, []);
  if (progress === "done") endDocument(company, document, taskViewStatus.approved);
  if (progress === "broken") endDocument(company, document, taskViewStatus.abnormal);
};

/** Creates one task per signer of the step, except for these people. Returns false when there are no others. */
export const askAll = (
  company: Company,
  document: DocumentRow,
  step: SigningStep,
  place: readonly number[],
  except: readonly number[] = [],
): boolean => {
  const kind = step.mode === "all" ? taskKind.countersign : taskKind.sign;
  const signers = signersOf(askingFor(company, document), step).filter((id) => !except.includes(id));
  for (const signerId of signers) addTask(company, document, { kind, place, signerId });
  return signers.length > 0;
};

type NewTask = Pick<TaskRow, "place" | "signerId" | "kind"> & Partial<Pick<TaskRow, "fromTaskId" | "note">>;

export const addTask = (
  company: Company,
  document: DocumentRow,
  { fromTaskId = null, note = null, ...task }: NewTask,
): TaskRow =>
  stored(company.tasks, {
    id: company.newId(),
    uuid: randomUUID(),
    documentId: document.id,
    ...task,
    decidedById: null,
    decision: null,
    note,
    opinion: null,
    createdAt: isoInstant(company.clock.nowMs()),
    decidedAt: null,
    fromTaskId,
  });

/**
 * Stores the decision on a task and ends the task's open inquiries, which are no longer needed. `byId` is null when nobody
 * decided.
 */
export const endTask = (
  company: Company,
  task: TaskRow,
  decision: TaskDecision,
  byId: number | null,
  opinion: string | null = null,
): void => {
  const decidedAt = isoInstant(company.clock.nowMs());
  company.tasks.put({ ...task, decision, decidedById: byId, opinion, decidedAt });
  dropTasks(company, openInquiries(company, task));
};

/** Ends those of the tasks that are still pending, because they are no longer needed. */
export const dropTasks = (company: Company, tasks: readonly TaskRow[]): void => {
  for (const { id } of tasks) {
    const task = company.tasks.get(id);
    if (task?.decision === null) endTask(company, task, "not-needed", null);
  }
};

/** The unanswered inquiries that came from this task. While there are any, the task waits. */
export const openInquiries = (company: Company, task: TaskRow): readonly TaskRow[] =>
  company.tasks
    .by("document", task.documentId)
    .filter((other) => other.fromTaskId === task.id && other.kind === taskKind.inquiry && other.decision === null);

/** The tasks at the same place of the route, including this one, without inquiries. */
export const signaturesAt = (company: Company, { documentId, place }: TaskRow): readonly TaskRow[] =>
  company.tasks
    .by("document", documentId)
    .filter((other) => placeKey(other.place) === placeKey(place) && other.kind !== taskKind.inquiry);

/** Ends the document and its pending tasks. */
export const endDocument = (
  company: Company,
  document: DocumentRow,
  status: TaskViewStatus,
  voidReason: string | null = null,
): void => {
  const endDate = isoInstant(company.clock.nowMs());
  company.documents.put({ ...document, status, endDate, voidReason });
  dropTasks(company, tasksOf(company, document));
};

/** True when another signer, not the route, added this task. */
export const isAdded = (company: Company, task: TaskRow): boolean => {
  const from = task.fromTaskId === null ? undefined : company.tasks.get(task.fromTaskId);
  if (!from) return false;
  return task.kind === taskKind.handover ? isAdded(company, from) : task.kind === taskKind.countersign;
};
