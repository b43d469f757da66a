/**
 * A whole run on one page: take the lease, close what an earlier process left, read, plan, get approval, apply, refresh
 * once, end. Whatever happens after the first write, the refresh is made or stays owed in the store.
 */
import { followSignal, unlessAborted } from "../lib/abort.ts";
import { isoInstant } from "../lib/clock.ts";
import { asMusterdError, errorFields, type MusterdError } from "../lib/errors.ts";
import { holderText } from "../lib/holder.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { Release } from "../model/plan/release.ts";
import { type Actor, program } from "../model/runs/actor.ts";
import { auditHeadText } from "../model/runs/audit.ts";
import type { RunStatus, RunSummary, Trigger } from "../model/runs/run.ts";
import { approvalOf } from "../plan/approval.ts";
import { attemptsOf } from "../plan/draft/convergence.ts";
import { unnotedRenames } from "../plan/draft/open-renames.ts";
import { postsBaseline } from "../plan/draft/written-posts.ts";
import { questionsRemembered } from "../plan/match/open-questions.ts";
import { hiddenBaseline } from "../plan/people/hidden-data.ts";
import { readingRemembered } from "../plan/people/missing.ts";
import { supervisorsRemembered } from "../plan/reading/chosen-before.ts";
import { undoSettings } from "../plan/undo/plan-undo.ts";
import type { Lease } from "../store/next-run/lease.ts";
import type { ApplyDeps } from "./apply/apply-plan.ts";
import { whileHolding } from "./apply/while-holding.ts";
import { applyAndReadBack } from "./apply-and-read-back.ts";
import { askingAgain } from "./ask-again.ts";
import type { CanaryRequest } from "./canary.ts";
import { failedBy } from "./cancelled.ts";
import { closeInterruptedRuns } from "./close-interrupted-runs.ts";
import { payRefresh, unpaid } from "./pay-refresh.ts";
import { type ApprovedPlan, approvalRefusal } from "./permit/approved-plan.ts";
import { unsafePlanError } from "./permit/unsafe-plan-error.ts";
import { takeRelease, verdictOn, withAccepted } from "./permit/verdict-on.ts";
import { type PlanningDeps, type Prepared, preparePlan } from "./prepare/prepare-plan.ts";
import { prepareUndo } from "./prepare/prepare-undo.ts";
import { type Stopwatch, startStopwatch } from "./prepare/stopwatch.ts";
import { findUnchanged, rememberReading } from "./prepare/unchanged.ts";
import type { RefreshProgressDeps } from "./show-refresh-progress.ts";

export type RunDeps = PlanningDeps &
  ApplyDeps &
  RefreshProgressDeps & {
    /** Removes the jobs that a run of another process left in the queue. */
    readonly clearQueue: (run: string) => Promise<void>;
  };

export type RunRequest = {
  readonly trigger: Trigger;
  /** Who asked for the run. */
  readonly by?: Actor;
  /** Decides whether the plan is applied; called before anything is written. */
  readonly approve: (plan: Plan) => Promise<boolean>;
  /** Ends the run after its calls in flight. */
  readonly signal?: AbortSignal;
  /** The plan that somebody has approved; no other plan is applied. */
  readonly approved?: ApprovedPlan;
  /** Permits one plan although it exceeds limits. */
  readonly release?: Release;
  /** The id of a run to undo, instead of following the source. */
  readonly undoes?: string;
  /** The people and departments to which the run is restricted; none: it is a whole run. */
  readonly only?: readonly string[];
  /** Applies a few entries first, reads them back, and asks before the rest. */
  readonly canary?: CanaryRequest;
  /** The id of the run that somebody asked for (`store.requests`). */
  readonly requested?: string;
  /** Somebody asked for a plan only. */
  readonly dry?: boolean;
};

export type RunResult = {
  readonly run: RunSummary;
  readonly plan?: Plan;
  /** What the plan was made from. */
  readonly prepared?: Prepared;
  /** Why the run ended early or its plan was not applied; `run.error` is the short form. */
  readonly error?: MusterdError;
};

/**
 * Does one run. If `approve` declines the plan, the run ends as planned. Rejects only with `run-in-progress` (another
 * process has the lease) and `store-unavailable` (the next run closes this one); every other failure is in the result and
 * in the store.
 */
export const reconcile = async (deps: RunDeps, request: RunRequest): Promise<RunResult> => {
  const { trigger, undoes, by, signal = new AbortController().signal } = request;
  const ending = followSignal(signal);
  const { store, log } = deps;
  const lease = await store.leases.take();
  try {
    if (lease.replaced !== undefined) {
      const facts = { holder: holderText(lease.replaced) };
      await store.audit.append({ event: "lease-taken-over", by: program, facts });
    }
    await closeInterruptedRuns(deps);
    const isWhole = undoes === undefined && !request.only?.length;
    const takes = request.requested ?? (isWhole ? "ordinary" : undefined);
    const askAgain = takes === "ordinary" ? await askingAgain(store) : undefined;
    const runId = await store.runs.begin(trigger, "running", { undoes, by, dry: request.dry, takes });
    log.info({ runId, trigger, ...(undoes !== undefined && { undoes }) }, "run started");
    const stopwatch = startStopwatch(deps.clock);
    let paying: ReturnType<typeof payRefresh> | undefined;
    const pay = () => (paying ??= payRefresh(deps, lease, stopwatch, signal));
    const { status, prepared, error, plan } = await attempt(deps, runId, request, ending, { lease, stopwatch, pay });
    const { state, error: refreshError } = await (status === "planned" ? unpaid(deps) : pay());
    const ended = refreshError && (status === "succeeded" || status === "partial") ? failedBy(refreshError) : status;
    const cause = error ?? refreshError;
    const run = await store.runs.end(runId, {
      status: ended,
      refresh: state,
      phasesMs: stopwatch.spentMs(),
      ...(cause && { error: errorFields(cause) }),
    });
    await askAgain?.(run);
    const audit = auditHeadText(await store.audit.head());
    logEnd(deps, run, cause, audit, cause ? [] : await store.retries.codesOf(runId));
    const made = prepared ? { plan: prepared.plan, prepared } : plan && { plan };
    return { run, ...made, ...(cause && { error: cause }) };
  } finally {
    await lease.release();
  }
};

/** The one line of a run that a person may have to read: its level says whether. */
const logEnd = (
  { log }: RunDeps,
  { id: runId, status, refresh, failed }: RunSummary,
  cause: MusterdError | undefined,
  audit: string,
  codes: readonly string[],
): void => {
  const error = cause && errorFields(cause);
  const level =
    status === "failed" || status === "blocked" ? "error" : cause || failed > 0 || codes.length > 0 ? "warn" : "info";
  log[level](
    { runId, status, refresh, audit, ...error, ...(codes.length > 0 && { code: codes[0], codes }) },
    "run ended",
  );
};

type Attempt = {
  readonly status: RunStatus;
  /** What a run has made; a run that found nothing new has only the plan. */
  readonly prepared?: Prepared;
  readonly plan?: Plan;
  readonly error?: MusterdError;
};

type Having = {
  readonly lease: Lease;
  readonly stopwatch: Stopwatch;
  /** Makes the refresh of the run; a second call returns what the first has returned. */
  readonly pay: () => ReturnType<typeof payRefresh>;
};

/** Does everything from reading to the last write. */
const attempt = async (
  given: RunDeps,
  runId: string,
  request: RunRequest,
  ending: AbortController,
  { lease, stopwatch, pay }: Having,
): Promise<Attempt> => {
  const { approve, only, undoes } = request;
  const settings = undoes === undefined ? given.settings : undoSettings(given.settings);
  const deps = { ...given, settings, target: whileHolding(given.target, lease) };
  const { store } = deps;
  let prepared: Prepared | undefined;
  try {
    const compared = await unlessAborted(ending.signal, findUnchanged(deps, request, runId, stopwatch));
    if (compared.plan) return { status: "succeeded", plan: compared.plan };
    const preparing =
      undoes === undefined ? preparePlan(deps, only, stopwatch, compared.peeked) : prepareUndo(deps, undoes, stopwatch);
    prepared = await unlessAborted(ending.signal, preparing);
    const refusal = await approvalRefusal(deps, request, prepared.plan);
    if (refusal) return await unapplied(deps, runId, "planned", prepared, refusal);
    const made = prepared;
    const decided = await verdictOn(deps, made.plan);
    if (decided.release) prepared = withAccepted(prepared, decided.release);
    const { plan } = prepared;
    if (decided.refusal || plan.breaches.length > 0)
      return await unapplied(deps, runId, "blocked", prepared, decided.refusal ?? unsafePlanError(plan));
    const approving = stopwatch.time("waiting", () => approve(plan));
    if (!(await unlessAborted(ending.signal, approving))) return await unapplied(deps, runId, "planned", prepared);
    const late = await takeRelease(deps, runId, made.plan, { own: request.release, decided: decided.release });
    if (late) return await unapplied(deps, runId, "blocked", made, late);
    // Somebody may have taken a day to approve the plan.
    await lease.check();
    if (await store.isNew()) await oweFirstRefresh(deps, runId);
    if (plan.changes.length > 0) await store.knownDetails.forget();
    await store.plans.keepToApply(runId, plan, prepared.digests);
    const isWhole = plan.only === undefined && undoes === undefined;
    await keepApproval(deps, prepared);
    if (!undoes) {
      await store.ledger.write(unnotedRenames(prepared.desired, prepared.current, prepared.memory));
      await store.ledger.forget("applied/", attemptsOf(prepared.wholeIds));
    }
    if (isWhole) {
      const { desired, memory } = prepared;
      await store.ledger.write([
        ...readingRemembered(readingOf(deps, prepared), plan),
        ...supervisorsRemembered(plan, prepared.current, memory),
      ]);
      // A plan without changes is not blocked, so nobody has accepted anything with it.
      const ofClocks = plan.changes.length > 0 ? (prepared.ofClocks ?? []) : [];
      await store.ledger.write([...questionsRemembered(desired, memory, plan.held), ...ofClocks]);
    }
    const carry = applyAndReadBack.bind(undefined, deps, runId, prepared, ending, lease, request.canary);
    const { stopped, conclude } = plan.changes.length > 0 ? await stopwatch.time("applying", carry) : {};
    if (conclude) await stopwatch.time("applying", conclude.bind(undefined, (await pay()).state === "done"));
    ending.signal.throwIfAborted();
    if (isWhole) await rememberSource(deps, prepared);
    const run = await store.runs.find(runId);
    if (run && run.failed + run.notTried + run.unconfirmed > 0)
      return { status: "partial", prepared, ...(stopped && { error: stopped }) };
    if (isWhole) await rememberReading(deps, runId, prepared, compared.digest);
    await store.links.remember(prepared.memory.links, prepared.links);
    if (ownsApproval(prepared)) await store.approvals.end();
    return { status: "succeeded", prepared };
  } catch (thrown) {
    const error = asMusterdError(thrown);
    await store.knownDetails.forget().catch(() => undefined);
    return { status: failedBy(error), ...(prepared && { prepared }), error };
  }
};

/** Keeps a plan of which nothing is applied. */
const unapplied = async (
  { store }: RunDeps,
  runId: string,
  status: "planned" | "blocked",
  prepared: Prepared,
  error?: MusterdError,
): Promise<Attempt> => {
  await store.plans.keep(runId, prepared.plan, prepared.digests);
  return { status, prepared, ...(error && { error }) };
};

/** The approval of an interrupted whole plan is not replaced or ended by a restricted one. */
const ownsApproval = ({ plan, approval }: Prepared): boolean => plan.only === undefined || approval === undefined;

/** An undo ends the approval of the plan before: its rest must not be applied without being judged again. */
const keepApproval = async ({ store, clock }: RunDeps, prepared: Prepared): Promise<void> => {
  const { plan, approval } = prepared;
  if (plan.changes.length === 0 || !ownsApproval(prepared)) return;
  if (plan.undoes === undefined) await store.approvals.keep(approvalOf(plan, approval, isoInstant(clock.nowMs())));
  else await store.approvals.end();
};

/** After a whole run: the next source is compared with this one. */
const rememberSource = async ({ store }: RunDeps, { profile, desired, current }: Prepared): Promise<void> => {
  if (profile) await store.sourceProfile.keep(profile);
  const memory = await store.ledger.read();
  const baseline = [hiddenBaseline, postsBaseline].flatMap((entriesOf) => entriesOf(desired, current, memory));
  await store.ledger.write(baseline);
};

const readingOf = ({ settings }: RunDeps, { desired, current, memory, plan: { today } }: Prepared) => {
  return { source: desired, target: current, settings, memory, today };
};

/** Owes a refresh, because another program or an earlier, lost store may have written without one. */
const oweFirstRefresh = async ({ store, log }: RunDeps, runId: string): Promise<void> => {
  log.info(
    { runId },
    "the store has no data about this target: no ledger, links, history or profile; one refresh is owed",
  );
  await store.debts.oweRefresh(runId);
};
