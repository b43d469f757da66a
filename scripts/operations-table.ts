/**
 * Makes the table of all operations in docs/operations.md: the contract's description of each operation, and how often the
 * tests checked it.
 */
import { operationIds, pathTemplateOf, specOf } from "../src/contract/contract.ts";
import { permissionLabels } from "../src/contract/operations/permission-labels.ts";

export type Seen = "success" | "refusal" | "bound" | "permission";

/** For each operation, how many checks of each kind passed. */
export type OperationCounts = Readonly<Record<string, Readonly<Record<Seen, number>>>>;

const none = { success: 0, refusal: 0, bound: 0, permission: 0 };

const introduction = `# Operations

All operations of the interface, and how many checks of each kind the conformance suite makes of it: through the typed client,
over HTTP, against the running service. *Success*: what it answers and does. *Refusals*: stated conditions. *Bounds*: values
that are missing, null, blank, of another type, too small, too large. *Permission*: callers without it, and unknown ones.
[Refusals](refusals.md) has the codes with which they refuse, and what the answer looks like.

\`version\` is \`1\` or \`1.0\`. Written by \`npm run operations\`; a test fails when it is out of date.
`;

const columns = [
  "Id",
  "Method of the client",
  "Operation",
  "作業",
  "Group",
  "Method",
  "Path",
  "Permission",
  "Success",
  "Refusals",
  "Bounds",
  "Permission checks",
];

export const operationsTable = (counts: OperationCounts): string => {
  const rows = operationIds.map((id) => {
    const { name, summary, summaryZhTw, group, method, permission } = specOf(id);
    const seen = counts[id] ?? none;
    const path = pathTemplateOf(id, "{version}");
    const needed = permission ? `${permission}: ${permissionLabels[permission]}` : "any";
    const numbers = [seen.success, seen.refusal, seen.bound, seen.permission];
    return [id, `\`${name}\``, summary, summaryZhTw, group, method, `\`${path}\``, needed, ...numbers.map(String)];
  });
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const rule = columns.map((_, at) => (at < 8 ? "---" : "---:"));
  return `${introduction}\n${[columns, rule, ...rows].map(line).join("\n")}\n`;
};
