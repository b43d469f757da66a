/**
 * The profile of the last good snapshot, by which the next one is judged. It is several MB for a large company, so it is
 * kept compressed. It belongs to the target: a source that takes the place of another is judged against what that one said.
 */
import { promisify } from "node:util";
import { deflate, inflate } from "node:zlib";
import type { Database } from "../lib/database.ts";
import type { SourceProfile } from "../model/quality.ts";
import type { Tables } from "./schema.ts";

export type SourceProfileStore = {
  /** Undefined where there is none, or none that this version can read. */
  readonly read: () => Promise<SourceProfile | undefined>;
  readonly keep: (profile: SourceProfile) => Promise<void>;
};

export const createSourceProfile = (database: Database<Tables>, target: string): SourceProfileStore => ({
  read: async () => {
    const row = await database
      .selectFrom("source_profile")
      .select("profile")
      .where("target", "=", target)
      .executeTakeFirst();
    return row && unpacked(row.profile);
  },

  keep: async (profile) => {
    const row = { target, profile: await packed(profile) };
    await database
      .insertInto("source_profile")
      .values(row)
      .onConflict((conflict) => conflict.column("target").doUpdateSet(row))
      .execute();
  },
});

const packed = (profile: SourceProfile): Promise<Uint8Array> => promisify(deflate)(JSON.stringify(profile));

/** Without a profile the rules that need one are silent, as on a first run. */
const unpacked = async (bytes: Uint8Array): Promise<SourceProfile | undefined> => {
  try {
    const profile = JSON.parse(String(await promisify(inflate)(bytes))) as { readonly version?: unknown };
    return profile.version === 1 ? (profile as SourceProfile) : undefined;
  } catch {
    return undefined;
  }
};
