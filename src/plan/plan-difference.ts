/** Compares two plans that were made from the same readings under two configurations. */
import type { Change, Plan } from "../model/plan/plan.ts";
import type { OwnPart, PlanDifference } from "../model/plan/plan-difference.ts";
import { digest } from "./values/fingerprint.ts";

export const planDifference = (one: Plan, other: Plan): PlanDifference => {
  const [mine, theirs] = [byId(one.changes), byId(other.changes)];
  const differing = one.changes.filter((change) => {
    const counterpart = theirs.get(change.id);
    return counterpart !== undefined && content(counterpart) !== content(change);
  });
  const part = (
    plan: Plan,
    against: Plan,
    own: ReadonlyMap<string, Change>,
    ids: ReadonlyMap<string, Change>,
  ): OwnPart => ({
    only: plan.changes.filter(({ id }) => !ids.has(id)),
    differing: differing.flatMap(({ id }) => own.get(id) ?? []),
    held: without(plan.held, against.held),
    breaches: without(plan.breaches, against.breaches),
  });
  const parts = { one: part(one, other, mine, theirs), other: part(other, one, theirs, mine) };
  return { same: one.changes.length - differing.length - parts.one.only.length, ...parts };
};

const byId = (changes: readonly Change[]): ReadonlyMap<string, Change> =>
  new Map(changes.map((change) => [change.id, change]));

/** What a change does. When it runs and what it waits for depend on the rest of its plan. */
const content = ({ reason, fields, operations }: Change): string => digest({ reason, fields, operations });

const without = <Entry>(entries: readonly Entry[], others: readonly Entry[]): readonly Entry[] => {
  const known = new Set(others.map(digest));
  return entries.filter((entry) => !known.has(digest(entry)));
};
