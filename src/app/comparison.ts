/** Compares what two configurations would change (`musterd plan --compare`). Opens only readers, and writes nothing. */
import type { Config } from "../config/config.ts";
import { systemClock } from "../lib/clock.ts";
import { MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import type { Plan } from "../model/plan/plan.ts";
import type { PlanDifference } from "../model/plan/plan-difference.ts";
import type { ReadingWatch } from "../model/runs/run.ts";
import { planDifference } from "../plan/plan-difference.ts";
import { comparePlans } from "../run/prepare/compare-plans.ts";
import { openReader } from "../site/open-target.ts";
import { describeTarget, type TargetSettings } from "../site/settings/settings.ts";
import type { FeedCache } from "../source/feeds/feed-cache.ts";
import { createHrSource } from "../source/hr-source.ts";
import { differentPlaces } from "../source/schema/comparable.ts";
import type { Store } from "../store/store.ts";

type ComparisonDeps = {
  readonly config: Config;
  /** The service to connect to. */
  readonly settings: TargetSettings;
  readonly store: Store;
  readonly log: Log;
  readonly watch?: ReadingWatch | undefined;
};

export type ComparedPlans = { readonly plans: readonly [Plan, Plan]; readonly difference: PlanDifference };

/**
 * Makes and compares the plans of both configurations. Throws `comparison-impossible` if they have different targets or sources.
 * `accepted`: the breaches and quality rules that are accepted in both.
 */
export const compareConfigurations = async (
  { config, settings, store, log, watch }: ComparisonDeps,
  other: Config,
  accepted: readonly string[],
): Promise<ComparedPlans> => {
  requireComparable(config, other);
  const caches = readOnly(store.feeds);
  const memory = { lastProfile: () => store.sourceProfile.read(), caches, ...(watch && { watch }) };
  const configured = ({ source, plan }: Config) => ({
    source: createHrSource(source, memory, systemClock),
    settings: { ...plan, accepted },
  });
  const target = openReader(settings, log, watch?.update);
  try {
    const plans = await comparePlans({ target, store, clock: systemClock, ...configured(config) }, configured(other));
    return { plans, difference: planDifference(...plans) };
  } finally {
    watch?.end();
    await target.close();
  }
};

/** Directories are read by their changes since the last run, and the next run must find them as it left them. */
const readOnly = ({ load }: FeedCache): FeedCache => ({
  load,
  save: async () => undefined,
  keepOnly: async () => undefined,
});

const requireComparable = (one: Config, other: Config): void => {
  const different = [
    ...(targetOf(one) === targetOf(other) ? [] : ["target"]),
    ...differentPlaces(one.source, other.source),
  ];
  if (different.length === 0) return;
  throw new MusterdError("comparison-impossible", `the configurations differ in ${different.join(", ")}`, {
    place: { file: other.file },
    hint: "compare configurations of one target and one source; mapping, scope, identity, policy and guard may differ",
  });
};

const targetOf = ({ target, stateFolder }: Config): string =>
  target === "embedded" ? `embedded in ${stateFolder}` : describeTarget(target);
