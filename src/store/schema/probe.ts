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

/** `path` is the file that `database` has just opened. The probe rejects with `store-unavailable`. */
export const createProbe = (database: Database<Tables>, path: string): (() => Promise<void>) => {
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
    // Rewrites the first page of the file.
    await durably(database, (connection) => sql`PRAGMA application_id = 0`.execute(connection));
  };
};
