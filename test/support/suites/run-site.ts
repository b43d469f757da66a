/** Whole runs in this process with the real service, Redis, store and client; only the source is given as a value. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../../src/lib/clock.ts";
import { createLog } from "../../../src/lib/log.ts";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import type { LedgerEntry, Plan } from "../../../src/model/plan/plan.ts";
import type { PlanSettings } from "../../../src/model/plan/settings.ts";
import type { Progress } from "../../../src/model/runs/run.ts";
import type { RedisHandle } from "../../../src/queue/redis-handle.ts";
import { clearWaveQueue, WaveQueue } from "../../../src/queue/wave-queue.ts";
import { preparePlan } from "../../../src/run/prepare/prepare-plan.ts";
import { type RunDeps, type RunRequest, type RunResult, reconcile } from "../../../src/run/reconcile.ts";
import { openReader, openWriter } from "../../../src/site/open-target.ts";
import type { TargetSettings } from "../../../src/site/settings/settings.ts";
import { openStore, type Store } from "../../../src/store/store.ts";
import { defaultSettings } from "../random/arbitraries.ts";

type RunOptions = Partial<RunRequest> & {
  readonly source: SourceSnapshot;
  readonly settings?: Partial<PlanSettings>;
  readonly onProgress?: (progress: Progress) => void;
  /** The number of failed changes above which the run disables nothing more. */
  readonly maxFailures?: number;
  /** Replaces parts of the run. */
  readonly change?: (fixture: RunDeps) => RunDeps;
};

export type RunSite = {
  readonly store: Store;
  /** The store's database file. */
  readonly file: string;
  readonly run: (options: RunOptions) => Promise<RunResult>;
  /** Plans like `musterd plan`, on a connection that cannot write. */
  readonly plan: (options: RunOptions) => Promise<Plan>;
  /** Stores values as if a run had written them. */
  readonly remember: (entries: readonly LedgerEntry[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

const log = createLog("silent");

/** Makes the target known to the store, with no refresh owed. */
const makeKnown = async ({ debts, leases }: Store): Promise<void> => {
  await debts.oweRefresh("an earlier run");
  const lease = await leases.take();
  await debts.refreshPaid(1, lease.holder);
  await lease.release();
};

/** `clock` stays on the same day in every run unless the test changes it. With `new` the store does not know the target yet. */
export const openRunSite = async (
  settings: TargetSettings,
  redis: RedisHandle,
  clock: Clock,
  state: "known" | "new" = "known",
): Promise<RunSite> => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-run-"));
  const store = openStore(join(folder, "musterd.db"), settings.url, clock);
  if (state === "known") await makeKnown(store);
  const writer = openWriter(settings, log);
  const planning = ({ source, settings: own }: RunOptions) => ({
    source: {
      describe: () => "a value",
      read: async () => ({
        snapshot: source,
        findings: [],
        changes: [],
        feeds: [],
        profile: { version: 1 as const, kinds: {} },
      }),
    },
    store,
    settings: { ...defaultSettings, ...own },
    clock,
    log,
  });
  return {
    store,
    file: join(folder, "musterd.db"),
    run: async (options) => {
      const fixture: RunDeps = {
        ...planning(options),
        target: writer,
        openQueue: (run, work) => new WaveQueue(redis, run, work, 4, log),
        clearQueue: (run) => clearWaveQueue(redis, run),
        maxFailuresBeforeDisabling: options.maxFailures ?? 5,
        onProgress: options.onProgress ?? (() => undefined),
      };
      return reconcile(options.change?.(fixture) ?? fixture, {
        trigger: "command",
        approve: async () => true,
        ...options,
      });
    },
    plan: async (options) => {
      const reader = openReader(settings, log);
      try {
        return (await preparePlan({ ...planning(options), target: reader })).plan;
      } finally {
        await reader.close();
      }
    },
    remember: async (entries) => {
      const run = await store.runs.begin("command", "running");
      await store.plans.record(run, { changeId: "none", result: "applied" }, { entries });
      await store.runs.end(run, { status: "succeeded", refresh: "not-needed" });
    },
    close: async () => {
      await writer.close();
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
};
