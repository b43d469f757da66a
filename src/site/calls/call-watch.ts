/** Lets the metrics of the daemon see calls of the service, without knowing of them: what nobody subscribes to costs nothing. */
import { channel } from "node:diagnostics_channel";
import type { Transport } from "../../client/transport/transport.ts";

/** A call that was answered, or not. `outcome`: `ok`, `refused` (4xx), `failed` (5xx and others) or `no-answer`. */
type WatchedCall = { readonly operation: string; readonly outcome: string; readonly seconds: number };

/** Gets a `WatchedCall` for each attempt. */
const watchedCalls = channel("musterd:call");

/** Gets the id of an operation before each repetition. */
export const repeatedCalls = channel("musterd:call-repeated");

export const watched = (transport: Transport): Transport => ({
  ...transport,
  send: async (wire) => {
    if (!watchedCalls.hasSubscribers) return transport.send(wire);
    const startMs = performance.now();
    const told = (outcome: string): void =>
      watchedCalls.publish({
        operation: wire.operation,
        outcome,
        seconds: (performance.now() - startMs) / 1000,
      } satisfies WatchedCall);
    try {
      const answer = await transport.send(wire);
      told(outcomeOf(answer.status));
      return answer;
    } catch (error) {
      told("no-answer");
      throw error;
    }
  },
});

const outcomeOf = (status: number): string => {
  if (status >= 200 && status < 300) return "ok";
  return status >= 400 && status < 500 ? "refused" : "failed";
};
