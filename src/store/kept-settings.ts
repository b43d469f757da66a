/** The masked settings with which the daemon has run, to tell what has changed since a time. */
import type { TargetStore } from "./schema/schema.ts";

export type KeptSettings = {
  /** From now on these are in force; those that are in force already change nothing. */
  readonly keep: (text: string) => Promise<void>;
  /** Those that were in force at this time (ms), or the first ones after it; undefined if none were ever kept. */
  readonly asOf: (ms: number) => Promise<string | undefined>;
};

const mostKept = 50;

export const createKeptSettings = ({ database, target, clock }: TargetStore): KeptSettings => {
  const kept = () => database.selectFrom("kept_settings").select(["since", "text"]).where("target", "=", target);
  return {
    keep: async (text) => {
      const newest = await kept().orderBy("since", "desc").executeTakeFirst();
      if (newest?.text === text) return;
      await database.replaceInto("kept_settings").values({ target, since: clock.nowMs(), text }).execute();
      const old = await kept().orderBy("since", "desc").limit(1).offset(mostKept).executeTakeFirst();
      if (old)
        await database
          .deleteFrom("kept_settings")
          .where("target", "=", target)
          .where("since", "<=", old.since)
          .execute();
    },
    asOf: async (ms) => {
      const before = await kept().where("since", "<=", ms).orderBy("since", "desc").executeTakeFirst();
      return (before ?? (await kept().orderBy("since").executeTakeFirst()))?.text;
    },
  };
};
