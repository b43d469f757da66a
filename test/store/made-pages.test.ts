/** Pages that were made of a plan are kept for the version that has made them. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { openStore } from "../../src/store/store.ts";

it("a page is found by its run and by its plan, until another version reads it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-pages-"));
  const file = join(folder, "musterd.db");
  const store = openStore(file, "target", systemClock);
  onTestFinished(async () => {
    await store.close();
    await rm(folder, { recursive: true });
  });
  const run = await store.runs.begin("command", "planned");
  await store.plans.keep(run, { changes: [], held: [], notices: [], fingerprint: "f" } as unknown as Plan);
  const found = async () => [
    String(await store.madePages.read(run, "tree")),
    String(await store.madePages.readOfPlan("f", "tree")),
  ];
  const keep = await store.madePages.begin(run, "tree");
  expect(await found()).toEqual(["undefined", "undefined"]);
  await keep("a page");
  expect(await found()).toEqual(["a page", "a page"]);
  expect(await store.madePages.read(run, "list")).toBeUndefined();
  expect(await store.madePages.readOfPlan("other", "tree")).toBeUndefined();
  const database = new DatabaseSync(file);
  database.exec("UPDATE made_page SET version = '0.0.1'");
  database.close();
  expect(await found()).toEqual(["undefined", "undefined"]);
});
