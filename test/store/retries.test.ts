/** Tests what the store remembers about failures and approvals, for other processes and after changes to the clock. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openStore, type Store } from "../../src/store/store.ts";
import { change, planWith } from "../report/report-builder.ts";
import { keptApproval } from "../support/kept-approval.ts";

const folder = mkdtempSync(join(tmpdir(), "musterd-retries-"));
const closing: (() => Promise<void>)[] = [];
let stores = 0;

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  rmSync(folder, { recursive: true, force: true });
});

const startMs = Date.parse("2026-11-22T02:00:00.000Z");

const open = (path: string, target: string, nowMs: () => number): Store => {
  const store = openStore(path, target, { nowMs });
  closing.push(() => store.close());
  return store;
};

const openTwo = (nowMs: () => number = () => startMs) => {
  const path = join(folder, `${(stores += 1)}`, "musterd.db");
  return { store: open(path, "a", nowMs), other: open(path, "b", nowMs), again: () => open(path, "a", nowMs) };
};

describe("a repeated failure", () => {
  const failure = {
    status: "failed",
    codes: ["breaker-open", "target-unavailable"],
    times: 3,
    since: "2026-11-22T02:00:00.000Z",
    nextTry: "2026-11-22T02:05:00.000Z",
  } as const;

  it("is remembered by the next process, for its target only, until it is cleared", async () => {
    const { store, other, again } = openTwo();
    await store.retries.keep({ ...failure, times: 2 });
    await store.retries.keep(failure);
    expect(await again().retries.read()).toEqual(failure);
    expect(await other.retries.read()).toBeUndefined();
    await other.retries.forget();
    expect(await store.retries.read()).toEqual(failure);
    await store.retries.forget();
    expect(await store.retries.read()).toBeUndefined();
  });

  it("has the codes of failed and not-tried changes, each once", async () => {
    const { store } = openTwo();
    const run = await store.runs.begin("command", "running");
    const outcomes = [
      ["E1", "failed", "gone"],
      ["E2", "failed", "conflict"],
      ["E3", "not-tried", "gone"],
      ["E4", "applied", undefined],
    ] as const;
    for (const [changeId, result, code] of outcomes)
      await store.plans.record(run, { changeId, result, ...(code && { code }) }, { entries: [] });
    expect(await store.retries.codesOf(run)).toEqual(["conflict", "gone"]);
  });
});

describe("an approval", () => {
  const secret = change({ fields: [{ field: "birthDate", before: null, after: "1990-01-02" }] });
  const plan = planWith({ changes: [secret], sourceCounts: { title: 0 }, targetCounts: { title: 3 } });
  const approval = keptApproval(plan, undefined, new Date(startMs).toISOString());

  it("is read as it was stored, for its target only, until it ends", async () => {
    const { store, other, again } = openTwo();
    await store.approvals.keep(keptApproval(planWith(), undefined, new Date(0).toISOString()));
    await store.approvals.keep(approval);
    expect(await again().approvals.read()).toEqual(approval);
    expect(approval.emptyKinds).toEqual(["title"]);
    expect(await other.approvals.read()).toBeUndefined();
    await store.approvals.end();
    expect(await store.approvals.read()).toBeUndefined();
  });

  it.each([
    [23.9, true],
    [24, false],
    [-23.9, true],
    [-24, false],
  ])("is valid after %i hours: %s", async (hours, valid) => {
    let nowMs = startMs;
    const { store } = openTwo(() => nowMs);
    await store.approvals.keep(approval);
    nowMs += hours * 60 * 60 * 1000;
    expect((await store.approvals.read()) !== undefined).toBe(valid);
  });
});
