/** Tests what is remembered of a site: habits with their evidence, and how many writes have been looked at. */
import { expect, test } from "vitest";
import { emptyMemory, ledgerKey, type Memory } from "../../../src/model/memory/memory.ts";
import { habitsOf } from "../../../src/model/memory/site-habit.ts";
import type { LedgerEntry } from "../../../src/model/plan/plan.ts";
import { countLooks, rememberHabits, unreliableSamples } from "../../../src/plan/read-back/site-habits.ts";

const with_ = (memory: Memory, entries: readonly LedgerEntry[]): Memory => {
  const written = new Map(memory.written);
  for (const { subject, field, value } of entries) written.set(ledgerKey(subject, field), String(value));
  return { ...memory, written };
};
const observed = { operation: "E11", does: "takes-along", kind: "post", field: "supervisor" } as const;

test("evidence adds up, from the first day to the last", () => {
  const first = with_(emptyMemory, rememberHabits(emptyMemory, [observed, observed], "2026-11-01"));
  const second = with_(first, rememberHabits(first, [observed], "2026-11-03"));
  expect(habitsOf(second)).toEqual([{ ...observed, seen: 3, of: 3, first: "2026-11-01", last: "2026-11-03" }]);
});

test("an operation with a habit is not believed unseen", () => {
  const memory = with_(emptyMemory, rememberHabits(emptyMemory, [observed], "2026-11-01"));
  expect([...unreliableSamples(memory)]).toEqual(["E11"]);
  expect([...unreliableSamples(emptyMemory)]).toEqual([]);
});

test("where an approver is not stored as it was stated, another write of the operation may have taken it", () => {
  const stored = { ...observed, operation: "E13", does: "stores-otherwise", kind: "supervisor" } as const;
  const memory = with_(emptyMemory, rememberHabits(emptyMemory, [stored], "2026-11-01"));
  expect([...unreliableSamples(memory)]).toEqual(["E13", "E13 beside"]);
  const ofData = { ...stored, operation: "E11", kind: "employee", field: "phoneNumber" } as const;
  expect([...unreliableSamples(with_(emptyMemory, rememberHabits(emptyMemory, [ofData], "2026-11-01")))]).toEqual([
    "E11",
  ]);
});

test("looks add up from run to run", () => {
  const first = with_(emptyMemory, countLooks(emptyMemory, new Map([["E11", 2]])));
  expect(countLooks(first, new Map([["E11", 3]]))).toEqual([{ subject: "site/looks", field: "E11", value: "5" }]);
});
