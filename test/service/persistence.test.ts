/** The service's store, a file or a PostgreSQL database: which data survives a restart, and who may use the store. */
import { randomUUID } from "node:crypto";
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { MusterdError } from "../../src/lib/errors.ts";
import { startService } from "../../src/service/service.ts";
import { freshPostgresDatabase } from "../support/servers/postgres.ts";
import { account, baseline } from "./cases/baseline.ts";
import { callerOf, optionsFor, temporaryDirectory } from "./running-service.ts";

let directory: string;
let database: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => rm(directory, { recursive: true }));

const start = async () => {
  const running = await startService({ ...optionsFor(database), filesFolder: files() });
  return { ...callerOf(running.url), close: running.close };
};

const files = () => join(directory, "files");
const filePath = () => join(directory, "deep", `${randomUUID()}.db`);
const stores = [
  { store: "SQLite", make: async () => filePath() },
  { store: "PostgreSQL", make: freshPostgresDatabase },
];

describe.each(stores)("with $store", ({ make }) => {
  beforeEach(async () => {
    database = await make();
  });

  it("keeps the organisation, its orders, the calls and the refreshes over a restart", async () => {
    const before = await start();
    await before.load(baseline());
    await before.call("P1");
    await before.call("V4", { body: { code: "L4", seq: 0 } });
    await before.call("D7", { body: { parentCode: "RD", code: "RD2", seq: 0 } });
    await before.call("E9", { body: { user: account("amy"), resignationDate: "2026-01-01T00:00:00" } });
    await before.call("E10", { body: account("cat") });
    await before.call("J9", { params: { code: "AUDIT" } });
    const [organisation, refreshes] = [await before.dump(), await before.refreshes()];
    const lists = await Promise.all(
      (["D1", "V1", "T1", "J4", "E1"] as const).map(async (id) => (await before.call(id)).json),
    );
    const calls = await before.calls();
    await before.call("V1");
    await before.close();

    const after = await start();
    expect(await after.dump()).toEqual(organisation);
    expect(await after.refreshes()).toEqual(refreshes);
    expect(refreshes.dirty).toBe(5);
    expect(await after.calls()).toEqual([...calls, expect.objectContaining({ operation: "V1", status: 200 })]);
    expect(
      await Promise.all((["D1", "V1", "T1", "J4", "E1"] as const).map(async (id) => (await after.call(id)).json)),
    ).toEqual(lists);
    // The category without functions still exists, and new rows get new ids.
    expect((await after.call("J3", { params: { name: "Checking" } })).status).toBe(200);
    await after.call("E12", { body: { account: "fay", name: "Fay" } });
    expect((await after.dump()).employees.map((person) => person.account)).toEqual(["amy", "bob", "dan", "eve", "fay"]);
    await after.close();
  });

  it("keeps texts that are difficult for a database", async () => {
    const before = await start();
    await before.load(baseline());
    const name = "a\\u0000b \u200F 許功蓋 𠮷 ' \" \\u0000 $1 ?";
    expect((await before.call("V3", { body: { originalCode: "L1", code: "L1", name } })).status).toBe(200);
    await before.close();
    const after = await start();
    expect((await after.dump()).levels.map((level) => level.name)).toContain(name);
    await after.close();
  });

  it("never reuses a call number, also if the log was cleared before the restart", async () => {
    const before = await start();
    await before.call("V1");
    const [{ seq } = { seq: 0 }] = await before.calls();
    await before.admin("DELETE", "/calls");
    await before.close();
    const after = await start();
    await after.call("V1");
    expect((await after.calls())[0]?.seq).toBe(seq + 1);
    await after.close();
  });

  it("releases the database when the port cannot be opened", async () => {
    const first = await start();
    const port = Number(new URL(first.url).port);
    const other = { ...optionsFor(await make()), filesFolder: files(), port };
    await expect(startService(other)).rejects.toMatchObject({
      code: "service-port",
      message: expect.stringContaining("EADDRINUSE"),
    });
    await (await startService({ ...other, port: 0 })).close();
    await first.close();
  });
});

it("is released when it contains unreadable data", async () => {
  database = filePath();
  await (await start()).close();
  const opened = () => new DatabaseSync(database);
  const spoilt = opened();
  spoilt.exec("INSERT INTO record (id, kind, body) VALUES (1000, 'level', 'no JSON')");
  spoilt.close();
  await expect(start()).rejects.toMatchObject({ code: "store-damaged" });
  const mended = opened();
  mended.exec("DELETE FROM record WHERE id = 1000");
  mended.close();
  await (await start()).close();
});

it("is private to its owner and to one service", async () => {
  database = filePath();
  const first = await start();
  expect((await stat(database)).mode & 0o077).toBe(0);
  const second = await startService(optionsFor(database)).catch((error: unknown) => error);
  expect(second).toBeInstanceOf(MusterdError);
  expect(second).toMatchObject({ code: "service-file", place: { file: database } });
  await first.close();
  await (await start()).close();
});
