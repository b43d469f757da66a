/** Reasons and notices that the plans of other tests hardly ever have, each brought about once. */
import { expect, it } from "vitest";
import { emptyMemory, type Memory, type Stale } from "../../src/model/memory/memory.ts";
import { planUndo } from "../../src/plan/undo/plan-undo.ts";
import { addDays } from "../../src/plan/values/days.ts";
import { directory } from "../support/directory/directory-builder.ts";
import { defaultSettings, today } from "../support/random/arbitraries.ts";
import { withEntries } from "../support/target/execute-plan.ts";
import { heldIn, planBetween } from "../support/target/plan-between.ts";
import { recordOfRun } from "../support/target/undo.ts";

it("a title that changes its place among others says that the order differs", () => {
  const two = (first: string, second: string) =>
    directory().level("L1").title(first, { order: 1 }).title(second, { order: 2 });
  const { changes } = planBetween(two("T1", "T2"), two("T2", "T1"));
  expect(changes.map(({ kind, action, reason }) => [kind, action, reason])).toEqual([
    ["title", "reorder", "order-differs"],
  ]);
});

it("a department that moves says that its parent differs, a renamed one that it is listed", () => {
  const office = (code: string, parent: string | null) =>
    directory().level("L1").department("A").department("B").department(code, { parent, name: "Research" });
  const moved = planBetween(office("RD", "A"), office("RD", "B"));
  const renamed = planBetween(office("RD", "A"), office("R2", "A"), {
    renames: [{ kind: "department", from: "RD", to: "R2" }],
  });
  expect([moved, renamed].map(({ changes }) => changes.map(({ action, reason }) => [action, reason]))).toEqual([
    [["move", "parent-differs"]],
    [["rename", "listed-rename"]],
  ]);
});

it("an undo does not guess what became of a change whose outcome nobody knows", () => {
  const office = (name: string) => directory().level("L1").department("RD", { name }).employee("amy").in("RD");
  const plan = planBetween(office("A"), office("B"));
  const run = recordOfRun(plan, []);
  const undone = planUndo({ run, target: office("B").target(), memory: emptyMemory, settings: defaultSettings, today });
  expect(heldIn(undone.plan)).toEqual(["department/RD/undo/update/outcome-unknown: outcome-unknown"]);
});

it("an undo that gives a last day back which is over by now disables nobody whom the run has not enabled", () => {
  const office = (resignationDate: string | null | undefined, active: boolean) =>
    directory()
      .employee("bob")
      .employee("amy", { active, ...(resignationDate !== undefined && { resignationDate }) });
  const known: Memory = { written: new Map([["employee/amy resignationDate", addDays(today, -9)]]) };
  const undone = (wasActive: boolean, last: string | null) => {
    const plan = planBetween(office(undefined, wasActive), office(last, true), { memory: known });
    const run = recordOfRun(
      plan,
      plan.changes.map(({ id }) => ({ changeId: id, result: "applied" })),
    );
    const entries = plan.changes.flatMap(({ remember = [] }) => remember);
    const memory = { written: withEntries(known.written, entries) };
    const target = office(undefined, true).target();
    return planUndo({ run, target, memory, settings: defaultSettings, today }).plan;
  };
  const corrected = undone(true, addDays(today, 30));
  expect(corrected.changes.flatMap(({ operations }) => operations.map(({ id }) => id))).toEqual(["E9"]);
  expect(heldIn(corrected)).toEqual(["employee/amy/deactivate: status-and-date-disagree"]);
  const back = undone(false, null);
  expect(back.changes.flatMap(({ operations }) => operations.map(({ id }) => id)).sort()).toEqual(["E7", "E9"]);
});

it("a title that somebody has is not disabled: it is still used", () => {
  const office = (active: boolean) =>
    directory().level("L1").department("RD").title("T1", { active }).employee("amy").in("RD", { title: "T1" });
  expect(heldIn(planBetween(office(true), office(false)))).toContain("title/T1/deactivate: still-used");
});

it("nobody is made to approve the own post: the service does not support it", () => {
  const office = (supervisor: string | null) =>
    directory().level("L1").department("RD").employee("amy").in("RD", { supervisor });
  expect(heldIn(planBetween(office(null), office("amy")))).toContain("supervisor/amy/RD/update: not-supported");
});

it("what somebody else has changed since the last run is a notice", () => {
  const office = directory().level("L1").department("RD").employee("amy").in("RD");
  const drifted = [{ kind: "employee", key: "amy", label: "amy" }] as const;
  const stale: Stale = { all: false, undone: 1, seen: 9, people: new Set(["amy"]), drifted };
  const { notices } = planBetween(office, office, { memory: { ...emptyMemory, stale } });
  expect(notices).toContainEqual(expect.objectContaining({ code: "changed-by-others", key: "amy" }));
});

it("departments without a manager are told where HR names managers, but not those that are inactive", () => {
  const company = directory()
    .level("L1")
    .department("A", { manager: "amy" })
    .department("B", { manager: null })
    .department("C", { manager: null, active: false })
    .employee("amy")
    .in("A");
  const { notices } = planBetween(company, company);
  expect(notices.flatMap(({ code, key }) => (code === "department-without-manager" ? [key] : []))).toEqual(["B"]);
});
