/** Tests in a real SQLite file that a form is in the hands of one process at a time. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Plan } from "../../src/model/plan.ts";
import { openStore } from "../../src/store/store.ts";

it("a form that one process has taken is another's only after five minutes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-submissions-"));
  let now = Date.parse("2026-11-21T04:00:00Z");
  const store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => now });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const run = await store.runs.begin("schedule", "running");
  await store.plans.keep(run, { changes: [], held: [], notices: [], fingerprint: "f1" } as unknown as Plan);
  await store.runs.end(run, { status: "blocked", refresh: "not-needed" });
  await store.submissions.owe({ form: true, report: false });
  const claimed = async () => (await store.submissions.claim())?.about;
  expect([await claimed(), await claimed()]).toEqual(["f1", undefined]);
  now += 5 * 60_000 - 1;
  expect(await claimed()).toBeUndefined();
  now += 1;
  expect(await claimed()).toBe("f1");
  // The clock had been a year ahead.
  now -= 366 * 86_400_000;
  expect([await claimed(), await claimed()]).toEqual(["f1", undefined]);
});
