/** Tests that people hear of a store that cannot be used while the daemon lives, although what is told is stored first. */
import { expect, it, onTestFinished } from "vitest";
import { MusterdError } from "../../src/lib/errors.ts";
import { openNotify } from "../../src/notify/notify.ts";
import { notifySettings, resolveNotify } from "../../src/notify/settings.ts";
import { openTemporaryStore } from "../support/suites/temporary-store.ts";
import { quietParts } from "./notify-parts.ts";

const minuteMs = 60_000;
const full = new MusterdError("store-unavailable", "the disk is full", { hint: "free space" });

/** A notifier with two channels, whose store fails with `failure` while there is one. */
const openFailing = () => {
  const store = openTemporaryStore();
  onTestFinished(store.close);
  const state: { nowMs: number; failure?: MusterdError | undefined; refusing: boolean; readonly told: string[] } = {
    nowMs: Date.now(),
    refusing: false,
    told: [],
  };
  const outbox = {
    ...store.outbox,
    decide: async (decide: Parameters<typeof store.outbox.decide>[0]) => {
      if (state.failure) throw state.failure;
      return store.outbox.decide(decide);
    },
  };
  const channels = { one: { kind: "service", to: ["ann"] }, two: { kind: "service", to: ["bob"] } };
  const settings = resolveNotify(
    notifySettings.parse({ channels }),
    (path) => path,
    () => "",
    [],
  );
  const notify = openNotify({
    ...quietParts,
    store: { ...store, outbox },
    settings,
    target: "site",
    retries: 3,
    clock: { ...quietParts.clock, nowMs: () => state.nowMs },
    sendNotice: async (account, title) => {
      if (state.refusing && account === "bob") throw new Error("away");
      state.told.push(`${account}: ${title}`);
    },
  });
  onTestFinished(notify.close);
  const passAfter = async (minutes: number) => {
    state.nowMs += minutes * minuteMs;
    await notify.pass();
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { state, passAfter };
};

const began = "[musterd] error: the state folder cannot be used";
const ended = "[musterd] info: the state folder can be used again";

it("is told after a minute and once, and so is its end, without a word of a daemon that was off", async () => {
  const { state, passAfter } = openFailing();
  await passAfter(0);
  state.failure = full;
  await passAfter(1);
  await passAfter(0.5);
  expect(state.told).toEqual([]);
  await passAfter(0.5);
  expect(state.told).toEqual([`ann: ${began}`, `bob: ${began}`]);
  await passAfter(90);
  state.failure = undefined;
  await passAfter(1);
  expect(state.told.slice(2)).toEqual([`ann: ${ended}`, `bob: ${ended}`]);
  await passAfter(1);
  expect(state.told).toHaveLength(4);
});

it("is told later to a channel that did not get it, and only to that one", async () => {
  const { state, passAfter } = openFailing();
  state.failure = full;
  state.refusing = true;
  await passAfter(0);
  await passAfter(1);
  expect(state.told).toEqual([`ann: ${began}`]);
  state.refusing = false;
  await passAfter(1);
  expect(state.told).toHaveLength(1);
  await passAfter(5);
  expect(state.told).toEqual([`ann: ${began}`, `bob: ${began}`]);
});

it("is not told when it has passed within a minute, or is another failure", async () => {
  const { state, passAfter } = openFailing();
  state.failure = full;
  await passAfter(0);
  await passAfter(0.9);
  state.failure = undefined;
  await passAfter(0.1);
  state.failure = new MusterdError("internal", "a mistake", { hint: "" });
  await passAfter(0);
  await passAfter(5);
  expect(state.told).toEqual([]);
});
