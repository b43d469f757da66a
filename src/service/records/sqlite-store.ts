/**
 * The store in a SQLite file. One service owns a file at a time (it keeps the company in memory), so the file is locked
 * for as long as it is open; a second service is refused. A commit waits for the disk, so that what was answered survives a
 * power cut; writes that come together share that wait.
 */
import { sql } from "kysely";
import { openDatabase } from "../../lib/database.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { SqliteMigration } from "../../lib/migrate-file.ts";
import { createRecordStore, type RecordStore, type StoreTables } from "./record-store.ts";

/**
 * The versions of the schema; append to change it. `record`: one line per row of the company. `call`: the call log;
 * AUTOINCREMENT remembers the highest number. `IF NOT EXISTS`: the first release wrote no version.
 */
const migrations: readonly SqliteMigration[] = [
  `CREATE TABLE IF NOT EXISTS record (
    id   INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS call (
    seq       INTEGER PRIMARY KEY AUTOINCREMENT,
    at        TEXT NOT NULL,
    operation TEXT,
    method    TEXT NOT NULL,
    path      TEXT,
    status    INTEGER,
    fault     TEXT,
    key       TEXT
  ) STRICT;`,
];

const pragmas = "PRAGMA locking_mode = EXCLUSIVE;";

/** The other service may just be about to close. */
const patienceMs = 2_000;

/** Opens the file; throws `service-file` when it cannot be opened or another service has it open, and `store-newer`. */
export const openSqliteStore = (path: string): RecordStore => {
  const database = openFile(path);
  return createRecordStore(database, {
    lost: new AbortController().signal,
    lastCall: async () => {
      const used = sql<{ seq: number }>`SELECT seq FROM sqlite_sequence WHERE name = 'call'`;
      return (await used.execute(database)).rows[0]?.seq ?? 0;
    },
  });
};

const openFile = (path: string) => {
  try {
    return openDatabase<StoreTables>(path, { migrations, pragmas, isDurable: true, patienceMs });
  } catch (cause) {
    if (cause instanceof MusterdError && cause.code === "store-newer") throw cause;
    throw new MusterdError("service-file", `cannot open the service's database: ${(cause as Error).message}`, {
      place: { file: path },
      hint: "stop the other service that has the file open, or choose another file",
      cause,
    });
  }
};
