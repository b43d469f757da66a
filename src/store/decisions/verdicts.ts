/** The verdicts of people about plans: at most one about each. What they decide, and the use of a release, is in the audit trail. */
import { isDeepStrictEqual } from "node:util";
import { isoInstant, timeInZone } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import { shortFingerprint } from "../../model/plan/fingerprint.ts";
import type { Release } from "../../model/plan/release.ts";
import type { Actor } from "../../model/runs/actor.ts";
import { isOpenRelease, type Verdict } from "../../model/runs/verdict.ts";
import type { AuditedStore } from "../audit/audit.ts";
import { actorColumns, actorOf } from "../schema/actor-columns.ts";
import type { StoreDatabase, Tables } from "../schema/schema.ts";

export type Verdicts = {
  /** The verdict about a plan, also a release that has expired or was used. */
  readonly find: (fingerprint: string) => Promise<Verdict | undefined>;
  /**
   * Replaces `before`, the verdict about the same plan that whoever decides knew of. Undefined, and nothing is kept, if there is another
   * one meanwhile, or a run has used it.
   */
  readonly keep: (verdict: Omit<Verdict, "at" | "usedBy">, before?: Verdict) => Promise<Verdict | undefined>;
  /** Takes a rejection back; false if the plan is not rejected. */
  readonly withdraw: (fingerprint: string, by: Actor | undefined) => Promise<boolean>;
  /**
   * A run is about to apply a plan by virtue of a release, which is kept with the run and permits nothing more. `isOwn`: the command
   * that applies has released the plan itself. False, and nothing is kept, if the plan is rejected, or a release that is not the
   * command's own is not open any more.
   */
  readonly use: (run: string, release: Release, isOwn: boolean) => Promise<boolean>;
};

export const createVerdicts = ({ database, target, clock, audit }: AuditedStore): Verdicts => ({
  find: (fingerprint) => find(database, target, fingerprint),

  keep: ({ verdict, fingerprint, run, by, reason, accepted, expiresAt }, before) => {
    const row = {
      target,
      fingerprint,
      verdict,
      run_id: run,
      ...actorColumns(by),
      at: clock.nowMs(),
      reason,
      accepted: JSON.stringify(accepted),
      expires_at: expiresAt === undefined ? null : Date.parse(expiresAt),
      used_by: null,
    };
    return audit.transaction(async (transaction, append) => {
      if (!isDeepStrictEqual(await find(transaction, target, fingerprint), before)) return undefined;
      await transaction.replaceInto("verdict").values(row).execute();
      const facts = verdict === "released" ? { run, fingerprint, accepted, expires: expiresAt } : { run, fingerprint };
      await append({ event: verdict, by, reason, facts });
      return verdictOf(row);
    });
  },

  withdraw: (fingerprint, by) =>
    audit.transaction(async (transaction, append) => {
      const rows = transaction.deleteFrom("verdict").where("target", "=", target).where("verdict", "=", "rejected");
      const { numDeletedRows } = await rows.where("fingerprint", "=", fingerprint).executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await append({ event: "rejection-withdrawn", by, facts: { fingerprint } });
      return true;
    }),

  use: (run, release, isOwn) => {
    const { fingerprint, accepted, by: name, reason } = release;
    return audit.transaction(async (transaction, append) => {
      const present = await find(transaction, target, fingerprint);
      const permits = present !== undefined && isOpenRelease(present, clock.nowMs());
      if (present?.verdict === "rejected" || (!isOwn && !permits)) return false;
      const row = { release: JSON.stringify(release), fingerprint };
      await transaction.updateTable("run").set(row).where("id", "=", run).execute();
      await transaction
        .updateTable("verdict")
        .set({ used_by: run })
        .where("target", "=", target)
        .where("fingerprint", "=", fingerprint)
        .execute();
      const facts = { run, fingerprint };
      if (isOwn)
        await append({ event: "released", by: { kind: "command", name }, reason, facts: { ...facts, accepted } });
      else await append({ event: "release-used", by: { kind: "program" }, facts });
      return true;
    });
  },
});

const find = async (database: StoreDatabase, target: string, fingerprint: string): Promise<Verdict | undefined> => {
  const rows = database.selectFrom("verdict").selectAll().where("target", "=", target);
  const row = await rows.where("fingerprint", "=", fingerprint).executeTakeFirst();
  return row && verdictOf(row);
};

const verdictOf = (row: Tables["verdict"]): Verdict => ({
  verdict: row.verdict as Verdict["verdict"],
  fingerprint: row.fingerprint,
  run: row.run_id,
  by: actorOf(row),
  at: isoInstant(row.at),
  reason: row.reason,
  accepted: JSON.parse(row.accepted) as string[],
  ...(row.expires_at !== null && { expiresAt: isoInstant(row.expires_at) }),
  ...(row.used_by !== null && { usedBy: row.used_by }),
});

/** The error of a run that made a rejected plan; `timeZone` is that of the time in it. */
export const planRejected = ({ fingerprint, at, run }: Verdict, timeZone: string): MusterdError =>
  new MusterdError(
    "plan-rejected",
    `the plan ${shortFingerprint(fingerprint)} was rejected at ${timeInZone(timeZone, at)}`,
    {
      hint: `let HR correct the data, then a plan that differs is made; \`musterd show ${run}\` shows this one, and \`musterd reject ${shortFingerprint(fingerprint)} --withdraw\` takes the rejection back`,
    },
  );

/** `plan`: what the message calls the plan, which `run` has applied. */
export const releaseUsed = (plan: string, run: string): MusterdError =>
  new MusterdError("release-used", `${plan} was released before, and run ${run} applied it`, {
    hint: `find out why the same changes are planned again (\`musterd show ${run}\`); where they are right, raise the limit (guard.caps)`,
  });
