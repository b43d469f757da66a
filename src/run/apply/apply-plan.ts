/**
 * Applies a plan wave after wave through the queue; the changes of a wave run concurrently. A failure blocks only the
 * changes that need the failed one. Problems that concern everything (no permission, a lost lease, a series of equal
 * failures) stop the run; a series of refusals of one act, such as creating people, only that act. Every change gets an outcome in any case.
 */
import { unlessAborted } from "../../lib/abort.ts";
import { asMusterdError } from "../../lib/errors.ts";
import type { Log } from "../../lib/log.ts";
import { employeeSubject, omittedFieldsEntry } from "../../model/memory/memory.ts";
import type { Change, LedgerEntry } from "../../model/plan/plan.ts";
import { subjectsOf } from "../../model/plan/subjects.ts";
import type { Outcome, Progress } from "../../model/runs/run.ts";
import { countAttempt, refusedFor } from "../../plan/draft/convergence.ts";
import { isDone, type Results } from "../../plan/read-back/second-plan.ts";
import type { PageWork, WaveQueue } from "../../queue/wave-queue.ts";
import { isOwnRefusal } from "../../site/calls/stops-run.ts";
import type { TargetWriter } from "../../site/target.ts";
import type { Store } from "../../store/store.ts";
import type { Prepared } from "../prepare/prepare-plan.ts";
import { openBreaker } from "./breaker.ts";
import { carryOut } from "./carry-out.ts";
import { openOutcomes } from "./keep-outcomes.ts";
import { type Stage, stagesOf } from "./stages.ts";

export type ApplyDeps = {
  readonly store: Store;
  readonly target: TargetWriter;
  /** The queue's `close` waits for the pages in progress; after that, this run makes no more calls. */
  readonly openQueue: (run: string, work: PageWork) => Pick<WaveQueue, "runWave" | "close">;
  /** Above this number of failures nothing is disabled. */
  readonly maxFailuresBeforeDisabling: number;
  readonly onProgress: (progress: Progress) => void;
  readonly log: Log;
};

/**
 * Applies changes that `store.plans` keeps, masked, for `runId`; returns their results by id. A problem that ends the run aborts
 * `ending` with its error. `checkLease` throws or rejects when no call may be made.
 */
export const applyPlan = async (
  deps: ApplyDeps,
  runId: string,
  changes: readonly Change[],
  prepared: Planned,
  ending: AbortController,
  checkLease: () => void | Promise<void>,
): Promise<Results> => {
  const { store, log } = deps;
  const stages = stagesOf(changes);
  const waves = new Set(changes.map(({ wave }) => wave)).size;
  const results = new Map<string, Outcome["result"]>();
  const remaining = changesByEntry(prepared.plan.changes, changes);
  const total = new Set(remaining.values()).size;
  const tally = { done: 0, failed: 0, blocked: new Set<string>() };
  const breaker = openBreaker();
  const outcomes = openOutcomes(store.plans, runId);
  const refusedToEnable = new Set<string>();
  const passed = new Set<string>();
  const anybodyMissing = changes.some(({ reason }) => reason === "missing-in-source");

  /** Counts immediately, not when the outcome has been stored, so that the breaker does not wait for a disk. */
  const count = (change: Change, { result, code, message }: Result): void => {
    results.set(change.id, result);
    if (isDone(result)) {
      breaker.noteSuccess();
      for (const reason of refusedFor(change, prepared.memory)) passed.add(reason);
      return;
    }
    tally.blocked.add(change.id);
    if (result !== "failed") return;
    if (code === "target-refused" && change.kind === "employee" && change.action === "reactivate")
      refusedToEnable.add(change.id);
    log.warn({ runId, changeId: change.id, code }, "change failed");
    if (isOwnRefusal(code)) return;
    if (!isRefusedNewcomer(change, code) || anybodyMissing) tally.failed += 1;
    const opened = breaker.noteFailure(change, code, message);
    if (opened) ending.abort(opened);
  };

  const settle = async (change: Change, outcome: Result): Promise<void> => {
    const { id, kind, action, wave } = change;
    await outcomes.keep(id, outcome, toRemember(change, outcome, prepared, { passed, results }));
    const entry = remaining.get(id);
    if (entry && --entry.left === 0) tally.done += 1;
    deps.onProgress({ done: tally.done, total, wave, waves, kind, action });
  };

  const outcomeOf = async (change: Change): Promise<Result> => {
    const outcome = await unlessBlocked(change, tally.blocked, refusedToEnable, () =>
      carryOut(deps, change, ending, checkLease, () => breaker.closes(change)),
    );
    count(change, outcome);
    return outcome;
  };
  const queue = deps.openQueue(runId, pageWork(deps, stages, ending, outcomeOf, settle));
  try {
    for (const { wave, pages, disables } of stages) {
      if (ending.signal.aborted) break;
      if (disables && tally.failed > deps.maxFailuresBeforeDisabling) {
        await store.plans.closeRest(runId, tooManyFailures(tally.failed, deps.maxFailuresBeforeDisabling));
        break;
      }
      await unlessAborted(ending.signal, queue.runWave(wave, pages.length));
      log.debug({ runId, wave }, "wave ended");
    }
  } catch (thrown) {
    ending.abort(asMusterdError(thrown));
  }
  await queue.close();
  await outcomes.keepRest();
  if (ending.signal.aborted) await closeUntried(deps, runId, asMusterdError(ending.signal.reason).code);
  return results;
};

const tooManyFailures = (failed: number, limit: number): Result => ({
  result: "not-tried",
  code: "too-many-failures",
  message: `${failed} changes failed; disabling is skipped above ${limit}`,
});

/** Works on one page, part after part; the lanes of several pages share commits. */
const pageWork = (
  { store, target }: ApplyDeps,
  stages: readonly Stage[],
  ending: AbortController,
  outcomeOf: (change: Change) => Promise<Result>,
  settle: Settling["settle"],
): PageWork => {
  let calling = 0;
  // What cannot be recorded must not go on.
  const unsettled = (error: unknown) => ending.abort(asMusterdError(error));
  const called = (): void => {
    calling -= 1;
    if (calling === 0) store.plans.flush();
  };
  return async ({ wave, page }) => {
    for (const part of stages.find((stage) => stage.wave === wave)?.pages[page] ?? []) {
      if (ending.signal.aborted) return;
      calling += 1;
      await inLanes(part, target.operationsAtATime, outcomeOf, { settle, unsettled, called });
    }
  };
};

/** Says of every change without outcome that it was not tried, and the code of the reason. */
export const closeUntried = ({ store }: Pick<ApplyDeps, "store">, runId: string, code: string): Promise<void> =>
  store.plans.closeRest(runId, { result: "not-tried", code });

/** How many of the changes belong to the entry of each of them. */
const changesByEntry = (planned: readonly Change[], changes: readonly Change[]) => {
  const subjectOf = subjectsOf(planned);
  const entries = [...Map.groupBy(changes, subjectOf).values()];
  return new Map(
    entries.flatMap((ofEntry) => {
      const entry = { left: ofEntry.length };
      return ofEntry.map(({ id }) => [id, entry] as const);
    }),
  );
};

type Result = Omit<Outcome, "changeId">;
type Planned = Pick<Prepared, "memory" | "plan">;

type Settling = {
  readonly settle: (change: Change, outcome: Result) => Promise<void>;
  /** Is called with each error of `settle`. */
  readonly unsettled: (error: unknown) => void;
  /** Is called after the last call of the page. */
  readonly called: () => void;
};

/**
 * Carries out the changes of a page in parallel lanes, which do not wait for the outcomes to be stored: then the service would
 * idle. Rejects if an outcome cannot be stored, but only after the last call.
 */
const inLanes = async (
  changes: readonly Change[],
  count: number,
  outcomeOf: (change: Change) => Promise<Result>,
  { settle, unsettled, called }: Settling,
): Promise<void> => {
  const rest = changes.values();
  const stored: Promise<void>[] = [];
  const lane = async (): Promise<void> => {
    for (const change of rest) {
      const storing = settle(change, await outcomeOf(change));
      storing.catch(unsettled);
      stored.push(storing);
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: count }, lane));
  called();
  for (const each of [...lanes, ...(await Promise.allSettled(stored))])
    if (each.status === "rejected") throw each.reason;
};

/**
 * It says nothing against disabling those whom HR names as leavers; where licences are lacking, that even helps. Somebody who is missing may be
 * the newcomer under other keys, whom the service refuses for that.
 */
const isRefusedNewcomer = ({ kind, action }: Change, code: string | undefined): boolean =>
  kind === "employee" && action === "create" && code === "target-refused";

/**
 * Carries out a change unless one that it needs has failed. A site may enable nobody whose posts it does not accept, such as one in a
 * closed department, so posts do not wait for a refused enabling: the next run finds other posts. Where they are refused, too, it is for
 * want of the enabling.
 */
const unlessBlocked = async (
  { kind, needs }: Change,
  blocked: ReadonlySet<string>,
  refusedToEnable: ReadonlySet<string>,
  carry: () => Promise<Result>,
): Promise<Result> => {
  const failed = needs.filter((id) => blocked.has(id));
  const blocker = failed.find((id) => kind !== "post" || !refusedToEnable.has(id));
  if (blocker) return { result: "not-tried", code: "prerequisite-failed", message: blocker };
  const tried = await carry();
  const [cause] = failed;
  return cause && tried.code === "target-refused" ? { ...tried, code: "prerequisite-failed", message: cause } : tried;
};

/** What the store remembers together with the outcome of a change. */
const toRemember = (
  change: Change,
  outcome: Omit<Outcome, "changeId">,
  { memory, plan }: Planned,
  { passed, results }: { readonly passed: ReadonlySet<string>; readonly results: Results },
) => {
  const counted = countAttempt(change, outcome, memory, plan.today, passed);
  if (!isDone(outcome.result))
    return { entries: outcome.code === "omitted-fields-cleared" ? [omittedFieldsEntry] : counted };
  const renamed = accountRename(change);
  const relinked = renameBack(change);
  return {
    entries: [...ofHolder(change, results), ...counted],
    ...(renamed && { renamed }),
    ...(relinked && { relinked }),
  };
};

/** What is remembered of a leaver whose new account the service has not taken, under the account of before (E7). */
const ofHolder = ({ operations, remember = [] }: Change, results: Results): readonly LedgerEntry[] => {
  const disabled = operations.find((one) => one.id === "E7");
  if (disabled?.formerly === undefined || isDone(results.get(`employee/${disabled.formerly}/rename`))) return remember;
  const [planned, subject] = [disabled.account, disabled.formerly].map(employeeSubject);
  return remember.map((entry) => (entry.subject === planned && subject ? { ...entry, subject } : entry));
};

const accountRename = (change: Change): { from: string; to: string } | undefined => {
  const [operation] = change.operations;
  return change.kind === "employee" && change.action === "rename" && operation?.id === "E11"
    ? { from: operation.account, to: operation.newAccount }
    : undefined;
};

/** The code or account that an undo gives back. */
const renameBack = ({ kind, action, reason, fields: [field] }: Change) =>
  action === "rename" && reason === "undo" && typeof field?.before === "string" && typeof field.after === "string"
    ? { kind, from: field.before, to: field.after }
    : undefined;
