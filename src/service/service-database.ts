/**
 * The service's SQLite file. One service owns a file at a time (it keeps the company in memory), so the file is locked
 * for as long as it is open; a second service is refused.
 */
import { type Database, openDatabase } from "../lib/database.ts";
import { MusterdError } from "../lib/errors.ts";

/** `record`: one line per row of the company. `call`: the call log. */
const schema = `
  PRAGMA locking_mode = EXCLUSIVE;
  BEGIN IMMEDIATE;
  CREATE TABLE IF NOT EXISTS record (
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
  ) STRICT;
  COMMIT;
`;

export type ServiceTables = {
  record: { id: number; kind: string; body: string };
  call: {
    seq: number;
    at: string;
    operation: string | null;
    method: string;
    path: string | null;
    status: number | null;
    fault: string | null;
    key: string | null;
  };
  /** SQLite's own: the highest number that AUTOINCREMENT has given out. */
  sqlite_sequence: { name: string; seq: number };
};

export type ServiceDatabase = Database<ServiceTables>;

/** Opens the file; throws `service-file` when it cannot be opened or another service has it open. */
export const openServiceDatabase = (path: string): ServiceDatabase => {
  try {
    return openDatabase<ServiceTables>(path, schema);
  } catch (cause) {
    throw new MusterdError("service-file", `cannot open the service's database: ${(cause as Error).message}`, {
      place: { file: path },
      wayOut: "stop the other service that has the file open, or choose another file",
      cause,
    });
  }
};
