/**
 * The long-running part: a clock, a control interface, and one run after another. Whatever asks for a run is first
 * written into the store, so that no run request is lost with a process or a Redis.
 */
import { schedule } from "node-cron";
import type { App, Runs } from "../app.ts";
import { asMusterdError, type MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import type { Trigger } from "../model/run.ts";
import { openRunQueue, type RunQueue } from "../queue/run-queue.ts";
import { cancelled } from "../run/cancelled.ts";
import { listen } from "./control.ts";
import { createReadiness } from "./readiness.ts";
import { openRepetition, type Repetition } from "./repetition.ts";

export type Daemon = {
  /** Address of the control interface. */
  readonly url: string;
  /** Stops the clock and the interface, ends the run that goes on after its calls in flight, pays the refresh. */
  readonly stop: (by: string) => Promise<void>;
};

/** Requests that no job stands for any more, and what another process has left behind, are asked for this often. */
const checkForWorkEveryMs = 5_000;

/**
 * What a daemon is about to do: nothing more once it is `stopping`. `resting`: the last run could not even begin, and its
 * request is still in the store; it waits for the retry.
 */
type State = { ready: boolean; running: boolean; resting: boolean; stopping?: MusterdError; run?: AbortController };

/** Rejects when a part cannot be opened; what was opened before is closed again. */
export const startDaemon = async (app: App): Promise<Daemon> => {
  const { config, store, log } = app;
  const state: State = { ready: false, running: false, resting: false };
  await using opening = new AsyncDisposableStack();
  const runs = await app.openRuns();
  opening.defer(() => runs.close());
  // A run that goes on notes its own end, which decides anew.
  const repetition = await openRepetition(app, async () => (state.running ? undefined : trigger("retry")));
  opening.defer(() => repetition.close());
  const owner = { installation: await store.installation(), target: app.target };
  const queue = openRunQueue(runs.redis, owner, () => runOnce(app, runs, state, repetition), log);
  opening.defer(() => queue.close());

  const trigger = async (kind: Trigger): Promise<void> => {
    await store.debts.requestRun(kind);
    state.resting = false;
    ask(queue, app);
  };

  const readiness = createReadiness(() => phaseOf(state), repetition.quarantine, [runs.redis.probe, app.probeState]);
  const control = await listen(app, readiness, () => trigger("request"));
  opening.defer(() => control.close());
  const clock = schedule(config.daemon.schedule, () => trigger("schedule").catch(repetition.threw), {
    timezone: config.daemon.timeZone,
    logger: clockLog(log),
  });
  opening.defer(() => clock.destroy());
  const checkForWork = async (): Promise<void> => {
    if (state.resting) return;
    try {
      if ((await store.debts.oldestRunRequest()) !== undefined) ask(queue, app);
      else if (!state.running && (await isLeftToUs(app, repetition))) await trigger("retry");
    } catch (thrown) {
      log.warn({ error: String(thrown) }, "the store could not be read");
    }
  };
  const timer = setInterval(() => void checkForWork(), checkForWorkEveryMs);
  opening.defer(() => clearInterval(timer));
  if (config.daemon.runAtStart || (await store.leftBehind())) await trigger("start-up");
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
      await opened.disposeAsync();
      log.info("daemon stopped");
    },
  };
};

const phaseOf = ({ ready, stopping }: State) => (stopping ? "stopping" : ready ? "running" : "starting");

/** The clock's own remarks (a beat missed by a sleeping machine) as log lines instead of text on standard output. */
const clockLog = (log: Log) => {
  const remark = (message: string | Error) => log.warn({ remark: String(message) }, "the clock remarks");
  return { info: remark, warn: remark, error: remark, debug: () => undefined };
};

const ask = (queue: RunQueue, { log }: App): void => {
  queue.ask().catch((error: unknown) => log.warn({ error: String(error) }, "a run could not be queued yet"));
};

/** A refresh that our own runs could not pay waits for its retry, and a daemon that only plans pays none. */
const isLeftToUs = async ({ store, log, config }: App, repetition: Repetition): Promise<boolean> => {
  const left = await store.leftBehind();
  if (left === undefined) return false;
  if (left === "refresh" && (repetition.isWaiting() || !config.daemon.apply)) return false;
  log.info({ left }, "work was left behind by a run that ended early");
  return true;
};

/** One run, start to end; never throws, because the queue must not repeat it. */
const runOnce = async (app: App, runs: Runs, state: State, repetition: Repetition): Promise<void> => {
  const { store, log, config } = app;
  try {
    const trigger = await store.debts.oldestRunRequest();
    // Another run has fulfilled the request, or the daemon is stopping: nothing to do.
    if (trigger === undefined || state.stopping) return;
    // One for each run: what stops this run says nothing about the next.
    state.run = new AbortController();
    state.running = true;
    const { run } = await runs.reconcile({
      trigger,
      approve: async () => config.daemon.apply,
      onProgress: () => undefined,
      signal: state.run.signal,
    });
    await repetition.ended(run);
  } catch (thrown) {
    const { code, message } = asMusterdError(thrown);
    log.warn({ code, message }, "no run now");
    // `run-in-progress`: the request stays in the store and is asked for again.
    if (code === "run-in-progress") return;
    state.resting = true;
    await repetition.threw(thrown);
  } finally {
    state.running = false;
  }
};
