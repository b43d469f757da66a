/** Reads both sides and makes the plan: all that a dry run does. Nothing in this file can write to the service. */
import { type Clock, dateInZone } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Memory } from "../model/memory.ts";
import type { Approval, Plan } from "../model/plan.ts";
import type { SourceProfile } from "../model/quality.ts";
import type { PlanSettings } from "../model/settings.ts";
import { type SourceSnapshot, sortedByLoss, type TargetSnapshot } from "../model/snapshot.ts";
import { withDecisions } from "../plan/decisions.ts";
import { detailScope } from "../plan/detail-scope.ts";
import { detectRollback } from "../plan/detect-rollback.ts";
import { linksGained, linksInStep, withLinkedRenames } from "../plan/links.ts";
import { makePlan } from "../plan/make-plan.ts";
import type { TargetReader } from "../site/target.ts";
import type { Source } from "../source/source.ts";
import type { Store } from "../store/store.ts";

export type PlanningDeps = {
  readonly source: Pick<Source, "read">;
  readonly target: TargetReader;
  readonly store: Store;
  readonly settings: PlanSettings;
  readonly clock: Clock;
  readonly log: Log;
};

export type Prepared = {
  readonly plan: Plan;
  /** `desired` is the source and `current` the target from which the plan was made. */
  readonly desired: SourceSnapshot;
  readonly current: TargetSnapshot;
  /** The memory that the plan was made with; applying the plan needs it. */
  readonly memory: Memory & { readonly links: NonNullable<Memory["links"]> };
  /** Profile of the source, for the quality gate of the next run; absent for an undo, which does not read the source. */
  readonly profile?: SourceProfile;
  /** The links to remember in addition once the plan has been applied. */
  readonly links: NonNullable<Memory["links"]>;
  /** Approval of the plan that was applied last, while it is valid. */
  readonly approval?: Approval;
};

/** How many of the latest changes are compared with the service, to notice that it was restored from a backup. */
const comparedChanges = 1_000;

/** Makes the plan from a complete reading of both sides; rejects with a MusterdError if either is incomplete. */
export const preparePlan = async (deps: PlanningDeps): Promise<Prepared> => {
  const { source, target, store, settings, clock, log } = deps;
  // Both sides are read concurrently; the first failure ends the run.
  const [lists, reading] = await Promise.all([target.readLists(), source.read(settings.accepted)]);
  const { findings, profile } = reading;
  for (const { feed, base, how, why, changed, deleted, drift } of reading.changes)
    log.info({ feed, base, how, why, changed, deleted, drift }, "directory read");
  const { rowCount: rejectedRows, fields } = sortedByLoss(reading.snapshot.rejected);
  log.info({ rejectedRows, droppedFields: fields.length, findings: findings.length }, "source read");
  const links = await store.links.read();
  const decisions = [...settings.identity.adopt, ...(await store.decisions.read())];
  const desired = withLinkedRenames(withDecisions(reading.snapshot, lists, decisions), lists, links);
  const current = await target.readDetails(lists, detailScope(desired, lists, links));
  log.info({ employees: current.employees.length, unreadable: current.unreadable.length }, "target read");
  await store.links.remember(links, linksInStep(desired, lists, links));
  const stale = detectRollback(await store.plans.applied(comparedChanges), lists);
  if (stale?.all)
    log.warn({ undone: stale.undone, seen: stale.seen }, "the service shows older data than the last run left");
  const memory = { ...(await store.ledger.read()), links, ...(stale && { stale }) };
  const today = dateInZone(settings.people.timeZone, clock.nowMs());
  const approval = await store.approvals.read();
  const judged = approval ? { ...settings, approval } : settings;
  const isNew = await store.isNew();
  const made = makePlan({ source: desired, target: current, memory, settings: judged, today, isNew });
  const plan = findings.length > 0 ? { ...made, findings } : made;
  const { fingerprint } = plan;
  log.info({ fingerprint, changes: plan.changes.length, held: plan.held.length }, "plan made");
  if (plan.approval) log.info(plan.approval, "changes are covered by an earlier approval");
  const gained = linksGained(desired, plan.changes);
  return { plan, desired, current, memory, profile, links: gained, ...(approval && { approval }) };
};
