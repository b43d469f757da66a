/**
 * Checks that the store is still the one that was opened, accepts writes and keeps them. A file that was removed or replaced while open
 * also accepts writes, but they are lost when the process ends, and no other process sees them.
 */
import { statSync } from "node:fs";
import { sql } from "kysely";
import { durably } from "../../lib/database/database.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { StoreDatabase } from "./schema.ts";

/**
 * `path` is the file that `database` has just opened. The check rejects with `store-unavailable` if the file was removed or replaced since,
 * and with `store-newer` if a newer musterd has upgraded it: it may mean something else now.
 */
export const createFileCheck = (database: StoreDatabase, path: string, version: number): (() => Promise<void>) => {
  const opened = inodeOf(path);
  // Whoever puts a copy in its place beside a running process may keep the file and delete its log, into which both would then write apart.
  // SQLite makes the log of a copy that was made without one only when something is read.
  let log = inodeOf(`${path}-wal`);
  return async () => {
    const found = inodeOf(`${path}-wal`);
    log ??= found;
    if (inodeOf(path) !== opened || found !== log) {
      throw new MusterdError("store-unavailable", "the database was removed or replaced while musterd was using it", {
        place: { file: path, setting: "state.folder" },
        hint: "restore the state folder, or restart musterd, which then starts without memory",
        retryable: true,
      });
    }
    await checkVersion(database, path, version);
  };
};

const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

const checkVersion = async (database: StoreDatabase, path: string, version: number): Promise<void> => {
  const { rows } = await sql<{ readonly user_version: number }>`PRAGMA user_version`.execute(database);
  const found = rows[0]?.user_version ?? version;
  if (found <= version) return;
  const what = `${path} has been upgraded to schema version ${found} while this musterd, which supports versions up to ${version}, was using it`;
  throw new MusterdError("store-newer", what, {
    place: { file: path },
    hint: "end this process, such as the daemon, and start the newer musterd",
  });
};

/** The probe rejects as `checkFile` does, and with `store-unavailable` if the disk takes no write. */
export const createProbe =
  (database: StoreDatabase, checkFile: () => Promise<void>): (() => Promise<void>) =>
  async () => {
    await checkFile();
    // Rewrites the first page of the file.
    await durably(database, (connection) => sql`PRAGMA application_id = 0`.execute(connection));
  };
