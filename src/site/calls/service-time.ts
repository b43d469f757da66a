/** Keeps what time it is at the service, by the header Date of its answers and the time that has passed since. */
import type { Transport } from "../../client/transport/transport.ts";

/** `timeMs`: milliseconds since 1970 by the service's clock; undefined until an answer has the header. */
export type TimedTransport = Transport & { readonly timeMs: () => number | undefined };

export const timed = (transport: Transport): TimedTransport => {
  let atStartMs: number | undefined;
  let latest: string | undefined;
  return {
    ...transport,
    send: async (wire) => {
      const answer = await transport.send(wire);
      // The first answer of a second tells most about it.
      if (answer.date === latest) return answer;
      latest = answer.date;
      const startMs = Date.parse(answer.date ?? "") - performance.now();
      // A cache between gives answers with the time at which it got them: the latest one counts.
      if (!Number.isNaN(startMs)) atStartMs = Math.max(atStartMs ?? startMs, startMs);
      return answer;
    },
    timeMs: () => (atStartMs === undefined ? undefined : atStartMs + performance.now()),
  };
};
