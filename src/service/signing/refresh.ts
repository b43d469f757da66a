/**
 * P1: the permission refresh, the count of changes that it resets (R24), and its effect on routes (R87, R88): pending tasks of
 * disabled or deleted people are reassigned. Tasks from the route go to the step's present signers; inquiries and tasks added by
 * a signer only end. Tasks of other people stay with them, even if the department's manager has changed.
 */
import { taskKind } from "../../contract/form-records.ts";
import { isoInstant } from "../../lib/clock.ts";
import { placeKey } from "../forms/route.ts";
import type { Handlers } from "../kernel/feature.ts";
import { mutationsOwed, setMutationsOwed } from "../kernel/refreshes.ts";
import { noteRefresh } from "./as-of-refresh.ts";
import { stepOf } from "./decide.ts";
import { documentOf } from "./own-tasks.ts";
import { advance, askAll, endTask, isAdded } from "./progress.ts";
import { askingFor, isActive, signersOf } from "./signers.ts";
import { type Company, type DocumentRow, isInProgress, pendingTasks, type TaskRow, tasksOf } from "./tables.ts";

export const refreshRules: Handlers<"P1", Company> = {
  P1: (company) => {
    const at = isoInstant(company.clock.nowMs());
    company.refreshes.put({ id: company.newId(), at, dirtyBefore: mutationsOwed(company) });
    setMutationsOwed(company, 0);
    noteRefresh(company);
    reassignTasks(company);
  },
};

const reassignTasks = (company: Company): void => {
  const lost = pendingTasks(company).filter((task) => !isActive(company, task.signerId));
  for (const { id } of lost) {
    const task = company.tasks.get(id);
    if (task?.decision === null) endTask(company, task, "not-needed", null);
  }
  for (const task of lost) {
    const document = documentOf(company, task);
    if (task.kind !== taskKind.inquiry && !isAdded(company, task)) replaceSigner(company, document, task);
  }
  for (const id of new Set(lost.map(({ documentId }) => documentId))) {
    const document = company.documents.get(id);
    if (document && isInProgress(document)) advance(company, document);
  }
};

/**
 * Asks the signers of the step who were not asked yet. If one signature is enough and another asked signer can still sign,
 * nobody else is asked.
 */
const replaceSigner = (company: Company, document: DocumentRow, lost: TaskRow): void => {
  const step = stepOf(document, lost);
  const asked = tasksOf(company, document)
    .filter((task) => placeKey(task.place) === placeKey(lost.place) && task.kind !== taskKind.inquiry)
    .filter(({ decision }) => decision === null || decision === "approved");
  const stillAsked = asked.filter((task) => !isAdded(company, task));
  if (step.mode === "any" && stillAsked.length > 0) return;
  const signers = signersOf(askingFor(company, document), step).filter(
    (id) => !stillAsked.some(({ signerId }) => signerId === id),
  );
  askAll(company, document, step, lost.place, signers);
};
