/** What is kept about agents: when a person is away, and who stands in for which forms. */
import type { KeptItem } from "../kept-item.ts";
import type { Row } from "../rows.ts";
import { createTable, type ReportChange } from "../table.ts";

/** Instants are ISO 8601 in UTC; the end is not part of the period. */
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
  /** Documents that come from these departments; empty: from anywhere. */
  readonly from: readonly KeptItem[];
  /** Smaller comes first. */
  readonly priority: number;
};

export const createAgentTables = (report: ReportChange) => ({
  agentTimes: createTable<AgentTimeRow, "uuid" | "person">(
    "agent-time",
    { uuid: (row) => [row.uuid], person: (row) => [row.personId] },
    report,
  ),
  agentUsers: createTable<AgentUserRow, "uuid" | "person" | "agent">(
    "agent-user",
    { uuid: (row) => [row.uuid], person: (row) => [row.personId], agent: (row) => [row.agentId] },
    report,
  ),
});
