/** Tests what is read of stored plans without their changes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStore } from "../../src/store/store.ts";
import { planWith } from "../report/report-builder.ts";

it("the numbers of records in the last plans are told oldest first, and the newest plan is found", async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-headers-"));
  let nowMs = Date.parse("2026-11-21T04:00:00Z");
  const store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => nowMs });
  for (const employee of [1, 2, 3]) {
    nowMs += 60_000;
    const run = await store.runs.begin("command", "running");
    await store.plans.keepToApply(run, planWith({ sourceCounts: { employee } }));
    await store.runs.end(run, { status: "succeeded", refresh: "not-needed" });
  }
  expect(await store.planHeaders.sourceCounts(2)).toEqual([
    { at: "2026-11-21T04:02:00.000Z", counts: { employee: 2 } },
    { at: "2026-11-21T04:03:00.000Z", counts: { employee: 3 } },
  ]);
  const newest = await store.planHeaders.newest();
  expect(newest).toMatchObject({ status: "succeeded", header: { sourceCounts: { employee: 3 } } });
  expect(newest?.header).not.toHaveProperty("changes");
  expect(await store.planHeaders.find(newest?.runId ?? "")).toEqual(newest);
  await store.close();
  await rm(folder, { recursive: true });
});
