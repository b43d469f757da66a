/**
 * Moves a document through its route. Only the tasks are stored, not the progress: after each decision the route is walked from
 * its beginning, and the signers of the first step without tasks are asked.
 */
import { randomUUID } from "node:crypto";
import { type TaskViewStatus, taskKind, taskViewStatus } from "../../contract/records/forms.ts";
import type { TaskDecision } from "../../contract/sections/documents.ts";
import { isoInstant } from "../../lib/clock.ts";
import { placeKey, type SigningStep, type StoredStep } from "../forms/route.ts";
import { requireRow, stored } from "../kernel/company/table.ts";
import { signersOf } from "./signers.ts";
import { type Company, type DocumentRow, type TaskRow, tasksOf } from "./tables.ts";

/** `broken`: the route needs a signature that nobody can give. */
type Progress = "waiting" | "done" | "broken";

/**
 * Asks the next signers. Ends the document when every step is done, or when nobody can sign the next step. `lost` are the ids of
 * tasks that ended because their signers left: the step's present signers who were not asked yet take their place. If one
 * signature is enough and another asked signer can still sign, nobody else is asked.
 */
export const advance = (company: Company, document: DocumentRow, lost: ReadonlySet<number> = new Set()): void => {
  const tasksAt = Map.groupBy(tasksOf(company, document), ({ place }) => placeKey(place));
  const progressOf = (step: StoredStep, place: readonly number[]): Progress => {
    if (step.kind === "branches") {
      const all = step.branches.map((branch, at) => progressOfAll(branch.steps, [...place, at]));
      return (["broken", "waiting"] as const).find((state) => all.includes(state)) ?? "done";
    }
    const tasks = tasksAt.get(placeKey(place)) ?? [];
    const ofRoute = tasks.filter((task) => isOfRoute(company, task));
    const left = ofRoute.filter(({ decision }) => decision === null || decision === "approved");
    const isShort = ofRoute.some(({ id }) => lost.has(id)) && (step.mode === "all" || left.length === 0);
    if ((tasks.length === 0 || isShort) && askMore(company, document, step, place, left)) return "waiting";
    const isSigned = left.some(({ decision }) => decision === "approved");
    if (isSigned && step.mode === "any") dropTasks(company, left);
    if (tasks.some(({ id }) => company.tasks.get(id)?.decision === null)) return "waiting";
    return isSigned ? "done" : "broken";
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

/** Creates one task for each signer of the step who has none of these. Returns false when there are no others. */
const askMore = (
  company: Company,
  document: DocumentRow,
  step: SigningStep,
  place: readonly number[],
  asked: readonly TaskRow[],
): boolean => {
  const kind = step.mode === "all" ? taskKind.countersign : taskKind.sign;
  const more = new Set(signersOf(company, document, step)).difference(new Set(asked.map(({ signerId }) => signerId)));
  for (const signerId of more) addTask(company, document, { kind, place, signerId });
  return more.size > 0;
};

/** True when the route, not another signer, asks for this signature. A task that was handed over stays what it was. */
const isOfRoute = (company: Company, { kind, fromTaskId }: TaskRow): boolean =>
  fromTaskId === null
    ? kind !== taskKind.inquiry
    : kind === taskKind.handover && isOfRoute(company, requireRow(company.tasks, fromTaskId));

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
