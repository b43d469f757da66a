/** What the store tells of a run that is to be undone. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Change, Plan } from "../../src/model/plan/plan.ts";
import type { Outcome } from "../../src/model/runs/run.ts";
import { openStore, type Store } from "../../src/store/store.ts";

const opened = async (): Promise<Store> => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-undo-"));
  let now = Date.parse("2026-11-21T04:00:00Z");
  const store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => (now += 1_000) });
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  return store;
};

const change = (id: string): Change => {
  const [, key, action] = id.split("/") as [string, string, Change["action"]];
  return {
    id,
    kind: "employee",
    key,
    label: key,
    action,
    reason: "undo",
    fields: [],
    step: 5,
    wave: 1,
    operations: [],
    needs: [],
  };
};

/** Records a run with one change, and returns its id. */
const run = async (store: Store, id: string, result: Outcome["result"], undoes?: string): Promise<string> => {
  const runId = await store.runs.begin("command", "running", undoes === undefined ? {} : { undoes });
  await store.plans.keep(runId, { changes: [change(id)], held: [], notices: [] } as unknown as Plan);
  await store.plans.closeRest(runId, { result });
  await store.runs.end(runId, { status: "succeeded", refresh: "done" });
  return runId;
};

it("a run is told with what earlier undos of it have written, and with all later renames", async () => {
  const store = await opened();
  await run(store, "employee/early/rename", "applied");
  const [undone, other] = [
    await run(store, "employee/ann/update", "applied"),
    await run(store, "employee/bob/update", "applied"),
  ];
  await run(store, "employee/ann/disable", "applied", undone);
  await run(store, "employee/ann/enable", "unconfirmed", undone);
  await run(store, "employee/ann/replace", "failed", undone);
  await run(store, "employee/bob/disable", "applied", other);
  await run(store, "employee/eve/rename", "applied", other);
  await run(store, "employee/cid/rename", "applied");
  await run(store, "employee/cid/update", "applied");
  const told = await store.undoValues.read(undone);
  expect(told?.undoneSince.map(({ id }) => id)).toEqual(["employee/ann/disable", "employee/ann/enable"]);
  expect(told?.renamedSince.map(({ id }) => id)).toEqual(["employee/eve/rename", "employee/cid/rename"]);
});
