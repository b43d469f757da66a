/** Tests what the store tells about one record: its changes in all runs, under every key that it had. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Change, FieldChange, Plan } from "../../src/model/plan/plan.ts";
import type { Outcome } from "../../src/model/runs/run.ts";
import { openStore, type Store } from "../../src/store/store.ts";

let folder: string;
let store: Store;
let now = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-history-"));
  now = Date.parse("2026-11-01T00:00:00Z");
  store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => now });
});

afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const change = (id: string, fields: readonly FieldChange[] = [], wave = 1): Change => {
  const [kind, key, action] = id.split("/") as [Change["kind"], string, Change["action"]];
  return { id, kind, key, label: key, action, reason: "differs", fields, step: 5, wave, operations: [], needs: [] };
};

/** Records a run with these changes, an hour after the one before; all have the result `result`. */
const run = async (changes: readonly Change[], result: Outcome["result"] | "open" = "applied"): Promise<string> => {
  now += 3_600_000;
  const id = await store.runs.begin("command", "running");
  const plan = { version: 1, changes, held: [], notices: [], fingerprint: "f".repeat(64) } as unknown as Plan;
  await store.plans.keep(id, plan);
  if (result !== "open") await store.plans.closeRest(id, { result });
  await store.runs.end(id, { status: "succeeded", refresh: "done" });
  return id;
};

const idsOf = async (kind: Parameters<Store["history"]>[0], key: string, limit = 50): Promise<readonly string[]> =>
  (await (await store.history(kind))(key, limit)).map(({ change: { id }, outcome }) => `${id} ${outcome.result}`);

const rename = (from: string, to: string, kind = "employee"): Change =>
  change(`${kind}/${from}/rename`, [{ field: kind === "employee" ? "account" : "code", before: from, after: to }]);

it("has all parts of the record and nothing of its neighbours, newest first, whatever the letter case", async () => {
  await run([change("employee/e1/create"), change("employee/e10/create"), change("department/e1/create")]);
  await run([change("post/E1/update", [], 2), change("supervisor/e1/D1/update", [], 3), change("manager/D1/update")]);
  await run([change("employee/e1/update")], "failed");
  await run([change("employee/e1/deactivate")], "open");
  expect(await idsOf("employee", "E1")).toEqual([
    "employee/e1/update failed",
    "supervisor/e1/D1/update applied",
    "post/E1/update applied",
    "employee/e1/create applied",
  ]);
  expect(await idsOf("department", "d1")).toEqual(["manager/D1/update applied"]);
  expect(await idsOf("employee", "e1", 2)).toHaveLength(2);
});

it("follows a rename back, and leaves out what happened to others who had the keys before and after", async () => {
  await run([change("employee/new/create")]); //                      somebody who had the account before
  await run([rename("new", "gone"), change("employee/old/create")]);
  await run([change("employee/old/update")]);
  await run([rename("old", "new"), change("employee/old/create"), change("post/old/update", [], 2)]);
  await run([change("employee/old/update"), change("employee/new/update")]); // somebody else has the old account now
  expect(await idsOf("employee", "new")).toEqual([
    "employee/new/update applied",
    "post/old/update applied",
    "employee/old/rename applied",
    "employee/old/update applied",
    "employee/old/create applied",
  ]);
  expect(await idsOf("employee", "gone")).toEqual(["employee/new/rename applied", "employee/new/create applied"]);
});

it("follows two codes that change places through the temporary one", async () => {
  await run([change("department/A/create"), change("department/B/create")]);
  await run([
    { ...rename("A", "T1234567", "department"), id: "department/A/rename/park", wave: 1 },
    { ...rename("B", "A", "department"), wave: 2 },
    { ...rename("T1234567", "B", "department"), wave: 3 },
  ]);
  expect(await idsOf("department", "B")).toEqual([
    "department/T1234567/rename applied",
    "department/A/rename/park applied",
    "department/A/create applied",
  ]);
  expect(await idsOf("department", "A")).toEqual(["department/B/rename applied", "department/B/create applied"]);
});

it("reads the indexes, not the changes of all runs", async () => {
  await run([change("employee/e1/create")]);
  const database = new DatabaseSync(join(folder, "musterd.db"));
  const details = (query: string) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${query}`)
      .all()
      .map(({ detail }) => String(detail))
      .join("\n");
  expect(details("SELECT * FROM change WHERE id COLLATE NOCASE >= 'a/' AND id COLLATE NOCASE < 'a0'")).toContain(
    "SEARCH change USING INDEX change_by_id",
  );
  expect(details("SELECT * FROM change WHERE id LIKE '%/rename%'")).toContain("USING INDEX change_rename");
  database.close();
});

const found = async (word: string) => {
  const history = await store.findHistory(word).catch(({ code, message }) => ({ code, message }));
  return "code" in history ? history.code : `${history.kind}/${history.key} ${history.changes.length}`;
};

it("is found by account or code, before a name that reads the same, and by a whole name", async () => {
  await run([change("employee/sales/create"), { ...change("department/D1/create"), label: "sales" }]);
  await run([change("department/D1/update"), { ...change("employee/amy/create"), label: "陳大文" }]);
  expect(await found("SALES")).toBe("employee/sales 1");
  expect(await found("department/d1")).toBe("department/D1 2");
  expect(await found("陳大文")).toBe("employee/amy 1");
  expect(await found("陳大")).toBe("subject-unknown");
});

it("is asked for by its kind where a code and an account are the same, or two people have one name", async () => {
  await run([change("employee/one/create"), change("department/one/create")]);
  await run(["a", "b"].map((key) => ({ ...change(`employee/${key}/create`), label: "陳大文" })));
  expect(await found("one")).toBe("subject-ambiguous");
  expect(await found("department/one")).toBe("department/one 1");
  expect(await found("title/one")).toBe("subject-unknown");
  expect(await found("陳大文")).toBe("subject-ambiguous");
});

it("is found by the last account of somebody who was renamed, not by the one before", async () => {
  await run([change("employee/old/create")]);
  await run([rename("old", "new")]);
  expect(await found("new")).toBe("employee/new 2");
});

it("is found by an employee number, before a name that reads the same and after an account that does", async () => {
  const numbered = (account: string, number: string): Change =>
    change(`employee/${account}/create`, [{ field: "number", after: number }]);
  await run([numbered("amy", "E0042"), numbered("bob", "E0007"), { ...change("title/T1/create"), label: "E0042" }]);
  expect(await found("e0042")).toBe("employee/amy 1");
  expect(await found("employee/E0042")).toBe("employee/amy 1");
  await run([rename("amy", "amy.wu"), change("employee/E0007/create")]);
  expect(await found("E0042")).toBe("employee/amy.wu 2");
  expect(await found("E0007")).toBe("employee/E0007 1");
});

it("is found by the name of somebody whose account has changed", async () => {
  await run([{ ...change("employee/old/create"), label: "陳大文" }]);
  await run([{ ...rename("old", "new"), label: "陳大文" }]);
  expect(await found("陳大文")).toBe("employee/new 2");
  await run([{ ...change("employee/new/update"), label: "陳大文" }]);
  expect(await found("陳大文")).toBe("employee/new 3");
});

it("has the name that was seen last, although it was changed only once", async () => {
  await run([{ ...change("employee/amy/create"), label: "陳大文" }]);
  expect(await store.findHistory("amy")).toMatchObject({ label: "陳大文" });
  await run([{ ...change("employee/amy/update"), label: "陳小文" }]);
  expect(await store.findHistory("amy")).toMatchObject({ label: "陳小文" });
});

it("of undone runs says which one undid them, and who released them", async () => {
  const first = await run([change("employee/amy/update")]);
  const second = await run([change("employee/amy/update")]);
  new DatabaseSync(join(folder, "musterd.db")).exec(
    `UPDATE run SET undoes = '${first}', asked_by = 'eve', release = '{"by":"ann"}' WHERE id = '${second}'`,
  );
  const { changes } = await store.findHistory("amy");
  expect(
    changes.map(({ run: id, undoes, undoneBy, askedBy, releasedBy }) => [id, undoes, undoneBy, askedBy, releasedBy]),
  ).toEqual([
    [second, first, undefined, "eve", "ann"],
    [first, undefined, [second], undefined, undefined],
  ]);
});

it("keeps runs that have written longer than the others", async () => {
  await store.close();
  const history = { writing: { days: 100, runs: 9 }, other: { days: 100, runs: 1 } };
  store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => now }, { history });
  const written = [await run([change("employee/ann/update")]), await run([change("employee/ann/disable")])];
  await run([change("employee/ann/update")], "not-tried");
  const last = await run([]);
  expect((await store.runs.list(9)).map(({ id }) => id)).toEqual([last, ...written.reverse()]);
});

it("finds the people and departments that plans have named, by a part of the name", async () => {
  await run([change("employee/ann.wu/update"), change("department/wuhan/update"), change("title/wu/update")]);
  expect(await store.names.search("WU", 9)).toEqual([
    { kind: "employee", key: "ann.wu", label: "ann.wu" },
    { kind: "department", key: "wuhan", label: "wuhan" },
  ]);
  expect(await store.names.find("department", "wuhan")).toMatchObject({ label: "wuhan" });
});

it("finds a name as long as runs that have written are kept", async () => {
  await store.close();
  const history = { writing: { days: 100, runs: 9 }, other: { days: 1, runs: 1 } };
  store = openStore(join(folder, "musterd.db"), "target", { nowMs: () => now }, { history });
  await run([change("employee/ann/update")]);
  const foundAfter = async (days: number) => {
    now += days * 86_400_000;
    await run([]);
    return (await store.names.search("ann", 9)).length;
  };
  expect([await foundAfter(99), await foundAfter(2)]).toEqual([1, 0]);
});

it("finds somebody once who is linked to an id of the source", async () => {
  await run([change("employee/ann/update")]);
  const none = { employee: new Map(), department: new Map() };
  await store.links.remember(none, { ...none, employee: new Map([["id-of-ann", "ann"]]) });
  for (const word of ["ann", "id-of-ann", "employee/ann"])
    expect(await store.findHistory(word)).toMatchObject({ kind: "employee", key: "ann" });
});
