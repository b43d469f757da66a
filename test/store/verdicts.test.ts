/** Tests how long verdicts about plans are kept, and when a release can be used, in a real SQLite file. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Plan } from "../../src/model/plan/plan.ts";
import { planRejected } from "../../src/store/decisions/verdicts.ts";
import { openStore } from "../../src/store/store.ts";

it("says when a plan was rejected in the time zone of the company, as every other time", () => {
  const verdict = { verdict: "rejected", fingerprint: "0123456789abcdef", run: "R1", by: { kind: "command" } } as const;
  const { message } = planRejected(
    { ...verdict, at: "2026-11-26T20:15:42.123Z", reason: "", accepted: [] },
    "Asia/Taipei",
  );
  expect(message).toBe("the plan 0123456789ab was rejected at 2026-11-27 04:15 (Asia/Taipei)");
});

const by = { kind: "person", name: "chen" } as const;

const opened = async (runs = 9) => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-verdicts-"));
  const kept = { days: 90, runs };
  const time = { now: Date.parse("2026-11-26T02:00:00Z") };
  const clock = { nowMs: () => time.now };
  const store = openStore(join(folder, "musterd.db"), "target", clock, { history: { writing: kept, other: kept } });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const run = async (fingerprint: string): Promise<string> => {
    time.now += 60_000;
    const id = await store.runs.begin("schedule", "running");
    const plan = { fingerprint, changes: [], held: [], breaches: [] } as Partial<Plan> as Plan;
    await store.plans.keep(id, plan);
    await store.runs.end(id, { status: "blocked", refresh: "not-needed" });
    return id;
  };
  return { store, run, time };
};

it("a verdict goes with the last run that has its plan, and stays while the plan is still made", async () => {
  const { store, run } = await opened(2);
  const reject = async (fingerprint: string, id: string) =>
    store.verdicts.keep({ verdict: "rejected", fingerprint, run: id, by, reason: "wrong", accepted: [] });
  await reject("old", await run("old"));
  await reject("still", await run("still"));
  await run("still");
  await run("still");
  expect(await store.verdicts.find("old")).toBeUndefined();
  expect(await store.verdicts.find("still")).toMatchObject({ fingerprint: "still" });
});

it("a release is used once, and until it expires; a command has its own, unless the plan was rejected", async () => {
  const { store, run, time } = await opened();
  const use = async (fingerprint: string, isOwn = false) => {
    const id = await run(fingerprint);
    const at = new Date(time.now).toISOString();
    return store.verdicts.use(id, { fingerprint, accepted: [], by: "chen", at, reason: "as HR says" }, isOwn);
  };
  const release = async (fingerprint: string) => {
    const expiresAt = new Date(time.now + 3_600_000).toISOString();
    const said = { verdict: "released", fingerprint, by, reason: "as HR says", accepted: [], expiresAt } as const;
    await store.verdicts.keep({ ...said, run: await run(fingerprint) });
  };
  expect([await use("unknown"), await use("unknown", true)]).toEqual([false, true]);
  await release("once");
  expect([await use("once"), await use("once")]).toEqual([true, false]);
  await release("late");
  time.now += 3_600_000;
  expect([await use("late"), await use("late", true)]).toEqual([false, true]);
  const rejected = { verdict: "rejected", fingerprint: "no", by, reason: "wrong", accepted: [] } as const;
  await store.verdicts.keep({ ...rejected, run: await run("no") });
  expect([await use("no"), await use("no", true)]).toEqual([false, false]);
});

it("the trail says who has released a plan with a command, also where an earlier release of it has ended", async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-verdicts-"));
  const clock = { nowMs: () => Date.parse("2026-11-26T02:00:00Z") };
  const store = openStore(join(folder, "musterd.db"), "target", clock);
  const by = { kind: "person", name: "chen" } as const;
  const given = { verdict: "released", fingerprint: "same", run: "R1", by, reason: "first" } as const;
  await store.verdicts.keep({ ...given, accepted: [], expiresAt: "2026-11-25T02:00:00Z" });
  const run = await store.runs.begin("command", "running");
  const accepted = ["cap-exceeded:employee/deactivate"];
  const own = { fingerprint: "same", accepted, by: "amy@desk", at: "2026-11-26T02:00:00Z", reason: "second" };
  expect(await store.verdicts.use(run, own, true)).toBe(true);
  const said = await store.audit.list({ events: ["released", "release-used"], limit: 9 });
  expect(said.map(({ event, by: who, reason, facts }) => [event, who.name, reason, facts["accepted"]])).toEqual([
    ["released", "chen", "first", []],
    ["released", "amy@desk", "second", accepted],
  ]);
  await store.close();
  await rm(folder, { recursive: true });
});
