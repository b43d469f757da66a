/**
 * Determines who may decide a task: the person who is asked and, during that person's absence, also the agent (R88). The task
 * is not reassigned.
 */
import { taskKind } from "../../contract/records/forms.ts";
import { actingAgentsFor } from "../agents/acting-agents.ts";
import { requireRow } from "../kernel/company/table.ts";
import { refuse } from "../kernel/refusal.ts";
import type { EmployeeRow } from "../organisation/tables.ts";
import { asOfRefresh } from "./as-of-refresh.ts";
import { openInquiries } from "./progress.ts";
import { isActive } from "./signers.ts";
import type { Company, DocumentRow, TaskRow } from "./tables.ts";

export type OwnTask = { readonly task: TaskRow; readonly document: DocumentRow; readonly asAgent: boolean };

/** Finds the task by its nodeId, whoever is to decide it. */
export const findTask = ({ tasks }: Company, nodeId: string, status?: number): TaskRow =>
  tasks.by("uuid", nodeId.toLowerCase())[0] ?? refuse("OPA-TASK-UNKNOWN", "nodeId", status);

/** Refuses a task that has been decided, or that waits for the answer to an inquiry. */
export const requireOpen = (company: Company, task: TaskRow): TaskRow => {
  if (task.decision !== null) refuse("OPA-TASK-DECIDED", "nodeId");
  if (openInquiries(company, task).length > 0) refuse("OPA-TASK-WAITING", "nodeId");
  return task;
};

/** True when this person may decide the task, directly or as an agent. */
export const isAsked = (company: Company, task: TaskRow, personId: number): boolean =>
  task.signerId === personId || actingAgentOf(company, task) === personId;

/** The first agent of the absent signer who is active, and not the applicant unless the task is an inquiry. */
const actingAgentOf = (company: Company, { documentId, signerId, kind }: TaskRow): number | undefined => {
  const { applicantId, departmentId, formId } = requireRow(company.documents, documentId);
  const agents = actingAgentsFor(asOfRefresh(company), signerId, formId, departmentId, company.clock.nowMs());
  return agents.find((id) => isActive(company, id) && (id !== applicantId || kind === taskKind.inquiry));
};

/** The task of F10 and F11, if it is this person's turn; otherwise refuses, with a separate code per reason. */
export const findOwnTask = (company: Company, nodeId: string, person: EmployeeRow): TaskRow => {
  const task = findTask(company, nodeId);
  const hadTurn = task.decidedById === person.id || isAsked(company, task, person.id);
  if (!hadTurn) refuse("OPA-TASK-FOREIGN", "user");
  return requireOpen(company, task);
};

/**
 * Every pending task that this person may decide now, oldest first. Tasks that wait for the answer to an inquiry are left out;
 * so are all tasks of a person who is not active, because F10 and F11 would refuse them.
 */
export const tasksFor = (company: Company, personId: number): readonly OwnTask[] => {
  const represented = asOfRefresh(company).agentUsers.by("agent", personId);
  return [...new Set([personId, ...represented.map((row) => row.personId)])]
    .flatMap((id) => company.tasks.by("pendingFor", id))
    .filter((task) => isActive(company, personId) && isAsked(company, task, personId))
    .filter((task) => openInquiries(company, task).length === 0)
    .map((task) => ({
      task,
      document: requireRow(company.documents, task.documentId),
      asAgent: task.signerId !== personId,
    }))
    .sort((a, b) => a.task.id - b.task.id);
};
