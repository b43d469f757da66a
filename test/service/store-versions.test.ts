/**
 * Versions of the service's store, in a file and in PostgreSQL: data of the first release can be read, unknown data is refused.
 */
import { chmod, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startService } from "../../src/service/service.ts";
import { freshPostgresDatabase } from "../support/servers/postgres.ts";
import { baseline } from "./cases/baseline.ts";
import { callerOf, optionsFor, temporaryDirectory } from "./running-service.ts";

const firstRelease = await readFile("test/data/first-release/service.sql", "utf8");
const postgresTables = await readFile("test/data/first-release/service-postgres.sql", "utf8");
const rows = firstRelease.split("\n").filter((line) => /^INSERT INTO (record|call) /.test(line));

let directory: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
});

afterEach(() => rm(directory, { recursive: true }));

type Stage = {
  readonly name: string;
  /** Creates an empty database; `change` runs statements in it while no service has it open. */
  readonly open: () => Promise<{
    readonly address: string;
    readonly change: (...statements: readonly string[]) => Promise<unknown>;
  }>;
  readonly firstRelease: readonly string[];
  readonly version: (version: number) => readonly string[];
  /** Empties the call log as the first release did. */
  readonly emptied: readonly string[];
};

const stages: readonly Stage[] = [
  {
    name: "a SQLite file",
    open: async () => {
      const address = join(directory, "service.db");
      const change = async (...statements: readonly string[]) => {
        const sqlite = new DatabaseSync(address);
        const results = statements.map((statement) =>
          statement.startsWith("SELECT") ? sqlite.prepare(statement).all() : sqlite.exec(statement),
        );
        sqlite.close();
        await chmod(address, 0o600);
        return results.at(-1);
      };
      return { address, change };
    },
    firstRelease: [firstRelease],
    version: (version) => [`PRAGMA user_version = ${version}`],
    emptied: ["DELETE FROM call"],
  },
  {
    name: "a PostgreSQL database",
    open: async () => {
      const address = await freshPostgresDatabase();
      const change = async (...statements: readonly string[]) => {
        const client = new Client(address);
        await client.connect();
        await client.query("SET search_path = musterd_service");
        let last: unknown;
        for (const statement of statements) last = (await client.query(statement)).rows;
        await client.end();
        return last;
      };
      return { address, change };
    },
    firstRelease: [postgresTables, ...rows],
    version: (version) => [
      "CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL)",
      "DELETE FROM schema_version",
      `INSERT INTO schema_version VALUES (${version})`,
    ],
    emptied: ["SELECT setval('last_call', (SELECT max(seq) FROM call))", "DELETE FROM call"],
  },
];

const start = async (address: string) => {
  const service = await startService({ ...optionsFor(address), filesFolder: join(directory, "files") });
  return { ...callerOf(service.url), close: service.close };
};

const written = "SELECT id, kind, body FROM record ORDER BY id";

describe.each(stages)("$name", ({ open, firstRelease: statements, version, emptied }) => {
  it("of the first release is read completely, including calls", async () => {
    const { address, change } = await open();
    await change(...statements);
    const service = await start(address);
    expect(await service.dump()).toEqual(await freshDump());
    expect(await service.calls()).toMatchObject([
      { seq: 1, at: "2026-11-22T01:29:40.109Z", operation: "V1", path: "/deptlevel", status: 200, key: "sync" },
      { seq: 2, at: "2026-11-22T01:29:40.129Z", operation: "P1", method: "POST", fault: null },
    ]);
    await service.call("V1");
    expect((await service.calls()).at(-1)?.seq).toBe(3);
    await service.close();
  });

  it("of the first release with an emptied call log goes on with the next number", async () => {
    const { address, change } = await open();
    await change(...statements, ...emptied);
    const service = await start(address);
    expect(await service.calls()).toEqual([]);
    await service.call("V1");
    expect((await service.calls()).map(({ seq }) => seq)).toEqual([3]);
    await service.close();
  });

  it("that is new or reopened has the current version", async () => {
    const { address, change } = await open();
    await (await start(address)).close();
    await (await start(address)).close();
    await change(...version(99));
    await expect(start(address)).rejects.toMatchObject({ code: "store-newer" });
  });

  it("of a newer version is refused before anything in it is changed", async () => {
    const { address, change } = await open();
    await change(...statements, ...version(99));
    const before = await change(written);
    await expect(start(address)).rejects.toMatchObject({
      code: "store-newer",
      message: expect.stringMatching(/version 99; this musterd supports versions up to \d+$/),
    });
    expect(await change(written)).toEqual(before);
  });

  it.each([
    ["of an unknown kind", "INSERT INTO record VALUES (900, 'hologram', '{\"id\":900}')", '"hologram"'],
    ["that is not JSON", "INSERT INTO record VALUES (900, 'level', '{\"code\":\"SECRET')", "id 900"],
  ])("with a row %s is refused, and left unchanged", async (_, statement, says) => {
    const { address, change } = await open();
    await change(...statements, statement);
    const before = await change(written);
    const refused = await start(address).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "store-damaged", message: expect.stringContaining(says) });
    expect(String((refused as Error).stack)).not.toContain("SECRET");
    expect(await change(written)).toEqual(before);
  });
});

/** The baseline as a service of this version dumps it. */
const freshDump = async () => {
  const service = await start(join(directory, "fresh.db"));
  await service.load(baseline());
  const organisation = await service.dump();
  await service.close();
  return organisation;
};
