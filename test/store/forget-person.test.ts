/** Tests that a person leaves every table of the store, in a real SQLite file. */
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { namedBy } from "../../src/model/directory/address.ts";
import { employeeSubject, postSubject, writeTestEntry } from "../../src/model/memory/memory.ts";
import type { Change, Plan } from "../../src/model/plan/plan.ts";
import { openStore, type Store } from "../../src/store/store.ts";

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-person-"));
  store = openStore(join(folder, "musterd.db"), "site", systemClock);
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});

const change = (account: string, name: string, phone: string): Change => ({
  id: `employee/${account}/update`,
  kind: "employee",
  key: account,
  label: name,
  action: "update",
  reason: "differs",
  fields: [
    { field: "number", before: null, after: `N-${account}` },
    { field: "phoneNumber", before: "1", after: phone },
  ],
  step: 5,
  wave: 1,
  operations: [],
  needs: [],
});

const ann = change("ann.wu", "吳安", "0911");
const bob = change("ann.wu2", "吳安邦", "0922");

const filled = async (): Promise<string> => {
  const run = await store.runs.begin("command", "running");
  const held = [{ ...bob, reason: "reference-missing", about: ["ann.wu"] }];
  const plan = { changes: [ann, bob], held, notices: [] } as unknown as Plan;
  await store.plans.keepToApply(run, plan);
  const entries = [
    { subject: "employee/ann.wu", field: "resignationDate", value: "2020-01-01" },
    { subject: "post/ann.wu2/rd", field: "supervisor", value: "ann.wu" },
    { subject: "employee/ann.wu2", field: "resignationDate", value: "2021-01-01" },
  ];
  const failed = { result: "failed", code: "target-refused", message: "Wu An 0911 is refused" } as const;
  await store.plans.record(run, { changeId: ann.id, ...failed }, { entries });
  await store.plans.record(run, { changeId: bob.id, result: "applied" }, { entries: [] });
  return run;
};

const contents = async (): Promise<string> => {
  const names = await readdir(folder);
  return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name))))).toString("latin1");
};

describe("forgetting a person", () => {
  it("leaves requests for runs, a pause, and forms that ask for a decision without the person", async () => {
    await filled();
    const by = { kind: "person", name: "ann.wu" } as const;
    await store.requests.add({ trigger: "request", by, only: ["ann.wu", "ann.wu2"] }, { key: "once" });
    await store.pauses.begin({ until: "2099-01-01T00:00:00Z", by, reason: "ann.wu moves" });
    const blocked = await store.runs.begin("schedule", "running");
    const form = new DatabaseSync(join(folder, "musterd.db"));
    form.exec(`INSERT INTO submission (target, kind, about, run_id, state, at, due_at, asked)
      VALUES ('site', 'form', 'f', '${blocked}', 'waiting', 0, 0, '["ann.wu"]')`);
    form.close();
    const { rows, pseudonym } = await store.forgetPerson.forget("ann.wu");
    expect(rows).toMatchObject({ run_request: 1, request_key: 1, pause: 1, submission: 1 });
    expect(await store.requests.next()).toMatchObject({ only: [pseudonym, "ann.wu2"], by: { name: pseudonym } });
    expect(await contents()).not.toMatch(/ann\.wu(?!2)/);
  });

  it("leaves what was decided about a plan, and the release that a run has used, without the person", async () => {
    const run = await filled();
    const decided = { fingerprint: "a1".repeat(32), accepted: [], reason: "ann.wu has left" };
    const by = { kind: "person", name: "ann.wu" } as const;
    await store.verdicts.keep({ verdict: "released", ...decided, run, by, expiresAt: "2099-01-01T00:00:00Z" });
    await store.verdicts.use(run, { ...decided, by: "ann.wu", at: "2026-11-27T00:00:00Z" }, false);
    const { rows, pseudonym } = await store.forgetPerson.forget("ann.wu");
    expect(rows).toMatchObject({ verdict: 1 });
    expect(pseudonym).toMatch(/^forgotten-[0-9a-f]{8}$/);
    const reason = `${pseudonym} has left`;
    expect(await store.verdicts.find(decided.fingerprint)).toMatchObject({ by: { name: pseudonym }, reason });
    expect((await store.runs.find(run))?.release).toMatchObject({ by: pseudonym, reason });
    expect(await contents()).not.toMatch(/ann\.wu(?!2)/);
  });

  it("leaves the place and the hint of an error without the person", async () => {
    const run = await filled();
    const error = {
      code: "source-invalid",
      message: "ann.wu has no name",
      place: { file: "uid=ann.wu,dc=x" },
      hint: "correct ann.wu",
    };
    await store.runs.end(run, { status: "failed", refresh: "not-needed", error });
    const { pseudonym } = await store.forgetPerson.forget("ann.wu");
    expect((await store.runs.find(run))?.error).toEqual({
      code: "source-invalid",
      message: `${pseudonym} has no name`,
      place: { file: `uid=${pseudonym},dc=x` },
      hint: `correct ${pseudonym}`,
    });
  });

  it("leaves messages, troubles and settings that people were shown without the person", async () => {
    await filled();
    const watch = { firstMs: 1, aliveMs: 1, daily: "", weekly: "" };
    const reason = { code: "stored-otherwise", message: "ann.wu is stored as ann", hint: "look at ann.wu" };
    const draft = { code: "run-failed", about: "stored-otherwise", phase: "began", to: ["mail"] } as const;
    await store.outbox.decide(() => ({ drafts: [{ ...draft, details: { reason, count: 1 } }], watch }));
    await store.keptSettings.keep(JSON.stringify({ adopt: [{ kind: "employee", source: "ann.wu" }] }));
    const { rows, pseudonym } = await store.forgetPerson.forget("ann.wu");
    expect(rows).toMatchObject({ message: 1, trouble: 1, kept_settings: 1 });
    const cleaned = { code: reason.code, message: `${pseudonym} is stored as ann`, hint: `look at ${pseudonym}` };
    expect((await store.outbox.claim("mail", [1_000]))?.details).toEqual({ reason: cleaned, count: 1 });
    expect(await store.outbox.troubles()).toMatchObject([{ details: { reason: cleaned } }]);
    expect(await contents()).not.toMatch(/ann\.wu(?!2)/);
  });

  it("removes how often a change to the person was tried, and the person of a write test that was cut off", async () => {
    await filled();
    const kept = (account: string) => store.vault.seal(JSON.stringify({ employee: { account, phoneNumber: "0911" } }));
    const entries = [
      { subject: "applied/employee/ann.wu/update", field: "phoneNumber", value: "1:1:2026-11-21" },
      { subject: "applied/post/ann.wu/rd/update", field: "title", value: "1:1:2026-11-21" },
      { subject: "applied/employee/ann.wu2/update", field: "phoneNumber", value: "1:1:2026-11-21" },
    ];
    await store.ledger.write([...entries, { ...writeTestEntry, value: kept("ann.wu2") }]);
    const subjects = async () => [...(await store.ledger.read()).written.keys()];
    await store.forgetPerson.forget("ann.wu");
    expect(await subjects()).toEqual([
      "applied/employee/ann.wu2/update phoneNumber",
      "employee/ann.wu2 resignationDate",
      "site/write-test person",
    ]);
    await store.forgetPerson.forget("ann.wu2");
    expect(await subjects()).toEqual([]);
  });

  it("keeps the other's data, whose account and name begin alike, and only them", async () => {
    const run = await filled();
    await writeFile(join(folder, "musterd.db.v1.bak"), "0911");
    // Another program has left a free page without overwriting it.
    const other = new DatabaseSync(join(folder, "musterd.db"));
    other.exec("PRAGMA secure_delete = OFF; CREATE TABLE t (a); INSERT INTO t VALUES ('0911'); DROP TABLE t;");
    other.close();
    const { pseudonym } = await store.forgetPerson.forget("ann.wu");
    expect(await contents()).not.toMatch(/ann\.wu(?!2)|0911/);
    const values = new DatabaseSync(join(folder, "musterd.db"));
    const sealed = values
      .prepare("SELECT sealed FROM undo")
      .all()
      .map((row) => store.vault.open(String(row["sealed"])));
    values.close();
    expect(sealed.join()).toContain("0922");
    expect(sealed.join()).not.toMatch(/ann\.wu(?!2)|0911/);
    const read = await store.undoValues.read(run);
    const after = (one: Change | undefined) => one?.fields.map((field) => field.after);
    expect(read?.changes.map((one) => one.change.key).sort()).toEqual(["ann.wu2", pseudonym]);
    expect(after(read?.changes.find((one) => one.change.key === "ann.wu2")?.change)).toEqual(["N-ann.wu2", "0922"]);
    expect(after(read?.changes.find((one) => one.change.key === pseudonym)?.change)).toEqual(["•••", "•••"]);
    expect(await store.plans.read(run)).toMatchObject({ plan: { held: [{ about: [pseudonym], label: "吳安邦" }] } });
    expect([...(await store.ledger.read()).written]).toEqual([["employee/ann.wu2 resignationDate", "2021-01-01"]]);
  });

  it.each(["ann/wu", "50%.wu"])("removes an account that addresses spell in another way: %s", async (account) => {
    const run = await store.runs.begin("command", "running");
    const place = namedBy({ of: "supervisor", person: account, department: "rd" });
    const ofPost: Change = { ...change("", "吳安", "0911"), ...place, id: `supervisor/${place.key}/update` };
    const changes = [change(account, "吳安", "0911"), ofPost];
    await store.plans.keepToApply(run, { changes, held: [], notices: [] } as unknown as Plan);
    const subjects = [employeeSubject(account), postSubject(account, "rd")];
    const entries = subjects.map((subject) => ({ subject, field: "disabledFor", value: "" }));
    for (const { id: changeId } of changes) await store.plans.record(run, { changeId, result: "applied" }, { entries });
    await store.forgetPerson.forget(account);
    expect(await contents()).not.toMatch(/ann[/%]|50%/);
  });

  it("means whom HR's id is linked with, and nobody else", async () => {
    await filled();
    const links = (employee: readonly (readonly [string, string])[]) => ({
      employee: new Map(employee),
      department: new Map(),
    });
    await store.links.remember(
      links([]),
      links([
        ["id-1", "ann.wu"],
        ["id-2", "ann.wu2"],
      ]),
    );
    expect((await store.forgetPerson.look("ID-2")).accounts).toEqual(["ann.wu2"]);
    await expect(store.forgetPerson.look("id-3")).rejects.toMatchObject({ code: "subject-unknown" });
  });

  it("keeps no page that was being made of a plan meanwhile", async () => {
    const run = await filled();
    const keep = await store.madePages.begin(run, "before");
    const keepLater = await store.madePages.begin(run, "later");
    await keep("吳安");
    expect(String(await store.madePages.read(run, "before"))).toBe("吳安");
    await store.forgetPerson.forget("ann.wu");
    await keepLater("吳安");
    expect([await store.madePages.read(run, "before"), await store.madePages.read(run, "later")]).toEqual([
      undefined,
      undefined,
    ]);
  });

  it("is shown before it is done, and changes nothing then", async () => {
    await filled();
    const before = await contents();
    expect(await store.forgetPerson.look("N-ann.wu")).toEqual({
      accounts: ["ann.wu"],
      rows: { change: 1, outcome: 1, run: 1, undo: 1, ledger: 2, name: 1 },
    });
    expect((await store.ledger.read()).written.size).toBe(3);
    expect((await contents()).length).toBeGreaterThanOrEqual(before.length);
    await expect(store.forgetPerson.look("nobody")).rejects.toMatchObject({ code: "subject-unknown" });
  });
});
