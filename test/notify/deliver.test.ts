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
