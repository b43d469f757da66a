/**
 * A key that was accepted, and an address that has answered, are not wrong because of one answer: a session has ended, or a gateway has
 * answered (R5). Such a reading is repeated: after a 401 once, because more could lock the key; after a page or a redirect as often as other
 * readings, if its own operation has answered. If that fails as well, the error stands. No write follows such an answer.
 */
import { CallError } from "../client/call-error.ts";

/** The error as one that is repeated, if what has `answered` belies it; `again`: how many times the call was repeated for this. */
export const belied = (error: unknown, answered: ReadonlySet<string>, again: number): CallError | undefined => {
  if (!(error instanceof CallError)) return undefined;
  const { operation, code, failure } = error;
  const { status = 0 } = failure;
  const isReplaced = code === "target-misconfigured" && status >= 200 && status <= 400;
  const isBelied = status === 401 ? again === 0 && answered.size > 0 : isReplaced && answered.has(operation);
  return isBelied ? new CallError(operation, { ...failure, retryable: true, cause: error }) : undefined;
};
