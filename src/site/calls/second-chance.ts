/**
 * A key that was accepted, and an address that has answered, are not wrong because of one answer: a session has ended, or a gateway has
 * answered (R5). Such a call is repeated: a reading after a 401 once, because more could lock the key; any call after a page or a redirect as
 * often as after other answers that are lost. If that fails as well, the error stands, and ends the run. A 403 or a page about one object,
 * which others of its kind do not get, and after which the key is still accepted, concerns that object. A firewall may refuse a single
 * write so, because of a text in it.
 */
import { CallError } from "../../client/call-error.ts";
import { specOf } from "../../contract/contract.ts";
import { isOtherPage, isUnknownPath } from "./stops-run.ts";

/** The error as one that is repeated, if what has `answered` belies it; `again`: how many times the call was repeated for this. */
export const belied = (error: unknown, answered: ReadonlySet<string>, again: number): CallError | undefined => {
  if (!(error instanceof CallError)) return undefined;
  const { operation, failure } = error;
  const { status } = failure;
  const isBelied = status === 401 ? again === 0 : isReplaced(error);
  return isBelied && answered.size > 0
    ? new CallError(operation, { ...failure, retryable: true, cause: error })
    : undefined;
};

/** The same for a write, which is never repeated after a 401: the key may be locked, and the next run comes soon. */
export const beliedWrite = (error: unknown, answered: ReadonlySet<string>): CallError | undefined =>
  error instanceof CallError && isReplaced(error) ? belied(error, answered, 0) : undefined;

const ofOneObject: ReadonlySet<string> = new Set(["E2", "E4", "D9", "D10"]);

/**
 * A key without the permission, or an object about which nobody may ask: some sites refuse questions about people who have left so. A web
 * filter may put a page under 200 in place of one value.
 */
export const isBlockedRead = (error: unknown): error is CallError =>
  error instanceof CallError &&
  ofOneObject.has(error.operation) &&
  (error.code === "target-unauthorized" ? error.failure.status === 403 : isPage(error));

const isPage = (error: CallError): boolean => isReplaced(error) && error.failure.status === 200;

/** A firewall may have refused it, some with a page under 200, if the service still answers other calls. P1 concerns no single object. */
export const isBlockedWrite = (error: unknown): error is CallError => {
  if (!(error instanceof CallError) || error.retryable) return false;
  const { operation, code, failure } = error;
  if (!specOf(operation).mutates || operation === "P1") return false;
  if (code === "target-unauthorized") return failure.status === 403;
  return isOtherPage(error) ? !isUnknownPath(error) : isPage(error);
};

/** The refusal of a call about one object, by a service that accepts the key for all else (R75). */
export const refusedAlone = ({ operation, failure }: CallError): CallError =>
  new CallError(operation, {
    ...failure,
    code: "target-refused",
    message:
      failure.status === 403
        ? "the service refused it (status 403), and accepts the key for others"
        : "it was answered with a web page, and the service answers other calls",
    hint: specOf(operation).mutates
      ? "a firewall before the service may refuse a text in it, such as an apostrophe, or the key may not do this; ask the service's administrator"
      : "ask the service's administrator why this record may not be read",
  });

const isReplaced = ({ code, failure: { status = 0 } }: CallError): boolean =>
  code === "target-misconfigured" && status >= 200 && status <= 400;
