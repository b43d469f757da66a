/** Tests what is remembered of a write, for the fields that a service hides. */
import { describe, expect, test } from "vitest";
import type { Employee } from "../../../src/model/directory/directory.ts";
import type { TargetSnapshot } from "../../../src/model/directory/snapshot.ts";
import { emptyMemory, type Memory } from "../../../src/model/memory/memory.ts";
import type { EmployeeData } from "../../../src/model/plan/operation.ts";
import { hiddenBaseline, statedEntry } from "../../../src/plan/people/hidden-data.ts";
import { isLastStated } from "../../../src/plan/values/stated-values.ts";
import { directory } from "../../support/directory/directory-builder.ts";
import { withEntries } from "../../support/target/execute-plan.ts";
import { heldIn, planBetween } from "../../support/target/plan-between.ts";

const after = (data: EmployeeData, hidden: readonly string[] = [], memory: Memory = emptyMemory): Memory => ({
  ...memory,
  written: withEntries(memory.written, statedEntry(memory, "amy", data, hidden)),
});

test("personal fields are remembered, and others where the service hides them", () => {
  const data = { name: "Amy", phoneNumber: "0912" };
  const last = (memory: Memory) => [
    isLastStated(memory, "amy", "phoneNumber", "0912"),
    isLastStated(memory, "amy", "name", "Amy"),
  ];
  expect(last(after(data))).toEqual([true, false]);
  expect(last(after(data, ["name"]))).toEqual([true, true]);
});

test("what a write leaves out stays as it was remembered, and is no blank", () => {
  const memory = after({ idCardNumber: "A123456789" }, [], after({ phoneNumber: "0912" }));
  expect(isLastStated(memory, "amy", "phoneNumber", "0912")).toBe(true);
  expect(isLastStated(memory, "amy", "idCardNumber", "A123456789")).toBe(true);
  expect(isLastStated(memory, "amy", "birthDate", null)).toBe(false);
});

test("HR's correction of a hidden list is noticed, and another order is none", () => {
  const methods = (...loginValidation: readonly string[]) => directory().employee("amy", { loginValidation });
  const shown = (target: TargetSnapshot): TargetSnapshot => ({
    ...target,
    employees: target.employees.map(({ loginValidation: _methods, ...person }) => ({
      ...person,
      hidden: ["loginValidation"],
    })),
  });
  const now = shown(methods("UOF").target());
  const written = withEntries(emptyMemory.written, hiddenBaseline(methods("UOF", "AD/x").source(), now, emptyMemory));
  const changes = (...wanted: readonly string[]) =>
    planBetween(methods("UOF"), methods(...wanted), { shown, memory: { ...emptyMemory, written } }).changes;
  expect(changes("AD/x", "UOF")).toEqual([]);
  expect(changes("AD/x").map(({ fields }) => fields)).toEqual([[{ field: "loginValidation", after: ["AD/x"] }]]);
});

test("a hidden value that a create has left out, because many share it, is still held, and written once one has it", () => {
  const everybody = ["amy", "bob", "cid", "dan", "eve", "fay", "gus", "hal"];
  const staff = (...sharing: readonly string[]) =>
    everybody.reduce((all, account) => {
      const email = sharing.includes(account) ? "shop@example.com" : null;
      return all.employee(account, { name: account, number: account, email });
    }, directory());
  const shown = (target: TargetSnapshot): TargetSnapshot => ({
    ...target,
    employees: target.employees.map(({ email: _email, ...person }) => ({ ...person, hidden: ["email"] })),
  });
  const hr = staff(...everybody);
  const first = planBetween(directory(), hr);
  expect(first.changes.flatMap(({ operations }) => operations.map(({ id }) => id))).toEqual(everybody.map(() => "E12"));
  const remembered = first.changes.flatMap(({ remember = [] }) => remember);
  const created = { ...emptyMemory, written: withEntries(emptyMemory.written, remembered) };
  const baseline = hiddenBaseline(hr.source(), shown(hr.target()), created);
  const memory = { ...created, written: withEntries(created.written, baseline) };
  const held = heldIn(planBetween(hr, hr, { memory, shown }));
  expect(held).toEqual(everybody.map((account) => `employee/${account}/update: value-taken`));
  const { changes } = planBetween(hr, staff("amy"), { memory, shown });
  expect(changes.map(({ key, fields }) => [key, fields])).toEqual([
    ["amy", [{ field: "email", after: "shop@example.com" }]],
  ]);
});

describe("an expiry that the service does not show", () => {
  const june = "2028-06-30T15:59:59.000Z";
  const staff = (expiredTime: string | null | undefined, email = "amy@example.com") =>
    directory()
      .department("HQ")
      .employee("amy", { email, ...(expiredTime === undefined ? {} : { expiredTime }) })
      .in("HQ");
  const shown = (target: TargetSnapshot): TargetSnapshot => ({
    ...target,
    employees: target.employees.map(({ expiredTime: _expiry, ...person }) => person),
  });
  const known = (expiredTime: string | null, memory: Memory = emptyMemory): Memory => {
    const entries = hiddenBaseline(staff(expiredTime).source(), shown(staff(null).target()), memory);
    return { ...memory, written: withEntries(memory.written, entries) };
  };
  const operations = (desired: ReturnType<typeof staff>, memory: Memory) =>
    planBetween(staff(null), desired, { memory, shown }).changes.flatMap((change) => change.operations);
  const e8 = (expiredTime: string | null) => ({ id: "E8", account: "amy", expiredTime });

  test("is written where HR changes it, and once", () => {
    expect(operations(staff(june), known(june))).toEqual([]);
    expect(operations(staff(null), known(june))).toEqual([e8(null)]);
    expect(operations(staff(june), known(null))).toEqual([e8(june)]);
    const { changes } = planBetween(staff(null), staff(june), { memory: known(null), shown });
    const written = changes.flatMap(({ remember = [] }) => remember);
    const later = { ...emptyMemory, written: withEntries(known(null).written, written) };
    expect(operations(staff(june), later)).toEqual([]);
    expect(operations(staff(june, "may@example.com"), later).map(({ id }) => id)).toEqual(["E11"]);
  });

  test("is nobody's to write where HR does not state it, or nothing was stated before", () => {
    expect(operations(staff(undefined), known(june))).toEqual([]);
    expect(operations(staff(june), emptyMemory)).toEqual([]);
  });

  test("goes along with data that a create has not brought: the site may have ignored all of it (life 32000068)", () => {
    const desired = staff(june, "may@example.com");
    expect(operations(desired, emptyMemory).map(({ id }) => id)).toEqual(["E11", "E8"]);
    expect(operations(desired, known(june)).map(({ id }) => id)).toEqual(["E11"]);
  });

  test("is left where the policy does not manage it", () => {
    const settings = { fields: { "employee.expiredTime": "ignore" } } as const;
    const plan = planBetween(staff(null), staff(june), { memory: known(null), shown, settings });
    expect(plan.changes).toEqual([]);
  });
});

describe("an ID number that the service hides and that HR gives to two people", () => {
  const shown = (target: TargetSnapshot): TargetSnapshot => ({
    ...target,
    employees: target.employees.map(({ idCardNumber: _, ...person }) => ({ ...person, hidden: ["idCardNumber"] })),
  });
  const bob = (fields: Partial<Employee> = {}) =>
    directory().employee("bob", { number: "2", idCardNumber: "B222", ...fields });

  test("is not written with a new account either", () => {
    const site = bob().employee("amy", { number: "1" });
    const hr = bob().employee("amy.lin", { number: "1", name: "amy", idCardNumber: "B222" });
    const memory = after({ idCardNumber: "A111" });
    const plan = planBetween(site, hr, { memory, shown });
    expect(plan.changes).toEqual([]);
    expect(heldIn(plan)).toEqual(["employee/amy/rename: value-taken", "employee/amy/update: value-taken"]);
  });

  test("and with which one of them was created without it, stays in question, and is written once it is free", () => {
    const both = bob().employee("amy", { number: "1", idCardNumber: "B222" });
    const decided = new Map([["amy", { differs: ["bob"] }]]);
    const first = planBetween(bob(), both, { shown, stated: (source) => ({ ...source, decided }) });
    expect(first.changes.map(({ id }) => id)).toEqual(["employee/amy/create"]);
    const entries = first.changes.flatMap(({ remember = [] }) => remember);
    const known = { ...emptyMemory, written: withEntries(new Map(), entries) };
    const site = bob().employee("amy", { number: "1" });
    const baseline = hiddenBaseline(both.source(), shown(site.target()), known);
    const memory = { ...known, written: withEntries(known.written, baseline) };
    expect(heldIn(planBetween(site, both, { memory, shown }))).toEqual(["employee/amy/update: value-taken"]);
    const free = bob({ active: false }).employee("amy", { number: "1", idCardNumber: "B222" });
    const left = bob({ active: false }).employee("amy", { number: "1" });
    expect(planBetween(left, free, { memory, shown }).changes.map(({ id }) => id)).toEqual(["employee/amy/update"]);
  });
});
