/**
 * Lists who would change, department by department, from the JSON of a plan:
 *
 *     musterd plan --json | node examples/who-would-change.ts
 *
 * ID numbers, birth dates and phones read "•••" there, as in every report.
 */
import { text } from "node:stream/consumers";
import type { Change } from "musterd";

type Report = {
  readonly format: "musterd-report";
  readonly departments: Readonly<Record<string, string>>;
  readonly changes: readonly Pick<Change, "kind" | "action" | "key" | "label" | "department" | "fields">[];
};

const report = JSON.parse(await text(process.stdin)) as Report;
const people = report.changes.filter(({ kind }) => kind === "employee");

for (const [code, changes] of Map.groupBy(people, ({ department }) => department ?? "")) {
  console.log(report.departments[code] ?? "no department");
  for (const { action, key, label, fields } of changes)
    console.log(`  ${action} ${label} (${key}): ${fields.map(({ field }) => field).join(", ")}`);
}
