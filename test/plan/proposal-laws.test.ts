/**
 * Laws of proposals: what HR has done is found, and nothing else; the plan is the same without them; the order of the rows does
 * not matter; every answer that is offered can be pasted into the configuration, and the next plan does it.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import { emptyMemory } from "../../src/model/memory/memory.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { Proposal } from "../../src/model/plan/proposal.ts";
import { makeBarePlan, makePlan } from "../../src/plan/make-plan.ts";
import { detailScope } from "../../src/plan/reading/detail-scope.ts";
import { type FullDirectory, plainEmployee } from "../support/directory/full-directory.ts";
import { withPasted } from "../support/pasted-lines.ts";
import { defaultSettings, pairs, pairsInStep, today } from "../support/random/arbitraries.ts";
import { plantedCases } from "../support/random/planted-reorganisation.ts";
import { fullDirectory, peopleNames, pick } from "../support/random/random-directory.ts";
import { shuffled } from "../support/random/shuffled.ts";
import { cases } from "../support/suites/runs.ts";
import { executePlan } from "../support/target/execute-plan.ts";
import { memoryTarget } from "../support/target/memory-target.ts";
import { planFor } from "../support/target/planning.ts";

const parameters = { seed: 20261122, ...cases(600) };
const fewer = { ...parameters, ...cases(480) };

const planOf = (source: SourceSnapshot, current: FullDirectory, memory = emptyMemory, seed?: number): Plan => {
  const target = memoryTarget(current);
  const snapshot = target.snapshot(detailScope(source, target.lists()));
  const sides = seed === undefined ? { source, target: snapshot } : shuffled(source, snapshot, seed);
  return makePlan({ ...sides, memory, settings: defaultSettings, today });
};

const shownIn = ({ proposals = [] }: Plan) =>
  proposals.map(({ what, from, to }) => ({
    what,
    from: from.map(({ key }) => key).toSorted(),
    to: to.map(({ key }) => key).toSorted(),
  }));

describe("proposals", () => {
  it("name what HR has done, and nothing else", () => {
    fc.assert(
      fc.property(plantedCases(), ({ source, current, planted }) => {
        const found = shownIn(planOf(source, current));
        expect(found.toSorted(byText)).toEqual(planted.toSorted(byText));
      }),
      parameters,
    );
  });

  it("are the same whatever the order of the rows", () => {
    fc.assert(
      fc.property(plantedCases(), fc.nat(), ({ source, current }, seed) => {
        expect(planOf(source, current, emptyMemory, seed)).toEqual(planOf(source, current));
      }),
      fewer,
    );
  });

  it("do not exist where nothing has changed", () => {
    fc.assert(
      fc.property(pairsInStep(), (pair) => {
        expect(planFor(pair, memoryTarget(pair.current, pair.rules), pair.memory).proposals).toBeUndefined();
      }),
      parameters,
    );
  });

  it("do not exist where a company has only grown", () => {
    const growth = fc.record({
      departments: fc.nat({ max: 4 }),
      people: fc.nat({ max: 12 }),
      size: fc.nat({ max: 9 }),
    });
    fc.assert(
      fc.property(fullDirectory(), growth, (current, drawn) => {
        expect(planOf(grown(current, drawn), current).proposals).toBeUndefined();
      }),
      parameters,
    );
  });

  it("change nothing else in the plan, byte for byte", () => {
    let seen = 0;
    fc.assert(
      fc.property(pairs(), (pair) => {
        const { source, settings } = pair;
        const target = memoryTarget(pair.current, pair.rules);
        const snapshot = target.snapshot(detailScope(source, target.lists()));
        const input = { source, target: snapshot, memory: pair.memory, settings, today: pair.today };
        const { proposals, ...rest } = makePlan(input);
        expect(JSON.stringify(rest)).toBe(JSON.stringify(makeBarePlan(input)));
        seen += proposals?.length ?? 0;
      }),
      parameters,
    );
    expect(seen).toBeGreaterThan(10);
  });

  it("offer answers that the next plan carries out", () => {
    const tried = new Map<string, number>();
    fc.assert(
      fc.property(plantedCases(), ({ source, current }) => {
        for (const proposal of planOf(source, current).proposals ?? [])
          for (const line of proposal.lines) {
            const target = memoryTarget(current);
            const pasted = withPasted(source, target.lists(), [line]);
            const next = planOf(pasted, current);
            expect(obeyed(next, proposal, line) ? "" : line).toBe("");
            const { refusals, memory } = executePlan(next, target, emptyMemory, { seed: 1 });
            expect(refusals).toEqual([]);
            expect(planOf(withPasted(source, target.lists(), [line]), target.state, memory).changes).toEqual([]);
            const answer = line.includes("isNot") ? "other" : "same";
            const name = `${proposal.what} ${answer}`;
            tried.set(name, (tried.get(name) ?? 0) + 1);
          }
      }),
      fewer,
    );
    expect([...tried.keys()].toSorted()).toEqual([
      "merge other",
      "merge same",
      "re-key other",
      "re-key same",
      "recode other",
      "recode same",
      "split other",
      "split same",
      "twin other",
      "twin same",
    ]);
  });
});

type Growth = { readonly departments: number; readonly people: number; readonly size: number };

/** The company with new departments, and new people who are like nobody else. */
const grown = (current: FullDirectory, { departments, people, size }: Growth): SourceSnapshot => {
  const hr = structuredClone(current);
  for (let at = 0; at < departments; at += 1)
    hr.departments.push({
      code: `NEW${at}`,
      name: `新設${at}課`,
      parent: null,
      level: hr.levels[0]?.code ?? "L0",
      description: null,
      active: true,
      manager: null,
    });
  for (let at = 0; at < people; at += 1) {
    const department = `NEW${at % Math.max(1, Math.min(size, departments))}`;
    hr.employees.push({
      ...plainEmployee(`new${at}`, pick(peopleNames, at) ?? ""),
      number: `NEW${at}`,
      email: `new${at}@example.com`,
      posts: departments === 0 ? [] : [{ department, main: true, title: null, functions: [], supervisor: null }],
    });
  }
  const { levels, titles, functions, employees } = hr;
  const directory = { levels, titles, functions, departments: hr.departments, employees };
  return { directory, rejected: [], renames: [] };
};

const byText = (a: object, b: object): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** The record is what the line names, or is not asked about it any more. */
const obeyed = (next: Plan, { kind }: Proposal, line: string): boolean => {
  const [source = "", target = ""] = [...line.matchAll(/"([^"]*)"/g)].map(([, text]) => text ?? "");
  if (line.includes("isNot"))
    return !(next.proposals ?? []).some(({ lines }) =>
      lines.some((one) => one.includes(`source: "${source}"`) && one.includes(`"${target}"`)),
    );
  if (kind === "employee")
    return next.changes.some(
      ({ id, fields }) =>
        id.startsWith(`employee/${target}/`) && fields.some(({ field }) => field === "number" || field === "account"),
    );
  return next.changes.some(({ id, fields }) => id === `department/${target}/rename` && fields[0]?.after === source);
};
