/** Tests what is remembered of a write, for the fields that a service hides. */
import { expect, test } from "vitest";
import { emptyMemory, type Memory } from "../../../src/model/memory.ts";
import type { EmployeeData } from "../../../src/model/operation.ts";
import { statedEntry } from "../../../src/plan/people/hidden-data.ts";
import { isLastStated } from "../../../src/plan/values/stated-values.ts";
import { withEntries } from "../../support/target/execute-plan.ts";

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
