/**
 * Every figure of the head counts is true: it equals the one that the service has before and after, for plans, restricted plans,
 * applied runs, undos, undos of undos, merges and splits; and all formats show the same. Where not everybody was read, there is none.
 */
import { parse } from "csv-parse/sync";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Plan } from "../../src/model/plan/plan.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { detailScope } from "../../src/plan/reading/detail-scope.ts";
import { restrictedTo } from "../../src/plan/restrict/restrict-plan.ts";
import { entriesOf } from "../../src/report/entries/entries.ts";
import type { Report } from "../../src/report/entries/report.ts";
import { jsonReport } from "../../src/report/json/json.ts";
import { htmlReport } from "../../src/report/page/html.ts";
import { entryPhrasing } from "../../src/report/phrasing/entry-phrasing.ts";
import { movementCells } from "../../src/report/phrasing/head-counts.ts";
import { phrasing } from "../../src/report/phrasing/phrasing.ts";
import { csvReport } from "../../src/report/tables/csv.ts";
import { reportTables } from "../../src/report/tables/tables.ts";
import { inert, markdownReport } from "../../src/report/text/markdown.ts";
import { textReport } from "../../src/report/text/text.ts";
import { canonical, type FullDirectory } from "../support/directory/full-directory.ts";
import { defaultSettings, type Pair, pairs, today } from "../support/random/arbitraries.ts";
import { plantedCases } from "../support/random/planted-reorganisation.ts";
import { cases } from "../support/suites/runs.ts";
import { executePlan } from "../support/target/execute-plan.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { planFor } from "../support/target/planning.ts";
import { recordOfRun, undoOn } from "../support/target/undo.ts";
import { outcomesOf, reportOf } from "./report-builder.ts";
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

/** Compares what the report of a plan, before and after it was applied, says with the service before and after. */
const agree = (plan: Plan, before: FullDirectory, after: FullDirectory): void => {
  const applied = plan.changes.map(({ id }) => ({ changeId: id, result: "applied" }) as const);
  reportAgrees(reportOf(plan), before, after);
  reportAgrees(reportOf(plan, { outcomes: outcomesOf(...applied) }), before, after);
};

const reportAgrees = (report: Report, before: FullDirectory, after: FullDirectory): void => {
  const { plan, outcomes } = report;
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
  const rows = entriesOf(plan, outcomes).movements.map((movement) => movementCells({ say, tell }, movement));
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
    // What happens to a department stands after its name, if anything happens to any.
    expect(tables.departments.map(([name, ...cells]) => [name, ...cells.slice(-numbers.length)])).toContainEqual([
      department,
      ...numbers,
    ]);
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
  fc.assert(fc.property(pairs(), holds), { seed: 20_261_124, ...cases(100) });
  expect(whole).toBeGreaterThan(5);
  expect(partial).toBeGreaterThan(0);
});

it("is right for a plan that is restricted to one department or person", () => {
  let told = 0;
  const holds = (pair: Pair, draw: number): void => {
    const { source, memory, settings, today: day } = pair;
    const target = memoryTarget(pair.current, pair.rules);
    const read = target.snapshot(detailScope(source, target.lists()));
    const all = makePlan({ source, target: read, memory, settings, today: day });
    const names = all.changes.flatMap(({ kind, key }) => (kind === "employee" || kind === "department" ? key : []));
    const name = names[draw % Math.max(1, names.length)];
    fc.pre(name !== undefined);
    const result = restrictedTo(all, [name], { source, target: read, memory, settings });
    fc.pre("plan" in result);
    const before = structuredClone(target.state);
    const { outcomes } = executePlan(result.plan, target, memory, { seed: pair.seed });
    fc.pre(outcomes.every(({ result: one }) => one === "applied"));
    told += entriesOf(result.plan).movements.length;
    const { leftOutEntries = 0 } = result.plan.only ?? {};
    const mine = entriesOf(result.plan);
    expect(leftOutEntries).toBeLessThanOrEqual(entriesOf(all).entries.length);
    expect(leftOutEntries + mine.entries.length + mine.held.length).toBeGreaterThanOrEqual(
      entriesOf(all).entries.length,
    );
    agree(result.plan, before, target.state);
  };
  fc.assert(fc.property(pairs(), fc.nat(), holds), { seed: 20_261_124, ...cases(100) });
  expect(told).toBeGreaterThan(2);
});

it("is right when departments are merged, split or emptied", () => {
  whole = 0;
  fc.assert(
    fc.property(plantedCases(), ({ source, current }) => {
      const target = memoryTarget(current);
      const memory = { written: new Map<string, string>() };
      const pair = { source, current, memory, settings: defaultSettings, today, rules: {}, seed: 7 };
      const plan = planFor(pair, target, memory);
      const before = structuredClone(target.state);
      const { outcomes } = executePlan(plan, target, memory, { seed: pair.seed });
      fc.pre(outcomes.every(({ result }) => result === "applied"));
      agree(plan, before, target.state);
    }),
    { seed: 20_261_124, ...cases(60) },
  );
  expect(whole).toBeGreaterThan(5);
});
