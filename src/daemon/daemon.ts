/**
 * The long-running part: a clock, a control interface, and one run after another. Whatever asks for a run is first
 * written into the store, so that no wish is lost with a process or a Redis.
 */
import { type ScheduledTask, schedule } from "node-cron";
import type { App, Runs } from "../app.ts";
import { asMusterdError } from "../lib/errors.ts";
import type { Trigger } from "../model/run.ts";
import { openRunQueue, type RunQueue } from "../queue/run-queue.ts";
import { cancelled, createStop, type Stop } from "../run/stop.ts";
import { listen } from "./control.ts";

export type Daemon = {
  /** Address of the control interface. */
  readonly url: string;
  /** Stops the clock and the interface, ends the run that goes on after its calls in flight, pays the refresh. */
  readonly stop: (by: string) => Promise<void>;
};

/** A wish that no job stands for any more is asked for again this often. */
const lookForWishesEveryMs = 5_000;

export const startDaemon = async (app: App): Promise<Daemon> => {
  const { config, store, log } = app;
  const runs = await app.openRuns();
  const stop = createStop();
  const state = { ready: false };
  const queue = openRunQueue(runs.redis, app.target, () => runOnce(app, runs, stop), log);

  const trigger = async (kind: Trigger): Promise<void> => {
    await store.debts.wish(kind);
    ask(queue, app);
  };

  const control = await listen(
    app,
    () => state.ready && !stop.reason(),
    () => trigger("request"),
  );
  const clock: ScheduledTask = schedule(config.daemon.schedule, () => trigger("schedule"), {
    timezone: config.daemon.timeZone,
    noOverlap: true,
  });
  const looking = setInterval(() => void askAgain(queue, app), lookForWishesEveryMs);
  const pending = (await store.runs.unfinished()).length > 0 || (await store.debts.refreshOwed());
  if (pending || config.daemon.runAtStart) await trigger("start-up");
  state.ready = true;
  log.info({ url: control.url, schedule: config.daemon.schedule, timeZone: config.daemon.timeZone }, "daemon ready");

  return {
    url: control.url,
    stop: async (by) => {
      log.info({ by }, "daemon stops");
      stop.request(cancelled(by));
      clearInterval(looking);
      await clock.destroy();
      await control.close();
      await queue.close();
      await runs.close();
      log.info("daemon stopped");
    },
  };
};

const ask = (queue: RunQueue, { log }: App): void => {
  queue.ask().catch((error: unknown) => log.warn({ error: String(error) }, "a run could not be queued yet"));
};

const askAgain = async (queue: RunQueue, app: App): Promise<void> => {
  if ((await app.store.debts.oldestWish()) !== undefined) ask(queue, app);
};

/** One run, start to end; never throws, because the queue must not repeat it. */
const runOnce = async (app: App, runs: Runs, stop: Stop): Promise<void> => {
  const { store, log, config } = app;
  const trigger = await store.debts.oldestWish();
  // Another run has fulfilled the wish, or the daemon is on its way out: nothing to do.
  if (trigger === undefined || stop.reason()) return;
  try {
    await runs.reconcile({
      trigger,
      accepted: [],
      approve: async () => config.daemon.apply,
      onProgress: () => undefined,
      stop,
    });
  } catch (thrown) {
    // `run-in-progress`: the wish stays in the store and is asked for again.
    const { code, message } = asMusterdError(thrown);
    log.warn({ code, message }, "no run now");
  }
};
