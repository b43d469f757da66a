/** Tests when a failed run is repeated by the next process, also after the clock was changed in between. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { App } from "../../../src/app/app.ts";
import { openRepetition, type Repetition } from "../../../src/daemon/state/repetition.ts";
import { MusterdError } from "../../../src/lib/errors.ts";
import { createLog } from "../../../src/lib/log.ts";
import type { RunSummary } from "../../../src/model/runs/run.ts";

const now = Date.parse("2026-11-22T02:00:00.000Z");
const minuteMs = 60_000;

beforeEach(() => void vi.useFakeTimers({ now }));
afterEach(() => void vi.useRealTimers());

/** An app that has failed once, and whose next try is due `ms` from now. It waits five minutes after the first failure. */
const failedOnce = (ms: number): App => {
  const failure = {
    status: "failed",
    codes: ["target-unavailable"],
    times: 1,
    since: new Date(now).toISOString(),
    nextTry: new Date(now + ms).toISOString(),
  };
  const store = { retries: { read: async () => failure, codesOf: async () => [], forget: async () => undefined } };
  return { store, log: createLog("silent"), config: { daemon: { retry: [5], quarantineHours: 24 } } } as unknown as App;
};

it.each<[string, Partial<RunSummary>, boolean]>([
  ["that had made a plan when the key was refused", { status: "failed", planned: 3 }, true],
  ["that could not read with the key", { status: "failed", planned: 0 }, false],
])("a run %s is repeated: %#", async (_, run, isRepeated) => {
  const never = { read: async () => undefined, codesOf: async () => [], keep: async () => undefined };
  const app = { ...failedOnce(0), store: { retries: { ...never, forget: async () => undefined } } } as unknown as App;
  const repetition = await openRepetition(app, async () => undefined);
  const error = { code: "target-unauthorized", message: "" };
  await repetition.ended({ id: "1", refresh: "done", error, ...run } as RunSummary);
  expect(repetition.isWaiting()).toBe(isRepeated);
  repetition.close();
});

it("a run is repeated also if the store cannot keep when", async () => {
  const app = failedOnce(0);
  const full = async () => Promise.reject(new Error("disk full"));
  const retries = { read: async () => undefined, codesOf: async () => [], keep: full, forget: full };
  const repetition = await openRepetition({ ...app, store: { retries } } as unknown as App, async () => undefined);
  const error = { code: "target-unavailable", message: "" };
  await repetition.ended({ id: "1", status: "failed", refresh: "done", error } as RunSummary);
  expect(repetition.isWaiting()).toBe(true);
  await repetition.ended({ id: "2", status: "succeeded", refresh: "done" } as RunSummary);
  expect(repetition.isWaiting()).toBe(false);
  repetition.close();
});

it("what the store could not keep is stored as soon as that works, so that others know of it", async () => {
  let isFull = true;
  const kept: unknown[] = [];
  const keep = async (failure: unknown) => (isFull ? Promise.reject(new Error("disk full")) : void kept.push(failure));
  const retries = { read: async () => undefined, codesOf: async () => [], keep };
  const app = { ...failedOnce(0), store: { retries } } as unknown as App;
  const repetition = await openRepetition(app, async () => undefined);
  await repetition.threw(new MusterdError("store-unavailable", "disk full", { hint: "" }));
  await vi.advanceTimersByTimeAsync(2 * minuteMs);
  expect(kept).toEqual([]);
  isFull = false;
  await vi.advanceTimersByTimeAsync(2 * minuteMs);
  expect(kept).toMatchObject([{ codes: ["store-unavailable"], times: 1 }]);
  repetition.close();
});

it.each([
  ["when it is due", 2 * minuteMs, 2 * minuteMs],
  ["at once when it is overdue", -minuteMs, 0],
  ["after one whole wait when the clock was set back by a day", 1440 * minuteMs, 5 * minuteMs],
])("a run is repeated %s", async (_, left, expected) => {
  const asked: number[] = [];
  const repetition = await openRepetition(failedOnce(left), async () => void asked.push(Date.now() - now));
  await vi.advanceTimersByTimeAsync(2880 * minuteMs);
  repetition.close();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toBeGreaterThanOrEqual(expected);
  expect(asked[0]).toBeLessThanOrEqual(expected + 1);
});

it.each<[string, number, (repetition: Repetition) => Promise<void> | void]>([
  [
    "after a run that succeeded",
    0,
    ({ ended }) => ended({ id: "1", status: "succeeded", refresh: "done" } as RunSummary),
  ],
  ["if a run was cancelled", 1, ({ ended }) => ended({ id: "1", status: "cancelled", refresh: "done" } as RunSummary)],
  ["after the end of the process", 0, ({ close }) => close()],
])("a failed run %s is repeated %i times", async (_, times, happens) => {
  let asked = 0;
  const repetition = await openRepetition(failedOnce(minuteMs), async () => void (asked += 1));
  await happens(repetition);
  await vi.advanceTimersByTimeAsync(2880 * minuteMs);
  repetition.close();
  expect(asked).toBe(times);
});

it("a repetition that is due while another run goes on is made after that run, if it was cancelled", async () => {
  let isBusy = true;
  let asked = 0;
  const repetition = await openRepetition(failedOnce(minuteMs), async () => {
    if (isBusy) return "busy";
    asked += 1;
  });
  await vi.advanceTimersByTimeAsync(3 * minuteMs);
  isBusy = false;
  await repetition.ended({ id: "1", status: "cancelled", refresh: "done" } as RunSummary);
  await vi.advanceTimersByTimeAsync(2880 * minuteMs);
  repetition.close();
  expect(asked).toBe(1);
});

it("a repetition that somebody cancels is not made again, and leaves nothing waiting", async () => {
  let asked = 0;
  const repetition = await openRepetition(failedOnce(minuteMs), async () => void (asked += 1));
  await vi.advanceTimersByTimeAsync(3 * minuteMs);
  expect(asked).toBe(1);
  await repetition.ended({ id: "1", status: "cancelled", refresh: "owed" } as RunSummary);
  // Else nobody would make the refresh that the run has left.
  expect(repetition.isWaiting()).toBe(false);
  await vi.advanceTimersByTimeAsync(2880 * minuteMs);
  repetition.close();
  expect(asked).toBe(1);
});
