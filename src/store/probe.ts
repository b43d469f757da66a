/**
 * Whether the store takes writes that last. A file that was removed or replaced while it is open takes them too, and they
 * are lost with the process.
 */
import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { sql } from "kysely";
import { type Database, durably } from "../lib/database.ts";
import { MusterdError } from "../lib/errors.ts";
import type { Tables } from "./schema.ts";

/** `path`: the file that `database` has just opened. MusterdError `store-unavailable`. */
export const createProbe = (database: Database<Tables>, path: string): (() => Promise<void>) => {
  const opened = statSync(path);
  return async () => {
    const found = await stat(path).catch(() => undefined);
    if (found?.ino !== opened.ino) {
      throw new MusterdError("store-unavailable", "the database was removed or replaced while musterd was using it", {
        place: { file: path, setting: "state.folder" },
        hint: "put the state folder back, or start musterd again: what it remembered is lost then",
        retryable: true,
      });
    }
    // Writes the first page of the file anew.
    await durably(database, (connection) => sql`PRAGMA application_id = 0`.execute(connection));
  };
};
