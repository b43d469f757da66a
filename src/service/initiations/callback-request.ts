/** One attempt to deliver a callback. */
import type { Dispatcher } from "undici";
import { Refusal } from "../kernel/refusal.ts";
import type { CallbackMessage } from "./callback-message.ts";

/** `aborted`: the service closes, and the result is unknown. `forbidden`: the service may not send requests to this address. */
export type AttemptResult = "delivered" | "failed" | "forbidden" | "aborted";

export type AttemptOptions = {
  /** Restricts requests to permitted addresses and follows no redirects. */
  readonly dispatcher: Dispatcher;
  readonly timeoutMs: number;
  readonly closing: AbortSignal;
};

/** Maximum number of bytes that are read from the answer's body, which is not used. */
const readBytes = 64 * 1024;

/** Sends the callback once. Only an answer with a 2xx status counts as delivered; a redirect is a failure. */
export const attemptCallback = async (
  address: string,
  { headers, body }: CallbackMessage,
  { dispatcher, timeoutMs, closing }: AttemptOptions,
): Promise<AttemptResult> => {
  const signal = AbortSignal.any([closing, AbortSignal.timeout(timeoutMs)]);
  const { origin, pathname, search } = new URL(address);
  try {
    const answer = await dispatcher.request({ origin, path: pathname + search, method: "POST", headers, body, signal });
    await answer.body.dump({ limit: readBytes, signal }).catch(() => undefined);
    return answer.statusCode >= 200 && answer.statusCode < 300 ? "delivered" : "failed";
  } catch (error) {
    if (closing.aborted) return "aborted";
    return error instanceof Refusal ? "forbidden" : "failed";
  }
};
