/**
 * What the last good run knew of managers and posts (model/known-details.ts), compressed. It is kept only after a run that ended
 * well and deleted before the next one writes, so whatever goes wrong, everything is read again.
 */
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import type { Database } from "../lib/database.ts";
import type { KnownDetails } from "../model/known-details.ts";
import type { Tables } from "./schema.ts";

export type KnownDetailsStore = {
  /** Undefined when nothing is known, or what is known cannot be read. */
  readonly read: () => Promise<KnownDetails | undefined>;
  readonly keep: (known: KnownDetails) => Promise<void>;
  readonly forget: () => Promise<void>;
};

export const createKnownDetails = (database: Database<Tables>, target: string): KnownDetailsStore => ({
  read: async () => {
    const row = await database
      .selectFrom("known_details")
      .select("details")
      .where("target", "=", target)
      .executeTakeFirst();
    if (!row) return undefined;
    try {
      const known = JSON.parse(String(await promisify(inflate)(row.details))) as KnownDetails | null;
      return known?.version === 1 ? known : undefined;
    } catch {
      // Everything is read then, which is always right.
      return undefined;
    }
  },

  keep: async (known) => {
    const row = { target, details: await promisify(deflate)(JSON.stringify(known)) };
    await database
      .insertInto("known_details")
      .values(row)
      .onConflict((conflict) => conflict.column("target").doUpdateSet(row))
      .execute();
  },

  forget: async () => {
    await database.deleteFrom("known_details").where("target", "=", target).execute();
  },
});
