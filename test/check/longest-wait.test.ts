/** Tests how long a schedule lets nothing run. The times of today do not matter: Taipei has no summer time. */
import { expect, it } from "vitest";
import { longestWaitMs } from "../../src/check/longest-wait.ts";
import type { Config } from "../../src/config/config.ts";

const hours = (schedule: string): number =>
  longestWaitMs({ daemon: { schedule, timeZone: "Asia/Taipei" } as Config["daemon"] }) / 3_600_000;

it.each([
  ["0 2 * * *", 24],
  ["0 2,14 * * *", 12],
  ["30 6 * * 1-5", 72],
  ["0 8-18 * * 1-5", 62],
  ["0 3 * * 1", 7 * 24],
])("the longest wait of %s is %d hours", (schedule, wait) => {
  expect(hours(schedule)).toBe(wait);
});

it.each([
  ["*/5 8-18 * * 1-5", 62],
  ["*/10 * 8-18 * * 1-5", 62],
  ["* * * * *", 1],
])("the weekend of %s is seen, although a day has hundreds of runs: %d hours", (schedule, wait) => {
  expect(hours(schedule)).toBe(wait);
});

it("a year of a rare schedule is seen", () => {
  expect(hours("0 3 1 1,2,3 *")).toBe((365 - 31 - 28) * 24);
  expect(hours("0 0 29 2 *")).toBeGreaterThanOrEqual(4 * 365 * 24);
});
