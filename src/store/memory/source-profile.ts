/**
 * The profile of the last good snapshot, with which the next one is compared. It takes several MB for a large company, so it is
 * compressed. It belongs to the target: when the source is replaced with another, the new source is compared with the profile
 * of the old one.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { SourceProfile } from "../../model/plan/quality.ts";
import { packed, unpacked } from "../schema/packed.ts";
import type { TargetStore } from "../schema/schema.ts";

export type SourceProfileStore = {
  /** Undefined when there is no profile. Rejects with `store-damaged` when the profile cannot be read. */
  readonly read: () => Promise<SourceProfile | undefined>;
  readonly keep: (profile: SourceProfile) => Promise<void>;
};

export const createSourceProfile = ({ database, target }: TargetStore): SourceProfileStore => ({
  read: async () => {
    const row = await database
      .selectFrom("source_profile")
      .select("profile")
      .where("target", "=", target)
      .executeTakeFirst();
    return row && (await profileIn(row.profile, target));
  },

  keep: async (profile) => {
    const row = { target, profile: await packed(JSON.stringify(profile)) };
    await database.replaceInto("source_profile").values(row).execute();
  },
});

/**
 * A damaged profile must not count as a missing one: the rules that need a profile would be skipped, and a truncated source
 * would pass.
 */
const profileIn = async (bytes: Uint8Array, target: string): Promise<SourceProfile> => {
  const profile = await parsed(bytes);
  if (profile?.version === 1) return profile as SourceProfile;
  const what = profile?.version === undefined ? "is damaged" : `has version ${JSON.stringify(profile.version)}, not 1`;
  throw new MusterdError("store-damaged", `the profile of the last good source of ${target} ${what}`, {
    place: { setting: "state.folder" },
    hint: "check the source (`musterd source check`), then run `musterd forget --profile`: the next source is not compared with the last one",
  });
};

const parsed = async (bytes: Uint8Array): Promise<{ readonly version?: unknown } | undefined> => {
  try {
    return (JSON.parse(String(await unpacked(bytes))) ?? undefined) as { readonly version?: unknown };
  } catch {
    return undefined;
  }
};
