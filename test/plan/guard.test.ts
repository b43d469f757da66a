/** Tests the limits of the guard with exact numbers. */
import { describe, expect, test } from "vitest";
import { emptyMemory } from "../../src/model/memory/memory.ts";
import type { Change } from "../../src/model/plan/plan.ts";
import { isAcceptable } from "../../src/model/plan/release.ts";
import type { PlanSettings } from "../../src/model/plan/settings.ts";
import { judge } from "../../src/plan/guard.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { defaultSettings, today } from "../support/random/arbitraries.ts";

const changes = (count: number, action: Change["action"] = "deactivate"): Change[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `employee/E${index}/${action}`,
    kind: "employee",
    key: `E${index}`,
    label: `E${index}`,
    action,
    reason: "source-says-inactive",
    fields: [],
    step: 10,
    wave: 1,
    operations: [],
    needs: [],
  }));

const withCap = (cap: { readonly count?: number; readonly percent?: number }): PlanSettings => ({
  ...defaultSettings,
  caps: { employee: { deactivate: cap, create: cap } },
});

const breaches = (settings: PlanSettings, planned: Change[], inTarget: number, source = inTarget) =>
  judge(settings, planned, { employee: source }, { employee: inTarget }).breaches;

describe("a cap", () => {
  test.each([
    [{ count: 3 }, 3, 100, false],
    [{ count: 3 }, 4, 100, true],
    [{ percent: 10 }, 20, 200, false],
    [{ percent: 10 }, 21, 200, true],
    [{ percent: 10 }, 21, 209, true],
    [{ percent: 10 }, 5, 20, false],
    [{ percent: 10 }, 6, 20, true],
    [{ percent: 50, count: 10 }, 11, 1000, true],
    [{ percent: 0 }, 6, 20, true],
  ] as const)("%o with %i of %i changes is exceeded: %s", (cap, planned, base, exceeded) => {
    const found = breaches(withCap(cap), changes(planned), base);
    expect(found.map(({ code, count, base: of }) => [code, count, of])).toEqual(
      exceeded ? [["cap-exceeded", planned, base]] : [],
    );
  });

  test("has no percentage in an empty target, but keeps its count", () => {
    expect(breaches(withCap({ percent: 1 }), changes(100, "create"), 0, 100)).toEqual([]);
    expect(breaches(withCap({ count: 50 }), changes(100, "create"), 0, 100)).toHaveLength(1);
  });

  test.each([
    ["supervisor", "employee"],
    ["post", "employee"],
    ["manager", "department"],
    ["category", "function"],
  ] as const)("counts changes of a %s against each %s", (kind, base) => {
    const settings = { ...defaultSettings, caps: { [kind]: { update: { percent: 10 } } } };
    const planned = changes(21, "update").map((change) => ({ ...change, kind }));
    const found = judge(settings, planned, { [base]: 200 }, { [base]: 200 }).breaches;
    expect(found.map(({ count, limit, base: of }) => [count, limit, of])).toEqual([[21, 20, 200]]);
  });

  test("is accepted by its own name only", () => {
    const accepting = (name: string) => breaches({ ...withCap({ count: 1 }), accepted: [name] }, changes(2), 10);
    expect(accepting("cap-exceeded:employee/deactivate")).toEqual([]);
    expect(accepting("cap-exceeded:employee/create")).toHaveLength(1);
  });

  test("of one act is one breach, with the numbers of the limit that is exceeded most", () => {
    const settings = { ...defaultSettings, caps: { post: { remove: { count: 2 }, update: { count: 1 } } } };
    const planned = [...changes(5, "remove"), ...changes(3, "update")].map((change) => ({
      ...change,
      kind: "post" as const,
    }));
    expect(judge(settings, planned, { employee: 9 }, { employee: 9 }).breaches).toEqual([
      { code: "cap-exceeded", kind: "employee", action: "move", count: 3, limit: 1, base: 9 },
    ]);
  });
});

describe("the source", () => {
  const settings = defaultSettings;

  test("must not be empty if the target is not", () => {
    expect(breaches(settings, [], 10, 0)).toEqual([
      { code: "source-empty", kind: "employee", count: 0, limit: 1, base: 10 },
    ]);
    expect(breaches(settings, [], 0, 0)).toEqual([]);
  });
});

describe("a service that shows nobody", () => {
  const desired = directory().employee("amy", { number: "1" });
  const breachesOf = (peopleBefore: number, site = directory(), settings: Partial<PlanSettings> = {}) => {
    const input = { source: desired.source(), target: site.target(), memory: emptyMemory, today, peopleBefore };
    return makePlan({ ...input, settings: { ...defaultSettings, ...settings } }).breaches;
  };

  test("is blocked if people were there before, until somebody accepts it", () => {
    const breach = { code: "target-empty", kind: "employee", count: 0, limit: 1, base: 7 };
    expect(breachesOf(7)).toEqual([breach]);
    expect(breachesOf(7, directory(), { accepted: ["target-empty:employee"] })).toEqual([]);
    expect(isAcceptable("target-empty:employee")).toBe(true);
  });

  test("is not blocked before the first import, or where it shows somebody, active or not", () => {
    expect(breachesOf(0)).toEqual([]);
    expect(breachesOf(7, directory().employee("bob", { number: "2", active: false }))).toEqual([]);
  });

  test("is not blocked when HR manages nobody, or nothing is to be done", () => {
    const input = {
      target: directory().target(),
      memory: emptyMemory,
      today,
      peopleBefore: 7,
      settings: defaultSettings,
    };
    expect(makePlan({ ...input, source: directory().level("L1").source() }).breaches).toEqual([]);
    const left = directory().employee("amy", { number: "1", active: false });
    expect(makePlan({ ...input, source: left.source() }).breaches).toEqual([]);
  });
});

describe("a clock that is wrong", () => {
  const input = { source: directory().employee("amy", { number: "1" }).source(), memory: emptyMemory, today };
  const breachesOf = (hoursApart: number, target = directory(), accepted: readonly string[] = []) =>
    makePlan({ ...input, target: target.target(), hoursApart, settings: { ...defaultSettings, accepted } }).breaches;

  test("blocks a plan with changes until somebody accepts it, from more hours on than time zones have", () => {
    expect(breachesOf(15)).toEqual([{ code: "clock-differs", kind: "employee", count: 15, limit: 14, base: 0 }]);
    expect(breachesOf(14)).toEqual([]);
    expect(breachesOf(15, directory(), ["clock-differs:employee"])).toEqual([]);
    expect(isAcceptable("clock-differs:employee")).toBe(true);
    expect(breachesOf(15, directory().employee("amy", { number: "1" }))).toEqual([]);
  });
});

describe("approvers", () => {
  const staffed = (approver: string | null, manager = "boss") => {
    const people = Array.from({ length: 12 }, (_, at) => `e${at}`);
    const led = directory().level("L1").department("RD", { manager }).department("QA", { manager: "aide" });
    const bosses = ["boss", "aide"].reduce((all, name) => all.employee(name).in("RD").in("QA", { main: false }), led);
    // Nobody is shown for this post, so the site shows chosen approvers only.
    const plain = bosses.employee("plain").in("QA", { supervisor: null });
    return people.reduce((all, name) => all.employee(name).in("RD", { supervisor: approver }), plain);
  };
  const capped: PlanSettings = { ...defaultSettings, caps: { supervisor: { update: { count: 10 } } } };
  const found = (target: ReturnType<typeof staffed>, source: ReturnType<typeof staffed>) => {
    const sides = { source: source.source(), target: target.target(), memory: emptyMemory, today };
    const plan = makePlan({ ...sides, settings: capped });
    return [plan.changes.filter(({ kind }) => kind === "supervisor").length, plan.breaches.map(({ count }) => count)];
  };

  test.each([
    ["boss", null, "boss", [12, []]],
    [null, "boss", "boss", [12, []]],
    ["aide", null, "boss", [12, [12]]],
    [null, "aide", "boss", [12, [12]]],
    ["boss", null, "aide", [12, [12]]],
  ] as const)("from %s to %s under the manager %s: %j", (before, after, manager, expected) => {
    expect(found(staffed(before), staffed(after, manager))).toEqual(expected);
  });
});
