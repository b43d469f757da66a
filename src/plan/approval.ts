/**
 * Approvals: what has been let pass once is not judged anew while the rest of it is carried out. A change is covered only
 * if the approved plan has a change with the same kind, key and action, and the same target value in each of its fields; or
 * creates that object with these values, because a create that is cut off half-way leaves changes of another action.
 */
import type { Approval, Change, Counts, Kind, Plan } from "../model/plan.ts";
import { digest } from "./fingerprint.ts";

/** Is this change part of the approved plan? */
export const covers = (approval: Approval, change: Change): boolean =>
  isApproved(approval, change) || (change.fields.length > 0 && isApproved(approval, { ...change, action: "create" }));

const isApproved = (approval: Approval, change: Change): boolean =>
  digestsOf(change).every((each) => approval.digests.has(each));

/** Kinds that have rows in the target and none in the source. */
export const emptyKinds = (sourceCounts: Counts, targetCounts: Counts): Kind[] =>
  (Object.entries(sourceCounts) as [Kind, number][]).flatMap(([kind, count]) =>
    count === 0 && (targetCounts[kind] ?? 0) > 0 ? [kind] : [],
  );

/**
 * The approval to keep when `plan` begins to be applied at `now` (ISO 8601). What is only the rest of an approved plan
 * leaves its approval as it is; any other plan takes its place, and inherits its time if it passes only by it.
 */
export const approvalOf = (plan: Plan, earlier: Approval | undefined, now: string): Approval => {
  if (earlier && plan.changes.every((change) => covers(earlier, change))) return earlier;
  return {
    givenAt: plan.approval?.givenAt ?? now,
    digests: new Set(plan.changes.flatMap(digestsOf)),
    emptyKinds: emptyKinds(plan.sourceCounts, plan.targetCounts),
  };
};

/** 64 bits are plenty for what is compared inside one plan of one object. */
const digestLength = 16;

const digestsOf = ({ kind, key, action, fields }: Change): string[] => {
  const change = [kind, key, action];
  const described = [change, ...fields.map(({ field, after }) => [...change, field, after])];
  return described.map((each) => digest(each).slice(0, digestLength));
};
