/**
 * Checks that the store accepts writes and keeps them. A file that was removed or replaced while open also accepts writes, but
 * they are lost when the process ends.
 */
import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { sql } from "kysely";
import { type Database, durably } from "../../lib/database.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { Tables } from "./schema.ts";

/** Rejects with `store-newer` if a newer musterd has upgraded the file since this process opened it: it may mean something else now. */
export const createVersionCheck =
  (database: Database<Tables>, path: string, version: number) => async (): Promise<void> => {
    const { rows } = await sql<{ readonly user_version: number }>`PRAGMA user_version`.execute(database);
    const found = rows[0]?.user_version ?? version;
    if (found <= version) return;
    const what = `${path} has been upgraded to schema version ${found} while this musterd, which supports versions up to ${version}, was using it`;
    throw new MusterdError("store-newer", what, {
      place: { file: path },
      hint: "end this process, such as the daemon, and start the newer musterd",
    });
  };

/** `path` is the file that `database` has just opened. The probe rejects with `store-unavailable`, and as `checkVersion` does. */
export const createProbe = (
  database: Database<Tables>,
  path: string,
  checkVersion: () => Promise<void>,
): (() => Promise<void>) => {
  const opened = statSync(path);
  return async () => {
    const found = await stat(path).catch(() => undefined);
    if (found?.ino !== opened.ino) {
      throw new MusterdError("store-unavailable", "the database was removed or replaced while musterd was using it", {
        place: { file: path, setting: "state.folder" },
        hint: "restore the state folder, or restart musterd, which then starts without memory",
        retryable: true,
      });
    }
    await checkVersion();
    // Rewrites the first page of the file.
    await durably(database, (connection) => sql`PRAGMA application_id = 0`.execute(connection));
  };
};
