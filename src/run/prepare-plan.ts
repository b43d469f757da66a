/** Reading both sides and planning: all that a dry run does. Nothing in here can write to the service. */
import { type Clock, calendarDate } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Memory } from "../model/memory.ts";
import type { Plan } from "../model/plan.ts";
import type { PlanSettings } from "../model/settings.ts";
import { makePlan } from "../plan/make-plan.ts";
import { detailScope } from "../plan/scope.ts";
import type { Source } from "../source/source.ts";
import type { Store } from "../store/store.ts";
import type { TargetReader } from "../target/target.ts";

export type PlanningRoom = {
  readonly source: Source;
  readonly target: TargetReader;
  readonly store: Store;
  readonly settings: PlanSettings;
  readonly clock: Clock;
  readonly log: Log;
};

/** `memory`: what the plan was made with, for whoever carries it out. */
type Prepared = { readonly plan: Plan; readonly memory: Memory };

/** The plan from a fresh and complete reading of both sides; rejects with a MusterdError when either is incomplete. */
export const preparePlan = async (room: PlanningRoom): Promise<Prepared> => {
  const { source, target, store, settings, clock, log } = room;
  // Side by side: the service works while the files are read. Whatever fails first ends the run.
  const [lists, desired] = await Promise.all([target.readLists(), source.read()]);
  log.info({ rejectedRows: desired.rejected.length }, "source read");
  const current = await target.readDetails(lists, detailScope(desired, lists));
  log.info({ employees: current.employees.length, unreadable: current.unreadable.length }, "target read");
  const memory = await store.ledger.read();
  const today = calendarDate(clock.nowMs());
  const plan = makePlan({ source: desired, target: current, memory, settings, today });
  const { fingerprint } = plan;
  log.info({ fingerprint, changes: plan.changes.length, held: plan.held.length }, "plan made");
  return { plan, memory };
};
