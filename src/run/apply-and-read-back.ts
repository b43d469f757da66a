/** Applies a plan, its canary first, reads back what was written, and repairs what the writes took along. */
import type { MusterdError } from "../lib/errors.ts";
import type { Results } from "../plan/read-back/second-plan.ts";
import type { Lease } from "../store/next-run/lease.ts";
import { type ApplyDeps, applyPlan, closeUntried } from "./apply/apply-plan.ts";
import { recordingRefreshDebt } from "./apply/record-refresh-debt.ts";
import { type CanaryRequest, tryCanary } from "./canary.ts";
import type { PlanningDeps, Prepared } from "./prepare/prepare-plan.ts";
import { type Carry, readBack } from "./read-back/read-back.ts";

type Applied = {
  /** Why only the canary was applied. */
  readonly stopped?: MusterdError;
  /**
   * The service shows values of before: a site may show what was written only after the refresh (R100). Decides the outcomes, by
   * another look if the refresh was made.
   */
  readonly conclude?: (isRefreshed: boolean) => Promise<void>;
};

/** No refresh stays owed if nothing was written. Rejects if the service cannot be read, or the run is stopped. */
export const applyAndReadBack = async (
  deps: PlanningDeps & ApplyDeps,
  runId: string,
  prepared: Prepared,
  ending: AbortController,
  lease: Lease,
  canary: CanaryRequest | undefined,
): Promise<Applied> => {
  const { debts } = deps.store;
  const wasOwed = await debts.refreshOwed();
  const mutations = deps.target.mutations();
  const target = recordingRefreshDebt(deps.target, lease, debts, runId);
  const carry: Carry = (changes) => applyPlan({ ...deps, target }, runId, changes, prepared, ending, lease.check);
  try {
    const reading = (of: Prepared, results: Results) => {
      ending.signal.throwIfAborted();
      return readBack(deps, runId, of, results, carry, ending);
    };
    const { changes } = prepared.plan;
    const first = canary && (await tryCanary(prepared, canary, carry, reading));
    if (first?.stopped) {
      await closeUntried(deps, runId, first.stopped.code);
      return { stopped: first.stopped };
    }
    const tried = first?.results ?? new Map();
    const rest = await carry(changes.filter(({ id }) => !tried.has(id)));
    const results = new Map([...tried, ...rest]);
    const found = [...results.values()].filter((result) => result === "already-so").length;
    if (found > 0) deps.log.warn({ runId, changes: found }, "somebody else wrote to the service during this run");
    const { isBehind, conclude } = await reading(prepared, results);
    if (isBehind) return { conclude };
    await conclude(false);
    return {};
  } finally {
    const write = await debts.unpaidWrite();
    const isUntouched = !wasOwed && deps.target.mutations() === mutations;
    if (isUntouched && write !== undefined) await debts.refreshPaid(write, lease.holder);
  }
};
