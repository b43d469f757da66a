/** Tests a first import: positions at a site whose order is not known yet, and supervisors of new posts. */
import { describe, expect, test } from "vitest";
import { emptyMemory, ledgerKey, postSubject } from "../../src/model/memory/memory.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { makePlan } from "../../src/plan/make-plan.ts";
import { type DirectoryBuilder, directory } from "../support/directory/directory-builder.ts";
import { defaultSettings, today } from "../support/random/arbitraries.ts";

type Written = readonly (readonly [string, string | null])[];

const planOf = (current: DirectoryBuilder, desired: DirectoryBuilder, written: Written = []): Plan =>
  makePlan({
    source: desired.source(),
    target: current.target(),
    memory: { ...emptyMemory, written: new Map(written) },
    settings: defaultSettings,
    today,
  });

/**
 * Returns the order that results at a site where a position inserts an object and shifts those after it; a position beyond the
 * end means the end.
 */
const placed = (names: readonly string[], plan: Plan, first: number, step: number): readonly string[] => {
  const list = [...names];
  for (const operation of plan.changes.flatMap(({ operations }) => operations)) {
    if (operation.id !== "J2") continue;
    list.splice(list.indexOf(operation.category), 1);
    list.splice(Math.max(0, Math.ceil(operation.seq / step) - first), 0, operation.category);
  }
  return list;
};

test.each([
  [0, 1],
  [1, 1],
  [0, 10],
  [1, 10],
])("categories of an empty service are in order if positions count from %i by %i", (first, step) => {
  const names = ["A", "B", "C", "D"];
  const functions = names.reduce((all, name) => all.function(`F${name}`, { category: name }), directory());
  const wanted = names.reduce((all, name, at) => all.category(name, at), functions);
  const plan = planOf(directory(), wanted);
  expect(placed(["D", "B", "A", "C"], plan, first, step)).toEqual(names);
});

describe("an approver who manages the department", () => {
  const office = directory().level("L1").department("RD").employee("boss").in("RD").managing("RD");
  const shown = office.employee("E001").in("RD", { supervisor: "boss" });
  const chosen = (plan: Plan) => plan.changes.filter(({ kind }) => kind === "supervisor");
  const subject = postSubject("E001", "RD");

  test("is written if musterd knows that nobody is chosen", () => {
    expect(chosen(planOf(shown, shown, [[ledgerKey(subject, "supervisor"), null]]))).toHaveLength(1);
  });

  test("is left if nothing is known, or if musterd has chosen that person", () => {
    expect(chosen(planOf(shown, shown))).toEqual([]);
    expect(chosen(planOf(shown, shown, [[ledgerKey(subject, "supervisor"), "boss"]]))).toEqual([]);
  });

  test("is remembered as not chosen in a new post, of a newcomer or a mover", () => {
    const nobody = { subject, field: "supervisor", value: null };
    const wanted = office.employee("E001").in("RD", { supervisor: null });
    const moved = office.department("QA").employee("E001").in("QA");
    for (const current of [office, moved]) {
      const [change] = planOf(current, wanted).changes.filter(({ key }) => key === "E001");
      expect(change?.remember).toContainEqual(nobody);
    }
  });
});

test("the report of a first run counts every record of the source once, also beside records in conflict", () => {
  const now = directory()
    .level("L1")
    .department("RD")
    .employee("a1", { number: "1", name: "甲" })
    .employee("a2", { number: "1", name: "乙" })
    .employee("b", { number: "6", name: "戊" })
    .employee("old", { number: "9", name: "丙", birthDate: "1990-01-02" });
  const wanted = directory()
    .level("L1")
    .department("RD")
    .employee("x", { number: "1", name: "甲" })
    .employee("b", { number: "5", name: "戊" })
    .employee("new", { number: "2", name: "丙", birthDate: "1990-01-02" })
    .employee("other", { number: "3", name: "丁" });
  const target = now.target();
  const plan = makePlan({
    source: wanted.source(),
    target,
    memory: emptyMemory,
    settings: defaultSettings,
    today,
    isNew: true,
  });
  expect(plan.held.map(({ key, reason }) => `${key}: ${reason}`).toSorted()).toEqual([
    "b: identity-conflict",
    "new: possible-twin",
    "x: identity-conflict",
  ]);
  expect(plan.adoption?.find(({ kind }) => kind === "employee")).toMatchObject({
    matched: {},
    proposed: 2,
    onlySource: 1,
  });
  const level = { kind: "level", matched: { code: 1 }, proposed: 0, onlySource: 0, onlyTarget: 0 };
  expect(plan.adoption?.find(({ kind }) => kind === "level")).toEqual(level);
});
