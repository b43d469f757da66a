/**
 * SQLite through Kysely on `node:sqlite`, the one way musterd and the service keep data. One connection per file: Kysely
 * hands it to one transaction at a time, so a transaction is serialised against every other statement. A disk that fails
 * is the MusterdError `store-unavailable` in every statement.
 */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Kysely, SqliteDialect, sql } from "kysely";
import { type ErrorPlace, MusterdError } from "./errors.ts";
import { migrateFile, type SqliteMigration } from "./migrate-file.ts";

export type Database<Tables> = Kysely<Tables>;

export type DatabaseOptions = {
  /** All versions of the schema; the file is brought to the last one. */
  readonly migrations: readonly SqliteMigration[];
  /** Settings of the connection, run before anything else; must not write. */
  readonly pragmas?: string;
  /** Every commit waits for the disk, not only those of `durably`. */
  readonly isDurable?: boolean;
  /** How long a statement waits, and holds up this process, while another one has the file locked. */
  readonly patienceMs?: number;
  /** Where the file is configured, for errors. */
  readonly setting?: string;
};

/**
 * Opens (and creates, mode 0600) the file `path`; `:memory:` is allowed. A commit survives a killed process; what must
 * survive a power cut goes through `durably`. MusterdError `store-newer`, `store-unavailable`.
 */
export const openDatabase = <Tables>(path: string, options: DatabaseOptions): Database<Tables> => {
  const { migrations, pragmas = "", isDurable = false, patienceMs = 10_000, setting } = options;
  const failure = failureIn({ file: path, ...(setting !== undefined && { setting }) });
  const umaskBefore = process.umask(0o077);
  let sqlite: DatabaseSync | undefined;
  try {
    if (path !== ":memory:") mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    sqlite = new DatabaseSync(path, { timeout: patienceMs });
    sqlite.exec(pragmas);
    migrateFile(sqlite, path, migrations);
    sqlite.exec(`PRAGMA synchronous = ${isDurable ? "FULL" : "NORMAL"}; PRAGMA foreign_keys = ON;`);
    // A checkpoint waits for the disk: every 16 MiB of log instead of every 4.
    sqlite.exec("PRAGMA wal_autocheckpoint = 4000;");
  } catch (thrown) {
    sqlite?.close();
    throw failure(thrown);
  } finally {
    process.umask(umaskBefore);
  }
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(sqlite, failure) }) });
};

/** Runs `write` on the one connection, so that its commit, and all before it, survive a power cut. */
export const durably = <Tables>(
  database: Database<Tables>,
  write: (connection: Database<Tables>) => Promise<unknown>,
): Promise<void> =>
  database.connection().execute(async (connection) => {
    await sql`PRAGMA synchronous = FULL`.execute(connection);
    try {
      await write(connection);
    } finally {
      await sql`PRAGMA synchronous = NORMAL`.execute(connection);
    }
  });

/** Primary result codes of SQLite that are about the disk or the file, and what a person can do. */
const hints: Readonly<Record<number, string>> = {
  5: "wait for the process that has the file locked, or end it, and try again",
  8: "let the user of musterd write to the file and its folder",
  10: "check the disk and its log; the next run continues when the disk works again",
  11: "the file is damaged: put back a copy of it, or move it away and start with nothing remembered",
  13: "free space on the disk; the next run continues from what is there",
  14: "name a folder that musterd may write to, on a disk with space",
  26: "the file is no SQLite database: put back a copy of it, or move it away and start with nothing remembered",
};

/** What SQLite and the file system throw, as `store-unavailable` where it is about the disk; anything else unchanged. */
const failureIn =
  (place: ErrorPlace) =>
  (thrown: unknown): unknown => {
    const { errcode, syscall, message } = thrown as { errcode?: number; syscall?: string; message?: string };
    // An extended code has its primary one in the lowest byte.
    const hint = errcode === undefined ? syscall && hints[14] : hints[errcode & 0xff];
    if (!hint) return thrown;
    const text = `the database cannot be used: ${message}`;
    return new MusterdError("store-unavailable", text, { place, hint: hint, retryable: true, cause: thrown });
  };

/** As many prepared statements are kept as a program of this size has; what comes above starts over. */
const keptStatements = 500;

/** node:sqlite in the shape of better-sqlite3, which is what Kysely's dialect speaks; statements are prepared once. */
const adapt = (sqlite: DatabaseSync, failure: (thrown: unknown) => unknown) => {
  const telling = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (thrown) {
      throw failure(thrown);
    }
  };
  const prepared = new Map<string, ReturnType<typeof shape>>();
  const shape = (text: string) => {
    const statement = sqlite.prepare(text);
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => telling(() => statement.all(...(parameters as SQLInputValue[]))),
      run: (parameters: readonly unknown[]) =>
        // A full disk has rolled back already; a second ROLLBACK would hide why.
        text === "rollback" && !sqlite.isTransaction
          ? { changes: 0, lastInsertRowid: 0 }
          : telling(() => statement.run(...(parameters as SQLInputValue[]))),
      iterate: (parameters: readonly unknown[]) => statement.iterate(...(parameters as SQLInputValue[])),
    };
  };
  return {
    close: () => sqlite.close(),
    prepare: (text: string) => {
      const known = prepared.get(text);
      if (known) return known;
      if (prepared.size >= keptStatements) prepared.clear();
      const made = telling(() => shape(text));
      prepared.set(text, made);
      return made;
    },
  };
};
