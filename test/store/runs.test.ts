/** Which of the recorded runs count, and who asked for them, in a real SQLite file. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Plan } from "../../src/model/plan/plan.ts";
import type { RunStatus, Trigger } from "../../src/model/runs/run.ts";
import type { RunStart } from "../../src/store/runs/runs.ts";
import { openStore, type Store } from "../../src/store/store.ts";

let folder: string;
let store: Store;
let now: number;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-runs-"));
  now = Date.parse("2026-11-21T04:00:00Z");
  store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => now });
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

type Told = RunStart & {
  readonly status?: RunStatus;
  readonly fingerprint?: string | undefined;
  readonly only?: boolean;
};

/** Records a run, an hour after the one before. */
const run = async (
  trigger: Trigger,
  { status = "succeeded", fingerprint, only, ...more }: Told = {},
): Promise<string> => {
  now += 3_600_000;
  const id = await store.runs.begin(trigger, "running", more);
  const restricted = only === true && { only: { subjects: [], leftOut: 0, leftOutEntries: 0 } };
  const plan = { changes: [], held: [], notices: [], fingerprint, ...restricted };
  if (fingerprint !== undefined) await store.plans.keep(id, plan as unknown as Plan);
  await store.runs.end(id, { status, refresh: "not-needed" });
  return id;
};

const by = (name: string) => ({ by: { kind: "person", name } as const });

it("who asked for a plan is everybody but those who looked at it again", async () => {
  const fingerprint = "f";
  const earlier = { startedMs: now + 1_800_000 };
  await run("command", { fingerprint, ...by("second") });
  await run("command", { fingerprint, ...by("first"), ...earlier });
  await run("request", { fingerprint, ...by("third") });
  await run("schedule", { fingerprint });
  await run("request", { fingerprint: "other", ...by("other") });
  expect(await store.runs.askersOf(fingerprint)).toEqual(["first", "third"]);
});

it("runs are listed newest first, by state, by a part of a name, and from the one before a run", async () => {
  const [first, second, third] = [
    await run("request", by("Ann.Wu")),
    await run("schedule", { status: "failed" }),
    await run("request", { status: "failed", ...by("bob") }),
  ];
  const listed = async (...given: Parameters<Store["runs"]["list"]>) =>
    (await store.runs.list(...given)).map(({ id }) => id);
  expect(await listed(9)).toEqual([third, second, first]);
  expect(await listed(2)).toEqual([third, second]);
  expect(await listed(9, { before: third })).toEqual([second, first]);
  expect(await listed(9, { status: "failed" })).toEqual([third, second]);
  expect(await listed(9, { who: "ann" })).toEqual([first]);
  expect(await listed(9, { status: "failed", who: "b", before: third })).toEqual([]);
});

it("the last run that has ended is none that somebody only looked at, and none that was stopped before it had a plan", async () => {
  const good = await run("schedule", { fingerprint: "f1" });
  const failed = await run("schedule", { status: "failed" });
  await run("command", { status: "planned", fingerprint: "f2" });
  await run("request", { status: "blocked", fingerprint: "f2", dry: true });
  await run("schedule", { status: "cancelled" });
  const last = async (statuses?: readonly RunStatus[]) => (await store.runs.lastEnded(statuses))?.id;
  expect([await last(), await last(["succeeded"]), await last(["partial"])]).toEqual([failed, good, undefined]);
  const cancelled = await run("schedule", { status: "cancelled", fingerprint: "f3" });
  await store.runs.begin("schedule", "running");
  expect(await last()).toBe(cancelled);
});

it("the newest plan of the whole source is that of no undo and of no restricted run", async () => {
  const first = await run("schedule", { fingerprint: "f1" });
  await run("command", { fingerprint: "f2", only: true });
  await run("command", { fingerprint: "f3", undoes: first });
  await run("schedule");
  expect(await store.runs.newestFingerprint()).toBe("f1");
});

it.each(["subject-unknown", "subject-ambiguous"])(
  "a request for a name that is wrong (%s) is neither the last run nor told to anybody",
  async (code) => {
    const failed = await run("schedule", { status: "failed" });
    const wrong = await store.runs.begin("request", "running");
    await store.runs.end(wrong, { status: "failed", refresh: "not-needed", error: { code, message: "nobody" } });
    expect((await store.runs.lastEnded())?.id).toBe(failed);
    expect((await store.runs.list(1)).map(({ id }) => id)).toEqual([wrong]);
    const summary = await store.runs.find(wrong);
    expect(summary && (await store.outbox.describe(summary)).isWhole).toBe(false);
  },
);
