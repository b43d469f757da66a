/** Carries out one change: its operations in order, and what their failure means for the run. */
import { asMusterdError, type MusterdError } from "../../lib/errors.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Change } from "../../model/plan/plan.ts";
import type { Outcome } from "../../model/runs/run.ts";
import { stopsRun } from "../../site/calls/stops-run.ts";
import type { Performed, TargetWriter } from "../../site/target.ts";
import type { Store } from "../../store/store.ts";

/** Codes of errors that happen in musterd, not in the service, and would happen with every other change. */
const endsRun: ReadonlySet<string> = new Set(["lease-lost", "store-unavailable", "store-damaged", "internal"]);

/**
 * Carries out the operations of one change, in order. A site may take no last day of somebody who is disabled (E9): whoever returns is
 * enabled first then, and the last day is written after that.
 */
export const carryOut = async (
  { target, store }: { readonly target: TargetWriter; readonly store: Store },
  change: Change,
  ending: AbortController,
  checkLease: () => void | Promise<void>,
  isClosed: () => MusterdError | undefined,
): Promise<Omit<Outcome, "changeId">> => {
  let wrote = false;
  let result: Performed = "already-so";
  const beforeCall = async (writes: boolean): Promise<void> => {
    ending.signal.throwIfAborted();
    await checkLease();
    const closed = wrote ? undefined : isClosed();
    if (closed) throw closed;
    wrote ||= writes;
  };
  const perform = async (operation: Operation): Promise<void> => {
    const performed = await target.perform(operation, beforeCall);
    if (performed === "rehired" || result === "already-so") result = performed;
  };
  const afterEnabling: Operation[] = [];
  try {
    for (const operation of change.operations)
      await perform(operation).catch((thrown: unknown) => {
        if (!isLastDayOfReturner(change, operation) || asMusterdError(thrown).code !== "target-refused") throw thrown;
        afterEnabling.push(operation);
      });
    for (const operation of afterEnabling) await perform(operation);
    return { result };
  } catch (thrown) {
    let error = asMusterdError(thrown);
    const isAccepted = result !== "already-so" || error.code === "not-applied";
    // What was accepted and is not shown, or not known to the next operation, may be carried out after our refresh.
    if (isAccepted && !endsRun.has(error.code))
      error = await store.debts.expectLateWrite().then(() => error, asMusterdError);
    const stops = stopsRun(error) || endsRun.has(error.code);
    if (stops) ending.abort(error);
    // A change that was stopped before its first write is not tried. One that musterd refused after reading has failed.
    const untouched = !wrote && (stops || error === ending.signal.reason || error === isClosed());
    return { result: untouched ? "not-tried" : "failed", code: error.code, message: error.message };
  }
};

const isLastDayOfReturner = ({ action }: Change, { id }: Operation): boolean => action === "reactivate" && id === "E9";
