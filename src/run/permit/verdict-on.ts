/** What people have decided about a plan counts for this plan alone, in whichever run it is made again. */
import type { Clock } from "../../lib/clock.ts";
import type { MusterdError } from "../../lib/errors.ts";
import type { Plan } from "../../model/plan/plan.ts";
import { breachName, type Release } from "../../model/plan/release.ts";
import type { PeoplePolicy } from "../../model/plan/settings.ts";
import { actorText } from "../../model/runs/actor.ts";
import { isOpenRelease, type Verdict } from "../../model/runs/verdict.ts";
import { planRejected } from "../../store/decisions/verdicts.ts";
import type { Store } from "../../store/store.ts";
import type { Prepared } from "../prepare/prepare-plan.ts";
import { unsafePlanError } from "./unsafe-plan-error.ts";

type Decided = { readonly release?: Release; readonly refusal?: MusterdError };

type Deps = {
  readonly store: Pick<Store, "verdicts">;
  readonly clock: Clock;
  readonly settings: { readonly people: Pick<PeoplePolicy, "timeZone"> };
};

/** The release that permits this plan, or why it is refused; neither if nobody has decided, or the release has ended. */
export const verdictOn = async ({ store, clock, settings }: Deps, plan: Plan): Promise<Decided> => {
  if (plan.changes.length === 0) return {};
  const verdict = await store.verdicts.find(plan.fingerprint);
  if (verdict?.verdict === "rejected") return { refusal: planRejected(verdict, settings.people.timeZone) };
  if (verdict === undefined || !isOpenRelease(verdict, clock.nowMs())) return {};
  const isCovered = plan.breaches.every((breach) => verdict.accepted.includes(breachName(breach)));
  return isCovered && plan.breaches.length > 0 ? { release: releaseOf(verdict) } : {};
};

/**
 * Notes that the run applies the plan by virtue of a release: `own`, that of the command that applies, or the one that was `decided`.
 * Returns why the run may not: people have decided otherwise since, for example while somebody was asked. `made`: the plan with its
 * breaches.
 */
export const takeRelease = async (
  deps: Deps,
  runId: string,
  made: Plan,
  { own, decided }: { readonly own: Release | undefined; readonly decided: Release | undefined },
): Promise<MusterdError | undefined> => {
  const { refusal } = await verdictOn(deps, made);
  const release = own ?? decided;
  if (refusal || !release) return refusal;
  const { fingerprint } = made;
  if (await deps.store.verdicts.use(runId, { ...release, fingerprint }, own !== undefined)) return undefined;
  return (await verdictOn(deps, made)).refusal ?? unsafePlanError(made);
};

const releaseOf = ({ fingerprint, accepted, by, at, reason }: Verdict): Release => ({
  fingerprint,
  accepted,
  by: actorText(by),
  at,
  reason,
});

/** The plan as the guard makes it of somebody who accepts what the release names. */
export const withAccepted = (prepared: Prepared, { accepted }: Release): Prepared => ({
  ...prepared,
  plan: { ...prepared.plan, breaches: [], accepted: [...(prepared.plan.accepted ?? []), ...accepted] },
});
