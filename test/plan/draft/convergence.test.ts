/** Tests what is held because it was tried in vain (convergence.ts), beyond what laws and other tests of plans show. */
import { describe, expect, it } from "vitest";
import { emptyMemory, type Memory } from "../../../src/model/memory/memory.ts";
import { countAttempt } from "../../../src/plan/draft/convergence.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { today as dayOfPlans } from "../../support/random/arbitraries.ts";
import { withEntries } from "../../support/target/execute-plan.ts";
import { heldIn, planBetween } from "../../support/target/plan-between.ts";

const today = "2026-11-29";
const open = () => directory().level("L1");
const inOrder = (codes: string) =>
  codes.split("").reduce((all, code, order) => all.department(code, { order }), open());

/** The plan on a site that shows the departments in this order. */
const planOn = (codes: string, memory: Memory = emptyMemory) =>
  planBetween(inOrder(codes), inOrder("ABCD"), { memory });

/** What is remembered after runs in each of which the site took these orders and left the departments in another one. */
const after = (code: "not-applied" | "", ...orders: readonly string[]): Memory =>
  orders.reduce<Memory>((memory, order) => {
    const result = code === "" ? "applied" : "failed";
    const entries = planOn(order, memory).changes.flatMap((change) =>
      countAttempt(change, { result, code, message: "" }, memory, today),
    );
    return { ...memory, written: withEntries(memory.written, entries) };
  }, emptyMemory);

describe("what a site has accepted and does not show", () => {
  const before = directory().level("L1").department("RD");
  const wanted = before.department("QA").employee("bob", { number: "2" }).in("RD");
  const triedOn = (day: string): Memory => {
    const entries = planBetween(before, wanted).changes.flatMap((change) =>
      countAttempt(change, { result: "failed", code: "not-applied", message: "not there" }, emptyMemory, day),
    );
    return { ...emptyMemory, written: withEntries(emptyMemory.written, entries) };
  };
  const after = (day: string) => planBetween(before, wanted, { memory: triedOn(day) });

  it("is sent again on the same day, apart from people", () => {
    const { changes, held } = after(dayOfPlans);
    expect(changes.map(({ id }) => id)).toEqual(["department/QA/create"]);
    expect(held.map(({ id, reason, about }) => [id, reason, about])).toContainEqual([
      "employee/bob/create",
      "not-shown-yet",
      ["bob"],
    ]);
  });

  it("is sent again on another day", () => {
    expect(heldIn(after("2020-01-01"))).toEqual([]);
  });
});

describe("an order that a site does not keep", () => {
  it("is held after two runs, although the site shows another position after each", () => {
    const memory = after("not-applied", "DABC", "ADBC");
    const moved = heldIn(planOn("DABC", memory)).filter((held) => held.includes("/reorder"));
    expect(moved.length).toBeGreaterThan(0);
    expect(moved.every((held) => held.endsWith(": does-not-converge"))).toBe(true);
  });

  it("is no reason to hold one that was taken, and that HR has changed since", () => {
    expect(heldIn(planOn("DABC", after("", "DABC", "ADBC")))).toEqual([]);
  });
});
