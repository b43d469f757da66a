/** When the distance of two clocks is known, and when it blocks a plan. */
import { expect, test } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { emptyMemory, type Memory } from "../../../src/model/memory/memory.ts";
import { clockDistance } from "../../../src/run/prepare/clock-distance.ts";
import { withEntries } from "../../support/target/execute-plan.ts";

const hourMs = 3_600_000;
const at = (hours: number, memory: Memory = emptyMemory) => clockDistance(systemClock.nowMs() + hours * hourMs, memory);
const after = (hours: number, memory: Memory = emptyMemory): Memory => ({
  ...memory,
  written: withEntries(memory.written, at(hours, memory).entries),
});

test("clocks in other zones are near enough, and nothing is remembered of them", () => {
  expect([-14, 0, 8].map((hours) => at(hours))).toEqual([14, 0, 8].map((hoursApart) => ({ hoursApart, entries: [] })));
  expect(clockDistance(undefined, after(8000))).toEqual({ hoursApart: 0, entries: [] });
});

test("a distance with which a plan was applied is none as long as it stays the same", () => {
  const accepted = after(-8760);
  expect(at(-8760).hoursApart).toBe(8760);
  expect([-8761, -8760, -8759].map((hours) => at(hours, accepted).hoursApart)).toEqual([0, 0, 0]);
  expect([8760, -8758, -24].map((hours) => at(hours, accepted).hoursApart)).toEqual([8760, 8758, 24]);
});

test("drift is followed, and a clock that was set right is not believed to be wrong again", () => {
  const drifted = after(-8761, after(-8760));
  expect(at(-8762, drifted).hoursApart).toBe(0);
  expect(at(-8760, after(0, drifted)).hoursApart).toBe(8760);
});
