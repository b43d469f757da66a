/** Rows of the agents: periods of absence, and agents with their forms. */
import type { Company as FormsCompany } from "../forms/tables.ts";
import { createTable, type ReportChange, type Row } from "../kernel/company/table.ts";
import type { DepartmentItem } from "../organisation/tables.ts";

/** A period of absence. `startTime` and `endTime` are ISO 8601 in UTC; the period does not include `endTime`. */
export type AgentTimeRow = Row & {
  readonly uuid: string;
  readonly personId: number;
  readonly startTime: string;
  readonly endTime: string;
};

export type AgentUserRow = Row & {
  readonly uuid: string;
  readonly personId: number;
  readonly agentId: number;
  /** Null: all forms. */
  readonly formId: number | null;
  /** Departments whose documents are covered; empty: all. */
  readonly from: readonly DepartmentItem[];
  /** The smallest number is the first choice. */
  readonly priority: number;
};

export const createAgentTables = (report: ReportChange) => ({
  agentTimes: createTable(
    "agent-time",
    { uuid: (row: AgentTimeRow) => [row.uuid], person: (row) => [row.personId] },
    report,
  ),
  agentUsers: createTable(
    "agent-user",
    { uuid: (row: AgentUserRow) => [row.uuid], person: (row) => [row.personId], agent: (row) => [row.agentId] },
    report,
  ),
});

export type Company = FormsCompany & ReturnType<typeof createAgentTables>;
