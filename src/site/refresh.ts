/**
 * P1, the permission refresh: heavy, so never twice at once, and honest about not knowing. Whoever calls it keeps
 * "refresh owed" until it succeeded (R24).
 */

import { CallError } from "../client/call-error.ts";
import { MusterdError } from "../lib/errors.ts";
import type { Calls, Guard } from "./call.ts";

const refresh = { id: "P1", params: {}, body: {} } as const;

/** A service that is busy refreshing needs longer than one that dropped a call. */
const patience = 10;

/** Repeated where the service says that it did not do it; an unknown outcome is not repeated: it may still be at work. */
export const refreshPermissions = (calls: Calls, guard: Guard): Promise<void> => {
  const { refreshTimeoutMs, backoffMs } = calls.settings;
  return calls.repeating(
    () => calls.writeOnce(refresh, guard, refreshTimeoutMs).catch(rethrow),
    guard,
    backoffMs * patience,
  );
};

/** Answers that say nothing of what became of the call: a gateway gave up waiting. */
const gatewayGaveUp: ReadonlySet<number | undefined> = new Set([408, 502, 504]);

const rethrow = (error: unknown): never => {
  if (!(error instanceof CallError)) throw error;
  const { failure } = error;
  if (error.code === "target-no-answer" || gatewayGaveUp.has(failure.status)) {
    throw new MusterdError(
      "refresh-unknown",
      "the permission refresh was asked for, and no answer says that it ended",
      {
        place: { operation: "P1" },
        hint: "nothing needs to be done: it stays owed, and the next run begins with it",
        cause: error,
      },
    );
  }
  if (failure.status === 409) throw new CallError("P1", { ...failure, code: "target-unavailable", retryable: true });
  throw error;
};
