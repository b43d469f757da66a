/**
 * One lane for each receiver: only so many callbacks are being sent to it at a time, the others wait their turn, so that a
 * slow receiver keeps nobody else waiting. In memory; the store knows what is owed.
 */

export type Lanes = {
  /** Takes up a callback. True: it is to be sent now; false: it waits, and `leave` will hand it out. */
  readonly enter: (receiver: string, traceId: string) => boolean;
  /** An attempt has ended, or there is nothing to send. Returns the callback whose turn it is now. */
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
