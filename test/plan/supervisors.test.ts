/** Approvers: who was chosen stands, an office is no choice, and nobody approves who cannot sign in. */
import { describe, expect, test } from "vitest";
import type { Employee } from "../../src/model/directory.ts";
import { ledgerKey, postSubject, supervisorDoubt } from "../../src/model/memory.ts";
import { directory } from "../support/directory-builder.ts";
import { heldIn, planBetween } from "../support/plan-between.ts";

const staff = ["p1", "p2", "p3", "p4", "p5", "p6"];
const everybody = ["ann", "bob", ...staff];

/** RD with its staff, managed by one of them; of the posts of `posted` the approver is stated, or shown. */
const office = (manager: string, supervisor: string | null, posted: readonly string[], bob: Partial<Employee> = {}) =>
  everybody.reduce((all, account) => {
    const post = posted.includes(account) ? { supervisor } : {};
    const one = all.employee(account, account === "bob" ? bob : {}).in("RD", post);
    return account === manager ? one.managing("RD") : one;
  }, directory().level("L1").department("RD"));

/** What the service shows of all posts. */
const shown = (manager: string, supervisor: string | null) => office(manager, supervisor, everybody);

/** What HR says about the posts of the staff. */
const stated = (manager: string, supervisor: string | null, bob: Partial<Employee> = {}) =>
  office(manager, supervisor, staff, bob);

const approversSent = (plan: ReturnType<typeof planBetween>): readonly string[] =>
  plan.changes.flatMap(({ operations }) =>
    operations.flatMap((one) => (one.id === "E13" ? [`${one.account}: ${one.supervisor}`] : [])),
  );

const chosenBefore = (doubted: boolean) => ({
  written: new Map<string, string>(
    staff.flatMap((account) => [
      [ledgerKey(postSubject(account, "RD"), "supervisor"), "ann"] as const,
      ...(doubted ? [[ledgerKey(postSubject(account, "RD"), supervisorDoubt), "E14"] as const] : []),
    ]),
  ),
});

describe("a new manager", () => {
  test("costs no write for people without a chosen approver, where whoever approves is shown", () => {
    const plan = planBetween(shown("ann", "ann"), stated("bob", null));
    expect(plan.changes.map(({ id }) => id)).toEqual(["manager/RD/update"]);
  });
});

describe("an approver who was chosen and is the manager as well", () => {
  test("is not chosen again while nothing speaks against it", () => {
    expect(
      approversSent(planBetween(shown("ann", "ann"), stated("ann", "ann"), { memory: chosenBefore(false) })),
    ).toEqual([]);
  });

  test("is chosen again where a write may have lost the choice", () => {
    const plan = planBetween(shown("ann", "ann"), stated("ann", "ann"), { memory: chosenBefore(true) });
    expect(approversSent(plan)).toEqual(staff.map((account) => `${account}: ann`));
  });
});

describe("an approver who leaves", () => {
  test("is not chosen any more", () => {
    const plan = planBetween(shown("ann", null), stated("ann", "bob", { active: false }));
    expect(approversSent(plan)).toEqual([]);
    expect(heldIn(plan)).toEqual(
      expect.arrayContaining(staff.map((account) => `supervisor/${account}/RD/update: person-inactive`)),
    );
  });
});
