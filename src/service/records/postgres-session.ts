/**
 * One session with PostgreSQL that owns the service's data. The lock that makes it the owner belongs to the session, and
 * everything is written through this same session: where the lock is gone, the way to write is gone with it, and no late
 * write can fall into the data of the next owner. The session is made once; it never comes back by itself.
 */
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { Client, DatabaseError, types } from "pg";
import { MusterdError } from "../../lib/errors.ts";
import { pendingMigrations } from "../../lib/schema-version.ts";

export type PostgresSession = {
  /** The session as a pool of one: whoever holds it has a transaction to himself. */
  readonly pool: PostgresPool;
  /** Aborted, with a MusterdError, when the session has ended before its time. */
  readonly lost: AbortSignal;
};

/** The server may need a moment to notice that the owner before was killed. */
const lockPatience = "5s";
const connectTimeoutMs = 10_000;
/** After this time nobody waits for an answer any more, and the session is given up. */
const queryTimeoutMs = 60_000;

/**
 * Connects, takes the lock and brings the schema `musterd_service` to the last of its versions. Throws `service-database`
 * and `store-newer`; the password is in no error.
 */
export const openPostgresSession = async (url: string, migrations: readonly string[]): Promise<PostgresSession> => {
  const { address, client } = clientFor(url);
  const losing = new AbortController();
  let isClosing = false;
  const lose = (cause: unknown): void => {
    if (isClosing || losing.signal.aborted) return;
    losing.abort(
      new MusterdError("service-database", `the connection to the database ${address} is lost: ${reasonOf(cause)}`, {
        hint: "start the service again when PostgreSQL runs; it goes on from what was stored",
        cause,
      }),
    );
    client.end().catch(() => undefined);
  };
  client.on("error", lose);
  client.on("end", () => lose(new Error("the server has closed it")));
  try {
    await client.connect();
    await prepare(client);
    await migrate(client, address, migrations);
  } catch (cause) {
    isClosing = true;
    client.end().catch(() => undefined);
    throw cause instanceof MusterdError ? cause : openingError(address, cause);
  }
  const end = async (): Promise<void> => {
    isClosing = true;
    await client.end();
  };
  return { pool: { ...poolOfOne(client, lose), end, options: {} }, lost: losing.signal };
};

/** PostgreSQL's numbers of eight bytes are ids and call numbers, which are safe integers. */
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
    // The cause would show the whole address, with its password.
    throw new MusterdError("service-database", "the address of the PostgreSQL database cannot be read", {
      hint: "write postgres://user:password@host:port/database, with %-codes for special characters",
    });
  }
};

/** What the server may be set to, and would end or hold up a session that waits for work. */
const sessionSettings = `
  SELECT set_config(name, value, false) FROM pg_settings JOIN (VALUES
    ('statement_timeout', '0'), ('idle_session_timeout', '0'), ('idle_in_transaction_session_timeout', '0'),
    ('tcp_keepalives_idle', '30'), ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3'),
    ('lock_timeout', '${lockPatience}')
  ) AS wanted (name, value) USING (name)`;

const prepare = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ encoding: string; closed: string }>(
    "SELECT current_setting('server_encoding') AS encoding, current_setting('transaction_read_only') AS closed",
  );
  if (rows[0]?.encoding !== "UTF8") throw new Error(`the database's encoding is ${rows[0]?.encoding}, not UTF8`);
  if (rows[0].closed === "on") throw new Error("the database is read-only");
  await client.query(sessionSettings);
  // PostgreSQL keeps these locks for each database apart.
  await client.query("SELECT pg_advisory_lock(hashtext('musterd_service'))");
  await client.query("SET lock_timeout = 0");
};

/** All steps in one transaction; the lock keeps everybody else out. The version lies in a table that the first step needs. */
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

/** Kysely asks for a connection for every statement outside a transaction; all get the one, in turn. */
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

/** The server has refused the statement and the session lives. Anything else leaves open what became of it. */
const isRefused = (error: unknown): boolean =>
  error instanceof DatabaseError && !/^(08|57P|XX)/.test(error.code ?? "XX");

const reasonOf = (cause: unknown): string => {
  const { message = "", code = "" } = cause as { message?: string; code?: string };
  return message || code;
};

const hints: Readonly<Record<string, string>> = {
  "28000": "check the user and the server's pg_hba.conf",
  "28P01": "check the user and the password in the address",
  "3D000": "create the database first; the service makes its tables in it",
  "42501":
    "let the user create a schema in the database, or make the schema musterd_service for it; upgrade as its owner",
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
