/** Tests in a real SQLite file what is owed to the service's workflow, and that it is in the hands of one process at a time. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import type { Change, Plan } from "../../src/model/plan/plan.ts";
import type { Outcome, RunStatus } from "../../src/model/runs/run.ts";
import type { Submission } from "../../src/model/runs/submission.ts";
import { openStore, type Store } from "../../src/store/store.ts";

const dayMs = 86_400_000;

const change: Change = {
  id: "title/t/create",
  kind: "title",
  key: "t",
  label: "t",
  action: "create",
  reason: "differs",
  fields: [],
  step: 1,
  wave: 1,
  operations: [],
  needs: [],
};

let now: number;
let store: Store;

beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-submissions-"));
  now = Date.parse("2026-11-21T04:00:00Z");
  const opened = openStore(join(folder, "musterd.db"), "target", { nowMs: () => now });
  store = opened;
  onTestFinished(async () => {
    await opened.close();
    await rm(folder, { recursive: true });
  });
});

/** Records a run of the plan `fingerprint` with one change, which has the result `result`. */
const run = async (
  fingerprint: string,
  status: RunStatus,
  result: Outcome["result"] = "not-tried",
): Promise<string> => {
  now += 1_000;
  const id = await store.runs.begin("schedule", "running");
  const changes = [change];
  await store.plans.keep(id, { changes, held: [], notices: [], fingerprint } as unknown as Plan);
  await store.plans.closeRest(id, { result });
  await store.runs.end(id, { status, refresh: "not-needed" });
  return id;
};

const owe = (wanted: { readonly form?: boolean; readonly report?: boolean }) =>
  store.submissions.owe({ form: false, report: false, ...wanted });
const claimed = async () => (await store.submissions.claim())?.about;

/** All that is due now. */
const due = async (): Promise<readonly Submission[]> => {
  const one = await store.submissions.claim();
  return one === undefined ? [] : [one, ...(await due())];
};

it("a form that one process has taken is another's only after five minutes", async () => {
  await run("f1", "blocked");
  await owe({ form: true });
  expect([await claimed(), await claimed()]).toEqual(["f1", undefined]);
  now += 5 * 60_000 - 1;
  expect(await claimed()).toBeUndefined();
  now += 1;
  expect(await claimed()).toBe("f1");
  // The clock had been a year ahead.
  now -= 366 * dayMs;
  expect([await claimed(), await claimed()]).toEqual(["f1", undefined]);
});

it("the plan that is blocked now owes one form, unless somebody has decided about it", async () => {
  await run("f1", "blocked");
  await owe({ report: true });
  expect(await due()).toEqual([]);
  await owe({ form: true });
  await owe({ form: true });
  expect(await due()).toMatchObject([{ kind: "form", about: "f1", state: "owed", tries: 0 }]);
  const decided = await run("f2", "blocked");
  const by = { kind: "person", name: "ann" } as const;
  await store.verdicts.keep({ verdict: "rejected", fingerprint: "f2", run: decided, by, reason: "no", accepted: [] });
  await owe({ form: true });
  await run("f3", "blocked");
  await run("f4", "succeeded");
  await owe({ form: true });
  expect(await due()).toEqual([]);
});

it("a run of the last week that may have written owes one report", async () => {
  await run("f1", "succeeded", "applied");
  now += 7 * dayMs;
  const partial = await run("f2", "partial", "failed");
  await run("f3", "succeeded", "already-so");
  await run("f4", "cancelled", "not-tried");
  await owe({ form: true });
  expect(await due()).toEqual([]);
  await owe({ report: true });
  await owe({ report: true });
  expect(await due()).toMatchObject([{ kind: "report", about: partial, run: partial }]);
});

it("an open form is due at once when its trace is told, and one that is done or another's is not", async () => {
  await run("f1", "blocked");
  await owe({ form: true });
  const [form] = await due();
  if (!form) throw new Error("no form is due");
  await store.submissions.initiate({ ...form, state: "sent" }, "leave");
  expect([await store.submissions.hasten("t1", "other"), await claimed()]).toEqual([false, undefined]);
  expect([await store.submissions.hasten("t1", "f1"), await due()]).toMatchObject([
    true,
    [{ about: "f1", state: "started", trace: "t1" }],
  ]);
  expect([await store.submissions.hasten("t2", "f1"), await store.submissions.hasten("t1", "")]).toEqual([false, true]);
  await store.submissions.keep({ ...form, state: "done", trace: "t1" }, 0);
  expect([await store.submissions.hasten("t1", "f1"), await claimed()]).toEqual([false, undefined]);
});

it("what has failed so many times is told with its last problem, until it is done", async () => {
  await run("f1", "blocked");
  await owe({ form: true });
  const [form] = await due();
  if (!form) throw new Error("no form is due");
  const failing = async () => [...(await store.submissions.failing(3))];
  await store.submissions.keep({ ...form, tries: 2, problem: "target-refused" }, 60_000);
  expect(await failing()).toEqual([]);
  await store.submissions.keep({ ...form, tries: 3, problem: "target-refused" }, 60_000);
  expect(await failing()).toEqual([["form", "target-refused"]]);
  now += 60_000;
  expect(await due()).toMatchObject([{ tries: 3, problem: "target-refused" }]);
  await store.submissions.keep({ ...form, tries: 3, problem: "target-refused", state: "done" }, 0);
  expect(await failing()).toEqual([]);
});
