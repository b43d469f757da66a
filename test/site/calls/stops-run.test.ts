/**
 * A service with a limit of calls in an hour (429 with a Retry-After of twenty minutes) held the lanes of a run for that time and failed the
 * one call that it had refused: whose record that was, was held or not written. Now that call waits, too (client/patience.test.ts), and only
 * a service that then refuses again ends the run.
 */
import { expect, it } from "vitest";
import { CallError, type CallFailure } from "../../../src/client/call-error.ts";
import { stopsRun } from "../../../src/site/calls/stops-run.ts";

const refused = (failure: Partial<CallFailure>): CallError =>
  new CallError("E4", {
    code: "target-unavailable",
    message: "busy",
    hint: "later",
    outcome: "not-done",
    retryable: false,
    status: 429,
    ...failure,
  });

it.each<[boolean, string, Partial<CallFailure>]>([
  [true, "asks all callers for a long wait", { retryAfterMs: 1_200_000 }],
  [true, "is closed for long", { retryAfterMs: 1_200_000, status: 503 }],
  [false, "asks for a short wait", { retryAfterMs: 60_000 }],
  [false, "does not say for how long", {}],
  [false, "has locked the object", { retryAfterMs: 1_200_000, status: 423 }],
])("%s: a service that %s ends the run", (stops, _, failure) => {
  expect(stopsRun(refused(failure))).toBe(stops);
});
