/**
 * Plans as people name them: by the first digits of their fingerprints. Whoever makes HR's file can try until two plans begin alike, so
 * digits with which several begin mean none of them.
 */
import { sql } from "kysely";
import { fingerprintForm } from "../../model/plan/fingerprint.ts";
import type { TargetStore } from "../schema/schema.ts";

export type NamedPlans = {
  /** The fingerprints of all plans that begin with these digits; none for fewer than 12 of them. */
  readonly fingerprintsWith: (digits: string) => Promise<readonly string[]>;
  /** The id of the newest run with the only plan whose fingerprint begins with these digits. */
  readonly lastPlanned: (digits: string) => Promise<string | undefined>;
};

export const createNamedPlans = ({ database, target }: TargetStore): NamedPlans => {
  const named = (digits: string) =>
    database
      .selectFrom("run")
      .where("target", "=", target)
      .where(sql<boolean>`substr(fingerprint, 1, ${digits.length}) = ${digits}`);
  const fingerprintsWith: NamedPlans["fingerprintsWith"] = async (digits) => {
    if (!fingerprintForm.test(digits)) return [];
    const rows = await named(digits).select("fingerprint").distinct().execute();
    return rows.flatMap(({ fingerprint }) => fingerprint ?? []);
  };
  return {
    fingerprintsWith,
    lastPlanned: async (digits) => {
      if ((await fingerprintsWith(digits)).length !== 1) return undefined;
      const runs = named(digits).where("plan", "is not", null).select("id");
      return (await runs.orderBy("started_at", "desc").executeTakeFirst())?.id;
    },
  };
};
