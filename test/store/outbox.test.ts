/** Tests in a real SQLite file when the messages of a channel are due, and what is kept of a trouble. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Plan } from "../../src/model/plan/plan.ts";
import { openStore } from "../../src/store/store.ts";
import { openTemporaryStore } from "../support/suites/temporary-store.ts";

const openAt = async (at: string) => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-outbox-"));
  const clock = { ms: Date.parse(at) };
  const store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => clock.ms });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  return { store, clock };
};

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

it("a delivered message is listed for thirty days", async () => {
  const { store, clock } = await openAt("2026-11-21T04:00:00Z");
  const watch = { firstMs: 1, aliveMs: 1, daily: "", weekly: "" };
  const draft = { code: "run-failed", about: "", details: {}, phase: "began", to: ["mail"] } as const;
  await store.outbox.decide(() => ({ drafts: [draft], watch }));
  const { seq = 0 } = (await store.outbox.claim("mail", [1_000])) ?? {};
  await store.outbox.delivered(seq);
  const listedAfter = async (days: number) => {
    clock.ms += days * 86_400_000;
    await store.outbox.decide(() => ({ drafts: [], watch }));
    return (await store.outbox.list(9)).length;
  };
  expect([await listedAfter(30), await listedAfter(1)]).toEqual([1, 0]);
});

it("runs are counted by their ends in the last day and in the last week, without plans that somebody looked at", async () => {
  const { store, clock } = await openAt("2026-11-21T04:00:00Z");
  const endRun = async (status: "succeeded" | "blocked" | "planned", trigger: "schedule" | "command" = "schedule") => {
    await store.runs.end(await store.runs.begin(trigger, "running"), { status, refresh: "not-needed" });
    clock.ms += 86_400_000;
  };
  await endRun("succeeded");
  clock.ms += 4 * 86_400_000;
  await endRun("succeeded");
  await endRun("planned");
  await endRun("planned", "command");
  clock.ms -= 1;
  await store.runs.end(await store.runs.begin("schedule", "running"), { status: "blocked", refresh: "not-needed" });
  await store.outbox.decide(({ lastDay, lastWeek }) => {
    expect({ lastDay, lastWeek }).toEqual({
      lastDay: { blocked: 1 },
      lastWeek: { blocked: 1, planned: 1, succeeded: 1 },
    });
    return { drafts: [], watch: { firstMs: 1, aliveMs: 1, daily: "", weekly: "" } };
  });
});

it("a run is described with the caps that its plan breaks", async () => {
  const store = openTemporaryStore();
  onTestFinished(store.close);
  const breaches = [{ code: "cap-exceeded", kind: "employee", action: "deactivate", count: 8, limit: 5, base: 40 }];
  const id = await store.runs.begin("schedule", "running");
  await store.plans.keep(id, { changes: [], held: [], notices: [], breaches, fingerprint: "f" } as unknown as Plan);
  await store.runs.end(id, { status: "blocked", refresh: "not-needed" });
  const [run] = await store.runs.list(1);
  expect(run && (await store.outbox.describe(run)).breaches).toEqual(breaches);
});

it("a message that is not delivered is due after each wait, and after the last wait again and again", async () => {
  const { store, clock } = await openAt("2026-11-21T04:00:00Z");
  const draft = { code: "run-failed", about: "", details: {}, phase: "began", to: ["mail"] } as const;
  const watch = { firstMs: clock.ms, aliveMs: clock.ms, daily: "", weekly: "" };
  await store.outbox.decide(() => ({ drafts: [draft], watch }));
  const tries = async () => (await store.outbox.claim("mail", [1_000, 5_000]))?.tries;
  for (const [at, waitMs] of [1_000, 5_000, 5_000, 5_000].entries()) {
    expect(await tries()).toBe(at + 1);
    clock.ms += waitMs - 1;
    expect(await tries()).toBeUndefined();
    clock.ms += 1;
  }
});

it("a message that was stored before the clock was set back is due at once, and again after its wait", async () => {
  const { store, clock } = await openAt("2027-11-21T04:00:00Z");
  const draft = { code: "run-failed", about: "", details: {}, to: ["mail"] } as const;
  const watch = { firstMs: clock.ms, aliveMs: clock.ms, daily: "", weekly: "" };
  await store.outbox.decide(() => ({ drafts: [{ ...draft, phase: "began" }], watch }));
  clock.ms = Date.parse("2026-11-21T04:00:00Z");
  await store.outbox.decide(() => ({ drafts: [{ ...draft, phase: "ended" }], watch }));
  const claim = () => store.outbox.claim("mail", [1_000, 5_000]);
  const began = await claim();
  expect(began?.phase).toBe("began");
  expect(await claim()).toBeUndefined();
  clock.ms += 1_000;
  expect((await claim())?.tries).toBe(2);
  await store.outbox.delivered(began?.seq ?? 0);
  expect((await claim())?.phase).toBe("ended");
});
