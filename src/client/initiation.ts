/** Waits for the result of an external initiation (the start of a workflow form): F1 only queues it, F2 returns its result. */
import { setTimeout as wait } from "node:timers/promises";
import type { Response } from "../contract/contract.ts";
import { initiationProcess } from "../contract/records/forms.ts";
import { MusterdError } from "../lib/errors.ts";
import type { SendCall } from "./send-call.ts";

/** How often, and for how long, the client asks what became of a form. */
export type WaitOptions = {
  readonly signal?: AbortSignal;
  /** Time between two calls of F2, in milliseconds; default 1,000. */
  readonly everyMs?: number;
  /** Longest time to wait in total, in milliseconds; default one minute. */
  readonly timeoutMs?: number;
};

export type Initiations = {
  /**
   * Calls F2 until the initiation has ended; `result` and `resultMessage` state whether it succeeded (R80). Rejects with
   * `initiation-pending` after `timeoutMs`. The initiation may still succeed later, so do not repeat F1.
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
    hint: "query again with the same trace id; sending the form again would create a second document",
  });
