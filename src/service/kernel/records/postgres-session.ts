/**
 * The PostgreSQL session that owns the service's data. The ownership lock belongs to the session, and everything is written
 * through the same session: a session that has lost the lock cannot write either, so no late write can reach the next owner's
 * data. The session is opened once and never reopened.
 */
import type { Socket } from "node:net";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { Client, DatabaseError, types } from "pg";
import { pendingMigrations } from "../../../lib/database/schema-version.ts";
import { MusterdError } from "../../../lib/errors.ts";

/** Maximum wait for the lock: the server may need a moment to notice that the previous owner was killed. */
const lockTimeout = "5s";
const connectTimeoutMs = 10_000;
/** After this time without an answer the session is given up. */
const queryTimeoutMs = 60_000;

/**
 * Connects, takes the lock and brings the schema `musterd_service` to its newest version. Returns the session as a pool of one
 * connection, which each transaction has exclusively; `lost` is aborted with a MusterdError when the session ends unexpectedly.
 * Throws `service-database` or `store-newer`; errors never contain the password.
 */
export const openPostgresSession = async (
  url: string,
  migrations: readonly string[],
): Promise<{ readonly pool: PostgresPool; readonly lost: AbortSignal }> => {
  const { address, client } = clientFor(url);
  const losing = new AbortController();
  let isClosing = false;
  const lose = (cause: unknown): void => {
    if (isClosing || losing.signal.aborted) return;
    losing.abort(
      new MusterdError("service-database", `the connection to the database ${address} is lost: ${reasonOf(cause)}`, {
        hint: "start the service again when PostgreSQL runs; it continues from the stored state",
        cause,
      }),
    );
    void end();
  };
  // The server may never end the connection, so this side does as soon as it has said goodbye.
  const end = async (): Promise<void> => {
    isClosing = true;
    const ended = client.end().catch(() => undefined);
    (client.connection.stream as Socket).destroySoon();
    await ended;
  };
  client.on("error", lose);
  client.on("end", () => lose(new Error("the server has closed it")));
  try {
    await client.connect();
    await prepare(client);
    await migrate(client, address, migrations);
  } catch (cause) {
    void end();
    throw cause instanceof MusterdError ? cause : openingError(address, cause);
  }
  return { pool: { ...poolOfOne(client, lose), end, options: {} }, lost: losing.signal };
};

/**
 * PostgreSQL's id of the type `bigint`. The service uses this type only for row ids and call numbers, which a JavaScript number
 * holds exactly.
 */
const bigintType = 20;

const clientFor = (url: string): { address: string; client: Client } => {
  try {
    const client = new Client({
      connectionString: url,
      application_name: "musterd service",
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
      types: {
        getTypeParser: (type: number, format?: "text" | "binary") =>
          type === bigintType ? Number : types.getTypeParser(type, format),
      },
    });
    return { address: `${client.database} on ${client.host}:${client.port}`, client };
  } catch {
    // The cause is left out, because it would show the whole address with its password.
    throw new MusterdError("service-database", "the address of the PostgreSQL database cannot be read", {
      hint: "write postgres://user:password@host:port/database, and encode special characters with %",
    });
  }
};

/** Replaces the server settings that would end an idle session or keep a dead one for long, and limits the wait for the lock. */
const sessionSettings = `
  SELECT set_config(name, value, false) FROM pg_settings JOIN (VALUES
    ('statement_timeout', '0'), ('idle_session_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),
    ('tcp_keepalives_idle', '30'), ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3'),
    ('lock_timeout', '${lockTimeout}')
  ) AS wanted (name, value) USING (name)`;

const prepare = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ encoding: string; closed: string }>(
    "SELECT current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') AS closed",
  );
  if (rows[0]?.encoding !== "UTF8") throw new Error(`the database's encoding is ${rows[0]?.encoding}, not UTF8`);
  if (rows[0].closed === "on") throw new Error("the database is read-only");
  await client.query(sessionSettings);
  // PostgreSQL keeps advisory locks per database, so services in other databases are not affected.
  await client.query("SELECT pg_advisory_lock(hashtext('musterd_service'))");
  await client.query("SET lock_timeout = 0");
};

/**
 * Runs all pending migrations in one transaction; the lock excludes other services. The version is stored in the table
 * `schema_version`, which is created here.
 */
const migrate = async (client: Client, address: string, migrations: readonly string[]): Promise<void> => {
  await client.query("SET search_path = musterd_service");
  const { rows } = await client.query<{ tables: boolean; versioned: boolean }>(
    "SELECT to_regclass('musterd_service.record') IS NOT NULL AS tables, to_regclass('musterd_service.schema_version') IS NOT NULL AS versioned",
  );
  const { tables = false, versioned = false } = rows[0] ?? {};
  const stored = versioned ? await client.query<{ version: number }>("SELECT version FROM schema_version") : undefined;
  const found = { version: stored?.rows[0]?.version ?? 0, hasTables: tables, name: `the database ${address}` };
  const pending = pendingMigrations(migrations, found);
  if (pending.length === 0) return;
  const numbered = `
    CREATE TABLE IF NOT EXISTS musterd_service.schema_version (version integer NOT NULL);
    DELETE FROM musterd_service.schema_version;
    INSERT INTO musterd_service.schema_version VALUES (${migrations.length});`;
  await client.query(["BEGIN;", ...pending, numbered, "COMMIT;"].join("\n"));
};

/**
 * Kysely requests a connection for every statement outside a transaction; all requests get the same connection, one after the
 * other.
 */
const poolOfOne = (client: Client, lose: (cause: unknown) => void): Pick<PostgresPool, "connect"> => {
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      if (!isRefused(error)) lose(error);
      throw error;
    }
  };
  let lastTurn: Promise<unknown> = Promise.resolve();
  return {
    connect: async () => {
      const turn = Promise.withResolvers<void>();
      const before = lastTurn;
      lastTurn = turn.promise;
      await before;
      return { query, release: () => turn.resolve() } as PostgresPoolClient;
    },
  };
};

/**
 * True when the server refused the statement and the session is alive. After any other error the result of the statement is
 * unknown.
 */
const isRefused = (error: unknown): boolean =>
  error instanceof DatabaseError && !/^(08|57P|XX)/.test(error.code ?? "XX");

const reasonOf = (cause: unknown): string => {
  const { message = "", code = "" } = cause as { message?: string; code?: string };
  return message || code;
};

const hints: Readonly<Record<string, string>> = {
  "28000": "check the user and the server's pg_hba.conf",
  "28P01": "check the user and the password in the address",
  "3D000": "create the database first; the service creates its tables in it",
  "42501":
    "let the user create a schema in the database, or create the schema musterd_service for it; upgrade as its owner",
  "55P03": "stop the other service that uses the database, or name another database",
};

const openingError = (address: string, cause: unknown): MusterdError => {
  const { code = "" } = cause as { code?: string };
  const reason = code === "55P03" ? "another service uses it" : reasonOf(cause);
  return new MusterdError("service-database", `cannot open the service's database ${address}: ${reason}`, {
    hint: hints[code] ?? "check that PostgreSQL runs there, and the address",
    cause,
  });
};
