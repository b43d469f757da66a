/**
 * Tests versions of the store: a file of the first release is migrated completely, and a file that cannot be migrated stays
 * unchanged.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { openDatabase } from "../../src/lib/database/database.ts";
import { migrateFile } from "../../src/lib/database/migrate-file.ts";
import { migrations } from "../../src/store/schema/migrations.ts";
import { openStore, type Store } from "../../src/store/store.ts";

const firstRelease = await readFile("test/data/first-release/state.sql", "utf8");
/** The target that has two spellings in the file; the other targets have one. */
const target = "https://hr.example.com (company ACME)";

let folder: string;
let file: string;
const opened: Store[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-versions-"));
  file = join(folder, "musterd.db");
});

afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await rm(folder, { recursive: true });
});

const inFile = <T>(use: (sqlite: DatabaseSync) => T, path = file): T => {
  const sqlite = new DatabaseSync(path);
  try {
    return use(sqlite);
  } finally {
    sqlite.close();
  }
};

const open = (name = target): Store => {
  const store = openStore(file, name, systemClock);
  opened.push(store);
  return store;
};

const versionOf = (path = file) => inFile((sqlite) => sqlite.prepare("PRAGMA user_version").get(), path);

const rowsOf = (table: string, path = file) => inFile((sqlite) => sqlite.prepare(`SELECT * FROM ${table}`).all(), path);

describe("a file of the first release", () => {
  beforeEach(() => inFile((sqlite) => sqlite.exec(firstRelease)));

  it("keeps every run, change, outcome and run request", () => {
    const whole = ["change", "outcome"];
    const rest = ({ tries: _tries, ...row }: Record<string, unknown>) => row;
    const before = whole.map((table) => rowsOf(table));
    const withoutPlan = ({ plan: _plan, ...run }: Record<string, unknown>) => run;
    const plans = () => rowsOf("run").map(({ plan }) => JSON.parse(String(plan)));
    const added = {
      release: null,
      undoes: null,
      asked_by: null,
      phases: null,
      entries: null,
      error_details: null,
      told: 1,
      dry: 0,
      counts: null,
    };
    const runs = rowsOf("run").map((run) => (String(run["target"]).includes("HR.") ? { ...run, target } : run));
    const plansBefore = plans();
    open();
    expect(whole.map((table) => rowsOf(table).map(rest))).toEqual(before);
    expect(rowsOf("run").map(withoutPlan)).toEqual(runs.map((run) => ({ ...withoutPlan(run), ...added })));
    const empty = { level: {}, title: {}, function: {}, employee: {} };
    expect(plans()).toEqual(
      plansBefore.map(({ departmentNames, ...plan }) => {
        return {
          ...plan,
          names: { ...empty, department: departmentNames },
          organisation: { departments: [], flows: [] },
        };
      }),
    );
    expect(rowsOf("run_request")).toEqual([
      expect.objectContaining({ target, trigger: "request", run: expect.stringMatching(/^\d{8}T\d{6}-[0-9a-f]{8}$/) }),
    ]);
    expect(versionOf()).toEqual({ user_version: migrations.length });
  });

  it("merges the memory of a target with two spellings: the last used value wins", async () => {
    const store = open();
    expect(Object.fromEntries((await store.ledger.read()).written)).toEqual({
      "employee/e1 resignationDate": "2026-11-30",
      "employee/e2 resignationDate": "2026-10-30",
    });
    expect(await store.links.read()).toEqual({
      employee: new Map([
        ["id-1", "e1"],
        ["id-2", "new"],
      ]),
      department: new Map([["id-3", "RD"]]),
    });
    expect(await store.sourceProfile.read()).toEqual({ version: 1, kinds: {} });
    expect(await store.runs.list(9)).toHaveLength(2);
    expect((await store.feeds.load("hr"))?.cookie).toBe("c2");
  });

  it("finds the memory of people and posts however the service spells their keys", async () => {
    inFile((sqlite) => sqlite.exec("UPDATE ledger SET subject = 'employee/' || upper(substr(subject, 10))"));
    expect([...(await open().ledger.read()).written.keys()].toSorted()).toEqual([
      "employee/e1 resignationDate",
      "employee/e2 resignationDate",
    ]);
  });

  it("owes a refresh that was owed under any spelling", async () => {
    expect(await open().debts.refreshOwed()).toBe(true);
    expect(await open("embedded service (company DEMO)").debts.refreshOwed()).toBe(true);
  });

  it("knows the targets to which changes were applied, and no other", async () => {
    const planned = "https://planned.example.com (company ACME)";
    inFile((sqlite) => sqlite.exec("DELETE FROM refresh"));
    expect([await open().isNew(), await open().debts.refreshOwed()]).toEqual([false, false]);
    expect([await open(planned).isNew(), await open(planned).debts.refreshOwed()]).toEqual([true, false]);
  });

  it("is kept next to the new one, readable by its owner only", async () => {
    const before = rowsOf("ledger");
    open();
    const copy = `${file}.v1.bak`;
    expect(rowsOf("ledger", copy)).toEqual(before);
    expect(versionOf(copy)).toEqual({ user_version: 0 });
    expect(((await stat(copy)).mode & 0o777).toString(8)).toBe("600");
  });

  it("is freed of the copies that a killed upgrade has left, and of nothing else", async () => {
    const left = ["012345abcdef.tmp", "012345abcdef.tmp-journal"].map((ending) => `${file}.${ending}`);
    const others = [`${file}.mine.tmp`, `${folder}/other.db.012345abcdef.tmp`];
    for (const path of [...left, ...others]) await writeFile(path, "");
    open();
    expect([...left, ...others].filter((path) => existsSync(path))).toEqual(others);
  });

  it("is migrated once when three processes open it at the same moment", async () => {
    const children: ChildProcess[] = [];
    for (let count = 0; count < 3; count += 1) {
      children.push(fork(fileURLToPath(new URL("lease-taker.ts", import.meta.url)), [file]));
    }
    const ready = await Promise.all(
      children.map(async (child) => String((await Promise.race([once(child, "message"), once(child, "exit")]))[0])),
    );
    const ended = children.map((child) => once(child, "exit"));
    for (const child of children) child.kill();
    await Promise.all(ended);
    expect(ready).toEqual(["ready", "ready", "ready"]);
    expect(versionOf(`${file}.v1.bak`)).toEqual({ user_version: 0 });
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(rowsOf("refresh").map((row) => row["written"])).toEqual([1, 1]);
  });

  it("that another process has migrated meanwhile keeps the copy of the old version", () => {
    inFile((sqlite) => {
      const prepare = sqlite.prepare.bind(sqlite);
      vi.spyOn(sqlite, "prepare").mockImplementation((statement) => {
        if (statement.startsWith("VACUUM")) open();
        return prepare(statement);
      });
      migrateFile(sqlite, file, migrations);
    });
    expect(versionOf(`${file}.v1.bak`)).toEqual({ user_version: 0 });
    expect(versionOf()).toEqual({ user_version: migrations.length });
  });

  it("is used when another process has migrated it and swept the copy that is being made", () => {
    inFile((sqlite) => {
      const prepare = sqlite.prepare.bind(sqlite);
      vi.spyOn(sqlite, "prepare").mockImplementation((statement) => {
        if (!statement.startsWith("VACUUM")) return prepare(statement);
        open();
        throw Object.assign(new Error("disk I/O error"), { code: "ERR_SQLITE_ERROR", errcode: 5898 });
      });
      migrateFile(sqlite, file, migrations);
    });
    expect(versionOf(`${file}.v1.bak`)).toEqual({ user_version: 0 });
    expect(versionOf()).toEqual({ user_version: migrations.length });
  });

  it("stays as it was when its copy cannot be made", async () => {
    const full = Object.assign(new Error("disk full"), { code: "ERR_SQLITE_ERROR", errcode: 13 });
    inFile((sqlite) => {
      const prepare = sqlite.prepare.bind(sqlite);
      vi.spyOn(sqlite, "prepare").mockImplementation((statement) => {
        if (statement.startsWith("VACUUM")) throw full;
        return prepare(statement);
      });
      expect(() => migrateFile(sqlite, file, migrations)).toThrow("disk full");
    });
    expect(versionOf()).toEqual({ user_version: 0 });
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  it("stays as it was when a step fails", async () => {
    const broken = [...migrations, "CREATE TABLE half (a TEXT) STRICT; SELECT * FROM nowhere;"];
    const ledger = rowsOf("ledger");
    expect(() => openDatabase(file, { migrations: broken })).toThrow("nowhere");
    expect(versionOf()).toEqual({ user_version: 0 });
    expect(rowsOf("ledger")).toEqual(ledger);
    expect(rowsOf("sqlite_schema").filter(({ name }) => name === "half")).toEqual([]);
    expect((await readdir(folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});

describe("a new file", () => {
  it("has the newest version, and no copy", async () => {
    open();
    expect(versionOf()).toEqual({ user_version: migrations.length });
    expect((await readdir(folder)).filter((name) => name.includes(".bak") || name.includes(".tmp"))).toEqual([]);
  });
});

describe("a file of a newer version", () => {
  it("is refused before anything in it is changed", async () => {
    inFile((sqlite) =>
      sqlite.exec(`CREATE TABLE future (a TEXT) STRICT; PRAGMA user_version = ${migrations.length + 1}`),
    );
    const bytes = await readFile(file);
    const says = `version ${migrations.length + 1}; this musterd supports versions up to ${migrations.length}`;
    expect(() => open()).toThrowError(
      expect.objectContaining({ code: "store-newer", message: expect.stringContaining(says) }),
    );
    expect(await readFile(file)).toEqual(bytes);
    expect(await readdir(folder)).toEqual(["musterd.db"]);
  });
});
