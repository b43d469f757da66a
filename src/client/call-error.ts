/**
 * The error of one call. In addition to code and hint it contains what a caller must know before repeating the call: whether
 * the service may have acted, and how long the service asked the caller to wait.
 */
import { type OperationId, specOf } from "../contract/contract.ts";
import type { ErrorCode } from "../lib/error-codes.ts";
import { MusterdError } from "../lib/errors.ts";

/** `not-done` means that the service did not act; `unknown`, that it may have acted (timeout, reset, 5xx). */
type CallOutcome = "not-done" | "unknown";

/** Why a call failed, and what that says about its effect. */
export type CallFailure = {
  readonly code: ErrorCode;
  /** What happened, without personal data. The constructor adds the operation and the status. */
  readonly message: string;
  readonly hint: string;
  readonly outcome: CallOutcome;
  readonly retryable: boolean;
  readonly status?: number;
  /** The wait that the service requested in the header Retry-After, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The service's own error code. */
  readonly errorCode?: string;
  readonly cause?: unknown;
};

/** A call that failed: the operation, and whether the service may have acted. */
export class CallError extends MusterdError {
  readonly operation: OperationId;
  readonly failure: CallFailure;

  constructor(operation: OperationId, failure: CallFailure) {
    super(failure.code, `${operation} (${specOf(operation).summary}): ${failure.message}`, {
      place: { operation, ...(failure.status === undefined ? {} : { status: failure.status }) },
      hint: failure.hint,
      retryable: failure.retryable,
      cause: failure.cause,
    });
    this.operation = operation;
    this.failure = failure;
  }
}

/** Returns the same failure marked as not retryable, because no retry is left. */
export const exhausted = (error: unknown): unknown =>
  error instanceof CallError && error.retryable
    ? new CallError(error.operation, { ...error.failure, retryable: false, cause: error })
    : error;

/** True when the service refused this call because of its content. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === "target-refused";

const timeouts: ReadonlySet<unknown> = new Set(["UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "UND_ERR_ABORTED"]);

/** True when no answer came in time, to this client or to a gateway (504): the service may still be at work on the call. */
export const isUnderWay = (error: unknown): error is CallError => {
  if (!(error instanceof CallError)) return false;
  const { status, cause } = error.failure;
  return status === 504 || (cause instanceof Error && "code" in cause && timeouts.has(cause.code));
};
