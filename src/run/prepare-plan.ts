/** Reading both sides and planning: all that a dry run does. Nothing in here can write to the service. */
import { type Clock, calendarDate } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Memory } from "../model/memory.ts";
import type { Approval, Plan } from "../model/plan.ts";
import type { SourceProfile } from "../model/quality.ts";
import type { PlanSettings } from "../model/settings.ts";
import { type SourceSnapshot, sortedByLoss, type TargetSnapshot } from "../model/snapshot.ts";
import { withDecisions } from "../plan/decisions.ts";
import { goneBack } from "../plan/gone-back.ts";
import { linksGained, linksInStep, withLinkedRenames } from "../plan/links.ts";
import { makePlan } from "../plan/make-plan.ts";
import { detailScope } from "../plan/scope.ts";
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
  /** Both sides as the plan was made from them. */
  readonly desired: SourceSnapshot;
  readonly current: TargetSnapshot;
  /** What the plan was made with, for whoever carries it out. */
  readonly memory: Memory & { readonly links: NonNullable<Memory["links"]> };
  /** Of the source, for the next gate. */
  readonly profile: SourceProfile;
  /** What holds besides once the plan has been applied. */
  readonly links: NonNullable<Memory["links"]>;
  /** Of the plan that was applied last, while it is valid. */
  readonly approval?: Approval;
};

/** As many of the last changes are held against what the service shows. */
const lookedBack = 1_000;

/** The plan from a fresh and complete reading of both sides; rejects with a MusterdError when either is incomplete. */
export const preparePlan = async (deps: PlanningDeps): Promise<Prepared> => {
  const { source, target, store, settings, clock, log } = deps;
  // Side by side: the service works while the files are read. Whatever fails first ends the run.
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
  const stale = goneBack(await store.plans.applied(lookedBack), lists);
  if (stale?.all) log.warn({ undone: stale.undone, seen: stale.seen }, "the service is older than our memory");
  const memory = { ...(await store.ledger.read()), links, ...(stale && { stale }) };
  const today = calendarDate(clock.nowMs());
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
