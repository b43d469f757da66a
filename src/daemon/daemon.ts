/**
 * The long-running part: a clock, a control interface, and one run after another. Whatever asks for a run is first
 * written into the store, so that no wish is lost with a process or a Redis.
 */
import { schedule } from "node-cron";
import type { App, Runs } from "../app.ts";
import { asMusterdError, type MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import type { Trigger } from "../model/run.ts";
import { openRunQueue, type RunQueue } from "../queue/run-queue.ts";
import { cancelled, createStop, type Stop } from "../run/stop.ts";
import { listen } from "./control.ts";
import { createReadiness } from "./readiness.ts";

export type Daemon = {
  /** Address of the control interface. */
  readonly url: string;
  /** Stops the clock and the interface, ends the run that goes on after its calls in flight, pays the refresh. */
  readonly stop: (by: string) => Promise<void>;
};

/** A wish that no job stands for any more is asked for again this often. */
const lookForWishesEveryMs = 5_000;

/** What a daemon is about to do: nothing more once it is `stopping`. */
type State = { ready: boolean; stopping?: MusterdError; run?: Stop };

/** Rejects when a part cannot be opened; what was opened before is closed again. */
export const startDaemon = async (app: App): Promise<Daemon> => {
  const { config, store, log } = app;
  const state: State = { ready: false };
  await using opening = new AsyncDisposableStack();
  const runs = await app.openRuns();
  opening.defer(() => runs.close());
  const queue = openRunQueue(runs.redis, app.target, () => runOnce(app, runs, state), log);
  opening.defer(() => queue.close());

  const trigger = async (kind: Trigger): Promise<void> => {
    await store.debts.wish(kind);
    ask(queue, app);
  };

  const control = await listen(
    app,
    createReadiness(() => phaseOf(state), [runs.redis.probe, app.probeState]),
    () => trigger("request"),
  );
  opening.defer(() => control.close());
  const clock = schedule(config.daemon.schedule, () => trigger("schedule"), {
    timezone: config.daemon.timeZone,
    logger: clockLog(log),
  });
  opening.defer(() => clock.destroy());
  const looking = setInterval(() => void askAgain(queue, app), lookForWishesEveryMs);
  opening.defer(() => clearInterval(looking));
  const pending = (await store.runs.unfinished()).length > 0 || (await store.debts.refreshOwed());
  if (pending || config.daemon.runAtStart) await trigger("start-up");
  else await askAgain(queue, app);
  state.ready = true;
  log.info({ url: control.url, schedule: config.daemon.schedule, timeZone: config.daemon.timeZone }, "daemon ready");

  const opened = opening.move();
  return {
    url: control.url,
    stop: async (by) => {
      log.info({ by }, "daemon stops");
      state.stopping = cancelled(by);
      state.run?.request(state.stopping);
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

const askAgain = async (queue: RunQueue, app: App): Promise<void> => {
  try {
    if ((await app.store.debts.oldestWish()) !== undefined) ask(queue, app);
  } catch (thrown) {
    app.log.warn({ error: String(thrown) }, "wishes could not be read");
  }
};

/** One run, start to end; never throws, because the queue must not repeat it. */
const runOnce = async (app: App, runs: Runs, state: State): Promise<void> => {
  const { store, log, config } = app;
  try {
    const trigger = await store.debts.oldestWish();
    // Another run has fulfilled the wish, or the daemon is on its way out: nothing to do.
    if (trigger === undefined || state.stopping) return;
    // One for each run: what stops this run says nothing about the next.
    state.run = createStop();
    await runs.reconcile({
      trigger,
      accepted: [],
      approve: async () => config.daemon.apply,
      onProgress: () => undefined,
      stop: state.run,
    });
  } catch (thrown) {
    // `run-in-progress`: the wish stays in the store and is asked for again.
    const { code, message } = asMusterdError(thrown);
    log.warn({ code, message }, "no run now");
  }
};
