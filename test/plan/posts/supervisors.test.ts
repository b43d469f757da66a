/** Tests approvers: a chosen one stays, a manager does not count as chosen, and people who cannot sign in do not approve. */
import { describe, expect, test } from "vitest";
import type { Employee } from "../../../src/model/directory/directory.ts";
import { ledgerKey, postSubject, supervisorDoubt } from "../../../src/model/memory/memory.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { heldIn, planBetween } from "../../support/target/plan-between.ts";

const staff = ["p1", "p2", "p3", "p4", "p5", "p6"];
const everybody = ["ann", "bob", ...staff];

/** Returns the department RD with its staff and a manager; the posts of `posted` have the approver `supervisor`. */
const office = (manager: string, supervisor: string | null, posted: readonly string[], bob: Partial<Employee> = {}) =>
  everybody.reduce((all, account) => {
    const post = posted.includes(account) ? { supervisor } : {};
    const one = all.employee(account, account === "bob" ? bob : {}).in("RD", post);
    return account === manager ? one.managing("RD") : one;
  }, directory().level("L1").department("RD"));

/** Returns the service's data, with the posts of everybody. */
const shown = (manager: string, supervisor: string | null) => office(manager, supervisor, everybody);

/** Returns HR's data, with the posts of the staff. */
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
  test("needs no write for people without a chosen approver if the site shows effective approvers", () => {
    const plan = planBetween(shown("ann", "ann"), stated("bob", null));
    expect(plan.changes.map(({ id }) => id)).toEqual(["manager/RD/update"]);
  });
});

describe("a chosen approver who is also the manager", () => {
  test("is not written again without a reason", () => {
    expect(
      approversSent(planBetween(shown("ann", "ann"), stated("ann", "ann"), { memory: chosenBefore(false) })),
    ).toEqual([]);
  });

  test("is written again if a write may have lost the choice", () => {
    const plan = planBetween(shown("ann", "ann"), stated("ann", "ann"), { memory: chosenBefore(true) });
    expect(approversSent(plan)).toEqual(staff.map((account) => `${account}: ann`));
  });
});

describe("an approver who leaves", () => {
  test("is no longer chosen", () => {
    const plan = planBetween(shown("ann", null), stated("ann", "bob", { active: false }));
    expect(approversSent(plan)).toEqual([]);
    expect(heldIn(plan)).toEqual(
      expect.arrayContaining(staff.map((account) => `supervisor/${account}/RD/update: person-inactive`)),
    );
  });
});

describe("an approver whom musterd has chosen and whom the service shows of nobody", () => {
  test("is withdrawn once when HR withdraws them, and nobody else's is written", () => {
    const withdrawn = planBetween(shown("bob", null), stated("bob", null), { memory: chosenBefore(false) });
    expect(approversSent(withdrawn)).toEqual(staff.map((account) => `${account}: null`));
    const cleared = { written: new Map([...chosenBefore(false).written.keys()].map((key) => [key, null] as const)) };
    expect(approversSent(planBetween(shown("bob", null), stated("bob", null), { memory: cleared }))).toEqual([]);
    expect(approversSent(planBetween(shown("bob", null), stated("bob", null)))).toEqual([]);
  });
});

describe("approvers in a circle", () => {
  const approvedBy = (approvers: Readonly<Record<string, string | null>>, bob: Partial<Employee> = {}) =>
    Object.entries(approvers).reduce(
      (all, [account, supervisor]) => all.employee(account, account === "bob" ? bob : {}).in("RD", { supervisor }),
      directory().level("L1").department("RD"),
    );
  const nobody = { ann: null, bob: null, cyd: null, dan: null };
  const circlesIn = (approvers: Readonly<Record<string, string | null>>, bob: Partial<Employee> = {}) =>
    planBetween(approvedBy(nobody), approvedBy({ ...nobody, ...approvers }, bob)).notices.flatMap(
      ({ code, key, label }) => (code === "approvers-in-circle" ? [[key, label]] : []),
    );

  test("are noted once, and written", () => {
    const plan = planBetween(approvedBy(nobody), approvedBy({ ...nobody, ann: "bob", bob: "ann", dan: "ann" }));
    expect(plan.notices).toMatchObject([{ code: "approvers-in-circle", kind: "employee", key: "ann" }]);
    expect(approversSent(plan).toSorted()).toEqual(["ann: bob", "bob: ann", "dan: ann"]);
  });

  test("are all named, with whoever leads into the circle left out", () => {
    const [[key, label = ""] = []] = circlesIn({ ann: "bob", bob: "cyd", cyd: "dan", dan: "bob" });
    expect([key, label.split(" → ").length]).toEqual(["bob", 4]);
    expect(circlesIn({ ann: "bob", bob: "ann", cyd: "dan", dan: "cyd" })).toHaveLength(2);
  });

  test("are none in a line, with themselves, or if one of them leaves", () => {
    expect(circlesIn({ ann: "bob", bob: "cyd", cyd: null, dan: "bob" })).toEqual([]);
    expect(circlesIn({ ann: "bob", bob: "bob" })).toEqual([]);
    expect(circlesIn({ ann: "bob", bob: "ann" }, { active: false })).toEqual([]);
  });
});
