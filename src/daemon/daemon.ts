/**
 * The daemon: a schedule, an HTTP interface, and runs one after another. Every run request is first written to the store, so
 * that none is lost when the process or Redis fails.
 */
import type { App } from "../app/app.ts";
import type { ErrorWordsOf } from "../app/notifying.ts";
import type { Runs } from "../app/open-runs.ts";
import type { SignOff } from "../app/sign-off.ts";
import type { PartWords } from "../check/check.ts";
import { statusJson } from "../check/status.ts";
import type { ConsoleParts } from "../console/parts.ts";
import { asMusterdError, errorFields, type MusterdError } from "../lib/errors.ts";
import { closeTimeoutMs, within } from "../lib/http/closing.ts";
import type { Trigger } from "../model/runs/run.ts";
import { type Language, programLanguage } from "../model/words/language.ts";
import { openRunQueue, type RunQueue, type RunQueueOwner } from "../queue/run-queue.ts";
import { watchQueues } from "../queue/watched-queues.ts";
import { cancelled } from "../run/cancelled.ts";
import { consolePages } from "./console-pages.ts";
import { type Control, listen } from "./control/control.ts";
import { givingMemoryBack } from "./idle-memory.ts";
import { isLeftToUs, isRefreshEnough, isRunLeft } from "./left-work.ts";
import { redisOutage } from "./redis-outage.ts";
import { openResting, type Resting } from "./resting.ts";
import { openSchedule } from "./schedule.ts";
import { createLiveRun, type LiveRun } from "./state/live-run.ts";
import { type Metrics, openMetrics } from "./state/metrics.ts";
import { createReadiness, failedProbes } from "./state/readiness.ts";
import { openRepetition, type Repetition } from "./state/repetition.ts";

type PartWordsOf = (language: Language) => PartWords;

export type Daemon = {
  /** Address of the control interface. */
  readonly url: string;
  /** Stops the schedule and the interface, ends the current run after its calls in flight, and does the owed refresh. */
  readonly stop: (by: string) => Promise<void>;
};

/** How often the store is checked for run requests without a job, and for work that another process left unfinished. */
const checkForWorkEveryMs = 5_000;

/**
 * Once `stopping` is set, no run starts. It rests after a run that ended with a thrown error. `onlyRefresh`: what waits for its repetition is
 * the refresh of a cancelled run or an undo, not a run.
 */
type State = {
  ready: boolean;
  running: boolean;
  readonly resting: Resting;
  onlyRefresh: boolean;
  stopping?: MusterdError;
  run?: AbortController;
  /** Why no run can begin now, as it was logged. */
  refused?: string | undefined;
};

/**
 * `words` are those of /status, `errorWords` those of messages and pages. Rejects if a part cannot be opened, after closing the parts that
 * were opened before it.
 */
export const startDaemon = async (app: App, words: PartWordsOf, errorWords: ErrorWordsOf): Promise<Daemon> => {
  const { config, store, log } = app;
  const state: State = { ready: false, running: false, resting: openResting(store), onlyRefresh: false };
  const live = createLiveRun();
  await using opening = new AsyncDisposableStack();
  const runs = await app.openRuns();
  opening.defer(() => runs.close());
  const metrics = openMetrics(app, () => state.running);
  opening.defer(async () => metrics.close());
  const notify = (await app.notifying()).open(errorWords, metrics.ended);
  opening.defer(() => notify.close());
  // While a run is in progress no retry is requested, because the end of that run decides about the next retry.
  const repetition = await openRepetition(app, async () => (state.running ? "busy" : again(state.onlyRefresh)));
  opening.defer(() => repetition.close());
  const signOff = await app.signOff(errorWords, () => wake());
  opening.defer(() => signOff.close());
  const owner = { installation: await store.installation(), target: app.target };
  const run = () =>
    runOnce(app, runs, state, repetition, live).finally(() => void Promise.all([notify.pass(), signOff.pass()]));
  const queue = openRunQueue(runs.redis, owner, run, log);
  /** The run that was tried last without the queue. */
  let tried = Promise.resolve();
  const isRedisAway = redisOutage(runs.redis.probe, config.redis.timeoutMs);
  opening.defer(() => queue.close());

  const wake = (): void => {
    state.resting.end();
    ask(queue, app);
  };
  const trigger = async (kind: Trigger): Promise<void> => {
    await store.requests.add({ trigger: kind });
    wake();
  };

  const again = async (mayRefreshOnly: boolean): Promise<"busy" | void> =>
    mayRefreshOnly && (await isRefreshEnough(app)) ? refreshOnly(app, runs, state, repetition) : trigger("retry");

  const control = await openControl(
    { app, errorWords, runs, state, repetition, metrics, notify, signOff, live, wake, owner },
    words,
  );
  opening.defer(() => control.close());
  opening.defer(openSchedule(config.daemon, () => void trigger("schedule").catch(repetition.threw)));
  const checkForWork = async (): Promise<void> => {
    try {
      if ((await state.resting.goesOn()) || (await store.pauses.now())) return;
      if (await store.requests.next()) {
        ask(queue, app);
        if (!state.running && (await isRedisAway())) await (tried = run());
      } else if (!state.running && (await isLeftToUs(app, repetition))) await again(true);
    } catch (thrown) {
      log.warn({ error: String(thrown) }, "the store could not be read");
    }
  };
  opening.defer(every(checkForWorkEveryMs, checkForWork, signOff.pass, givingMemoryBack(state)));
  // Before the first run, which would hide for how long nothing ran.
  await notify.pass();
  if (config.daemon.runAtStart || (await isRunLeft(app))) await trigger("start-up");
  else await checkForWork();
  state.ready = true;
  log.info({ url: control.url, schedule: config.daemon.schedule, timeZone: config.daemon.timeZone }, "daemon ready");

  const opened = opening.move();
  return {
    url: control.url,
    stop: async (by) => {
      log.info({ by }, "daemon stops");
      state.stopping = cancelled(by);
      state.run?.abort(state.stopping);
      await Promise.all([queue.idle(), tried]);
      await within(closeTimeoutMs, () => opened.disposeAsync());
      log.info("daemon stopped");
    },
  };
};

/** Does each work again and again; returns what ends that. */
const every = (ms: number, ...works: readonly (() => Promise<void>)[]): (() => void) => {
  const timer = setInterval(() => {
    for (const work of works) void work();
  }, ms);
  return () => clearInterval(timer);
};

type Served = Pick<ConsoleParts, "app" | "wake" | "errorWords"> & {
  readonly runs: Runs;
  readonly state: State;
  readonly repetition: Repetition;
  readonly metrics: Metrics;
  readonly notify: { readonly tokenRefused: () => void };
  readonly signOff: SignOff;
  readonly live: LiveRun;
  readonly owner: RunQueueOwner;
};

/** Opens the control interface, with the console. */
const openControl = async (served: Served, words: PartWordsOf): Promise<Control> => {
  const { app, errorWords, runs, state, repetition, metrics, notify, signOff, live, wake, owner } = served;
  const readiness = createReadiness(() => phaseOf(state), repetition.quarantine, [runs.redis.probe, app.probeState]);
  const status = async (language: Language) =>
    app.status(words(language), await failedProbes({ redis: runs.redis.probe, state: app.probeState }));
  const watched = watchQueues(runs.redis, owner);
  const queues = () => watched.of(live.running()?.id);
  const pages = consolePages({
    app,
    status,
    errorWords,
    live,
    wake,
    queues,
    metrics,
    onWrongPassword: notify.tokenRefused,
  });
  const control = await listen({
    app,
    live,
    wake,
    readiness,
    status: async () => statusJson(await status(programLanguage)),
    metrics,
    onWrongToken: notify.tokenRefused,
    signOff,
    addPages: pages,
  });
  return {
    ...control,
    close: async () => {
      await control.close();
      await watched.close();
    },
  };
};

const phaseOf = ({ ready, stopping }: State) => (stopping ? "stopping" : ready ? "running" : "starting");

const ask = (queue: RunQueue, { log }: App): void => {
  queue.ask().catch((error: unknown) => log.warn({ error: String(error) }, "a run could not be queued yet"));
};

/** Closes what was cut off, and makes the refresh that is owed, without a run. Never throws. */
const refreshOnly = async (
  { store, log }: App,
  runs: Runs,
  state: State,
  repetition: Repetition,
): Promise<"busy" | void> => {
  if (state.stopping || (await store.pauses.now())) return "busy";
  state.running = true;
  try {
    await runs.refresh();
    log.info("the refresh that was left owed was made");
    state.onlyRefresh = false;
    await repetition.refreshed();
  } catch (thrown) {
    const error = asMusterdError(thrown);
    log.warn(errorFields(error), "the refresh that was left owed has failed");
    if (error.code === "run-in-progress") return;
    state.onlyRefresh = true;
    await repetition.refreshed(error);
  } finally {
    state.running = false;
  }
};

/** Performs one run. Never throws, because the queue would then repeat the run. */
const runOnce = async (app: App, runs: Runs, state: State, repetition: Repetition, live: LiveRun): Promise<void> => {
  const { store, log, config } = app;
  // Redis has come back while a run was tried without it.
  if (state.running) return;
  try {
    const request = await store.requests.next();
    // Another run has already answered the request. Whether the daemon stops is asked last: it may begin to while the store is read.
    if (!request || (await store.pauses.now()) || state.stopping) return;
    const { runId, trigger, by, dry, only } = request;
    // One controller for each run, so that aborting this run does not abort the next.
    state.run = new AbortController();
    state.running = true;
    live.begin(state.run, runId);
    const { run } = await runs.reconcile({
      trigger,
      requested: runId,
      dry,
      only,
      ...(by && { by }),
      approve: async () => config.daemon.apply && !dry,
      onProgress: live.update,
      signal: state.run.signal,
    });
    state.onlyRefresh = false;
    state.refused = undefined;
    // What a stop has cancelled is repeated by the next start.
    if (!state.stopping || run.status !== "cancelled") await repetition.ended(run);
  } catch (thrown) {
    const error = asMusterdError(thrown);
    const { code } = error;
    // The request stays in the store and is tried again.
    if (code === "run-in-progress" || code === "cancelled") {
      if (state.refused !== error.message) log.warn(errorFields(error), "no run now");
      state.refused = error.message;
      return;
    }
    log.error(errorFields(error), "a run has failed");
    await state.resting.begin();
    await repetition.threw(thrown);
  } finally {
    state.running = false;
    live.end();
  }
};
