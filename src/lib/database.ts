/**
 * SQLite through Kysely on `node:sqlite`, the one way musterd and the service keep data. One connection per file: Kysely
 * hands it to one transaction at a time, so a transaction is serialised against every other statement.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Kysely, SqliteDialect, sql } from "kysely";

export type Database<Tables> = Kysely<Tables>;

/**
 * Opens (and creates, mode 0600) the file `path`; `:memory:` is allowed. Runs `schema` (idempotent DDL) at once. A commit
 * survives a killed process; what must survive a power cut goes through `durably`. `patienceMs`: how long a statement
 * waits, and holds up this process, while another one has the file locked.
 */
export const openDatabase = <Tables>(path: string, schema: string, patienceMs = 10_000): Database<Tables> => {
  if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const umaskBefore = process.umask(0o077);
  const sqlite = new DatabaseSync(path, { timeout: patienceMs });
  try {
    sqlite.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;");
    // A checkpoint waits for the disk: every 16 MiB of log instead of every 4.
    sqlite.exec("PRAGMA wal_autocheckpoint = 4000;");
    sqlite.exec(schema);
  } finally {
    process.umask(umaskBefore);
  }
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(sqlite) }) });
};

/** Runs `write` so that its commit, and all before it, survive a power cut. */
export const durably = async <Tables>(database: Database<Tables>, write: () => Promise<void>): Promise<void> => {
  await sql`PRAGMA synchronous = FULL`.execute(database);
  try {
    await write();
  } finally {
    await sql`PRAGMA synchronous = NORMAL`.execute(database);
  }
};

/** As many prepared statements are kept as a program of this size has; what comes above starts over. */
const keptStatements = 500;

/** node:sqlite in the shape of better-sqlite3, which is what Kysely's dialect speaks; statements are prepared once. */
const adapt = (sqlite: DatabaseSync) => {
  const prepared = new Map<string, ReturnType<typeof shape>>();
  const shape = (sql: string) => {
    const statement = sqlite.prepare(sql);
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...(parameters as SQLInputValue[])),
      run: (parameters: readonly unknown[]) => statement.run(...(parameters as SQLInputValue[])),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as SQLInputValue[])),
    };
  };
  return {
    close: () => sqlite.close(),
    prepare: (sql: string) => {
      const known = prepared.get(sql);
      if (known) return known;
      if (prepared.size >= keptStatements) prepared.clear();
      const made = shape(sql);
      prepared.set(sql, made);
      return made;
    },
  };
};
