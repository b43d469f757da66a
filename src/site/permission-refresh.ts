/**
 * P1, the permission refresh. It is expensive, so it never runs twice at once. Callers keep the refresh recorded as
 * owed until it has succeeded (R24).
 */

import { CallError } from "../client/call-error.ts";
import { MusterdError } from "../lib/errors.ts";
import type { Calls, Guard } from "./calls/call.ts";

const refresh = { id: "P1", params: {}, body: {} } as const;

/** Factor on the backoff: a service that is busy refreshing needs more time than one that dropped a call. */
const backoffFactor = 10;

/** Repeats the call if the service did nothing. After an unknown outcome the call is not repeated, because P1 may still run. */
export const refreshPermissions = (calls: Calls, guard: Guard): Promise<void> => {
  const { refreshTimeoutMs, backoffMs } = calls.settings;
  return calls.repeating(
    () => calls.writeOnce(refresh, guard, refreshTimeoutMs).catch(rethrow),
    guard,
    backoffMs * backoffFactor,
  );
};

/** Statuses with which a gateway answers when it stops waiting for the service: the outcome is unknown. */
const gatewayTimeouts: ReadonlySet<number | undefined> = new Set([408, 502, 504]);

/** A longer wait of ours is of no use where something between has given up. */
const nextStep = (status: number | undefined): string =>
  status !== undefined && gatewayTimeouts.has(status)
    ? `ask the service's administrator to let the gateway before the service wait longer for it (it answers with status ${status})`
    : "raise `target.refreshTimeoutMs`";

const alreadyRuns =
  "the service may be at work on another refresh: this one stays owed, and the next run makes it; if that ends in the same way, ask the service's administrator for the reason";

const rethrow = (error: unknown): never => {
  if (!(error instanceof CallError)) throw error;
  const { failure } = error;
  const isReplaced = error.code === "target-misconfigured" && failure.outcome === "unknown";
  if (error.code === "target-no-answer" || isReplaced || gatewayTimeouts.has(failure.status)) {
    throw new MusterdError(
      "refresh-unknown",
      "the permission refresh was requested, but no answer confirms that it has ended",
      {
        place: { operation: "P1" },
        hint: `the refresh stays owed, and the next run makes it; if that ends in the same way, ${nextStep(failure.status)}`,
        cause: error,
      },
    );
  }
  if (failure.status === 409)
    throw new CallError("P1", { ...failure, code: "target-unavailable", hint: alreadyRuns, retryable: true });
  throw error;
};
