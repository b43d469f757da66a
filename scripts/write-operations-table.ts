/** Writes docs/operations.md and docs/refusals.md from what the last run of the conformance suite has counted and recorded. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type OperationCounts, operationsTable } from "./operations-table.ts";
import { refusalsPage } from "./refusals-table.ts";

const file = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const counts = JSON.parse(await readFile(file(".cache/conformance.json"), "utf8")) as OperationCounts;
await mkdir(file("docs"), { recursive: true });
await writeFile(file("docs/operations.md"), operationsTable(counts));
await writeFile(file("docs/refusals.md"), refusalsPage());
console.log(
  `${Object.keys(counts).length} operations written to docs/operations.md, their refusals to docs/refusals.md`,
);
