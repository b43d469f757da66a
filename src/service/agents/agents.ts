/** Agents who sign for people who are absent (A1–A6). */
import type { Feature } from "../kernel/feature.ts";
import { agentRules } from "./rules.ts";
import { dumpAgents, loadAgents } from "./section.ts";
import { type Company, createAgentTables } from "./tables.ts";

export const agents = {
  tables: createAgentTables,
  rules: agentRules,
  sections: { agents: { refersTo: ["organisation", "forms"], load: loadAgents, dump: dumpAgents } },
} satisfies Feature<Company>;
