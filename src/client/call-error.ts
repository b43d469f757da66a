/**
 * The error of one call. Beside code and hint it says what the caller must know before repeating: whether the service
 * may have acted, and how long it asked to be left alone.
 */
import { type OperationId, specOf } from "../contract/contract.ts";
import type { ErrorCode } from "../lib/error-codes.ts";
import { MusterdError } from "../lib/errors.ts";

/** not-done: the service did not act · unknown: it may have acted (timeout, reset, 5xx). */
type CallOutcome = "not-done" | "unknown";

export type CallFailure = {
  readonly code: ErrorCode;
  /** Says what happened; no values of people. The operation and the status are added. */
  readonly message: string;
  readonly hint: string;
  readonly outcome: CallOutcome;
  readonly retryable: boolean;
  readonly status?: number;
  /** From Retry-After, in milliseconds. */
  readonly retryAfterMs?: number;
  /** The service's own code for what went wrong. */
  readonly errorCode?: string;
  readonly cause?: unknown;
};

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

/** The same failure when nothing will repeat it any more. */
export const exhausted = (error: unknown): unknown =>
  error instanceof CallError && error.retryable
    ? new CallError(error.operation, { ...error.failure, retryable: false, cause: error })
    : error;

/** Did the service refuse this one call for a reason that lies in its content? */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === "target-refused";
