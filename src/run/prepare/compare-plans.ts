/**
 * Makes two plans from the same readings under two configurations: what would another configuration change? The service is
 * read once. The source is read under the present configuration, the other, and the present one again: if the first and the
 * last reading agree, all three saw the same source. Nothing is written, neither to the service nor to the store.
 */
import { dateInZone } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { PlanSettings } from "../../model/plan/settings.ts";
import { correlate } from "../../plan/match/correlate.ts";
import { detailScope, unitedScope, withinScope } from "../../plan/reading/detail-scope.ts";
import { withTopLevel } from "../../plan/reading/top-level.ts";
import { digest } from "../../plan/values/fingerprint.ts";
import type { Source, SourceReading } from "../../source/source.ts";
import { openOwnFingerprint } from "./own-fingerprint.ts";
import { type PlanningDeps, planFrom } from "./prepare-plan.ts";
import { desiredState, memoryOf, readRemembered } from "./who-is-who.ts";

/** A source and planning settings of one configuration. */
export type Configured = { readonly source: Pick<Source, "read">; readonly settings: PlanSettings };

/** Returns the plan of `deps` and that of `other`. Rejects with `comparison-unstable` if the source has changed meanwhile. */
export const comparePlans = async (
  deps: Pick<PlanningDeps, "target" | "store" | "clock"> & Configured,
  other: Configured,
): Promise<readonly [Plan, Plan]> => {
  const { target, store, clock } = deps;
  const read = ({ source, settings }: Configured) => source.read(settings.accepted);
  const [lists, remembered] = [await target.readLists(), await readRemembered(store)];
  const readings = [await read(deps), await read(other)] as const;
  requireSameSource(readings[0], await read(deps));
  const wanted = ({ settings }: Configured, reading: SourceReading) => {
    const desired = desiredState(reading, lists, remembered, settings);
    const scope = detailScope(desired, lists, correlate(desired, lists.employees, memoryOf(remembered)));
    return { desired, settings, findings: reading.findings, scope };
  };
  const sides = [wanted(deps, readings[0]), wanted(other, readings[1])] as const;
  const current = await target.readDetails(lists, unitedScope(sides[0].scope, sides[1].scope));
  const plan = ({ desired, settings, findings, scope }: (typeof sides)[number]) => {
    const today = dateInZone(settings.people.timeZone, clock.nowMs());
    return planFrom(
      { desired, current: withTopLevel(withinScope(current, scope), desired), findings },
      remembered,
      settings,
      today,
    ).plan;
  };
  const own = await openOwnFingerprint(store);
  return [own(plan(sides[0])), own(plan(sides[1]))];
};

const requireSameSource = (before: SourceReading, after: SourceReading): void => {
  if (digest(before.snapshot) === digest(after.snapshot)) return;
  throw new MusterdError("comparison-unstable", "the source has changed while the two plans were made", {
    hint: "compare again when nobody exports or edits HR's data",
  });
};
