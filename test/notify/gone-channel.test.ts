/** Tests on a store that the trouble of a channel ends when the channel is taken out of the configuration. */
import { expect, it, onTestFinished } from "vitest";
import { openNotify } from "../../src/notify/notify.ts";
import { notifySettings, resolveNotify } from "../../src/notify/settings.ts";
import { openTemporaryStore } from "../support/suites/temporary-store.ts";
import { quietParts } from "./notify-parts.ts";

it("a channel that is gone does not fail any more", async () => {
  const store = openTemporaryStore();
  onTestFinished(store.close);
  const watch = { firstMs: 1, aliveMs: Date.now(), daily: "9999", weekly: "9999" };
  const details = { name: "old" };
  const draft = { code: "channel-failing", about: "old", details, phase: "began", to: ["old"] } as const;
  await store.outbox.decide(() => ({ drafts: [draft], watch }));
  for (let tries = 0; tries < 3; tries += 1) {
    const message = await store.outbox.claim("old", [0]);
    await store.outbox.failed(message?.seq ?? 0, "ECONNREFUSED", undefined, false);
  }
  const settings = resolveNotify(
    notifySettings.parse({}),
    (path) => path,
    () => "",
    [],
  );
  const notify = openNotify({ ...quietParts, store, settings, target: "site", retries: 3 });
  await notify.pass();
  await notify.close();
  expect((await store.outbox.troubles()).map(({ code }) => code)).not.toContain("channel-failing");
});
