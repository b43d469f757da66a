/** Tests the store in real SQLite files: what it keeps, what it deletes, and what it never contains. */
import { statSync } from "node:fs";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Clock, systemClock } from "../../src/lib/clock.ts";
import { employeeSubject, ledgerKey } from "../../src/model/memory/memory.ts";
import type { Change, LedgerEntry, Plan } from "../../src/model/plan/plan.ts";
import { openStore, type Store } from "../../src/store/store.ts";

let folder: string;
let file: string;
const opened: Store[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-store-"));
  file = join(folder, "state", "musterd.db");
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true });
});

const open = (target = "target", clock: Clock = systemClock): Store => {
  const store = openStore(file, target, clock);
  opened.push(store);
  return store;
};

const reopen = async (): Promise<Store> => {
  await opened.pop()?.close();
  return open();
};

const change = (at: number, more: Partial<Change> = {}): Change => ({
  id: `employee/e${at}/update`,
  kind: "employee",
  key: `e${at}`,
  label: `員工${at}`,
  action: "update",
  reason: "differs",
  fields: [
    { field: "idCardNumber", before: "Z900000001", after: "Z900000002" },
    { field: "name", before: "甲", after: "乙" },
  ],
  step: 5,
  wave: 1,
  operations: [{ id: "E11", account: `e${at}`, newAccount: `e${at}`, set: { idCardNumber: "Z900000002" } }],
  needs: [],
  ...more,
});

const planOf = (changes: readonly Change[]): Plan => ({
  version: 1,
  today: "2026-11-21",
  changes,
  held: [],
  notices: [],
  rejected: [],
  breaches: [],
  sourceCounts: { employee: 3 },
  targetCounts: { employee: 2 },
  names: { level: {}, title: {}, function: {}, department: {}, employee: {} },
  organisation: { departments: [], flows: [] },
  fingerprint: "f".repeat(64),
});

const remembering = (...entries: readonly LedgerEntry[]) => ({ entries });
const ended = { status: "succeeded", refresh: "done" } as const;

describe("a store", () => {
  it("has a permanent random name", async () => {
    const name = await open().installation();
    expect(name).toMatch(/^[0-9a-f]{16}$/);
    expect(await (await reopen()).installation()).toBe(name);
    const other = openStore(join(folder, "other.db"), "target", systemClock);
    expect(await other.installation()).not.toBe(name);
    await other.close();
  });
});

describe("runs", () => {
  it("are counted by their outcomes, listed newest first, and kept after reopening", async () => {
    let now = Date.parse("2026-11-21T02:00:00Z");
    const store = open("target", { nowMs: () => (now += 1_000) });
    const first = await store.runs.begin("schedule", "running", { by: { kind: "command", name: "amy@desk" } });
    await store.plans.keepToApply(first, planOf([change(1), change(2), change(3), change(4)]));
    await store.plans.record(first, { changeId: change(1).id, result: "applied" }, remembering());
    await store.plans.record(first, { changeId: change(2).id, result: "already-so" }, remembering());
    const failed = { result: "failed", code: "target-refused", message: "status 400" } as const;
    await store.plans.record(first, { changeId: change(3).id, ...failed }, remembering());
    expect(await store.runs.unfinished()).toEqual([first]);
    await store.plans.closeRest(first, { result: "not-tried", code: "cancelled" });
    const error = { code: "cancelled", message: "m" };
    const phasesMs = { "reading-source": 7, waiting: 3 };
    await store.runs.end(first, { status: "cancelled", refresh: "owed", error, phasesMs });
    const second = await store.runs.begin("request", "planned");

    const again = await reopen();
    expect((await again.runs.list(10)).map(({ id }) => id)).toEqual([second, first]);
    expect(await again.runs.find(first)).toEqual({
      id: first,
      status: "cancelled",
      trigger: "schedule",
      startedAt: "2026-11-21T02:00:01.000Z",
      endedAt: "2026-11-21T02:00:04.000Z",
      fingerprint: "f".repeat(64),
      phasesMs: { "reading-source": 7, waiting: 3 },
      askedBy: "amy@desk",
      entries: { planned: 4, held: 0, applied: 1, alreadySo: 1, unconfirmed: 0, failed: 1, notTried: 1 },
      planned: 4,
      held: 0,
      applied: 1,
      alreadySo: 1,
      unconfirmed: 0,
      failed: 1,
      notTried: 1,
      refresh: "owed",
      error: { code: "cancelled", message: "m" },
    });
    expect(await again.runs.unfinished()).toEqual([]);
    expect((await again.plans.read(first))?.outcomes.get(change(3).id)).toEqual({ changeId: change(3).id, ...failed });
  });

  it("older than the last 200 are deleted with their changes; a running one stays", async () => {
    let now = 0;
    // Each reading of the clock advances it by a second, because the order of ids depends on the second in them.
    const store = open("target", { nowMs: () => (now += 1_000) });
    const running = await store.runs.begin("command", "running");
    const oldest = await store.runs.begin("command", "planned");
    await store.plans.keep(oldest, planOf([change(1)]));
    for (let count = 0; count < 201; count += 1) {
      await store.runs.end(await store.runs.begin("command", "planned"), ended);
    }
    expect(await store.runs.find(oldest)).toBeUndefined();
    expect(await store.plans.read(oldest)).toBeUndefined();
    expect(await store.runs.find(running)).toBeDefined();
    const database = new DatabaseSync(file, { readOnly: true });
    expect(database.prepare("SELECT count(*) AS n FROM change").get()).toEqual({ n: 0 });
    database.close();
  });

  it("that have written again what a restored service had lost are the oldest that tell about it (life 15000462)", async () => {
    let now = 0;
    const store = open("target", { nowMs: () => (now += 1_000) });
    const older = { code: "target-older-than-memory", kind: "employee", key: "*", label: "1/1" } as const;
    const apply = async (at: number, more: Partial<Plan> = {}, status: "succeeded" | "failed" = "succeeded") => {
      const id = await store.runs.begin("command", "running");
      await store.plans.keepToApply(id, { ...planOf([change(at)]), ...more });
      await store.plans.record(id, { changeId: change(at).id, result: "applied" }, { entries: [] });
      await store.runs.end(id, { ...ended, status });
    };
    const known = async () => (await store.plans.applied(9)).map(({ change: { key } }) => key);
    await apply(1);
    await apply(2, { notices: [older], only: { subjects: [], leftOut: 1, leftOutEntries: 1 } });
    await apply(3, { notices: [older] }, "failed");
    expect(await known()).toEqual(["e3", "e2", "e1"]);
    await apply(4, { notices: [older] });
    await apply(5);
    expect(await known()).toEqual(["e5", "e4"]);
  });

  it("that have written are kept for years, the others for a season", async () => {
    const day = 86_400_000;
    let now = 0;
    const store = open("target", { nowMs: () => (now += 1_000) });
    const endRun = async (result: "applied" | "not-tried"): Promise<string> => {
      const id = await store.runs.begin("command", "running");
      await store.plans.keepToApply(id, planOf([change(1)]));
      await store.plans.record(id, { changeId: change(1).id, result }, { entries: [] });
      await store.runs.end(id, ended);
      return id;
    };
    const [written, other] = [await endRun("applied"), await endRun("not-tried")];
    const left = async () =>
      (await store.runs.list(9)).map(({ id }) => id).filter((id) => [written, other].includes(id));
    now += 89 * day;
    await endRun("not-tried");
    expect(await left()).toEqual([other, written]);
    now += 2 * day;
    await endRun("not-tried");
    expect(await left()).toEqual([written]);
    now += 1740 * day;
    await endRun("not-tried");
    expect(await left()).toEqual([]);
  });

  it("leave a short write-ahead log behind, however much they wrote", async () => {
    const store = open("target");
    const lease = await store.leases.take();
    const run = await store.runs.begin("command", "running");
    const many = Array.from({ length: 30_000 }, (_, at) => change(at));
    await store.plans.keep(run, planOf(many));
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(2 * 1024 * 1024);
    await store.runs.end(run, ended);
    await lease.release();
    expect(statSync(`${file}-wal`).size).toBeLessThanOrEqual(1024 * 1024);
  });

  it("remember what reading back has shown, with the outcomes that follow from it", async () => {
    const store = open("target");
    const run = await store.runs.begin("command", "running");
    await store.plans.keep(run, planOf([change(1)]));
    await store.plans.record(run, { changeId: change(1).id, result: "unconfirmed" }, { entries: [] });
    expect((await store.ledger.read()).written.size).toBe(0);
    await store.plans.conclude(run, [{ changeId: change(1).id, result: "applied" }], [entry("category", "a")]);
    expect((await store.plans.read(run))?.outcomes.get(change(1).id)?.result).toBe("applied");
    expect([...(await store.ledger.read()).written.values()]).toEqual(["a"]);
  });

  it("of another target are invisible, and so are its memory, owed refresh and lease", async () => {
    const [one, other] = [open("one"), open("other")];
    const run = await one.runs.begin("command", "running");
    await one.plans.keep(run, planOf([change(1)]));
    await one.debts.oweRefresh(run);
    await one.requests.add({ trigger: "request" });
    await one.plans.record(run, { changeId: change(1).id, result: "applied" }, remembering(entry("category", "a")));
    const lease = await one.leases.take();
    expect(await other.runs.find(run)).toBeUndefined();
    expect(await other.runs.list(9)).toEqual([]);
    expect(await other.runs.unfinished()).toEqual([]);
    expect(await other.plans.read(run)).toBeUndefined();
    expect(await other.debts.refreshOwed()).toBe(false);
    expect(await other.requests.next()).toBeUndefined();
    expect(await other.ledger.read()).toEqual({ written: new Map() });
    await (await other.leases.take()).release();
    await lease.release();
  });
});

const entry = (subject: string, value: string | null, field = "field"): LedgerEntry => ({ subject, field, value });

describe("plans", () => {
  it("that are applied, or only shown, contain no operation and no personal value, in any file of the store", async () => {
    const store = open();
    const [applied, shown] = [
      await store.runs.begin("command", "running"),
      await store.runs.begin("command", "planned"),
    ];
    const many = Array.from({ length: 300 }, (_, at) => change(at));
    const { id, kind, key, label, action, fields } = change(300);
    const held = [{ id, kind, key, label, action, fields, reason: "protected", about: [] }] as const;
    await store.plans.keepToApply(applied, { ...planOf(many), held });
    await store.plans.keep(shown, { ...planOf([change(1)]), held });
    for (const run of [applied, shown]) {
      const plan = (await store.plans.read(run))?.plan;
      expect(plan?.changes[0]?.operations).toEqual([]);
      expect(plan?.changes[0]?.fields).toEqual([
        { field: "idCardNumber", before: "•••", after: "•••" },
        { field: "name", before: "甲", after: "乙" },
      ]);
    }
    const bytes = Buffer.concat(await Promise.all([file, `${file}-wal`].map((name) => readFile(name))));
    expect(bytes.includes("employee/e299/update")).toBe(true);
    expect(bytes.includes("Z90000000")).toBe(false);
  });

  it("and the memory of an outcome are written together or not at all", async () => {
    const store = open();
    const run = await store.runs.begin("command", "running");
    await store.plans.keepToApply(run, planOf([change(1)]));
    const unstorable = { subject: null, field: "f", value: "" } as unknown as LedgerEntry;
    const record = store.plans.record(run, { changeId: change(1).id, result: "applied" }, remembering(unstorable));
    await expect(record).rejects.toThrow("NOT NULL");
    expect((await store.plans.read(run))?.outcomes.size).toBe(0);
    expect((await store.ledger.read()).written.size).toBe(0);
    await store.plans.record(run, { changeId: change(1).id, result: "applied" }, remembering(entry("s", "v")));
    expect((await store.plans.read(run))?.outcomes.size).toBe(1);
  });

  it("take repairs in a wave that the plan has used, and more of them later", async () => {
    const store = open();
    const run = await store.runs.begin("command", "running");
    await store.plans.keepToApply(run, planOf([change(1), change(2)]));
    await store.plans.add(run, [change(3)]);
    await store.plans.add(run, [change(4), change(5)]);
    const kept = (await store.plans.read(run))?.plan.changes.map(({ id }) => id);
    expect(kept).toEqual([1, 2, 3, 4, 5].map((at) => change(at).id));
  });

  it("keep every one of many simultaneous outcomes", async () => {
    const store = open();
    const run = await store.runs.begin("command", "running");
    const changes = Array.from({ length: 300 }, (_, at) => change(at));
    await store.plans.keepToApply(run, planOf(changes));
    const entries = (id: string) => remembering(entry(id, "v"));
    await Promise.all(
      changes.map(({ id }) => store.plans.record(run, { changeId: id, result: "applied" }, entries(id))),
    );
    expect(await store.runs.find(run)).toMatchObject({ applied: 300 });
    expect((await store.ledger.read()).written.size).toBe(300);
  });
});

describe("the ledger", () => {
  const renamed = async (store: Store, from: string, to: string): Promise<void> => {
    const run = await store.runs.begin("command", "running");
    const rename = change(1, { id: `employee/${from}/rename` });
    await store.plans.keepToApply(run, planOf([rename]));
    const memory = { entries: [], renamed: { from, to } };
    await store.plans.record(run, { changeId: rename.id, result: "applied" }, memory);
  };

  const written = async (store: Store, entries: readonly LedgerEntry[]): Promise<void> => {
    const run = await store.runs.begin("command", "running");
    await store.plans.keepToApply(run, planOf([change(1)]));
    await store.plans.record(run, { changeId: change(1).id, result: "applied" }, { entries });
  };

  it("keeps the last value of a field, including null, after reopening", async () => {
    const store = open();
    await written(store, [entry("employee/a", "1"), entry("employee/a", null), entry("employee/b", "2")]);
    expect(await (await reopen()).ledger.read()).toEqual({
      written: new Map([
        [ledgerKey("employee/a", "field"), null],
        [ledgerKey("employee/b", "field"), "2"],
      ]),
    });
  });

  it("follows a renamed account, and affects no other", async () => {
    const store = open();
    await written(store, [
      entry("employee/ann", "1"),
      entry("post/ann/A", "2"),
      entry("post/ann/B", "3"),
      entry("employee/anna", "4"),
      entry("post/anna/A", "5"),
    ]);
    await renamed(store, "ann", "ann.lee");
    expect([...(await store.ledger.read()).written]).toEqual([
      ["employee/ann.lee field", "1"],
      ["employee/anna field", "4"],
      ["post/ann.lee/A field", "2"],
      ["post/ann.lee/B field", "3"],
      ["post/anna/A field", "5"],
    ]);
  });

  it("forgets entries about an earlier holder of an account that another person takes", async () => {
    const store = open();
    await written(store, [entry("employee/ann", "1"), entry("employee/bob", "old"), entry("post/bob/A", "old")]);
    await renamed(store, "ann", "bob");
    expect([...(await store.ledger.read()).written]).toEqual([["employee/bob field", "1"]]);
  });

  it("follows accounts that are swapped", async () => {
    const store = open();
    await written(store, [entry("employee/ann", "of ann"), entry("employee/bob", "of bob")]);
    await renamed(store, "ann", "parked");
    await renamed(store, "bob", "ann");
    await renamed(store, "parked", "bob");
    expect([...(await store.ledger.read()).written]).toEqual([
      ["employee/ann field", "of bob"],
      ["employee/bob field", "of ann"],
    ]);
  });

  it("keeps the order of simultaneous outcomes: only what precedes a rename is carried over", async () => {
    const store = open();
    const run = await store.runs.begin("command", "running");
    const changes = [change(1), change(2), change(3)];
    await store.plans.keepToApply(run, planOf(changes));
    const memories = [
      { entries: [entry("employee/ann", "before")] },
      { entries: [], renamed: { from: "ann", to: "bob" } },
      { entries: [entry("employee/ann", "after")] },
    ];
    await Promise.all(
      memories.map((memory, at) =>
        store.plans.record(run, { changeId: changes[at]?.id ?? "", result: "applied" }, memory),
      ),
    );
    expect([...(await store.ledger.read()).written]).toEqual([
      ["employee/ann field", "after"],
      ["employee/bob field", "before"],
    ]);
  });

  it("loses nothing when only the spelling of an account changes", async () => {
    const store = open();
    await written(store, [{ subject: employeeSubject("Ann"), field: "resignationDate", value: "2026-12-31" }]);
    await renamed(store, "Ann", "ann");
    const { written: kept } = await store.ledger.read();
    expect(kept.get(ledgerKey(employeeSubject("ANN"), "resignationDate"))).toBe("2026-12-31");
  });

  it("forgets the subjects with a prefix that are not kept", async () => {
    const store = open();
    await written(store, [entry("applied/a", "1"), entry("applied/b", "1"), entry("applies", "1")]);
    await store.ledger.forget("applied/", new Set(["applied/b"]));
    expect([...(await store.ledger.read()).written.keys()]).toEqual(["applied/b field", "applies field"]);
  });
});

describe("the file", () => {
  it("can be read by its owner only, and so can its folder", async () => {
    await open().requests.add({ trigger: "request" });
    const modes = await Promise.all(
      [file, `${file}-wal`, join(folder, "state")].map(async (path) => (await stat(path)).mode),
    );
    expect(modes.map((mode) => (mode & 0o777).toString(8))).toEqual(["600", "600", "700"]);
  });

  it.each([
    ["is not a database", () => writeFile(join(folder, "state"), "x".repeat(5000)), "state", "store-damaged"],
    [
      "is where no folder can be created",
      () => writeFile(join(folder, "state"), ""),
      "state/musterd.db",
      "store-unavailable",
    ],
  ])("that %s is an error with a hint", async (_, spoil, path, code) => {
    await spoil();
    expect(() => openStore(join(folder, path), "target", systemClock)).toThrowError(
      expect.objectContaining({
        code,
        place: expect.objectContaining({ setting: "state.folder" }),
      }),
    );
  });
});

it("a run after the clock was set back by days is the last one", async () => {
  let nowMs = Date.parse("2026-12-08T02:00:00Z");
  const { runs } = open("target", { nowMs: () => nowMs });
  const ended = async (status: "succeeded" | "failed") =>
    (await runs.end(await runs.begin("schedule", "running"), { status, refresh: "not-needed" })).id;
  const ahead = await ended("succeeded");
  nowMs = Date.parse("2026-11-28T02:00:00Z");
  const failed = await ended("failed");
  expect((await runs.lastEnded())?.id).toBe(failed);
  const again = await ended("succeeded");
  expect((await runs.list(3)).map(({ id }) => id)).toEqual([again, failed, ahead]);
  expect((await runs.lastEnded(["succeeded"]))?.endedAt).toBe("2026-11-28T02:00:00.000Z");
});
