/**
 * Laws of reading only what may have changed, over random histories of both sides on a model of the target: where nothing invisible
 * is changed by hand, every plan is that of a full reading; what is changed by hand is planned within as many runs as there are
 * turns; and a change is never carried out on account of something that this run has not read.
 */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { KnownDetails } from "../../src/model/directory/known-details.ts";
import { turns } from "../../src/model/directory/known-details.ts";
import type { DetailScope } from "../../src/model/directory/snapshot.ts";
import { emptyMemory, type Memory } from "../../src/model/memory/memory.ts";
import type { Operation } from "../../src/model/plan/operation.ts";
import type { Change } from "../../src/model/plan/plan.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { detailScope } from "../../src/plan/reading/detail-scope.ts";
import type { PlanningDeps } from "../../src/run/prepare/prepare-plan.ts";
import { plannedFromRead, readSite } from "../../src/run/prepare/read-site.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { defaultSettings, type Pair, pairs, pairsInStep, today } from "../support/random/arbitraries.ts";
import { cases } from "../support/suites/runs.ts";
import { executePlan } from "../support/target/execute-plan.ts";
import { Rejection } from "../support/target/memory-rules.ts";
import { type MemoryTarget, memoryTarget } from "../support/target/memory-target.ts";
import { planFor } from "../support/target/planning.ts";

const parameters = { seed: 20_261_126, ...cases(120) };

/** A site that is read incrementally, with what is known of it. */
const openSite = (pair: Pair, target: MemoryTarget) => {
  const site = { known: undefined as KnownDetails | undefined, details: 0, seen: new Set<string>() };
  const knownDetails = {
    read: async () => site.known,
    keep: async (known: KnownDetails) => void (site.known = known),
    forget: async () => void (site.known = undefined),
  };
  const readDetails = async (lists: object, scope: DetailScope) => {
    site.details += scope.postsOf.length + scope.managersOf.length;
    for (const key of [...scope.postsOf, ...scope.managersOf]) site.seen.add(key);
    const { employees, departments, ...rest } = target.snapshot(scope);
    return { ...rest, ...mergedInto(lists as ReturnType<MemoryTarget["snapshot"]>, { employees, departments }) };
  };
  const deps = {
    target: { readLists: async () => target.lists(), readDetails },
    store: { knownDetails },
    reading: { how: "incremental", basis: "same", readAll: false },
  } as unknown as PlanningDeps;
  const plan = async (memory: Memory) => {
    site.details = 0;
    site.seen.clear();
    const lists = target.lists();
    const scope = detailScope(pair.source, lists);
    const read = await readSite(deps, pair.source, lists, scope);
    const { source, settings, today } = pair;
    const planned = async (current: typeof read.current) => {
      return { plan: makePlan({ source, target: current, memory, settings, today }), memory };
    };
    return plannedFromRead(read, planned, (more) => more());
  };
  return { site, plan };
};

/** As a reader does, what a list already shows stays. */
const mergedInto = (
  lists: Pick<ReturnType<MemoryTarget["snapshot"]>, "employees" | "departments">,
  read: Pick<ReturnType<MemoryTarget["snapshot"]>, "employees" | "departments">,
) => {
  const shown = new Map(lists.employees.map((one) => [one.account, one]));
  const managed = new Map(lists.departments.map((one) => [one.code, one]));
  return {
    employees: read.employees.map((one) => ({ ...shown.get(one.account), ...one })),
    departments: read.departments.map((one) => ({ ...managed.get(one.code), ...one })),
  };
};

type Hand = { readonly how: number; readonly who: number; readonly what: number };
const hand = fc.record({ how: fc.nat({ max: 5 }), who: fc.nat({ max: 99 }), what: fc.nat({ max: 99 }) });
const hands = fc.array(hand, { maxLength: 3 });

/** Something that an administrator does by hand; the lists show it. */
const visible = ({ state }: MemoryTarget, { how, who, what }: Hand): Operation | undefined => {
  const person = state.employees[who % Math.max(1, state.employees.length)];
  const department = state.departments[who % Math.max(1, state.departments.length)];
  const title = state.titles[what % Math.max(1, state.titles.length)];
  if (how === 0 && person) return { id: "E7", account: person.account, active: !person.active };
  if (how === 1 && person)
    return { id: "E11", account: person.account, newAccount: `${person.account}x`, set: { name: `王${what}` } };
  if (how === 2 && department) return { id: "D3", code: department.code, newCode: `${department.code}x`, set: {} };
  if (how === 3 && title) return { id: "T5", code: title.code, active: !title.active };
  if (how === 4 && department) {
    const parent = state.departments[what % state.departments.length];
    return { id: "D7", code: department.code, parent: parent === department ? null : (parent?.code ?? null), seq: 1 };
  }
  return department && { id: "D4", code: department.code, active: !department.active };
};

/** Something that an administrator does by hand, and that no list shows. */
const invisible = ({ state }: MemoryTarget, { how, who, what }: Hand): Operation | undefined => {
  const person = state.employees[who % Math.max(1, state.employees.length)];
  const department = state.departments[who % Math.max(1, state.departments.length)];
  const other = state.employees[what % Math.max(1, state.employees.length)];
  const title = state.titles[what % Math.max(1, state.titles.length)];
  const [post] = person?.posts ?? [];
  if (how < 2 && person && post && title) {
    const posts = person.posts.map((one) => (one === post ? { ...one, title: title.code } : one));
    return { id: "E14", account: person.account, before: person.posts, posts };
  }
  if (how < 4 && person && post)
    return { id: "E13", account: person.account, department: post.department, supervisor: other?.account ?? null };
  return department && other && { id: "D12", code: department.code, manager: other.account };
};

const byHand = (target: MemoryTarget, drawn: readonly Hand[], act: typeof visible): void => {
  for (const one of drawn) {
    const operation = act(target, one);
    try {
      if (operation) target.apply(operation);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
    }
  }
};

const text = (plan: object): string => JSON.stringify(plan, null, 1);

it("plans what a full reading would, where nothing invisible is changed by hand", async () => {
  let saved = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(pairs(), pairsInStep()),
      fc.array(hands, { minLength: 3, maxLength: 3 }),
      async (pair, days) => {
        const target = memoryTarget(pair.current, pair.rules);
        const { site, plan } = openSite(pair, target);
        let { memory } = pair;
        for (const day of [[], [], ...days]) {
          byHand(target, day, visible);
          const { details, made } = await plan(memory);
          expect(text(made.plan)).toBe(text(planFor(pair, target, memory)));
          if (details.partial) saved += 1;
          const known = details.knownAfter(made.plan.changes, 1);
          const execution = executePlan(made.plan, target, memory, { seed: pair.seed });
          memory = execution.memory;
          site.known = execution.outcomes.every(({ result }) => result === "applied") ? known : undefined;
        }
      },
    ),
    parameters,
  );
  expect(saved).toBeGreaterThan(parameters.numRuns);
});

it("plans what was changed by hand within as many runs as there are turns, from what it has read in that run", async () => {
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(pairsInStep(), hands, async (pair, drawn) => {
      const target = memoryTarget(pair.current, pair.rules);
      const { site, plan } = openSite(pair, target);
      const remember = async () => {
        const { details, made } = await plan(emptyMemory);
        site.known = details.knownAfter(made.plan.changes, 1);
        const accounts = made.plan.changes.flatMap(({ operations }) =>
          operations.flatMap((one) => ("account" in one ? [one.account] : [])),
        );
        expect(accounts.filter((account) => !site.seen.has(account))).toEqual([]);
        return made.plan;
      };
      await remember();
      byHand(target, drawn, invisible);
      const full = planFor(pair, target, emptyMemory);
      if (full.changes.length > 0) changed += 1;
      const wanted = new Set(full.changes.map(({ id }) => id));
      const planned = new Set<string>();
      for (let run = 0; run < turns; run += 1) for (const { id } of (await remember()).changes) planned.add(id);
      expect([...wanted.difference(planned)]).toEqual([]);
    }),
    { ...parameters, ...cases(96) },
  );
  expect(changed).toBeGreaterThan(5);
});

/** HR says that somebody has left, or that a title is not used any more. */
const closing = (pair: Pair, { how, who }: Hand): Pair => {
  const { employees = [], titles = [] } = pair.source.directory;
  const inactive = <One extends object>(all: readonly One[]) =>
    all.map((one, at) => (at === who % all.length ? { ...one, active: false } : one));
  const closed = how < 3 ? { employees: inactive(employees) } : { titles: inactive(titles) };
  return { ...pair, source: { ...pair.source, directory: { ...pair.source.directory, ...closed } } };
};

/** Whoever leaves becomes a manager, and somebody gets the title that is not used any more. */
const inTheWay = ({ state }: MemoryTarget, { how, who }: Hand): Operation | undefined => {
  const leaver = state.employees[who % Math.max(1, state.employees.length)];
  const title = state.titles[who % Math.max(1, state.titles.length)];
  const [post] = leaver?.posts ?? [];
  if (how < 3) return leaver && post && { id: "D12", code: post.department, manager: leaver.account };
  const holder = state.employees.find(({ active, posts }) => active && posts.length > 0);
  const posts = holder?.posts.map((one) => ({ ...one, title: title?.code ?? null })) ?? [];
  return holder && { id: "E14", account: holder.account, before: holder.posts, posts };
};

const closings = fc
  .tuple(pairsInStep(), hand)
  .map(([pair, one]) => ({ pair: closing(pair, one), drawn: [one], act: inTheWay }));
const others = fc.tuple(pairs(), hands).map(([pair, drawn]) => ({ pair, drawn, act: invisible }));

it("carries out nothing that a full reading would not, whatever was changed by hand", async () => {
  let believed = 0;
  await fc.assert(
    fc.asyncProperty(fc.oneof(others, closings), async ({ pair, drawn, act }) => {
      const target = memoryTarget(pair.current, pair.rules);
      const { site, plan } = openSite(pair, target);
      site.known = (await plan(pair.memory)).details.knownAfter([], 1);
      byHand(target, drawn, act);
      const { details, made } = await plan(pair.memory);
      if (details.partial) believed += 1;
      const shown = ({ operations, needs }: Change) => text([operations, needs]);
      const full = new Map(planFor(pair, target, pair.memory).changes.map((one) => [one.id, shown(one)]));
      for (const one of made.plan.changes) expect(full.get(one.id)).toBe(shown(one));
    }),
    parameters,
  );
  expect(believed).toBeGreaterThan(parameters.numRuns / 3);
});

it("keeps nobody active for a department that somebody else has come to manage by hand", async () => {
  const company = directory().level("L1").department("HQ");
  const staff = company.employee("amy").in("HQ").employee("cid").in("HQ");
  const leaving = company.employee("amy", { active: false }).employee("cid").in("HQ");
  const current = company.employee("amy").in("HQ").managing("HQ").employee("cid").in("HQ").full();
  const target = memoryTarget(current);
  const circumstances = { memory: emptyMemory, settings: defaultSettings, today, rules: {}, seed: 1 };
  const pair = (source: typeof staff): Pair => ({ source: source.source(), current, ...circumstances });
  const before = openSite(pair(staff), target);
  const known = (await before.plan(emptyMemory)).details.knownAfter([], 1);
  target.apply({ id: "D12", code: "HQ", manager: "cid" });
  const { site, plan } = openSite(pair(leaving), target);
  site.known = known;
  const { made } = await plan(emptyMemory);
  expect([...made.plan.changes, ...made.plan.held].map(({ id }) => id)).toEqual(["employee/amy/deactivate"]);
  expect(made.plan.held).toEqual([]);
});

it("plans at once for whoever was moved by hand between large departments, whose members a list shows", async () => {
  const names = Array.from({ length: 60 }, (_, at) => `p${at}`);
  const company = names.reduce(
    (all, name, at) => all.employee(name).in(at < 30 ? "HQ" : "RD"),
    directory().level("L1").department("HQ").department("RD"),
  );
  const current = company.full();
  const target = memoryTarget(current);
  const circumstances = { memory: emptyMemory, settings: defaultSettings, today, rules: {}, seed: 1 };
  const { site, plan } = openSite({ source: company.source(), current, ...circumstances }, target);
  site.known = (await plan(emptyMemory)).details.knownAfter([], 1);
  await plan(emptyMemory);
  const due = new Set(site.seen);
  const before = target.state.employees.find(({ account }) => account === "p7")?.posts ?? [];
  target.apply({ id: "E14", account: "p7", before, posts: before.map((post) => ({ ...post, department: "RD" })) });
  const { made } = await plan(emptyMemory);
  expect(made.plan.changes.map(({ id }) => id)).toEqual(["post/p7/update", "post/p7/remove"]);
  expect(due.size).toBeLessThan(10);
  expect([...site.seen.difference(due)]).toEqual(["p7", "HQ", "RD"]);
});

it.each(["T1", "F1", "RD", "HQ", "boss", "head"])(
  "reads posts again where %s, which belongs to them, is disabled",
  async (off) => {
    const active = (code: string, disabled?: string) => ({ active: code !== disabled });
    const company = (disabled?: string) =>
      directory()
        .level("L1")
        .title("T1", active("T1", disabled))
        .function("F1", active("F1", disabled))
        .department("HQ", active("HQ", disabled))
        .department("RD", { parent: "HQ", ...active("RD", disabled) })
        .department("QA")
        .employee("head", active("head", disabled))
        .in("HQ")
        .managing("HQ")
        .employee("boss", active("boss", disabled))
        .in("QA")
        .employee("amy")
        .in("RD", { title: "T1", functions: ["F1"], supervisor: "boss" });
    // HR says nothing about who or what is active, so no plan is a reason to read.
    const employees =
      company()
        .build()
        .employees?.map(({ active: _, ...stated }) => stated) ?? [];
    const source = { directory: { employees }, rejected: [], renames: [] };
    const opened = (disabled?: string, known?: KnownDetails) => {
      const current = company(disabled).full();
      const circumstances = { memory: emptyMemory, settings: defaultSettings, today, rules: {}, seed: 1 };
      const place = openSite({ source, current, ...circumstances }, memoryTarget(current));
      place.site.known = known;
      return place;
    };
    const known = (await opened().plan(emptyMemory)).details.knownAfter([], 1);
    const isReadAgain = async (disabled?: string): Promise<boolean> => {
      const { site, plan } = opened(disabled, known);
      await plan(emptyMemory);
      return site.seen.has("amy");
    };
    expect([await isReadAgain(), await isReadAgain(off)]).toEqual([false, true]);
  },
);
