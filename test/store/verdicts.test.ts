/** Tests how long verdicts about plans are kept, in a real SQLite file. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Plan } from "../../src/model/plan.ts";
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

it("a verdict goes with the last run that has its plan, and stays while the plan is still made", async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-verdicts-"));
  const kept = { days: 90, runs: 2 };
  let now = Date.parse("2026-11-26T02:00:00Z");
  const clock = { nowMs: () => now };
  const store = openStore(join(folder, "musterd.db"), "target", clock, { history: { writing: kept, other: kept } });
  const run = async (fingerprint: string): Promise<string> => {
    now += 60_000;
    const id = await store.runs.begin("schedule", "running");
    const plan = { fingerprint, changes: [], held: [], breaches: [] } as Partial<Plan> as Plan;
    await store.plans.keep(id, plan);
    await store.runs.end(id, { status: "blocked", refresh: "not-needed" });
    return id;
  };
  const by = { kind: "person", name: "chen" } as const;
  const reject = async (fingerprint: string, id: string) =>
    store.verdicts.keep({ verdict: "rejected", fingerprint, run: id, by, reason: "wrong", accepted: [] });
  await reject("old", await run("old"));
  await reject("still", await run("still"));
  await run("still");
  await run("still");
  expect((await store.verdicts.list(9)).map(({ fingerprint }) => fingerprint)).toEqual(["still"]);
  await store.close();
  await rm(folder, { recursive: true });
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
