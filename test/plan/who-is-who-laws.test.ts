/**
 * Laws over random histories of people whose keys are given again. The generator knows the true person behind each record; the
 * planner does not. Each history is lived through for some days: plan, answer some of the questions truthfully, apply.
 */

import { expect, test } from "vitest";
import type { Employee } from "../../src/model/directory/directory.ts";
import type { Decision } from "../../src/model/directory/identity.ts";
import type { ShownEmployee, SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import { emptyMemory, ledgerKey, type Memory } from "../../src/model/memory/memory.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { correlate } from "../../src/plan/match/correlate.ts";
import { linksGained, linksInStep } from "../../src/plan/match/links.ts";
import { decisionsBound, withDecisions } from "../../src/plan/questions/decisions.ts";
import { detailScope } from "../../src/plan/reading/detail-scope.ts";
import type { FullEmployee } from "../support/directory/full-directory.ts";
import { defaultSettings } from "../support/random/arbitraries.ts";
import { hasEvidence, openPeopleHistory, trueAnswers, truePerson } from "../support/random/people-histories.ts";
import { firstOf, runs } from "../support/suites/runs.ts";
import { executePlan } from "../support/target/execute-plan.ts";
import { memoryTarget } from "../support/target/memory-target.ts";

const all = 500;
const days = 12;

type Lived = {
  readonly overwritten: readonly string[];
  readonly twice: readonly string[];
  readonly refusals: readonly string[];
  readonly questions: number;
  readonly created: number;
};

const emptyLinks = () => ({ employee: new Map<string, string>(), department: new Map<string, string>() });

type Kept = Memory & { links: ReturnType<typeof emptyLinks> };

const bound = (source: SourceSnapshot, people: readonly ShownEmployee[], memory: Kept): Kept => {
  const written = new Map(memory.written);
  for (const { subject, field, value } of decisionsBound(source, correlate(source, people, memory), memory))
    written.set(ledgerKey(subject, field), value);
  return { ...memory, written };
};

const live = (seed: number): Lived => {
  const history = openPeopleHistory(seed, "2026-01-05");
  const target = memoryTarget({ ...history.organisation, employees: history.site });
  const owners = new Map<FullEmployee, string>();
  const decisions: Decision[] = [];
  const [overwritten, twice, refusals]: string[][] = [[], [], []];
  let memory: Kept = { ...emptyMemory, links: emptyLinks() };
  let byHand = history.site.length;
  let [questions, created] = [0, 0];
  const asked = new Set<string>();

  /** Whose record each object was when it was first seen. */
  const check = (day: string, records: readonly Employee[]) => {
    for (const person of target.state.employees) {
      const owner = owners.get(person);
      if (owner === undefined) {
        const earlier = [...owners].filter(([, known]) => known === truePerson(person)).map(([one]) => one);
        if (owners.size > 0 && !person.account.startsWith("hand")) created += 1;
        const record = records.find(({ account }) => account === person.account);
        if (record && earlier.some((one) => hasEvidence(record, one))) twice?.push(`${day} ${person.account}`);
        owners.set(person, truePerson(person));
      } else if (owner !== truePerson(person)) overwritten?.push(`${day} ${person.account}: ${owner}`);
    }
  };
  check("", []);
  for (let count = 0; count < days; count += 1) {
    history.nextDay();
    for (const person of history.site.slice(byHand)) target.state.employees.push(structuredClone(person));
    byHand = history.site.length;
    check("by hand", []);
    const today = history.today();
    const lists = target.lists();
    const source = withDecisions(history.source(), lists, decisions);
    memory = bound(source, lists.employees, memory);
    for (const [id, account] of linksInStep(source, lists, correlate(source, lists.employees, memory)).employee)
      memory.links.employee.set(id, account);
    const before = structuredClone(target.state.employees);
    const input = {
      source,
      target: target.snapshot(detailScope(source, lists, correlate(source, lists.employees, memory))),
      memory,
      today,
    };
    const plan = makePlan({ ...input, settings: defaultSettings });
    const execution = executePlan(plan, target, memory, { seed });
    for (const [id, account] of linksGained(source, plan.changes).employee) memory.links.employee.set(id, account);
    memory = { ...memory, written: execution.memory.written };
    refusals?.push(...execution.refusals.map(({ changeId, message }) => `${today} ${changeId}: ${message}`));
    check(today, source.directory.employees ?? []);
    for (const { kind, key, candidates } of plan.held) {
      const record = source.directory.employees?.find(({ account }) => account === key);
      if (kind !== "employee" || !candidates || !record) continue;
      questions +=
        asked.size < asked.add(`${key} ${truePerson(record)} ${candidates.map((one) => one.key).join()}`).size ? 1 : 0;
      // Half of the histories have somebody who answers.
      if (seed % 2 === 0)
        decisions.unshift(
          ...trueAnswers(
            record,
            candidates.map((one) => one.key),
            before,
            count + 1,
          ),
        );
    }
    // `musterd adopt` makes a plan after it has kept the answers.
    memory = bound(withDecisions(history.source(), target.lists(), decisions), target.lists().employees, memory);
  }
  return { overwritten, twice, refusals, questions, created } as Lived;
};

const histories = (): readonly (Lived & { readonly seed: number })[] =>
  Array.from({ length: runs(all) }, (_, at) => ({ seed: firstOf(all) + at, ...live(firstOf(all) + at) }));

test("nobody's record is overwritten by another's, and nobody gets a second account where evidence is left", {
  timeout: 600_000,
}, () => {
  const lived = histories();
  const failing = lived.filter(
    ({ overwritten, twice, refusals }) => overwritten.length + twice.length + refusals.length > 0,
  );
  const total = (of: (one: Lived) => number) => lived.reduce((sum, one) => sum + of(one), 0);
  console.info(
    `${lived.length} histories: ${total((one) => one.questions)} questions, ${total((one) => one.created)} created`,
  );
  expect(failing.map(({ seed, overwritten, twice, refusals }) => ({ seed, overwritten, twice, refusals }))).toEqual([]);
  expect(total(({ questions }) => questions)).toBeGreaterThan(lived.length);
  expect(total(({ created }) => created)).toBeGreaterThan(lived.length * 3);
});
