/**
 * The store in a SQLite file. The service keeps the company in memory, so only one service may use the file: it is locked while
 * it is open, and a second service is refused. A commit waits for the disk, so that answered writes survive a power cut;
 * simultaneous writes share that wait.
 */
import { openDatabase } from "../../../lib/database.ts";
import { MusterdError } from "../../../lib/errors.ts";
import type { SqliteMigration } from "../../../lib/migrate-file.ts";
import { createRecordStore, type RecordStore, type StoreTables } from "./record-store.ts";

/**
 * The schema migrations; to change the schema, append one. `record` has one line per row of the company. `calls`, the call
 * log, has one row per batch; it replaced the table `call`, which had one per call. `IF NOT EXISTS` is needed because the first
 * release recorded no version.
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
  `CREATE TABLE audit (
    seq    INTEGER PRIMARY KEY,
    at     TEXT NOT NULL,
    until  TEXT NOT NULL,
    times  INTEGER NOT NULL,
    kind   TEXT NOT NULL,
    result TEXT NOT NULL,
    who    TEXT,
    "from" TEXT,
    about  TEXT
  ) STRICT;
  CREATE INDEX audit_kind ON audit (kind, result, seq);`,
  `CREATE TABLE calls (
    last  INTEGER PRIMARY KEY,
    lines TEXT NOT NULL
  ) STRICT;
  INSERT INTO calls
    SELECT seq, json_array(json_object('seq', seq, 'at', at, 'operation', operation, 'method', method, 'path', path,
      'status', status, 'fault', fault, 'key', key)) FROM call;
  INSERT OR IGNORE INTO calls SELECT seq, '[]' FROM sqlite_sequence WHERE name = 'call';
  DROP TABLE call;`,
];

const pragmas = "PRAGMA locking_mode = EXCLUSIVE;";

/** How long to wait for the file, because another service that has it open may be about to close. */
const busyTimeoutMs = 2_000;

/**
 * Opens the file. Throws `service-file` when it cannot be opened or another service has it open, and `store-newer` when a newer
 * musterd wrote it.
 */
export const openSqliteStore = (path: string): RecordStore => createRecordStore(openFile(path));

const openFile = (path: string) => {
  try {
    return openDatabase<StoreTables>(path, { migrations, pragmas, isDurable: true, busyTimeoutMs });
  } catch (cause) {
    if (cause instanceof MusterdError && cause.code === "store-newer") throw cause;
    throw new MusterdError("service-file", `cannot open the service's database: ${(cause as Error).message}`, {
      place: { file: path },
      hint: "stop the other service that has the file open, or choose another file",
      cause,
    });
  }
};
