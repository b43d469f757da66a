/**
 * Judges whether a plan is the one that somebody has approved. The plan is made anew from the present data, so that what is
 * written is both what was approved and still right. It rests on everything in its changes: what the approver saw, and all
 * values that are written along. Its fingerprint covers them, so any difference makes the approved plan stale.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { Change, Plan } from "../../model/plan/plan.ts";
import type { Release } from "../../model/plan/release.ts";
import { maskChange } from "../../model/plan/sensitive.ts";
import { digest } from "../../plan/values/fingerprint.ts";
import { releaseUsed } from "../../store/decisions/verdicts.ts";
import type { Store } from "../../store/store.ts";
import type { SavedPlan } from "./saved-plan.ts";

/** A saved plan, or the first digits (12 or more) of the fingerprint of a plan that `musterd plan` has shown. */
export type ApprovedPlan = Pick<SavedPlan, "fingerprint"> & Partial<Pick<SavedPlan, "changes">>;

type Approved = { readonly approved?: ApprovedPlan | undefined; readonly release?: Release | undefined };

/**
 * Returns why the plan may not be applied: `plan-stale` with the differences if it is another plan, `release-used` if a run
 * has applied it by virtue of an earlier release. Undefined if it may.
 */
export const approvalRefusal = async (
  { store }: { readonly store: Pick<Store, "runs" | "plans"> },
  { approved, release }: Approved,
  plan: Plan,
): Promise<MusterdError | undefined> => {
  const { fingerprint } = plan;
  for (const other of [approved, release]) {
    if (other && (await isOther(store, other.fingerprint, fingerprint)))
      return stalePlan(other, plan, "changes" in other ? other.changes : await shownChanges(store, other.fingerprint));
  }
  if (release === undefined) return undefined;
  const run = await store.runs.releasedRun(fingerprint);
  if (run === undefined) return undefined;
  return releaseUsed(`the plan ${release.fingerprint}`, run);
};

/** Do these digits mean another plan? One that begins alike may be the one that was shown. */
const isOther = async ({ runs }: Pick<Store, "runs">, digits: string, fingerprint: string): Promise<boolean> =>
  !fingerprint.startsWith(digits) || (await runs.fingerprintsWith(digits)).some((one) => one !== fingerprint);

/** The changes that were shown with a fingerprint, masked; undefined if the store does not have them any more. */
const shownChanges = async (
  { runs, plans }: Pick<Store, "runs" | "plans">,
  fingerprint: string,
): Promise<readonly Change[] | undefined> => {
  const run = await runs.lastPlanned(fingerprint);
  const kept = run === undefined ? undefined : await plans.read(run);
  return kept?.plan.changes.filter(({ repairs }) => repairs === undefined);
};

const differencesShown = 10;

const stalePlan = (approved: ApprovedPlan, plan: Plan, before: readonly Change[] | undefined): MusterdError => {
  const length = approved.fingerprint.length;
  const digits = `the plan is now ${plan.fingerprint.slice(0, length)}, not ${approved.fingerprint}`;
  const lines = before === undefined ? [] : differences(before, plan.changes);
  const more = lines.length > differencesShown ? [`… and ${lines.length - differencesShown} more`] : [];
  const message = before === undefined ? [digits] : [summary(lines), ...lines.slice(0, differencesShown), ...more];
  return new MusterdError("plan-stale", message.join("\n  "), {
    hint: approved.changes
      ? "check the present plan and save it again: musterd plan --out FILE"
      : "something has changed since it was approved; check `musterd plan` again",
  });
};

const summary = (lines: readonly string[]): string => {
  const count = (sign: string) => lines.filter((line) => line.startsWith(sign)).length;
  const counts = `${count("~")} changes differ, ${count("+")} are new, ${count("-")} are no longer planned`;
  return `the plan has changed since it was approved: ${counts}`;
};

/** Lists changes that differ (`~`), are new (`+`) or are gone (`-`) by id, with the names of the fields that differ. */
const differences = (earlier: readonly Change[], later: readonly Change[]): readonly string[] => {
  const before = new Map(earlier.map((change) => [change.id, change]));
  const after = new Set(later.map(({ id }) => id));
  return [
    ...later.flatMap((change) => {
      const was = before.get(change.id);
      const differs = was && whatDiffers(was, change);
      return differs === undefined ? [] : [`~ ${change.id}: ${differs}`];
    }),
    ...later.filter(({ id }) => !before.has(id)).map(({ id }) => `+ ${id}`),
    ...earlier.filter(({ id }) => !after.has(id)).map(({ id }) => `- ${id}`),
  ];
};

/** Returns the names of the fields that differ, not their values, which may be personal data. */
const whatDiffers = (before: Change, change: Change): string | undefined => {
  // A change from the store is masked and has no operations.
  const after = before.operations.length === 0 ? maskChange(change) : change;
  if (digest(before) === digest(after)) return undefined;
  const fields = new Map(before.fields.map((field) => [field.field, digest(field)]));
  const names = new Set(after.fields.map(({ field }) => field));
  const changed = [
    ...after.fields.filter((field) => fields.get(field.field) !== digest(field)).map(({ field }) => field),
    ...[...fields.keys()].filter((field) => !names.has(field)),
  ];
  if (changed.length > 0) return changed.join(", ");
  return digest(before.operations) === digest(after.operations)
    ? "its place in the order"
    : "other values that are written with it";
};
