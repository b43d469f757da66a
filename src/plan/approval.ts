/**
 * Approvals. While the rest of an approved plan is carried out, the guard does not count the approved changes again. A change is
 * covered if the approved plan has a change with the same kind, key, action and new values. It is also covered if the
 * approved plan creates the object with these values, because an interrupted create leaves updates to finish; so are the posts of
 * people whom it creates, which a site may have left out, and their enabling, because a site may create people inactive.
 */
import type { Approval, NewApproval } from "../model/plan/approval.ts";
import type { Change, Counts, Kind, Plan } from "../model/plan/plan.ts";
import { digest } from "./values/fingerprint.ts";

/** Is this change part of the approved plan? */
export const covers = (approval: Approval, change: Change): boolean => {
  if (isApproved(approval, change) || enablesCreated(approval, change)) return true;
  const kind = change.kind === "post" ? "employee" : change.kind;
  return change.fields.length > 0 && isApproved(approval, { ...change, kind, action: "create" });
};

/** Not of people whom the approved plan creates inactive. */
const enablesCreated = (approval: Approval, { kind, key, action, fields }: Change): boolean => {
  const created = (some: Change["fields"]) => isApproved(approval, { kind, key, action: "create", fields: some });
  const others = fields.filter(({ field, after }) => field !== "active" && after !== null);
  return action === "reactivate" && created(others) && !created([{ field: "active", after: false }]);
};

const isApproved = (approval: Approval, change: Described): boolean =>
  digestsOf(change).every((each) => approval.digests.has(each));

/** Kinds that have rows in the target and none in the source. */
export const emptyKinds = (sourceCounts: Counts, targetCounts: Counts): Kind[] =>
  (Object.entries(sourceCounts) as [Kind, number][]).flatMap(([kind, count]) =>
    count === 0 && (targetCounts[kind] ?? 0) > 0 ? [kind] : [],
  );

/**
 * The approval to keep when `plan` begins to be applied at `now` (ISO 8601). If the plan is only the rest of an
 * approved plan, the earlier approval stays. Any other plan gets a new approval; it keeps the earlier time if the plan
 * passes the guard only because of the earlier approval.
 */
export const approvalOf = (plan: Plan, earlier: Approval | undefined, now: string): NewApproval => {
  if (earlier && plan.changes.every((change) => covers(earlier, change))) return earlier;
  return {
    givenAt: plan.approval?.givenAt ?? now,
    digests: plan.changes.values().flatMap(digestsOf),
    emptyKinds: emptyKinds(plan.sourceCounts, plan.targetCounts),
  };
};

/** 16 hex digits are 64 bits: enough, because a digest is compared only with those of one approved plan. */
const digestLength = 16;

type Described = Pick<Change, "kind" | "key" | "action" | "fields">;

const digestsOf = ({ kind, key, action, fields }: Described): string[] => {
  const change = [kind, key, action];
  const described = [change, ...fields.map(({ field, after }) => [...change, field, after])];
  return described.map((each) => digest(each).slice(0, digestLength));
};
