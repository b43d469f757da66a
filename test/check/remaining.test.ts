/** Tests what is told of earlier runs: each thing that they can leave, until it is answered. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { findRemaining } from "../../src/check/remaining.ts";
import { wordsOf } from "../../src/cli/words/words.ts";
import type { Config } from "../../src/config/config.ts";
import type { Candidate } from "../../src/model/plan/plan.ts";
import type { Store } from "../../src/store/store.ts";
import { change, held, planWith } from "../report/report-builder.ts";
import { openTemporaryStore } from "../support/suites/temporary-store.ts";

const config = { daemon: { retry: [1, 2] } } as unknown as Config;

let store: Store;
beforeEach(() => {
  store = openTemporaryStore();
});
afterEach(() => store.close());

const codes = async () =>
  (await findRemaining({ config, store }, wordsOf("en").check.remaining)).map((left) =>
    "error" in left ? left.error.code : left.code,
  );

const run = async () => store.runs.begin("schedule", "running");

it("a refresh is owed until it is paid", async () => {
  const id = await run();
  await store.debts.oweRefresh(id);
  await store.runs.end(id, { status: "succeeded", refresh: "owed" });
  expect(await codes()).toEqual(["refresh-owed"]);
  const lease = await store.leases.take();
  await store.debts.refreshPaid(1, lease.holder);
  await lease.release();
  expect(await codes()).toEqual([]);
});

it("a run was cut off, unless somebody holds the lease", async () => {
  const lease = await store.leases.take();
  await run();
  expect(await codes()).toEqual([]);
  await lease.release();
  expect(await codes()).toEqual(["interrupted"]);
});

it("an undo was cut off, which the next run does not complete: it follows the source", async () => {
  await store.runs.begin("command", "running", { undoes: "R1" });
  const [left] = await findRemaining({ config, store }, wordsOf("en").check.remaining);
  expect(left).toMatchObject({ code: "interrupted", next: expect.stringMatching(/^`musterd undo R1` .* the source/) });
});

it("changes have failed, with their codes and the run", async () => {
  const id = await run();
  await store.plans.keep(id, planWith({ changes: [change()] }));
  await store.plans.closeRest(id, { result: "failed", code: "target-refused" });
  await store.runs.end(id, { status: "partial", refresh: "done" });
  const [left] = await findRemaining({ config, store }, wordsOf("en").check.remaining);
  expect(left).toMatchObject({ level: "trouble", code: "changes-failed", next: expect.stringContaining(id) });
  expect(left).toMatchObject({ message: expect.stringMatching(/1 failed.*target-refused/) });
});

it("a run was stopped before it had done everything, until a run has ended well", async () => {
  const stopped = { code: "cancelled", message: "the run was stopped on request (SIGINT)" } as const;
  const id = await run();
  await store.plans.keep(id, planWith({ changes: [change()] }));
  await store.plans.closeRest(id, { result: "not-tried" });
  await store.runs.end(id, { status: "cancelled", refresh: "done", error: stopped });
  const left = await findRemaining({ config, store }, wordsOf("en").check.remaining);
  expect(left).toMatchObject([{ level: "waiting", error: { code: "cancelled" } }]);
  await store.runs.end(await run(), { status: "cancelled", refresh: "not-needed", error: stopped });
  expect(await codes()).toEqual(["cancelled"]);
  await store.runs.end(await run(), { status: "succeeded", refresh: "done" });
  expect(await codes()).toEqual([]);
});

it("a run that was stopped while it read hides no failure", async () => {
  await store.runs.end(await run(), {
    status: "failed",
    refresh: "not-needed",
    error: { code: "source-file-missing", message: "there is no file" },
  });
  await store.runs.end(await run(), {
    status: "cancelled",
    refresh: "not-needed",
    error: { code: "cancelled", message: "the run was stopped on request (SIGINT)" },
  });
  expect(await codes()).toEqual(["source-file-missing"]);
});

it("a plan is rejected, and waits again with what blocked it when the rejection is taken back", async () => {
  const blocked = async (code: string): Promise<string> => {
    const id = await run();
    await store.plans.keep(id, planWith({ changes: [change()], fingerprint: "f".repeat(64) }));
    await store.runs.end(id, { status: "blocked", refresh: "not-needed", error: { code, message: `about ${code}` } });
    return id;
  };
  const first = await blocked("cap-exceeded");
  const by = { kind: "command" } as const;
  const fingerprint = "f".repeat(64);
  await store.verdicts.keep({ verdict: "rejected", fingerprint, run: first, by, reason: "no", accepted: [] });
  await blocked("plan-rejected");
  expect(await codes()).toEqual(["plan-rejected"]);
  await store.verdicts.withdraw(fingerprint, by);
  const left = await findRemaining({ config, store }, wordsOf("en").check.remaining);
  expect(left).toMatchObject([{ level: "waiting", error: { code: "cap-exceeded", message: "about cap-exceeded" } }]);
});

it("runs are in quarantine after a good one, when those that failed since then could not be stored", async () => {
  await store.runs.end(await run(), { status: "succeeded", refresh: "done" });
  const since = new Date(Date.now() + 1_000).toISOString();
  await store.retries.keep({ status: "failed", codes: ["store-unavailable"], since, times: 3, nextTry: since });
  expect(await codes()).toEqual(["quarantine"]);
});

it("runs are in quarantine when they have failed alike more often than they are repeated, until one succeeds", async () => {
  const failure = { status: "failed", codes: ["internal"], since: "2026-11-21T00:00:00.000Z" } as const;
  const nextTry = "2026-11-21T04:00:00.000Z";
  await store.retries.keep({ ...failure, times: 2, nextTry });
  expect(await codes()).toEqual([]);
  await store.retries.keep({ ...failure, times: 3, nextTry });
  expect(await codes()).toEqual(["quarantine"]);
  await store.runs.end(await run(), { status: "succeeded", refresh: "done" });
  expect(await codes()).toEqual([]);
});

it("questions are open in the newest plan until somebody has decided", async () => {
  const candidate: Candidate = { key: "wang.m", label: "王明", active: true, weight: 1, evidence: [], fields: [] };
  const id = await run();
  await store.plans.keep(
    id,
    planWith({ held: [held({ key: "E0301", candidates: [candidate] }), held({ key: "E2" })] }),
  );
  await store.runs.end(id, { status: "succeeded", refresh: "done" });
  expect(await codes()).toEqual(["questions-open"]);
  await store.decisions.keep([{ kind: "employee", source: "E0301", target: "wang.m", same: true }], Date.now());
  expect(await codes()).toEqual([]);
});
