/** Tests on a store what becomes of messages that are old before they can be sent, and of those of channels that are gone. */
import { expect, it, onTestFinished, vi } from "vitest";
import { createLog } from "../../src/lib/log.ts";
import type { Channel } from "../../src/notify/channels/channel.ts";
import { openDelivery } from "../../src/notify/deliver.ts";
import { openTemporaryStore } from "../support/suites/temporary-store.ts";

const hourMs = 3_600_000;

it.each([
  ["a heartbeat", true, 0.5, 1],
  ["a heartbeat", true, 2, 0],
  ["a message", false, 2, 1],
])("%s that has waited is sent only while it says what is known", async (_name, isHeartbeat, hours, times) => {
  const store = openTemporaryStore();
  onTestFinished(store.close);
  const watch = { firstMs: 1, aliveMs: 1, daily: "", weekly: "" };
  const draft = { code: "run-succeeded", about: "", details: {}, phase: "once", to: ["beat"] } as const;
  await store.outbox.decide(() => ({ drafts: [draft], watch }));
  const send = vi.fn<() => Promise<void>>(async () => undefined);
  const delivery = openDelivery({
    outbox: store.outbox,
    channels: new Map([["beat", {} as Channel]]),
    send,
    isHeartbeat: () => isHeartbeat,
    nowMs: () => Date.now() + hours * hourMs,
    log: createLog("silent"),
  });
  delivery.start();
  await vi.waitFor(async () => expect(await store.outbox.list(1)).not.toMatchObject([{ state: "waiting" }]));
  await delivery.close();
  expect(send).toHaveBeenCalledTimes(times);
});

it.each([
  ["of a trouble that lasts", ["began"], "waiting"],
  ["of a trouble that is over", ["began", "ended"], "given-up"],
  ["about an event", ["once"], "given-up"],
] as const)("a message %s that nobody accepts for more than a day (%j) is %s", async (_name, phases, state) => {
  const store = openTemporaryStore();
  onTestFinished(store.close);
  const watch = { firstMs: 1, aliveMs: 1, daily: "", weekly: "" };
  for (const phase of phases) {
    const to = phase === "ended" ? [] : ["mail"];
    await store.outbox.decide(() => ({
      drafts: [{ code: "run-blocked", about: "cap-exceeded", details: {}, phase, to }],
      watch,
    }));
  }
  const send = vi.fn<() => Promise<void>>(async () => Promise.reject(new Error("refused")));
  const delivery = openDelivery({
    outbox: store.outbox,
    channels: new Map([["mail", {} as Channel]]),
    send,
    isHeartbeat: () => false,
    nowMs: () => Date.now() + 30 * hourMs,
    log: createLog("silent"),
  });
  delivery.start();
  await vi.waitFor(async () => expect((await store.outbox.list(1))[0]?.problem).toBeDefined());
  await delivery.close();
  expect(await store.outbox.list(1)).toMatchObject([{ state }]);
});
