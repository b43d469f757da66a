/** Tests for how long a daemon looks for no work after a run that could not begin. */
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openResting, type Resting } from "../../src/daemon/resting.ts";
import type { Store } from "../../src/store/store.ts";
import { openTemporaryStore } from "../support/suites/temporary-store.ts";

let store: Store;
let resting: Resting;

beforeEach(async () => {
  store = openTemporaryStore();
  resting = openResting(store);
  await store.requests.add({ trigger: "schedule" });
});
afterEach(() => store.close());

it("a daemon rests until it is woken, and not before a run has failed", async () => {
  expect(await resting.goesOn()).toBe(false);
  await resting.begin();
  expect(await resting.goesOn()).toBe(true);
  resting.end();
  expect(await resting.goesOn()).toBe(false);
});

it.each<[string, () => Promise<unknown>]>([
  ["asks for the run that waits already", () => store.requests.add({ trigger: "request" })],
  ["asks for another run", () => store.requests.add({ trigger: "request", only: ["ann"] })],
  ["leaves a run behind", () => store.runs.begin("command", "running")],
  ["leaves a refresh owed", () => store.debts.oweRefresh("a run")],
])("a daemon that rests looks again when another process %s", async (_, work) => {
  await resting.begin();
  await delay(2);
  await work();
  expect(await resting.goesOn()).toBe(false);
});

it("a daemon whose store could not be read at the failure looks as soon as it can", async () => {
  let isAway = true;
  const leftBehind = () => (isAway ? Promise.reject(new Error("the disk is away")) : store.leftBehind());
  resting = openResting({ ...store, leftBehind });
  await resting.begin();
  expect(await resting.goesOn()).toBe(true);
  isAway = false;
  expect(await resting.goesOn()).toBe(false);
});
