/**
 * The guard checks limits on the whole plan before the first write. A breach does not change the plan; it blocks the
 * plan until a person has accepted the numbers.
 *
 *   a managed kind has no rows, the target has some             source-empty
 *   the target has nobody, and had somebody before              target-empty
 *   this clock and the service's are more than 14 hours apart   clock-differs
 *   a column of people has moved beside the keys                column-moved (moved-column.ts)
 *   more changes of one kind and action than its cap            cap-exceeded
 *
 * A percentage refers to the objects in the target. It always permits at least five changes, because in a small company one
 * change is already many percent. A change of approvers after which the same person approves changes nothing for anybody, and is not counted:
 * a site may choose each new manager as the approver of all members (R60). An empty target has nothing to protect, so only absolute caps count there; but one that was not empty
 * before shows nothing for a while, is another company's, or was emptied, and everybody would be created a second time. Changes that an
 * earlier approval covers are not counted again: they were judged in their own plan, with the object counts of that time.
 */

import type { Breach, Change, Counts, Kind, Plan } from "../model/plan/plan.ts";
import { actOf, breachName } from "../model/plan/release.ts";
import type { Cap, PlanSettings } from "../model/plan/settings.ts";
import { countEntries } from "../model/runs/entry-counts.ts";
import { covers, emptyKinds } from "./approval.ts";

const smallestPercentLimit = 5;

/**
 * The breaches of a plan, and the approval if there would be more or larger breaches without it. `ofWhole`: breaches of a plan with
 * changes, whatever they are.
 */
export const judge = (
  settings: PlanSettings,
  changes: readonly Change[],
  sourceCounts: Counts,
  targetCounts: Counts,
  ofWhole: readonly Breach[] = [],
): Pick<Plan, "breaches" | "approval"> => {
  const { approval } = settings;
  const unaided = breachesOf(settings, changes, ofWhole, emptyKinds(sourceCounts, targetCounts), targetCounts);
  if (!approval || unaided.length === 0) return { breaches: unaided };
  const uncovered = changes.filter((change) => !covers(approval, change));
  const covered = changes.length - uncovered.length;
  const coveredEntries = countEntries(changes) - countEntries(changes, uncovered);
  const empty = emptyKinds(sourceCounts, targetCounts).filter(
    (kind) => uncovered.length > 0 || !approval.emptyKinds.includes(kind),
  );
  const breaches = breachesOf(settings, uncovered, ofWhole, empty, targetCounts);
  if (covered === 0 && breaches.length > 0) return { breaches };
  return { breaches, approval: { givenAt: approval.givenAt, covered, coveredEntries } };
};

const breachesOf = (
  settings: PlanSettings,
  changes: readonly Change[],
  ofWhole: readonly Breach[],
  empty: readonly Kind[],
  targetCounts: Counts,
): Breach[] =>
  [
    ...(changes.length > 0 ? ofWhole : []),
    ...empty.map((kind) => sourceBreach(kind, targetCounts)),
    ...capBreaches(settings, changes, targetCounts),
  ].filter((breach) => !settings.accepted.includes(breachName(breach)));

/** The breach of a service that shows nobody although musterd knows `before` people who were there. */
export const emptiedTarget = (before: number): Breach => ({
  code: "target-empty",
  kind: "employee",
  count: 0,
  limit: 1,
  base: before,
});

/** No time zone is further from another service's idea of the time: one that labels its own time as UTC is not wrong about the day. */
const hoursOfZones = 14;

/** The breach of two clocks: whoever has a last day, or a first one, would be disabled or let in on another day. */
export const clocksApart = (hours: number): readonly Breach[] =>
  hours > hoursOfZones ? [{ code: "clock-differs", kind: "employee", count: hours, limit: hoursOfZones, base: 0 }] : [];

/** True for a breach that is not about the changes of a plan; a part of the plan has it, too. */
export const isOfWhole = ({ code }: Breach): boolean =>
  ["target-empty", "clock-differs", "column-moved"].includes(code);

const sourceBreach = (kind: Kind, targetCounts: Counts): Breach => ({
  code: "source-empty",
  kind,
  count: 0,
  limit: 1,
  base: targetCounts[kind] ?? 0,
});

const capBreaches = (settings: PlanSettings, changes: readonly Change[], targetCounts: Counts): Breach[] => {
  const counted = changes.filter(({ sameApprover }) => !sameApprover);
  const ofEach = Map.groupBy(counted, ({ kind, action }) => `${kind} ${action}`);
  const exceeded = [...ofEach.values()].flatMap((alike): Breach[] => {
    const [first] = alike;
    const cap = first && settings.caps[first.kind]?.[first.action];
    if (!cap) return [];
    const { kind, action } = first;
    const base = targetCounts[baseKind[kind] ?? kind] ?? 0;
    const [count, limit] = [alike.length, limitOf(cap, base)];
    return count > limit ? [{ code: "cap-exceeded", ...actOf({ kind, action }), count, limit, base }] : [];
  });
  // Several limits of one act are one breach, which has the numbers of the limit that is exceeded most.
  const acts = Map.groupBy(exceeded, breachName);
  return [...acts.values()].flatMap((ofAct) => ofAct.sort((a, b) => b.count * a.limit - a.count * b.limit).slice(0, 1));
};

/** Changes to these kinds are counted against the number of objects of the kind to which they belong. */
const baseKind: Readonly<Partial<Record<Kind, Kind>>> = {
  post: "employee",
  supervisor: "employee",
  manager: "department",
  category: "function",
};

const limitOf = (cap: Cap, base: number): number => {
  const count = cap.count ?? Number.POSITIVE_INFINITY;
  if (cap.percent === undefined || base === 0) return count;
  return Math.min(count, Math.max(smallestPercentLimit, Math.floor((base * cap.percent) / 100)));
};
