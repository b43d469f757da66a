/**
 * Builds the parts of musterd from the configuration: source, store, connection to the service, Redis. Only `openRuns` and
 * `writeTest` open a connection that can write; all other functions of an app only read. What reads, plans, writes or tells is loaded with the first
 * call that needs it, so a command about the store loads little more than the store.
 */
import { join } from "node:path";
import type { Check, PartWords } from "../check/check.ts";
import type { measureEstimate } from "../check/measure-estimate.ts";
import type { KnownSite } from "../check/site.ts";
import type { Status } from "../check/status.ts";
import type { Config } from "../config/config.ts";
import { inspectTrusted } from "../config/trusted-files.ts";
import { systemClock } from "../lib/clock.ts";
import type { Log } from "../lib/log.ts";
import type { Actor } from "../model/runs/actor.ts";
import type { ReadingWatch } from "../model/runs/run.ts";
import type { Report } from "../report/entries/report.ts";
import type { Explained, Readings, SourceDeps } from "../run/explain-record.ts";
import { createSavedPlans, type SavedPlans } from "../run/permit/saved-plan.ts";
import type { WriteTest } from "../run/write-test.ts";
import { describeTarget, type TargetSettings } from "../site/settings/settings.ts";
import { createHrSource } from "../source/hr-source.ts";
import type { Source } from "../source/source.ts";
import { openStore, type Store } from "../store/store.ts";
import type { ComparedPlans } from "./comparison.ts";
import { createDeciding, type Deciding } from "./deciding.ts";
import type { ErrorWordsOf, Notifying } from "./notifying.ts";
import type { Runs } from "./open-runs.ts";
import type { PlannedRun, Preview, WantedPlan } from "./planning.ts";
import { readingModeOf } from "./reading-mode.ts";
import { createTurns } from "./readings-in-turn.ts";
import type { SignOff } from "./sign-off.ts";
import { reportOf } from "./stored-report.ts";

export type App = {
  readonly config: Config;
  readonly log: Log;
  readonly store: Store;
  readonly source: Source;
  /** The name of the target; the store keeps the data about the target under this name. */
  readonly target: string;
  /**
   * Reads both sides with a transport that cannot write, and makes a plan, restricted to the people and departments that `only`
   * names; with `undoes`, the undo of that run. Stores it as a run that was not applied.
   */
  readonly plan: (accepted: readonly string[], wanted?: WantedPlan & { readonly by?: Actor }) => Promise<PlannedRun>;
  /** The plans of this and of another configuration, from the same readings. Stores nothing. */
  readonly compare: (other: Config, accepted: readonly string[]) => Promise<ComparedPlans>;
  /** Reads both sides and makes a plan, without storing anything. */
  readonly preview: () => Promise<Preview>;
  /** Explains one record with its plan; stores nothing. `word`: see explainRecord. */
  readonly explain: (word: string) => Promise<Explained>;
  readonly savedPlans: SavedPlans;
  readonly deciding: Deciding;
  readonly notifying: () => Promise<Notifying>;
  /** What is submitted to the service's own workflow. `wake`: a run was asked for. */
  readonly signOff: (errorWords: ErrorWordsOf, wake: () => void) => Promise<SignOff>;
  readonly openRuns: () => Promise<Runs>;
  /** The report of a stored run; undefined if there is none with a plan. With the run's readings it explains its rows. */
  readonly report: (runId: string, readings?: Readings) => Promise<Report | undefined>;
  /** Tries configuration, source, target, Redis and state folder once each, and continues after a failure. */
  readonly estimate: () => ReturnType<typeof measureEstimate>;
  readonly check: (words: PartWords) => Promise<readonly Check[]>;
  /** What is known of the site, with what its readings answer. */
  readonly site: (words: PartWords) => Promise<KnownSite>;
  /** Tries the habits of writes on a test person, and restores them (run/write-test.ts). */
  readonly writeTest: (account: string, signal: AbortSignal) => Promise<WriteTest>;
  /** How musterd is doing, from what it remembers, and from its own parts if the caller has not examined them (`parts`). */
  readonly status: (words: PartWords, parts?: readonly Check[]) => Promise<Status>;
  /** Rejects with `store-unavailable` if the state folder cannot be written to. */
  readonly probeState: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** `identity`: the name of the service in the store, also where its address changes with every start. */
export type Target = { readonly identity: string; readonly connect: () => Promise<TargetSettings> };

/** The app of a service with a fixed address. */
export const openApp = (config: Config, settings: TargetSettings, log: Log, watch?: ReadingWatch): App =>
  openAppOf(config, { identity: describeTarget(settings), connect: async () => settings }, log, watch);

/** The app of a service that is opened when it is first needed. */
export const openAppOf = (
  config: Config,
  { identity: target, connect }: Target,
  log: Log,
  watch?: ReadingWatch,
): App => {
  for (const access of inspectTrusted(config)) log.warn(access, "others can use what musterd trusts");
  const store = openStore(join(config.stateFolder, "musterd.db"), target, systemClock, {
    ...config,
    configurationDigest: config.digest,
  });
  const source = openSource(config, store, watch);
  const known = { source, store, clock: systemClock, log, reading: readingModeOf(config) };
  const planningDeps = (accepted: readonly string[]): SourceDeps => ({
    ...known,
    settings: { ...config.plan, accepted },
  });

  const inTurn = createTurns();
  const planning = async () =>
    (await import("./planning.ts")).openPlanning({ config, store, log, planningDeps, connect, watch, inTurn });
  const parts = { config, store, log, target };
  const preview = async () => (await planning()).preview();
  const deciding = createDeciding({ config, store, check: async (...given) => (await preview()).check(...given) });
  const stored = (runId: string) => reportOf({ config, store, source, target }, runId);

  return {
    config,
    log,
    store,
    source,
    target,

    preview,
    deciding,
    explain: async (word) => (await planning()).explain(word),
    plan: async (accepted, wanted) => (await planning()).plan(accepted, wanted),
    compare: async (other, accepted) => {
      const { compareConfigurations } = await import("./comparison.ts");
      return compareConfigurations({ config, settings: await connect(), store, log, watch }, other, accepted);
    },

    savedPlans: createSavedPlans(store.vault, target, systemClock),
    notifying: async () => (await import("./notifying.ts")).createNotifying(parts, connect),

    signOff: async (errorWords, wake) =>
      (await import("./sign-off.ts")).openSignOff({
        ...parts,
        deciding,
        connect,
        errorWords,
        wake,
        report: stored,
      }),

    openRuns: async () =>
      (await import("./open-runs.ts")).openRuns({ config, log, store }, await connect(), planningDeps, watch),

    report: async (runId, readings) => {
      const report = await stored(runId);
      return report && readings ? (await planning()).explained(report, readings, runId) : report;
    },

    status: async (words, examined) => (await import("../check/status.ts")).readStatus(parts, words, examined),
    estimate: async () => (await planning()).estimate(source),
    check: async (words) =>
      (await import("../check/check-parts.ts")).checkParts({ config, source, store, log }, connect, words),
    site: async (words) =>
      (await import("../check/site.ts")).knownSite({ settings: await connect(), store, log }, words),
    writeTest: async (account, signal) =>
      (await import("./test-writes.ts")).testWrites({ config, log, store }, await connect(), account, signal),
    probeState: () => store.probe(),
    close: () => store.close(),
  };
};

const openSource = (config: Config, store: Store, watch: ReadingWatch | undefined): Source =>
  createHrSource(
    config.source,
    { lastProfile: () => store.sourceProfile.read(), caches: store.feeds, ...(watch && { watch }) },
    systemClock,
  );
