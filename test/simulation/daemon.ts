/**
 * A process of musterd on a simulated machine: the real store, client, planner and runs, with the repetition of the real daemon. It
 * is started again after it has died; whatever it knew then is in its store.
 */

import { openRepetition, type Repetition } from "../../src/daemon/state/repetition.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { asMusterdError } from "../../src/lib/errors.ts";
import type { Log } from "../../src/lib/log.ts";
import { createLog } from "../../src/lib/log.ts";
import type { PlanSettings } from "../../src/model/plan/settings.ts";
import type { Trigger } from "../../src/model/runs/run.ts";
import { cancelled } from "../../src/run/cancelled.ts";
import { type RunDeps, type RunRequest, type RunResult, reconcile } from "../../src/run/reconcile.ts";
import { writerOver } from "../../src/site/open-target.ts";
import { describeTarget, type TargetSettings } from "../../src/site/settings/settings.ts";
import type { SourceReading } from "../../src/source/source.ts";
import { openStore, type Store } from "../../src/store/store.ts";
import type { Disk } from "./disk.ts";
import type { Machine, Owner } from "./machine.ts";
import type { Network } from "./network.ts";
import { type QueueHabits, simulatedQueue } from "./queue.ts";

export type Installation = {
  readonly machine: Machine;
  readonly network: Network;
  readonly disk: Disk;
  readonly queue: QueueHabits;
  readonly target: TargetSettings;
  readonly plan: () => PlanSettings;
  /** HR's files as they are now. */
  readonly read: () => Promise<SourceReading>;
  readonly ended: (by: string, result: RunResult) => void;
  /** When a run has succeeded last, by the steady clock. */
  readonly succeededMs: () => number;
};

const log: Log = createLog("silent");
const vaultKey = "ab".repeat(32);

export const storeOf = ({ disk, target }: Pick<Installation, "disk" | "target">): Store =>
  openStore(disk.file, describeTarget(target), systemClock, { key: vaultKey });

/** What a run of the installation needs; `owner` is the process that makes it. */
export const depsOf = (given: Installation, owner: Owner, store: Store): RunDeps => ({
  source: { read: given.read },
  store,
  settings: given.plan(),
  clock: systemClock,
  log,
  target: writerOver(given.network.transport(owner), given.target, log),
  openQueue: simulatedQueue(given.machine, owner, given.queue),
  clearQueue: async () => undefined,
  maxFailuresBeforeDisabling: 5,
  onProgress: () => undefined,
});

export type Daemon = {
  readonly owner: Owner;
  /** True when no run goes on and nothing is going to be tried again. */
  readonly isQuiet: () => boolean;
  /** Asks for a run, as the schedule does. */
  readonly trigger: (kind: Trigger) => void;
  readonly cancel: () => void;
};

const retryMinutes = [1, 2, 5, 15, 60];
const quarantineHours = 6;
const checkForWorkMs = 15_000;

/** Starts the process. It is busy until it has done what an earlier one has left behind. */
export const startDaemon = (given: Installation, name: string): Daemon => {
  const { machine } = given;
  const owner = machine.newOwner(name);
  let store: Store | undefined;
  let repetition: Repetition | undefined;
  let running: AbortController | undefined;
  let isStarting = true;
  let isResting = false;
  /** A run was asked for that has not begun. */
  let isAsked = false;
  /** A failure that an earlier process has stored is later than every success. */
  let failedMs = machine.steadyMs();
  const asked: Trigger[] = [];

  const runOnce = async (): Promise<void> => {
    if (!store || !repetition || running) return;
    running = new AbortController();
    try {
      const wanted = await store.requests.next();
      if (!wanted) return;
      const { runId: requested, trigger, dry, only } = wanted;
      const request: RunRequest = {
        trigger,
        requested,
        dry,
        only,
        approve: async () => true,
        signal: running.signal,
      };
      const result = await reconcile(depsOf(given, owner, store), request);
      given.ended(name, result);
      failedMs = machine.steadyMs();
      await repetition.ended(result.run);
      isAsked = (await store.requests.next()) !== undefined;
    } catch (thrown) {
      if (asMusterdError(thrown).code === "run-in-progress") return;
      isResting = true;
      failedMs = machine.steadyMs();
      await repetition.threw(thrown);
    } finally {
      running = undefined;
    }
  };
  const trigger = async (kind: Trigger): Promise<void> => {
    isAsked = true;
    await store?.requests.add({ trigger: kind });
    isResting = false;
    await runOnce();
  };
  const checkForWork = async (): Promise<void> => {
    if (!store || isResting || running) return;
    isAsked = (await store.requests.next()) !== undefined;
    if (isAsked) return runOnce();
    const left = await store.leftBehind();
    if (left !== undefined && !(left === "refresh" && repetition?.isWaiting())) await trigger("retry");
  };
  const start = async (): Promise<void> => {
    store = storeOf(given);
    const config = { daemon: { retry: retryMinutes, quarantineHours } };
    const again = async () => (running ? undefined : trigger("retry"));
    repetition = await openRepetition({ store, log, config } as never, again);
    setInterval(() => void checkForWork().catch(() => undefined), checkForWorkMs);
    if (await store.leftBehind()) await trigger("start-up");
    else await checkForWork();
    isStarting = false;
    for (const kind of asked.splice(0)) await trigger(kind);
  };
  void machine.begin(owner, start);
  // Another process on the same store may have done what this one waits for.
  const isRepeating = () => repetition?.isWaiting() && given.succeededMs() <= failedMs;
  const isWaiting = () => isRepeating() || (isAsked && !isResting);
  return {
    owner,
    isQuiet: () => owner.state === "running" && !isStarting && !running && !isWaiting(),
    trigger: (kind) => {
      if (isStarting) asked.push(kind);
      else void machine.begin(owner, () => trigger(kind));
    },
    cancel: () => running?.abort(cancelled("operator")),
  };
};
