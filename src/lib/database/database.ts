/**
 * SQLite through Kysely on `node:sqlite`, used by musterd's store and by the service. There is one connection per file: Kysely
 * gives it to one transaction at a time, so no other statement runs during a transaction. When the disk fails, every statement
 * throws the MusterdError `store-unavailable`, for a damaged file `store-damaged`.
 */
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { Kysely, type QueryExecutorProvider, type RawBuilder, SqliteDialect, sql } from "kysely";
import { type ErrorPlace, MusterdError, refusalHint } from "../errors.ts";
import { migrateFile, type SqliteMigration } from "./migrate-file.ts";

export type Database<Tables> = Kysely<Tables>;

export type DatabaseOptions = {
  /** All schema migrations; the file is brought to the newest version. */
  readonly migrations: readonly SqliteMigration[];
  /** Connection settings, run before anything else; they must not write. */
  readonly pragmas?: string;
  /** Sync every commit to disk, not only those made through `durably`. */
  readonly isDurable?: boolean;
  /** How long a statement waits, blocking this process, while another process has locked the file. */
  readonly busyTimeoutMs?: number;
  /** The setting that names the file, for error messages. */
  readonly setting?: string;
};

/**
 * Opens the file `path`, creating it with mode 0600 if needed; `:memory:` is allowed. A commit survives a killed process; use
 * `durably` for data that must survive a power cut. Throws `store-newer`, `store-damaged` or `store-unavailable`.
 */
export const openDatabase = <Tables>(path: string, options: DatabaseOptions): Database<Tables> => {
  const { migrations, pragmas = "", isDurable = false, busyTimeoutMs = 10_000, setting } = options;
  const failure = failureIn({ file: path, ...(setting !== undefined && { setting }) });
  const umaskBefore = process.umask(0o077);
  let sqlite: DatabaseSync | undefined;
  try {
    if (path !== ":memory:") makeFolder(dirname(path));
    sqlite = new DatabaseSync(path, { timeout: busyTimeoutMs });
    sqlite.exec(pragmas);
    migrateFile(sqlite, path, migrations);
    sqlite.exec(`PRAGMA synchronous = ${isDurable ? "FULL" : "NORMAL"}; PRAGMA foreign_keys = ON;`);
    // A checkpoint waits for the disk, so it runs every 16 MiB of log instead of every 4. The first write after a checkpoint
    // cuts the log.
    sqlite.exec(`PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = ${keptLogBytes};`);
  } catch (thrown) {
    sqlite?.close();
    throw failure(thrown);
  } finally {
    process.umask(umaskBefore);
  }
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: adapt(sqlite, failure) }) });
};

/** The size to which the write-ahead log is cut. */
const keptLogBytes = 1024 * 1024;

/** Moves the write-ahead log into the file, as far as no other process reads it; the next write cuts the log. */
export const checkpoint = async <Tables>(database: Database<Tables>): Promise<void> => {
  await sql`PRAGMA wal_checkpoint(PASSIVE)`.execute(database);
};

/** Has another process locked the file for itself? Does not wait. */
export const isLocked = (path: string): boolean => {
  if (!existsSync(path)) return false;
  const probe = openedToRead(path, 0);
  try {
    probe.exec("SELECT 1 FROM sqlite_schema LIMIT 1");
    return false;
  } catch (thrown) {
    return ((thrown as { errcode?: number }).errcode ?? 0) % 256 === sqliteBusy;
  } finally {
    probe.close();
  }
};

/** Reads a file through; returns when it is undamaged. Throws `store-damaged` or `store-unavailable`. */
export const examineDatabase = (path: string): void => {
  const sqlite = openedToRead(path);
  try {
    const found = sqlite
      .prepare("PRAGMA quick_check(3)")
      .all()
      .map(({ quick_check: line }) => String(line));
    if (found.length === 1 && found[0] === "ok") return;
    throw new MusterdError("store-damaged", `the database is damaged: ${found.join("; ")}`, {
      place: { file: path },
      hint: damagedHint,
    });
  } catch (thrown) {
    throw failureIn({ file: path })(thrown);
  } finally {
    sqlite.close();
  }
};

const openedToRead = (path: string, timeout?: number): DatabaseSync => {
  try {
    return new DatabaseSync(path, { readOnly: true, ...(timeout !== undefined && { timeout }) });
  } catch (thrown) {
    throw failureIn({ file: path })(thrown);
  }
};

const damagedHint = "the file is damaged: restore a copy, or move it away and start without memory";

/** SQLite's primary result code for a file that another process has locked. */
const sqliteBusy = 5;

/** Node's recursive `mkdirSync` never returns where a file system takes no folder, such as /proc or an automounter's. */
const makeFolder = (folder: string): void => {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(folder)) throw error;
  }
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Takes the lock of writers, and waits for it. It comes first in a transaction that reads before it writes: if another process has
 * written in between, SQLite refuses the write at once (SQLITE_BUSY_SNAPSHOT).
 */
export const lockForWriting = async (transaction: QueryExecutorProvider): Promise<void> => {
  // Writes what is there already.
  await sql`PRAGMA application_id = 0`.execute(transaction);
};

type ConnectionWork<Tables> = (connection: Database<Tables>) => Promise<unknown>;

/** For a database that is not durable: this commit and all earlier ones survive a power cut. */
export const durably = <Tables>(database: Database<Tables>, write: ConnectionWork<Tables>): Promise<void> =>
  synced(database, write, sql`PRAGMA synchronous = FULL`, sql`PRAGMA synchronous = NORMAL`);

/** For a durable database: this commit does not wait for the disk, and a power cut may undo it. */
export const unsynced = <Tables>(database: Database<Tables>, write: ConnectionWork<Tables>): Promise<void> =>
  synced(database, write, sql`PRAGMA synchronous = NORMAL`, sql`PRAGMA synchronous = FULL`);

/** Runs `write` on the one connection; no other statement runs in between. */
const synced = <Tables>(
  database: Database<Tables>,
  write: ConnectionWork<Tables>,
  during: RawBuilder<unknown>,
  afterwards: RawBuilder<unknown>,
): Promise<void> =>
  database.connection().execute(async (connection) => {
    await during.execute(connection);
    try {
      await write(connection);
    } finally {
      await afterwards.execute(connection);
    }
  });

/** Primary SQLite result codes that concern the disk or the file, with a hint for each. */
const hints: Readonly<Record<number, string>> = {
  5: "wait for the process that has locked the file, or end it, then try again",
  8: "give musterd's user write permission for the file, its folder, and the files beside it that end with -wal and -shm; if it has it, the disk itself is read-only: look at the log of the machine",
  10: "look whether the disk is full, and at its log; the next run continues when the disk works again",
  11: damagedHint,
  13: "free space on the disk; the next run continues from the state it finds",
  14: "name a folder on a disk with space, whose files are those of the user who runs musterd",
  26: "the file is not an SQLite database: restore a copy, or move it away and start without memory",
};

/** The primary result codes of a file that no waiting mends. */
const damaged: ReadonlySet<number> = new Set([11, 26]);

/** Turns disk errors of SQLite and the file system into `store-unavailable` or `store-damaged`; returns any other error unchanged. */
const failureIn =
  (place: ErrorPlace) =>
  (thrown: unknown): unknown => {
    const { errcode, syscall, message } = thrown as { errcode?: number; syscall?: string; message?: string };
    // The lowest byte of an extended result code of SQLite is the primary code.
    const hint = errcode === undefined ? syscall && (refusalHint(thrown) ?? hints[14]) : hints[errcode & 0xff];
    if (!hint) return thrown;
    const isDamaged = errcode !== undefined && damaged.has(errcode & 0xff);
    const text = `the database cannot be used: ${message}`;
    const code = isDamaged ? "store-damaged" : "store-unavailable";
    return new MusterdError(code, text, { place, hint, retryable: !isDamaged, cause: thrown });
  };

/**
 * Maximum number of cached statements. It is enough for every statement of this program; when it is reached, the cache is
 * emptied.
 */
const keptStatements = 500;

/** Adapts node:sqlite to the better-sqlite3 interface that Kysely's dialect expects; each statement is prepared once. */
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
        // SQLite has already rolled back when the disk is full; a second ROLLBACK would hide the cause.
        text === "rollback" && !sqlite.isTransaction
          ? { changes: 0, lastInsertRowid: 0 }
          : telling(() => statement.run(...(parameters as SQLInputValue[]))),
      *iterate(parameters: readonly unknown[]) {
        try {
          yield* statement.iterate(...(parameters as SQLInputValue[]));
        } catch (thrown) {
          throw failure(thrown);
        }
      },
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
