/** Tests the times of the schedule while the clock of the machine is set. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openSchedule } from "../../src/daemon/schedule.ts";

const hourMs = 3_600_000;
let close: (() => void) | undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
  vi.setSystemTime("2026-12-01T12:00:00Z");
});

afterEach(() => {
  close?.();
  vi.useRealTimers();
});

/** The times at which a run is due; every six hours by default. */
const started = (schedule = "0 */6 * * *") => {
  const times: string[] = [];
  close = openSchedule({ schedule, timeZone: "Etc/UTC" }, () => {
    times.push(new Date().toISOString().slice(5, 16));
  });
  return times;
};

const setClock = (ms: number) => vi.setSystemTime(Date.now() + ms);

it("a run is due at each time of the schedule", () => {
  const times = started();
  vi.advanceTimersByTime(13 * hourMs);
  expect(times).toEqual(["12-01T18:00", "12-02T00:00"]);
});

it("after a clock that was ahead is set back, the next run is due at the time of the new clock", () => {
  const times = started();
  setClock(-24 * hourMs);
  vi.advanceTimersByTime(7 * hourMs);
  expect(times).toEqual(["11-30T18:00"]);
});

it("one run is due for all times over which the clock was put forward", () => {
  const times = started();
  setClock(365 * 24 * hourMs);
  vi.advanceTimersByTime(hourMs);
  expect(times).toEqual(["12-01T12:00"]);
});

it("a clock that is set back by seconds repeats no run", () => {
  const times = started();
  vi.advanceTimersByTime(6 * hourMs + 2_000);
  setClock(-30_000);
  vi.advanceTimersByTime(hourMs);
  expect(times).toEqual(["12-01T18:00"]);
});

it("ends", () => {
  const times = started();
  close?.();
  vi.advanceTimersByTime(13 * hourMs);
  expect(times).toEqual([]);
});
