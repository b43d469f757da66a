/** Tests in a real SQLite file when the messages of a channel are due, and what is kept of a trouble. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openStore } from "../../src/store/store.ts";
import { openTemporaryStore } from "../support/suites/temporary-store.ts";

it("a trouble is found again as it was told, until it is over", async () => {
  const store = openTemporaryStore();
  onTestFinished(store.close);
  const watch = { firstMs: 1, aliveMs: 1, daily: "", weekly: "" };
  const told = { code: "run-failed", about: "hr", details: { name: "hr", count: 3 }, to: [] } as const;
  await store.outbox.decide(() => ({ drafts: [{ ...told, phase: "began" }], watch }));
  const { to: _, ...occurred } = told;
  expect(await store.outbox.troubles()).toMatchObject([occurred]);
  await store.outbox.decide(({ troubles }) => {
    expect(troubles).toMatchObject([occurred]);
    return { drafts: [{ ...told, phase: "ended" }], watch };
  });
  expect(await store.outbox.troubles()).toEqual([]);
});

it("a message that is not delivered is due after each wait, and after the last wait again and again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-outbox-"));
  let now = Date.parse("2026-11-21T04:00:00Z");
  const store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => now });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const draft = { code: "run-failed", about: "", details: {}, phase: "began", to: ["mail"] } as const;
  const watch = { firstMs: now, aliveMs: now, daily: "", weekly: "" };
  await store.outbox.decide(() => ({ drafts: [draft], watch }));
  const tries = async () => (await store.outbox.claim("mail", [1_000, 5_000]))?.tries;
  for (const [at, waitMs] of [1_000, 5_000, 5_000, 5_000].entries()) {
    expect(await tries()).toBe(at + 1);
    now += waitMs - 1;
    expect(await tries()).toBeUndefined();
    now += 1;
  }
});
