/** When outcomes are stored: those that arrive together share a commit, and none waits for long. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { openStore, type Store } from "../../src/store/store.ts";

let folder: string;
let store: Store;
let runId: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-outcomes-"));
  store = openStore(join(folder, "musterd.db"), "target", systemClock);
  runId = await store.runs.begin("command", "running");
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});

afterEach(async () => {
  vi.useRealTimers();
  await store.close();
  await rm(folder, { recursive: true });
});

/** Records so many outcomes, and returns how many are stored after some turns of the event loop. */
const record = (count: number) => {
  let stored = 0;
  for (let at = 0; at < count; at += 1)
    void store.plans
      .record(runId, { changeId: `employee/e${at}/update`, result: "applied" }, { entries: [] })
      .then(() => (stored += 1));
  return async (): Promise<number> => {
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    return stored;
  };
};

it("31 outcomes wait for another, a quarter of a second at most", async () => {
  const stored = record(31);
  vi.advanceTimersByTime(249);
  expect(await stored()).toBe(0);
  vi.advanceTimersByTime(1);
  expect(await stored()).toBe(31);
});

it.each([32, 100])("%i outcomes wait for nothing", async (count) => {
  expect(await record(count)()).toBe(count);
});

it("outcomes are stored at once if nothing else will come", async () => {
  const stored = record(1);
  store.plans.flush();
  expect(await stored()).toBe(1);
});
