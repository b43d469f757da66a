/**
 * Determines who may decide a task: the person who is asked and, during that person's absence, also the agent (R88). The task
 * is not reassigned.
 */
import { taskKind } from "../../contract/form-records.ts";
import { isAway } from "../agents/agent-times.ts";
import { actingAgentsFor } from "../agents/agent-users.ts";
import { requireRow } from "../kernel/table.ts";
import { asOfRefresh, type OrganisationAsOf } from "./as-of-refresh.ts";
import { openInquiries } from "./progress.ts";
import { isActive } from "./signers.ts";
import type { Company, DocumentRow, TaskRow } from "./tables.ts";

export type OwnTask = { readonly task: TaskRow; readonly document: DocumentRow; readonly asAgent: boolean };

export const documentOf = ({ documents }: Company, { documentId }: TaskRow): DocumentRow =>
  requireRow(documents, documentId);

/**
 * Every pending task that this person may decide now, oldest first. Tasks that wait for the answer to an inquiry are left out.
 */
export const tasksFor = (company: Company, personId: number): readonly OwnTask[] => {
  const asOf = asOfRefresh(company);
  const absent = new Set(asOf.agentUsers.by("agent", personId).map((row) => row.personId));
  const own = (task: TaskRow) => ({ task, document: documentOf(company, task), asAgent: false });
  const instead = [...absent]
    .flatMap((id) => company.tasks.by("pendingFor", id))
    .map((task) => ({ ...own(task), asAgent: true }))
    .filter(
      ({ task, document }) => task.signerId !== personId && actingAgentOf(company, asOf, task, document) === personId,
    );
  return [...company.tasks.by("pendingFor", personId).map(own), ...instead]
    .filter(({ task }) => openInquiries(company, task).length === 0)
    .sort((a, b) => a.task.id - b.task.id);
};

/** True when this person may decide the task, directly or as an agent. */
export const isAsked = (company: Company, task: TaskRow, personId: number): boolean =>
  task.signerId === personId ||
  actingAgentOf(company, asOfRefresh(company), task, documentOf(company, task)) === personId;

/**
 * The first agent of the absent signer who is active, not absent, not the signer of this task, and not the applicant. The agent
 * for an inquiry may be the applicant, however.
 */
const actingAgentOf = (
  company: Company,
  asOf: OrganisationAsOf,
  task: TaskRow,
  { applicantId, departmentId, formId }: DocumentRow,
): number | undefined => {
  const now = company.clock.nowMs();
  return actingAgentsFor(asOf, task.signerId, formId, departmentId, now).find(
    (id) =>
      id !== task.signerId &&
      (id !== applicantId || task.kind === taskKind.inquiry) &&
      isActive(company, id) &&
      !isAway(asOf.agentTimes.by("person", id), now),
  );
};
