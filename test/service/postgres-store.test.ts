/** PostgreSQL as the service's store: who owns it, what is refused, and what a lost connection causes. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { asMusterdError, errorText, type MusterdError } from "../../src/lib/errors.ts";
import { startService } from "../../src/service/service.ts";
import { startCli } from "../support/processes/cli-process.ts";
import { type PostgresServer, postgresServer } from "../support/servers/postgres.ts";
import { openRelay } from "../support/servers/relay.ts";
import { account, baseline } from "./cases/baseline.ts";
import { checkTree, readerOf } from "./company-checks.ts";
import { callerOf, errorCodeOf, optionsFor, temporaryDirectory } from "./running-service.ts";

let server: PostgresServer;
let database: string;
let directory: string;

beforeEach(async () => {
  directory = await temporaryDirectory();
  server = await postgresServer();
  database = await server.freshDatabase();
});

afterEach(() => rm(directory, { recursive: true }));

const start = async (address = database) => {
  const { url, lost, close } = await startService({ ...optionsFor(address), filesFolder: join(directory, "files") });
  return { ...callerOf(url), lost, close };
};

const refusedStart = async (address: string): Promise<MusterdError> => {
  const thrown = await start(address).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(Error);
  return asMusterdError(thrown);
};

/** Statements of an administrator, on a separate connection. */
const administer = async (...statements: readonly string[]): Promise<void> => {
  const client = new Client(database);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
};

const endSessions = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'musterd service'";

describe("the database", () => {
  it.each([
    { why: "nobody listens", address: () => "postgres://u:secret@127.0.0.1:1/x", says: "ECONNREFUSED" },
    {
      why: "the password is wrong",
      address: () => server.addressOf("postgres", "musterd", "secret"),
      says: "password",
    },
    { why: "there is no such database", address: () => server.addressOf("nowhere"), says: '"nowhere" does not exist' },
    { why: "the address cannot be read", address: () => "postgres://u:secret@host:port/x", says: "cannot be read" },
    { why: "it is not PostgreSQL", address: () => "mysql://u:secret@host/x", says: "mysql" },
  ])("is refused when $why, without showing the password", async ({ address, says }) => {
    const error = await refusedStart(address());
    expect(error.code).toBe("service-database");
    expect(errorText(error)).toContain(says);
    expect(`${errorText(error)} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain("secret");
  });

  it.each([
    [
      "its encoding cannot represent every name",
      "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0",
      "LATIN1",
    ],
    [
      "it is read-only",
      "CREATE DATABASE latin; ALTER DATABASE latin SET default_transaction_read_only = on",
      "read-only",
    ],
  ])("is refused when %s", async (_, setUp, says) => {
    await administer("DROP DATABASE IF EXISTS latin", ...setUp.split("; "));
    expect(errorText(await refusedStart(server.addressOf("latin")))).toContain(says);
  });

  it("needs no right to create anything when the tables exist", async () => {
    await (await start()).close();
    await administer(
      "DROP ROLE IF EXISTS clerk",
      "CREATE ROLE clerk LOGIN PASSWORD 'secret'",
      "GRANT USAGE ON SCHEMA musterd_service TO clerk",
      "GRANT ALL ON ALL TABLES IN SCHEMA musterd_service TO clerk",
      "GRANT ALL ON ALL SEQUENCES IN SCHEMA musterd_service TO clerk",
    );
    const name = new URL(database.replace("@/", "@localhost/")).pathname.slice(1);
    const service = await start(server.addressOf(name, "clerk", "secret"));
    await service.load(baseline());
    await service.admin("DELETE", "/calls");
    expect(await service.dump()).toMatchObject({ levels: baseline().levels });
    await service.close();
    await administer("DROP OWNED BY clerk");
  });

  it("belongs to one service at a time", async () => {
    const first = await start();
    const error = await refusedStart(database);
    expect([error.code, error.hint]).toEqual(["service-database", expect.stringContaining("stop the other service")]);
    await first.close();
    await (await start()).close();
  });
});

describe("a service", () => {
  it("is started with DATABASE_URL, and ends when it has lost the database", async () => {
    const service = startCli(["service", "--port", "0"], { env: { DATABASE_URL: database }, cwd: directory });
    await expect.poll(() => service.stdout()).toContain("Admin-Key");
    expect(await refusedStart(database)).toMatchObject({ code: "service-database" });
    await administer(endSessions);
    expect(await service.ended).toMatchObject({ code: 1 });
    expect(service.stderr()).toMatch(/^service-database: the connection .* is lost/m);
    expect(service.stderr()).not.toContain(encodeURIComponent("pass/word"));
  });

  it("with a lost session refuses everything, and another service continues from its answered writes", async () => {
    const first = await start();
    await first.load(baseline());
    await first.call("E7", { body: { user: account("amy"), active: false } });
    const dump = await first.dump();
    await administer(endSessions);
    await expect(first.lost).rejects.toMatchObject({ code: "service-database" });

    const second = await start();
    expect(await second.dump()).toEqual(dump);
    const write = await first.call("E7", { body: { user: account("amy"), active: true } });
    const read = await first.call("E1");
    for (const answer of [write, read]) expect([answer.status, errorCodeOf(answer)]).toEqual([503, "OPA-STORE-FAILED"]);
    expect(await second.dump()).toEqual(dump);
    await first.close();
    await second.close();
  });

  it("undoes what the database refuses, and continues", async () => {
    const service = await start();
    await service.load(baseline());
    await administer("ALTER TABLE musterd_service.record ADD CONSTRAINT full_disk CHECK (body NOT LIKE '%Poison%')");
    const dump = await service.dump();
    const rename = (name: string) => service.call("V3", { body: { originalCode: "L1", code: "L1", name } });
    const answer = await rename("Poison");
    expect([answer.status, errorCodeOf(answer)]).toEqual([503, "OPA-STORE-FAILED"]);
    expect(await service.dump()).toEqual(dump);
    expect((await rename("Medicine")).status).toBe(200);
    await service.close();

    const after = await start();
    expect((await after.dump()).levels.map(({ name }) => name)).toContain("Medicine");
    expect((await after.refreshes()).dirty).toBe(1);
    await after.close();
  });

  it("keeps every answered write completely when the server crashes", async () => {
    const service = await start();
    await service.load(baseline());
    const answered: string[] = [];
    const write = async (writer: number): Promise<void> => {
      for (let n = 0; ; n += 1) {
        const code = `W${writer}N${n}`;
        const body = { parentCode: "LAB", code, name: code, deptLevelCode: "L1", active: true };
        if ((await service.call("D2", { body })).status !== 200) return;
        answered.push(code);
        // A move (D7) renumbers all siblings, so it changes several rows.
        await service.call("D7", { body: { parentCode: "LAB", code, seq: 0 } });
      }
    };
    const writers = [0, 1, 2, 3].map(write);
    await expect.poll(() => answered.length).toBeGreaterThan(40);
    await server.crash();
    await Promise.all([...writers, expect(service.lost).rejects.toMatchObject({ code: "service-database" })]);
    await service.close();

    await server.start();
    const after = await start();
    const codes = (await checkTree(readerOf(after))).map(({ code }) => code);
    expect(codes).toEqual(expect.arrayContaining(answered));
    // A write whose answer was lost may or may not exist.
    expect(codes.length - baseline().departments.length - answered.length).toBeLessThanOrEqual(4);
    await after.close();
  });
});

describe("a service whose database is behind a relay that drops the ends of connections", () => {
  it("is closed at once", async () => {
    const address = new URL(database.replace("@/", "@localhost/"));
    const relay = await openRelay({ path: `${address.searchParams.get("host")}/.s.PGSQL.5432` });
    relay.set("no-ends");
    address.host = `127.0.0.1:${relay.port}`;
    address.search = "";
    const service = await start(address.href);
    const begun = performance.now();
    await service.close();
    expect(performance.now() - begun).toBeLessThan(20_000);
    await expect.poll(relay.connections).toBe(0);
    await relay.close();
  });
});
