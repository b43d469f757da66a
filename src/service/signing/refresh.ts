/**
 * P1: the permission refresh, the count of changes that it resets (R24), and its effect on routes (R87, R88): pending tasks of
 * disabled or deleted people are reassigned. Tasks from the route go to the step's present signers; inquiries and tasks added by
 * a signer only end. Tasks of other people stay with them, even if the department's manager has changed.
 */
import { taskKind } from "../../contract/form-records.ts";
import { isoInstant } from "../../lib/clock.ts";
import { stepAt } from "../forms/route.ts";
import type { Handlers } from "../kernel/feature.ts";
import { mutationsOwed, setMutationsOwed } from "../kernel/refreshes.ts";
import { requireRow } from "../kernel/table.ts";
import { noteRefresh } from "./as-of-refresh.ts";
import { advance, askAll, dropTasks, isAdded, signaturesAt } from "./progress.ts";
import { isActive } from "./signers.ts";
import { type Company, pendingTasks, type TaskRow } from "./tables.ts";

export const refreshRules: Handlers<"P1", Company> = {
  P1: (company) => {
    const at = isoInstant(company.clock.nowMs());
    company.refreshes.put({ id: company.newId(), at, dirtyBefore: mutationsOwed(company) });
    setMutationsOwed(company, 0);
    noteRefresh(company);
    const lost = pendingTasks(company).filter((task) => !isActive(company, task.signerId));
    dropTasks(company, lost);
    for (const task of lost) replaceSigner(company, task);
    const documentIds = new Set(lost.map(({ documentId }) => documentId));
    for (const id of documentIds) advance(company, requireRow(company.documents, id));
  },
};

/**
 * Asks the signers of the step who were not asked yet. If one signature is enough and another asked signer can still sign,
 * nobody else is asked.
 */
const replaceSigner = (company: Company, lost: TaskRow): void => {
  const document = requireRow(company.documents, lost.documentId);
  const step = stepAt(document.route, lost.place);
  if (!step || lost.kind === taskKind.inquiry || isAdded(company, lost)) return;
  const stillAsked = signaturesAt(company, lost)
    .filter(({ decision }) => decision === null || decision === "approved")
    .filter((task) => !isAdded(company, task))
    .map(({ signerId }) => signerId);
  if (step.mode === "all" || stillAsked.length === 0) askAll(company, document, step, lost.place, stillAsked);
};
