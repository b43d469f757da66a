/**
 * The store in a SQLite file. The service keeps the company in memory, so only one service may use the file: it is locked while
 * it is open, and a second service is refused. A commit of rows waits for the disk, so that answered writes survive a power cut;
 * simultaneous writes share that wait. The call log does not wait.
 */
import { openDatabase, unsynced } from "../../../lib/database/database.ts";
import { MusterdError } from "../../../lib/errors.ts";
import { createRecordStore, type RecordStore, type StoreTables } from "./record-store.ts";
import { migrationsWith } from "./schema.ts";

/** AUTOINCREMENT kept the highest number of the table `call` when that was emptied. */
const migrations = migrationsWith({
  id: "INTEGER PRIMARY KEY",
  callSeq: "INTEGER PRIMARY KEY AUTOINCREMENT",
  options: "STRICT",
  callLines: `json_array(json_array(CAST(round(unixepoch(at, 'subsec') * 1000) AS INTEGER), operation, method, status,
    fault, "key"))`,
  lastCall: "SELECT seq, '[]' FROM sqlite_sequence WHERE name = 'call'",
});

/** Overwrites what is deleted and replaced, because most of it is personal. */
const pragmas = "PRAGMA locking_mode = EXCLUSIVE; PRAGMA secure_delete = ON;";

/** How long to wait for the file, because another service that has it open may be about to close. */
const busyTimeoutMs = 2_000;

/**
 * Opens the file. Throws `service-file` when it cannot be opened or another service has it open, and `store-newer` when a newer
 * musterd wrote it.
 */
export const openSqliteStore = (path: string): RecordStore => {
  try {
    const database = openDatabase<StoreTables>(path, { migrations, pragmas, isDurable: true, busyTimeoutMs });
    return createRecordStore(database, undefined, (write) => unsynced(database, write));
  } catch (cause) {
    if (cause instanceof MusterdError && cause.code === "store-newer") throw cause;
    throw new MusterdError("service-file", `cannot open the service's database: ${(cause as Error).message}`, {
      place: { file: path },
      hint: "stop what has the file open (a service, a daemon, another command), or name one in a folder that you may write: --database, or state.folder for the embedded service",
      cause,
    });
  }
};
