/** Classifies errors of one operation: does the error concern the whole service, or only a rule of musterd itself? */
import { CallError } from "../../client/call-error.ts";
import { longestPatienceMs } from "../../client/retry.ts";
import { specOf } from "../../contract/contract.ts";
import { MusterdError } from "../../lib/errors.ts";

const stopping: ReadonlySet<string> = new Set(["target-unauthorized", "target-misconfigured", "write-refused"]);

/**
 * True if every other call of the run would fail in the same way (R5). A write whose address is wrong concerns only the changes that need
 * it: a leaver is disabled (E7), although data cannot be written (E11).
 */
export const stopsRun = (error: unknown): boolean =>
  error instanceof MusterdError && (isShut(error) || (stopping.has(error.code) && !isAddressOfWrite(error)));

/** A service that takes no calls from us (429, 503) for longer than a call waits: others would only wait for the same. */
const isShut = (error: MusterdError): boolean => {
  if (!(error instanceof CallError)) return false;
  const { status, retryAfterMs = 0 } = error.failure;
  return (status === 429 || status === 503) && retryAfterMs > longestPatienceMs;
};

/** A redirect, or a refusal by something before the service; a page under 200 may stand for the whole service. */
const isAddressOfWrite = (error: MusterdError): boolean => {
  if (!(error instanceof CallError) || error.code !== "target-misconfigured") return false;
  const { status = 0 } = error.failure;
  return specOf(error.operation).mutates && ((status >= 300 && status < 400) || [400, 404, 405, 415].includes(status));
};

/**
 * A 404 without the error body of the interface: the address is wrong, or, if the operation has answered for other objects, it
 * has nothing about this one.
 */
export const isUnknownPath = (error: unknown): boolean =>
  error instanceof MusterdError && error.code === "target-misconfigured" && error.place.status === 404;

/** An answer (4xx) of something before the service, which may refuse a value in the path; a method or media type is never a value's. */
export const isOtherPage = (error: unknown): error is MusterdError =>
  error instanceof MusterdError &&
  error.code === "target-misconfigured" &&
  /^4(?!0[57]|15)/.test(String(error.place.status));

const ownRules: ReadonlySet<string> = new Set([
  "already-exists",
  "answers-for-other",
  "changed-since-plan",
  "gone",
  "main-post-missing",
  "omitted-fields-cleared",
  "operation-unbound",
  "path-value-refused",
  "still-occupied",
  "stored-otherwise",
  "value-hidden",
  "value-missing",
]);

/**
 * True if musterd itself refused the operation after reading. Such an error is no sign of a problem with the service, so it does
 * not count for the breaker (run/apply/apply-plan.ts) or for the limit of failures above which nobody is disabled.
 */
export const isOwnRefusal = (code: string | undefined): boolean => code !== undefined && ownRules.has(code);
