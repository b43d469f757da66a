/**
 * Lists who would change, department by department, from the JSON of a plan:
 *
 *     musterd plan --json | node examples/who-would-change.ts
 *
 * ID numbers, birth dates and phones read "•••" there, as in every report.
 */
import { text } from "node:stream/consumers";

type Report = {
  readonly format: "musterd-report";
  readonly names: { readonly department: Readonly<Record<string, string>> };
  readonly entries: readonly {
    readonly kind: string;
    readonly key: string;
    readonly label: string;
    readonly department?: string;
    /** What happens, worst first. */
    readonly verbs: readonly string[];
    readonly facts: readonly { readonly field: string }[];
  }[];
};

const report = JSON.parse(await text(process.stdin)) as Report;
const people = report.entries.filter(({ kind }) => kind === "employee");

for (const [code, entries] of Map.groupBy(people, ({ department }) => department ?? "")) {
  console.log(report.names.department[code] ?? "no department");
  for (const { verbs, key, label, facts } of entries)
    console.log(`  ${label} (${key}) ${verbs.join(", ")}: ${facts.map(({ field }) => field).join(", ")}`);
}
