/** A process that ends runs in a store and tells them to a receiver, until it is killed: `STORE URL RUNS`. With 0 runs it only tells. */

import { systemClock } from "../../src/lib/clock.ts";
import { openNotify } from "../../src/notify/notify.ts";
import { openStore } from "../../src/store/store.ts";
import { quietParts } from "./notify-parts.ts";

const [path = "", url = "", runs = "0"] = process.argv.slice(2);
const store = openStore(path, "target", systemClock);
const notify = openNotify({
  ...quietParts,
  store,
  settings: {
    channels: { hook: { kind: "webhook", url, body: "standard", least: "info", digests: [] } },
    names: false,
    offMinutes: 60,
    refreshOwedMinutes: 30,
    sourceHours: 72,
    heldAbove: 50,
    certificateDays: 14,
    digestHour: 8,
  },
  target: "target",
  retries: 5,
});
for (let at = 0; at < Number(runs); at += 1) {
  const id = await store.runs.begin("schedule", "running");
  const error = { code: "target-unavailable", message: "no answer", hint: "wait" };
  await store.runs.end(id, {
    refresh: "not-needed",
    ...(at % 2 === 0 ? { status: "succeeded" } : { status: "failed", error }),
  });
  process.stdout.write("ended\n");
  await notify.pass();
}
await notify.pass();
while ((await store.outbox.waiting()).size > 0) await new Promise((resolve) => setTimeout(resolve, 20));
await notify.close();
await store.close();
