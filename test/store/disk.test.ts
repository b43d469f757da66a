/** Tests real full disks and damaged files: they cause an error with a hint, and the store works again afterwards. */
import { execFile } from "node:child_process";
import { mkdtemp, open as openFile, readdir, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import { openDatabase } from "../../src/lib/database/database.ts";
import type { Plan } from "../../src/model/plan/plan.ts";
import { openStore } from "../../src/store/store.ts";
import { keysInFile } from "../../src/store/vault/vault-keys.ts";

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "musterd-disk-"));
  file = join(folder, "musterd.db");
});

afterEach(() => rm(folder, { recursive: true }));

const broken = (hint: string) => ({ ...unavailable(hint), code: "store-damaged", retryable: false });

const unavailable = (hint: string) => ({
  code: "store-unavailable",
  retryable: true,
  place: expect.objectContaining({ file }),
  hint: expect.stringContaining(hint),
});

/** Overwrites the file from the byte `from` to its end. */
const overwrite = async (from: number): Promise<void> => {
  const handle = await openFile(file, "r+");
  const { size } = await handle.stat();
  await handle.write(Buffer.alloc(size - from, 0x5a), 0, size - from, from);
  await handle.close();
};

describe("a full disk", () => {
  it("fails the statement and its transaction with a hint, but not the next one that fits", async () => {
    type Tables = { row: { body: string } };
    const database = openDatabase<Tables>(file, { migrations: ["CREATE TABLE row (body TEXT NOT NULL) STRICT"] });
    await sql`PRAGMA max_page_count = 8`.execute(database);
    const add = (length: number) =>
      database.transaction().execute(async (transaction) => {
        await transaction.insertInto("row").values({ body: "small" }).execute();
        await transaction
          .insertInto("row")
          .values({ body: "x".repeat(length) })
          .execute();
      });
    await expect(add(100_000)).rejects.toMatchObject(unavailable("free space"));
    await add(10);
    expect(await database.selectFrom("row").selectAll().execute()).toHaveLength(2);
    await database.destroy();
  });

  it("leaves a readable store, and the run is closed as soon as there is space", async () => {
    const script = new URL("full-disk.ts", import.meta.url).pathname;
    // `ulimit -f` counts blocks of 512 bytes, so each file can have 2 MiB.
    const limited = `ulimit -f 4096; exec "$0" "$@"`;
    const { stdout } = await promisify(execFile)("/bin/sh", ["-c", limited, process.execPath, script, file]);
    expect(stdout.trim()).toBe("store-unavailable readable");
    const store = openStore(file, "target", systemClock);
    const [run = ""] = await store.runs.unfinished();
    const lease = await store.leases.take();
    await store.runs.end(run, { status: "interrupted", refresh: "not-needed" });
    await lease.release();
    expect(await store.runs.unfinished()).toEqual([]);
    await store.close();
  });

  it("that refuses the key of the vault is told with its reason", async () => {
    await symlink("loop", join(folder, "loop"));
    const hint = "a link leads to itself: put the real file in its place";
    expect(() => keysInFile(join(folder, "loop", "musterd.key")).read()).toThrow(
      expect.objectContaining({ code: "store-unavailable", hint }),
    );
  });

  it("on which the key of the vault finds no space leaves none, and the next attempt makes it", async () => {
    const key = join(folder, "musterd.key");
    const script = new URL("full-disk-key.ts", import.meta.url).pathname;
    const limited = `unset NODE_COMPILE_CACHE; ulimit -f 0; exec "$0" "$@"`;
    const { stdout } = await promisify(execFile)("/bin/sh", ["-c", limited, process.execPath, script, key]);
    expect(stdout.trim()).toBe("store-unavailable");
    expect(keysInFile(key).read()).toHaveLength(1);
    expect(await readdir(folder)).toEqual(["musterd.key"]);
  });
});

it("a disk that has become read-only is told apart from a missing permission, also of the files beside", async () => {
  type Tables = { row: { body: string } };
  const database = openDatabase<Tables>(file, { migrations: ["CREATE TABLE row (body TEXT NOT NULL) STRICT"] });
  await sql`PRAGMA query_only = ON`.execute(database);
  const write = database.insertInto("row").values({ body: "x" }).execute();
  await expect(write).rejects.toMatchObject(unavailable("the disk itself is read-only"));
  await expect(write).rejects.toMatchObject(unavailable("-shm"));
  await database.destroy();
});

describe("a damaged file", () => {
  it("that is damaged in the middle fails when that part is read", async () => {
    const store = openStore(file, "target", systemClock);
    const run = await store.runs.begin("command", "running");
    const entries = Array.from({ length: 500 }, (_, at) => ({ subject: `s${at}`, field: "f", value: "v".repeat(500) }));
    await store.plans.record(run, { changeId: "c", result: "applied" }, { entries });
    await store.close();
    await overwrite(262_144);
    const damaged = openStore(file, "target", systemClock);
    await expect(damaged.ledger.read()).rejects.toMatchObject(broken("restore a copy"));
    await damaged.close();
  });

  it("whose plan is read row by row is told by its code, too", async () => {
    const store = openStore(file, "target", systemClock);
    const run = await store.runs.begin("schedule", "running");
    const changes = Array.from({ length: 3_000 }, (_, at) => ({
      id: `employee/a${at}/update`,
      kind: "employee",
      key: `a${at}`,
      label: "A".repeat(200),
      wave: 1,
      fields: [],
      operations: [],
    }));
    await store.plans.keep(run, { changes, held: [], notices: [] } as unknown as Plan);
    await store.close();
    await overwrite(Math.floor((await stat(file)).size / 8192) * 4096);
    const damaged = openStore(file, "target", systemClock);
    await expect(damaged.plans.read(run)).rejects.toMatchObject(broken("restore a copy"));
    await damaged.close();
  });

  it("that is not a database is refused", async () => {
    const store = openStore(file, "target", systemClock);
    await store.probe();
    await store.close();
    await overwrite(0);
    expect(() => openStore(file, "target", systemClock)).toThrowError(
      expect.objectContaining(broken("not an SQLite database")),
    );
  });
});

describe("the probe", () => {
  it("reports that the file was removed or replaced while open, and no run begins on it", async () => {
    const store = openStore(file, "target", systemClock);
    const refused = unavailable("restore the state folder");
    await rm(file);
    await expect(store.probe()).rejects.toMatchObject(refused);
    await expect(store.leases.take()).rejects.toMatchObject(refused);
    const other = openStore(file, "target", systemClock);
    const lease = await other.leases.take();
    await expect(store.probe()).rejects.toMatchObject(refused);
    await expect(store.leases.take()).rejects.toMatchObject(refused);
    await lease.release();
    await other.close();
    await store.close();
  });

  it("reports that the log beside the file was removed while open, and no run begins on it", async () => {
    const store = openStore(file, "target", systemClock);
    await store.probe();
    await rm(`${file}-wal`);
    const refused = unavailable("restore the state folder");
    await expect(store.probe()).rejects.toMatchObject(refused);
    await expect(store.leases.take()).rejects.toMatchObject(refused);
    await store.close();
  });

  it("reports that a newer musterd has upgraded the file while open, and no run begins on it", async () => {
    const store = openStore(file, "target", systemClock);
    const newer = new DatabaseSync(file);
    newer.exec("PRAGMA user_version = 999");
    newer.close();
    const refused = { code: "store-newer", message: expect.stringMatching(/version 999 .* up to \d+/) };
    await expect(store.probe()).rejects.toMatchObject(refused);
    await expect(store.leases.take()).rejects.toMatchObject(refused);
    expect(await store.leases.look()).toBeUndefined();
    await store.close();
  });

  it("writes to the disk and changes nothing", async () => {
    const store = openStore(file, "target", systemClock);
    const before = (await stat(`${file}-wal`)).size;
    await store.probe();
    expect((await stat(`${file}-wal`)).size).toBeGreaterThan(before);
    expect(await store.runs.list(1)).toEqual([]);
    await store.close();
  });
});
