/** Tests in a real SQLite file which run stands for a reading that brings nothing new. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { openStore } from "../../src/store/store.ts";

it("the run that had nothing to do is found while its plan is kept, for its target and reading only", async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-unchanged-"));
  const file = join(folder, "musterd.db");
  const [store, other] = [openStore(file, "target", systemClock), openStore(file, "other", systemClock)];
  onTestFinished(async () => {
    await store.close();
    await other.close();
    await rm(folder, { recursive: true });
  });
  const run = await store.runs.begin("schedule", "running");
  await store.plans.keep(run, { changes: [], held: [], notices: [], fingerprint: "f1" } as unknown as Plan);
  await store.unchanged.expect("d1");
  expect(await store.unchanged.find("d1")).toBeUndefined();
  await store.unchanged.confirm(run, "d1");
  const found = () => Promise.all([store.unchanged.find("d1"), store.unchanged.find("d2"), other.unchanged.find("d1")]);
  expect(await found()).toEqual([run, undefined, undefined]);
  const sqlite = new DatabaseSync(file);
  sqlite.exec("UPDATE run SET plan = NULL");
  sqlite.close();
  expect(await found()).toEqual([undefined, undefined, undefined]);
});
