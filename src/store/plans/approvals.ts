/**
 * The approval of the plan that is being applied. It is valid until the whole plan has been applied, but for 24 hours at most.
 */
import { dayMs, isoInstant } from "../../lib/clock.ts";
import type { Approval, NewApproval } from "../../model/plan/approval.ts";
import type { Kind } from "../../model/plan/plan.ts";
import type { TargetStore } from "../schema/schema.ts";

const validMs = dayMs;

export type Approvals = {
  /** The approval that is valid now, if any. */
  readonly read: () => Promise<Approval | undefined>;
  /** Replaces the earlier approval. */
  readonly keep: (approval: NewApproval) => Promise<void>;
  /** Deletes the approval, because the plan is done and nothing is left for the approval to cover. */
  readonly end: () => Promise<void>;
};

export const createApprovals = ({ database, target, clock }: TargetStore): Approvals => ({
  read: async () => {
    const row = await database.selectFrom("approval").selectAll().where("target", "=", target).executeTakeFirst();
    // The absolute value also ends an approval that seems to come from the future after a clock was set back.
    if (!row || Math.abs(clock.nowMs() - row.given_at) >= validMs) return undefined;
    return {
      givenAt: isoInstant(row.given_at),
      digests: new Set(JSON.parse(row.digests) as string[]),
      emptyKinds: JSON.parse(row.empty_kinds) as Kind[],
    };
  },

  keep: async ({ givenAt, digests, emptyKinds }) => {
    const lists = { digests: listText(digests), empty_kinds: JSON.stringify(emptyKinds) };
    await database
      .replaceInto("approval")
      .values({ target, given_at: Date.parse(givenAt), ...lists })
      .execute();
  },

  end: async () => {
    await database.deleteFrom("approval").where("target", "=", target).execute();
  },
});

/** JSON of a list of hexadecimal digits, which need no escapes. */
const listText = (digests: Iterable<string>): string => {
  let text = "";
  for (const digest of digests) text += `${text === "" ? "" : ","}"${digest}"`;
  return `[${text}]`;
};
