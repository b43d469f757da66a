/** Waiting for what comes of an external initiation: F1 only queues it, F2 tells. */
import { setTimeout as wait } from "node:timers/promises";
import type { Response } from "../contract/contract.ts";
import { initiationProcess } from "../contract/form-records.ts";
import { MusterdError } from "../lib/errors.ts";
import type { SendCall } from "./send-call.ts";

export type WaitOptions = {
  readonly signal?: AbortSignal;
  /** Between two questions, in milliseconds; 1,000 unless given. */
  readonly everyMs?: number;
  /** In all, in milliseconds; a minute unless given. */
  readonly timeoutMs?: number;
};

export type Initiations = {
  /**
   * Asks F2 until the initiation has ended, well or not: `result` and `resultMessage` say which (R80). Rejects with
   * `initiation-pending` when the time is over; it may still end later, so F1 must not be repeated.
   */
  readonly waitForInitiation: (traceId: string, options?: WaitOptions) => Promise<Response<"F2">>;
};

export const initiationsOf = (send: SendCall): Initiations => ({
  waitForInitiation: async (traceId, { signal, everyMs = 1_000, timeoutMs = 60_000 } = {}) => {
    const end = performance.now() + timeoutMs;
    for (;;) {
      const found = (await send("F2", { body: { traceId }, signal })) as Response<"F2">;
      if (found.process === initiationProcess.done) return found;
      if (performance.now() + everyMs > end) throw pending(timeoutMs);
      await wait(everyMs, undefined, { signal });
    }
  },
});

const pending = (timeoutMs: number): MusterdError =>
  new MusterdError("initiation-pending", `the initiation has not ended within ${timeoutMs} ms`, {
    place: { operation: "F2" },
    hint: "ask again with the same trace id; sending the form again would make a second document",
  });
