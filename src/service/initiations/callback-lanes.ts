/**
 * A lane holds the callbacks to one receiver and limits how many are sent at a time, so a slow receiver does not delay
 * callbacks to other receivers. Lanes are kept only in memory, because the store has all undelivered callbacks.
 */

export type Lanes = {
  /** Adds a callback. Returns true if it is to be sent now; otherwise it waits until `leave` returns it. */
  readonly enter: (receiver: string, traceId: string) => boolean;
  /** Ends an attempt, and returns the next waiting callback of this receiver, if any. */
  readonly leave: (receiver: string, traceId: string) => string | undefined;
  readonly clear: () => void;
};

type Lane = { readonly inside: Set<string>; readonly waiting: Set<string> };

export const createLanes = (perReceiver: number): Lanes => {
  const lanes = new Map<string, Lane>();
  return {
    enter: (receiver, traceId) => {
      const lane = lanes.get(receiver) ?? { inside: new Set(), waiting: new Set() };
      lanes.set(receiver, lane);
      const isTurn = lane.inside.has(traceId) || lane.inside.size < perReceiver;
      if (isTurn) {
        lane.waiting.delete(traceId);
        lane.inside.add(traceId);
      } else {
        lane.waiting.add(traceId);
      }
      return isTurn;
    },
    leave: (receiver, traceId) => {
      const lane = lanes.get(receiver);
      if (!lane?.inside.delete(traceId)) return undefined;
      const [next] = lane.waiting;
      if (next !== undefined) {
        lane.waiting.delete(next);
        lane.inside.add(next);
      } else if (lane.inside.size === 0) {
        lanes.delete(receiver);
      }
      return next;
    },
    clear: () => lanes.clear(),
  };
};
