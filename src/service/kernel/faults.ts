/** Faults on request: the operation, the kind of fault, the call at which it first occurs, and how often it occurs. */
import { z } from "zod";
import { type OperationId, operationIds } from "../../contract/contract.ts";

const when = {
  operation: z.enum(operationIds),
  /** Number of successful calls of the operation before the fault occurs, counted from the moment the fault was requested. */
  after: z.int().min(0).default(0),
  times: z.int().min(1).default(1),
};

const moment = z.enum(["before", "after"]).default("before");

export const Fault = z.discriminatedUnion("kind", [
  /** Answers with a status instead of doing the work. Status 200 with an error body imitates a site that refuses so (R6). */
  z.strictObject({
    ...when,
    kind: z.literal("status"),
    status: z.int().min(200).max(599),
    retryAfterSeconds: z.int().min(0).optional(),
    body: z.enum(["error", "html", "busy", "none"]).default("error"),
  }),
  /** Does the work, announces the whole body, sends half of it and cuts the connection. */
  z.strictObject({ ...when, kind: z.literal("truncate") }),
  /** Does the work and sends half of the body as a complete answer. */
  z.strictObject({ ...when, kind: z.literal("short-json") }),
  /** Waits before the work, or between the work and its answer. */
  z.strictObject({ ...when, kind: z.literal("hang"), ms: z.int().min(0).max(86_400_000), when: moment }),
  /** Resets the connection instead of doing the work, or instead of sending its answer. */
  z.strictObject({ ...when, kind: z.literal("reset"), when: moment }),
  /** Redirects (302) to a sign-in page instead of doing the work. */
  z.strictObject({ ...when, kind: z.literal("redirect") }),
]);
export type Fault = z.infer<typeof Fault>;

export type FaultKind = Fault["kind"];

/** `undo` takes back that the call was counted. */
export type Meeting = { readonly fault: Fault | undefined; readonly undo: () => void };

export type Faults = ReturnType<typeof createFaults>;

export const createFaults = () => {
  let ordered: { readonly fault: Fault; waits: number; left: number }[] = [];
  return {
    add: (fault: Fault): void => {
      ordered.push({ fault, waits: fault.after, left: fault.times });
    },
    clear: (): void => {
      ordered = [];
    },
    /**
     * Counts a call as successful and returns its fault, if any. Undefined if no faults are ordered. Calls are counted when they
     * arrive, so that exactly `after` of them pass even when they run in parallel.
     */
    meet: (operation: OperationId): Meeting | undefined => {
      if (ordered.length === 0) return undefined;
      const same = ordered.filter(({ fault }) => fault.operation === operation);
      const due = same.find(({ waits }) => waits === 0);
      if (due) due.left -= 1;
      ordered = ordered.filter(({ left }) => left > 0);
      const counted = same.filter(({ waits }) => waits > 0);
      const count = (change: number) => {
        for (const order of counted) order.waits += change;
      };
      count(-1);
      return { fault: due?.fault, undo: () => count(1) };
    },
  };
};
