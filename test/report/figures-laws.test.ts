/**
 * Every figure of the head counts is true: it equals the one that the service has before and after, for plans, for undos, and for
 * undos of undos; and all formats show the same. Where not everybody was read, there is none.
 */
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Plan } from "../../src/model/plan.ts";
import { csvReport } from "../../src/report/csv.ts";
import { entriesOf } from "../../src/report/entries.ts";
import { entryPhrasing } from "../../src/report/entry-phrasing.ts";
import { movementCells } from "../../src/report/head-counts.ts";
import { htmlReport } from "../../src/report/html.ts";
import { jsonReport } from "../../src/report/json.ts";
import { inert, markdownReport } from "../../src/report/markdown.ts";
import { phrasing } from "../../src/report/phrasing.ts";
import { reportTables } from "../../src/report/tables.ts";
import { textReport } from "../../src/report/text.ts";
import { type Pair, pairs } from "../support/arbitraries.ts";
import { executePlan } from "../support/execute-plan.ts";
import { canonical, type FullDirectory } from "../support/full-directory.ts";
import { memoryTarget } from "../support/memory-target.ts";
import { planFor } from "../support/planning.ts";
import { cases } from "../support/runs.ts";
import { recordOfRun, undoOn } from "../support/undo.ts";
import { reportOf } from "./report-builder.ts";
import { unpackedPage } from "./unpacked-page.ts";

type Movements = readonly {
  code: string;
  before?: number;
  after?: number;
  joins: number;
  leaves: number;
  movesIn: number;
  movesOut: number;
}[];

const heads = ({ employees }: FullDirectory, code: string): number =>
  employees.filter(
    ({ active, posts }) =>
      active && posts.some(({ main, department }) => main && canonical(department) === canonical(code)),
  ).length;

let whole = 0;
let partial = 0;

/** Compares what the report of a plan says with the service before and after. */
const agree = (plan: Plan, before: FullDirectory, after: FullDirectory): void => {
  const report = reportOf(plan);
  const json = JSON.parse(jsonReport(report)) as {
    movements: Movements;
    entries: unknown[];
    heldEntries: unknown[];
    organisation: Plan["organisation"];
  };
  const formerCode = new Map(
    plan.organisation.departments.map(({ code, formerCode: former }) => [code, former ?? code]),
  );
  for (const movement of json.movements) {
    const { code, joins, leaves, movesIn, movesOut } = movement;
    const was = heads(before, formerCode.get(code) ?? code);
    const is = heads(after, code);
    if (movement.before !== undefined) expect(movement.before, `${code} before`).toBe(was);
    if (movement.after !== undefined) expect(movement.after, `${code} after`).toBe(is);
    expect(is - was, `${code} change`).toBe(joins + movesIn - leaves - movesOut);
    if (movement.before === undefined && movement.after === undefined) partial += 1;
    else whole += 1;
  }
  const say = phrasing(report);
  const tell = entryPhrasing(plan, say);
  const rows = entriesOf(plan).movements.map((movement) => movementCells(say, tell, movement));
  const text = textReport(report, { colour: false, width: 4000, full: true })
    .split("\n")
    .map((line) => line.replaceAll("·", " ").split(/ {2,}/).filter(Boolean));
  const markdown = markdownReport(report, true);
  const sheet = reportTables(report).find(({ name }) => name === say.phrase("movements"));
  const asNumber = (cell = "") =>
    cell === "" ? "" : Number(cell.replace("−", "-").replace("±", "").replace(/ .*/, ""));
  const numbersOf = ([department = "", before, came, went, now, change]: readonly string[]) => {
    const counts = [before, came, went, now, change].map(asNumber);
    return [department, counts[0], counts[1] || 0, counts[2] || 0, counts[3], counts[4]];
  };
  expect([...(sheet?.rows() ?? [])].map((row) => row.map((cell) => cell || (cell === 0 ? 0 : "")))).toEqual(
    rows.map(numbersOf),
  );
  const { tables } = JSON.parse(unpackedPage(htmlReport(report)).meta || '{"tables":{"departments":[]}}') as {
    tables: { departments: string[][] };
  };
  for (const [department = "", ...numbers] of rows) {
    expect(text).toContainEqual([...numbers, department].filter(Boolean));
    expect(markdown).toContain(`| ${[department, ...numbers].map(inert).join(" | ")} |`);
    expect(tables.departments.map(([name, , ...cells]) => [name, ...cells])).toContainEqual([department, ...numbers]);
  }
  const rowsOfCsv: string[][] = parse(csvReport(report), { bom: true });
  const objects = rowsOfCsv.slice(1).filter(([, kind]) => kind !== "");
  const named = new Set(objects.map(([state, kind, , key]) => JSON.stringify([state, kind, key])));
  expect(named.size).toBe(json.entries.length + json.heldEntries.length);
};

it("says of every department what the service has before and after: plan, undo, undo of the undo", () => {
  const holds = (pair: Pair): void => {
    const target = memoryTarget(pair.current, pair.rules);
    const states = [structuredClone(target.state)];
    const plan = planFor(pair, target, pair.memory);
    const execution = executePlan(plan, target, pair.memory, { seed: pair.seed });
    fc.pre(execution.outcomes.every(({ result }) => result === "applied"));
    states.push(structuredClone(target.state));
    const undone = undoOn(pair, recordOfRun(plan, execution.outcomes), target, execution.memory);
    states.push(structuredClone(target.state));
    const again = undoOn(pair, recordOfRun(undone.plan, undone.execution.outcomes), target, undone.execution.memory);
    states.push(structuredClone(target.state));
    for (const [at, made] of [plan, undone.plan, again.plan].entries()) {
      const [before, after] = [states[at], states[at + 1]];
      if (before && after) agree(made, before, after);
    }
  };
  fc.assert(fc.property(pairs(), holds), { seed: 20_261_123, ...cases(100) });
  expect(whole).toBeGreaterThan(20);
  expect(partial).toBeGreaterThan(0);
});
