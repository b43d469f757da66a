/** Tests that the audit trail tells what was done, and that whatever is changed in it afterwards is found, in real SQLite files. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { processUser } from "../../src/lib/process-user.ts";
import type { Change, Plan } from "../../src/model/plan/plan.ts";
import { chainDigest } from "../../src/store/audit/audit-chain.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import { runs } from "../support/suites/runs.ts";

const clock = { nowMs: () => Date.parse("2026-11-26T02:00:00Z") };
let folder: string;
let path: string;
const opened: Store[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-audit-"));
  path = join(folder, "musterd.db");
});
afterEach(async () => {
  await closeAll();
  await rm(folder, { recursive: true });
});

const closeAll = async (): Promise<void> => {
  for (const store of opened.splice(0)) await store.close();
};
const open = (options: Parameters<typeof openStore>[3] = {}, file = path): Store => {
  const store = openStore(file, "site", clock, options);
  opened.push(store);
  return store;
};

const inFile = <T>(use: (sqlite: DatabaseSync) => T): T => {
  const sqlite = new DatabaseSync(path);
  try {
    return use(sqlite);
  } finally {
    sqlite.close();
  }
};

const planOf = (fingerprint: string) =>
  ({ changes: [], held: [], notices: [], breaches: [], fingerprint }) as unknown as Plan;

/** A run that somebody has released, 5 entries with the configuration. */
const released = async (store: Store, reason = "HR has confirmed it"): Promise<string> => {
  const id = await store.runs.begin("command", "running", { by: { kind: "person", name: "chen" } });
  await store.plans.keepToApply(id, planOf("f1"), { source: "a", site: "b" });
  const at = "2026-11-26T02:00:00Z";
  await store.verdicts.use(id, { fingerprint: "f1", accepted: ["rows-fell"], by: "amy@desk", at, reason }, true);
  await store.runs.end(id, { status: "succeeded", refresh: "done" });
  return id;
};

describe("the trail", () => {
  it("has who, what, when, where and with which version, of a run and of what people decide", async () => {
    const store = open({ configurationDigest: "c1" });
    const run = await released(store);
    await store.decisions.keep([{ kind: "employee", source: "E1", target: "wang.m", same: true }], 0);
    await store.decisions.withdraw([{ kind: "employee", source: "E1", target: "wang.m" }]);
    await store.forget("profile");
    await store.rotateKey(async () => undefined);
    const entries = await store.audit.list({ limit: 100 });
    expect(entries.map(({ event, by, reason, facts }) => ({ event, by, ...(reason && { reason }), facts }))).toEqual([
      { event: "configuration-changed", by: own, facts: { after: "c1" } },
      { event: "run-begun", by: { kind: "person", name: "chen" }, facts: { run, trigger: "command" } },
      {
        event: "planned",
        by: { kind: "program" },
        facts: { run, fingerprint: "f1", changes: 0, held: 0, breaches: [], source: "a", site: "b" },
      },
      {
        event: "released",
        by: { kind: "command", name: "amy@desk" },
        reason: "HR has confirmed it",
        facts: { run, fingerprint: "f1", accepted: ["rows-fell"] },
      },
      {
        event: "run-ended",
        by: { kind: "program" },
        facts: { run, status: "succeeded", refresh: "done", applied: 0, unconfirmed: 0, failed: 0, notTried: 0 },
      },
      { event: "adopted", by: own, facts: { same: 1, other: 0 } },
      { event: "adoption-withdrawn", by: own, facts: { withdrawn: 1 } },
      { event: "forgot-target", by: own, facts: { what: "profile", rows: 0 } },
      { event: "key-replaced", by: own, facts: { sealed: 0 } },
    ]);
    expect(entries[0]).toMatchObject({ number: 1, at: "2026-11-26T02:00:00.000Z", target: "site" });
    expect(entries[0]?.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(await store.audit.verify()).toEqual({ head: await store.audit.head(), restoredAt: [] });
    expect((await stat(join(folder, "musterd.audit"))).mode & 0o777).toBe(0o600);
  });

  it("has a change of the configuration once, before the first run with it", async () => {
    for (const configurationDigest of ["c1", "c1", "c2"]) {
      await open({ configurationDigest }).runs.begin("schedule", "running");
      await closeAll();
    }
    const changes = await open().audit.list({ limit: 9, events: ["configuration-changed"] });
    expect(changes.map(({ facts }) => facts)).toEqual([{ after: "c1" }, { before: "c1", after: "c2" }]);
  });

  it("says how many runs were deleted because of their age or number", async () => {
    const store = open({ history: { writing: { days: 1, runs: 9 }, other: { days: 1, runs: 1 } } });
    for (let n = 0; n < 3; n += 1)
      await store.runs.end(await store.runs.begin("schedule", "planned"), { status: "planned", refresh: "not-needed" });
    const deleted = await store.audit.list({ limit: 9, events: ["runs-deleted"] });
    expect(deleted.map(({ facts }) => facts)).toEqual([
      { writing: 0, other: 1 },
      { writing: 0, other: 1 },
    ]);
  });

  it("is one chain for several processes that append at the same time", async () => {
    const appending = [1, 2, 3].map(() => fork("test/store/audit-appender.ts", [path]));
    const ends = await Promise.all(appending.map((one) => once(one, "exit")));
    expect(ends.map(([code]) => code)).toEqual([0, 0, 0]);
    expect(await open().audit.verify()).toMatchObject({ head: { number: 60 }, restoredAt: [] });
    expect((await open().audit.verify()).problem).toBeUndefined();
  });

  it("does not keep an entry about what was undone", async () => {
    const store = open();
    const failing = store.audit.transaction(async (_, append) => {
      await append({ event: "key-replaced" });
      throw new Error("undone");
    });
    await expect(failing).rejects.toThrow("undone");
    expect(await store.audit.verify()).toEqual({ head: { number: 0, digest: "" }, restoredAt: [] });
  });

  it("has other digests of the same names in another store, so that nobody finds a forgotten name by trying", async () => {
    const ids = new Set<string>();
    for (const file of [path, join(folder, "other.db")]) {
      await released(open({}, file));
      await closeAll();
      const sqlite = new DatabaseSync(file);
      for (const { id } of sqlite.prepare("SELECT id FROM audit_text").all()) ids.add(String(id));
      sqlite.close();
    }
    expect(ids.size).toBe(2 * new Set(["chen", "amy@desk", "HR has confirmed it"]).size);
  });

  it("tells the digest of each entry", async () => {
    const store = open();
    await released(store);
    const { number, digest } = await store.audit.head();
    expect(number).toBeGreaterThan(3);
    expect(await store.audit.digestOf(number)).toBe(digest);
    expect(await store.audit.digestOf(number - 1)).not.toBe(digest);
    expect(await store.audit.digestOf(number + 1)).toBeUndefined();
  });

  it("stays verifiable when a person is forgotten, of whom nothing is left in any file", async () => {
    const store = open();
    const change = {
      id: "employee/chen/update",
      kind: "employee",
      key: "chen",
      label: "陳",
      fields: [],
      operations: [],
      wave: 1,
    };
    const id = await store.runs.begin("command", "running", { by: { kind: "person", name: "chen" } });
    await store.plans.keep(id, { ...planOf("f2"), changes: [change as unknown as Change] });
    await released(store, "chen has asked HR");
    const { pseudonym } = await store.forgetPerson.forget("chen");
    const entries = await store.audit.list({ limit: 99 });
    expect(entries[0]?.by).toEqual({ kind: "person", name: pseudonym });
    expect(entries.find(({ event }) => event === "released")?.reason).toBe(`${pseudonym} has asked HR`);
    expect((await store.audit.verify()).problem).toBeUndefined();
    await closeAll();
    expect((await readFile(path)).includes("chen")).toBe(false);
  });
});

const own = { kind: "command", name: processUser() };

describe("verification", () => {
  /** 16 entries. */
  const fill = async (): Promise<void> => {
    const store = open({ configurationDigest: "c" });
    for (let n = 0; n < 3; n += 1) await released(store, `reason ${n}`);
    for (let n = 0; n < 3; n += 1) await store.audit.append({ event: "key-replaced", facts: { sealed: n } });
    await closeAll();
  };
  const verified = async () => {
    const found = await open().audit.verify();
    await closeAll();
    return found;
  };
  const problem = async () => (await verified()).problem;

  it("finds each of 200 seeded manipulations, and names the first entry that is not as it was", async () => {
    await fill();
    const whole = await readFile(path);
    const { number: last } = (await verified()).head;
    expect(last).toBe(16);
    const at = fc.integer({ min: 1, max: last });
    const manipulation = fc.oneof(
      fc.record({
        how: fc.constant("change" as const),
        at,
        part: fc.constantFrom("body", "digest"),
        where: fc.nat(500),
      }),
      fc.record({ how: fc.constant("delete" as const), at }),
      fc.record({ how: fc.constant("swap" as const), at, other: at }).filter((one) => one.at !== one.other),
      fc.record({ how: fc.constant("truncate" as const), at }),
      fc.record({ how: fc.constant("insert" as const), at: fc.integer({ min: -3, max: 0 }) }),
      fc.record({ how: fc.constant("rechain" as const), at, head: fc.boolean() }),
      fc.record({ how: fc.constant("text" as const), gone: fc.boolean() }),
    );
    await fc.assert(
      fc.asyncProperty(manipulation, async (one) => {
        await rm(`${path}-wal`, { force: true });
        await writeFile(path, whole);
        const expected = inFile((sqlite) => manipulate(sqlite, one, last));
        expect({ one, found: (await problem())?.number }).toEqual({ one, found: expected });
      }),
      { seed: 27, numRuns: Math.max(runs(200), 200) },
    );
  });

  it("tells a store that was put back from a backup, and the trail goes on with an entry that says so", async () => {
    await fill();
    await copyFile(path, `${path}.backup`);
    await open().audit.append({ event: "key-replaced" });
    await closeAll();
    const written = (await verified()).head;
    await copyFile(`${path}.backup`, path);
    expect(await problem()).toEqual({ code: "restored", number: 17 });
    await open().audit.append({ event: "key-replaced" });
    await closeAll();
    expect(await verified()).toMatchObject({ head: { number: 18 }, restoredAt: [17] });
    const [entry] = await open().audit.list({ limit: 1, after: 16 });
    expect(entry?.facts).toEqual({ expected: 17, digest: written.digest, found: 16 });
  });

  it("does not take a process that ended between its first entry and the file beside the store for a restore", async () => {
    const file = join(folder, "musterd.audit");
    const before = await open().audit.transaction(async (_, append) => {
      await append({ event: "key-replaced" });
      return readFile(file);
    });
    await writeFile(file, before);
    expect(await verified()).toEqual({ head: expect.objectContaining({ number: 1 }), restoredAt: [] });
    await open().audit.append({ event: "key-replaced" });
    expect(await verified()).toEqual({ head: expect.objectContaining({ number: 2 }), restoredAt: [] });
  });

  it("tells that the file beside the store is gone, and whoever wants to hide that cannot put it back", async () => {
    await fill();
    await rm(join(folder, "musterd.audit"));
    expect(await problem()).toEqual({ code: "restored", number: 17 });
    await writeFile(join(folder, "musterd.audit"), "16:0\n");
    expect(await problem()).toEqual({ code: "restored", number: 17 });
  });
});

type Manipulation =
  | { how: "change"; at: number; part: string; where: number }
  | { how: "delete" | "truncate" | "insert"; at: number }
  | { how: "swap"; at: number; other: number }
  | { how: "rechain"; at: number; head: boolean }
  | { how: "text"; gone: boolean };

/** Changes the file, and returns the number that verification must name. */
const manipulate = (sqlite: DatabaseSync, one: Manipulation, last: number): number => {
  switch (one.how) {
    case "change": {
      const row = sqlite.prepare("SELECT body, digest FROM audit WHERE number = ?").get(one.at);
      const text = String(row?.[one.part]);
      const where = one.where % text.length;
      const changed = `${text.slice(0, where)}${text[where] === "7" ? "8" : "7"}${text.slice(where + 1)}`;
      sqlite.prepare(`UPDATE audit SET ${one.part} = ? WHERE number = ?`).run(changed, one.at);
      return one.at;
    }
    case "delete":
      sqlite.prepare("DELETE FROM audit WHERE number = ?").run(one.at);
      return one.at;
    case "truncate":
      sqlite.prepare("DELETE FROM audit WHERE number >= ?").run(one.at);
      return one.at;
    case "insert":
      sqlite.prepare("INSERT INTO audit VALUES (?, '{}', '')").run(one.at);
      return 0;
    case "swap": {
      const move = sqlite.prepare("UPDATE audit SET number = ? WHERE number = ?");
      move.run(-1, one.at);
      move.run(one.at, one.other);
      move.run(one.other, -1);
      return Math.min(one.at, one.other);
    }
    case "rechain": {
      rechain(sqlite, one.at);
      if (one.head)
        sqlite.exec("UPDATE audit_head SET digest = (SELECT digest FROM audit ORDER BY number DESC LIMIT 1)");
      return last;
    }
    case "text":
      sqlite.exec(
        one.gone ? "UPDATE audit_text SET salt = NULL, text = 'x'" : "UPDATE audit_text SET text = 'somebody'",
      );
      return 1;
  }
};

/** Changes an entry, and gives it and all later ones the digests that fit. */
const rechain = (sqlite: DatabaseSync, from: number): void => {
  const rows = sqlite.prepare("SELECT number, body, digest FROM audit ORDER BY number").all();
  let before = String(rows[from - 2]?.["digest"] ?? "");
  for (const { number, body } of rows.slice(from - 1)) {
    const text = String(body).replace('"facts":{', '"facts":{"forged":1,');
    before = chainDigest(before, number === from ? text : String(body));
    const row = sqlite.prepare("UPDATE audit SET body = ?, digest = ? WHERE number = ?");
    row.run(number === from ? text : String(body), before, Number(number));
  }
};
