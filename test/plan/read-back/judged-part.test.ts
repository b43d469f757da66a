/**
 * Law: a plan of the part that may concern touched objects does the same about them as a plan of everybody. Both are made of random
 * pairs, with rows that cannot be used, hidden values, decisions, links, memories and policies, and before and after a run.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { reference } from "../../../src/model/directory/address.ts";
import { employeeSubject, emptyMemory, lastDayDoubt, ledgerKey } from "../../../src/model/memory/memory.ts";
import { type PlanInput, planChanges } from "../../../src/plan/make-plan.ts";
import { judgedPart, needsEverybody } from "../../../src/plan/read-back/judged-part.ts";
import { detailScope } from "../../../src/plan/reading/detail-scope.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { defaultSettings, pairs } from "../../support/random/arbitraries.ts";
import { disturbedInputs } from "../../support/random/disturbed.ts";
import { cases } from "../../support/suites/runs.ts";
import { executePlan } from "../../support/target/execute-plan.ts";
import { memoryTarget } from "../../support/target/memory-target.ts";
import { planFor } from "../../support/target/planning.ts";

const parameters = { seed: 20_261_126, ...cases(800) };
const shown = fc.constantFrom("chosen", "effective", "unknown" as const);
const half = fc.array(fc.boolean(), { minLength: 60, maxLength: 60 });

type Planned = ReturnType<typeof planChanges>;

/** What a plan does about the touched objects; waves only order it. */
const about = ({ changes, held }: Planned, touched: ReadonlySet<string>): string => {
  const isTouched = ({ kind, key }: Planned["held" | "changes"][number]) => {
    const name = kind === "supervisor" ? key.slice(0, key.lastIndexOf("/")) : key;
    const isPerson = kind === "employee" || kind === "post" || kind === "supervisor";
    return !isPerson || touched.has(reference("employee", name)) || touched.has(reference("post", name));
  };
  const texts = [...changes, ...held]
    .filter(isTouched)
    .map(({ ...one }) => JSON.stringify({ ...one, wave: 0 }, null, 1));
  return texts.sort().join("\n");
};

let parts = 0;

const judgesAlike = (input: PlanInput, picks: readonly boolean[]): void => {
  const people = [...(input.source.directory.employees ?? []), ...input.target.employees];
  const touched = new Set(
    people.flatMap(({ account }, at) => (picks[at % picks.length] ? [reference("employee", account)] : [])),
  );
  const part = judgedPart(input, touched);
  const planned = planChanges(part);
  if (needsEverybody(planned)) return;
  if (part.target.employees.length < input.target.employees.length) parts += 1;
  expect(about(planned, touched)).toBe(about(planChanges(input), touched));
};

it("plans the same about touched objects from a part, whatever the circumstances", () => {
  fc.assert(
    fc.property(disturbedInputs(), shown, half, (input, supervisorsShown, picks) =>
      judgesAlike({ ...input, supervisorsShown }, picks),
    ),
    parameters,
  );
  expect(parts).toBeGreaterThan(parameters.numRuns / 20);
});

it("plans the same about touched objects after a run", () => {
  parts = 0;
  fc.assert(
    fc.property(pairs(), shown, half, (pair, supervisorsShown, picks) => {
      const target = memoryTarget(pair.current, pair.rules);
      const { memory } = executePlan(planFor(pair, target, pair.memory), target, pair.memory, { seed: pair.seed });
      const now = target.snapshot(detailScope(pair.source, target.lists()));
      for (const known of [memory, emptyMemory])
        judgesAlike({ ...pair, memory: known, target: now, supervisorsShown }, picks);
    }),
    parameters,
  );
  expect(parts).toBeGreaterThan(parameters.numRuns / 20);
});

it.each(["amy", "Amy", "amy chen", "amy/50% x"])(
  "judges %s of whom something is remembered, although nothing else differs",
  (account) => {
    // The first person is always there.
    const sides = directory().employee("first", { number: "0" }).employee(account, { number: "1", active: true });
    const judged = (memory: PlanInput["memory"]) => {
      const { source, target } = { source: sides.source(), target: sides.target() };
      const input: PlanInput = { source, target, memory, settings: defaultSettings, today: "2026-11-21" };
      return judgedPart(input, new Set([reference("employee", account)])).target.employees.length;
    };
    const doubted = { written: new Map([[ledgerKey(employeeSubject(account), lastDayDoubt), "E9"]]) };
    expect([judged(emptyMemory), judged(doubted)]).toEqual([1, 2]);
  },
);
