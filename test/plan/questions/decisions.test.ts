/** Decisions on identity: what is decided to be missing, or decided in two ways, is held and never created. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AdoptedKind, adoptedKinds, type Decision } from "../../../src/model/directory/identity.ts";
import { decisionProblems, withDecisions } from "../../../src/plan/questions/decisions.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { cases } from "../../support/suites/runs.ts";
import { heldIn, planBetween } from "../../support/target/plan-between.ts";

type Builder = ReturnType<typeof directory>;

/** Adds an object with a name that no other has. */
const add = (all: Builder, kind: AdoptedKind, key: string): Builder => {
  switch (kind) {
    case "employee":
      return all.employee(key, { name: `名${key}`, number: `N${key}` });
    case "department":
      return all.department(key, { name: `部${key}`, level: "L0" });
    case "title":
      return all.title(key, { title: `職${key}`, rank: 1 });
    case "function":
      return all.function(key, { name: `務${key}`, category: "C" });
    case "level":
      return all.level(key, { name: `層${key}` });
  }
};

const start = () => directory().level("L0").category("C");
const sides = (kind: AdoptedKind, records: readonly string[], objects: readonly string[]) => ({
  desired: records.reduce((all, key) => add(all, kind, key), start()),
  current: objects.reduce((all, key) => add(all, kind, key), start()),
});
const planWith = ({ desired, current }: ReturnType<typeof sides>, decisions: readonly Decision[]) =>
  planBetween(current, desired, { stated: (source) => withDecisions(source, current.target(), decisions) });

it("a decision that names a person by number holds the person, also if the number has letters", () => {
  const decision: Decision = { kind: "employee", source: "NA", target: "nobody", same: true };
  const plan = planWith(sides("employee", ["A"], ["B"]), [decision]);
  expect(heldIn(plan)).toEqual(["employee/A/create: decision-without-object"]);
});

describe.each(adoptedKinds)("a decision about a %s", (kind) => {
  const same = (source: string, target: string): Decision => ({ kind, source, target, same: true });
  const other = (source: string, target: string): Decision => ({ kind, source, target, same: false });

  it("that names a missing object holds the record, and creates nothing", () => {
    const plan = planWith(sides(kind, ["A"], ["B"]), [same("A", "nobody")]);
    expect(heldIn(plan)).toEqual([`${kind}/A/create: decision-without-object`]);
    expect(plan.held[0]?.about).toEqual(["nobody"]);
    expect(plan.changes).toEqual([]);
  });

  it.each([
    ["one record is two objects", [same("A", "B"), same("A", "C")]],
    ["two records are one object", [same("A", "B"), same("D", "B")]],
  ])("is not followed if %s", (_, decisions) => {
    const plan = planWith(sides(kind, ["A", "D"], ["B", "C"]), decisions);
    const held = new Set(decisions.map(({ source }) => `${kind}/${source}/create: decisions-contradict`));
    expect(heldIn(plan)).toEqual([...held]);
    expect(plan.changes.map(({ id }) => id)).toEqual(held.size === 2 ? [] : [`${kind}/D/create`]);
  });

  it("never creates whom somebody has decided to be in the service, whatever the other decisions say", () => {
    const key = fc.constantFrom("A", "B", "C", "D", "E");
    const decision = fc.record({ kind: fc.constant(kind), source: key, target: key, same: fc.boolean() });
    const keys = fc.uniqueArray(key, { maxLength: 5 });
    fc.assert(
      fc.property(
        keys,
        keys,
        fc.uniqueArray(decision, { maxLength: 5, selector: (one) => one.source + one.target }),
        (records, objects, decisions) => {
          const both = sides(kind, records, objects);
          const plan = planWith(both, decisions);
          const created = plan.changes.flatMap(({ action, key: made }) => (action === "create" ? [made] : []));
          expect(created.filter((made) => decisions.some(({ source, same: is }) => is && source === made))).toEqual([]);
          // The plan can follow whatever is accepted when it is decided.
          const problems = decisionProblems(decisions, [], both.desired.source(), both.current.target());
          const unfollowed = heldIn(plan).filter((one) => one.includes("decision"));
          expect(problems.length === 0 ? unfollowed : []).toEqual([]);
        },
      ),
      { seed: 20_261_123, ...cases(400) },
    );
  });

  it("does not take an object for found that is decided to be another record's", () => {
    const plan = planWith(sides(kind, ["A", "E"], ["A"]), [same("E", "A"), same("A", "E")]);
    expect(plan.changes.filter(({ action }) => action === "create")).toEqual([]);
  });

  it("is still carried out if somebody else is only said not to be the object", () => {
    const { desired, current } = sides(kind, ["A", "E"], ["A"]);
    const { directory: wanted, ...rest } = desired.source();
    // A person is found by the number, too.
    const employees = (wanted.employees ?? []).map(({ number: _none, ...one }) => one);
    const source = { ...rest, directory: { ...wanted, ...(kind === "employee" && { employees }) } };
    expect(decisionProblems([same("A", "B"), other("E", "A")], [], source, current.target())).toEqual([]);
  });

  it("is refused before it is kept, if it names what is nowhere or contradicts another one", () => {
    const { desired, current } = sides(kind, ["A", "D"], ["B", "C"]);
    const problems = (said: readonly Decision[], known: readonly Decision[] = []) =>
      decisionProblems(said, known, desired.source(), current.target()).map(({ what }) => what);
    expect(problems([same("A", "B"), other("A", "C"), other("D", "A")])).toEqual([]);
    expect(problems([same("X", "B")])).toEqual(["no-record"]);
    expect(problems([same("A", "X")])).toEqual(["no-object"]);
    expect(problems([other("A", "X")])).toEqual(["no-object"]);
    expect(problems([same("A", "D")])).toEqual(["no-object"]);
    expect(problems([same("A", "B")], [same("a", "b")])).toEqual([]);
    expect(problems([same("A", "B")], [other("A", "B")])).toEqual(["contradicts"]);
    expect(problems([same("A", "B")], [same("A", "C")])).toEqual(["contradicts"]);
    expect(problems([same("A", "B"), same("D", "B")])).toEqual(["contradicts", "contradicts"]);
  });
});

it("a person is one person, whether a decision names the account or the number", () => {
  const both = sides("employee", ["A"], ["B", "C"]);
  const decisions = [
    { kind: "employee", source: "A", target: "B", same: true },
    { kind: "employee", source: "NA", target: "C", same: true },
  ] as const;
  expect(heldIn(planWith(both, decisions))).toEqual(["employee/A/create: decisions-contradict"]);
});

it("a decision that is carried out stays without a problem, although the object has got another key", () => {
  const { desired, current } = sides("employee", ["A"], ["A"]);
  const decision = { kind: "employee", source: "A", target: "B", same: true } as const;
  expect(decisionProblems([decision], [], desired.source(), current.target())).toEqual([]);
  expect(planWith({ desired, current }, [decision]).held).toEqual([]);
});
