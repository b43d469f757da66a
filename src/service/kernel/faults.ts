/**
 * Faults on request: a test or a person chooses a fault, the operation, the call at which it first occurs, and how often it
 * occurs.
 */
import { z } from "zod";
import { type OperationId, operationIds } from "../../contract/contract.ts";

const when = {
  operation: z.enum(operationIds as [OperationId, ...OperationId[]]),
  /** Number of successful calls of the operation before the fault occurs, counted from the moment the fault was requested. */
  after: z.int().min(0).default(0),
  times: z.int().min(1).default(1),
};

/** Whether the fault occurs before the work, or after it and before its answer. */
const moment = z.enum(["before", "after"]).default("before");

export const Fault = z.discriminatedUnion("kind", [
  /** Answers with a status instead of doing the work. Status 200 with an error body imitates a site that refuses so (R6). */
  z.strictObject({
    ...when,
    kind: z.literal("status"),
    status: z.int().min(200).max(599),
    retryAfterSeconds: z.int().min(0).optional(),
    body: z.enum(["error", "html", "none"]).default("error"),
  }),
  /** Does the work, announces the whole body, sends half of it and cuts the connection. */
  z.strictObject({ ...when, kind: z.literal("truncate") }),
  /** Does the work and sends half of the body as a complete answer. */
  z.strictObject({ ...when, kind: z.literal("short-json") }),
  /** Waits before the work, or between the work and its answer. */
  z.strictObject({ ...when, kind: z.literal("hang"), ms: z.int().min(0), when: moment }),
  /** Resets the connection instead of doing the work, or instead of sending its answer. */
  z.strictObject({ ...when, kind: z.literal("reset"), when: moment }),
  /** Redirects (302) to a sign-in page instead of doing the work. */
  z.strictObject({ ...when, kind: z.literal("redirect") }),
]);
export type Fault = z.infer<typeof Fault>;

export type FaultKind = Fault["kind"];

export type Faults = {
  readonly add: (fault: Fault) => void;
  readonly clear: () => void;
  /** Counts an arriving call as successful and returns its fault, if any. Undefined if no faults are ordered. */
  readonly meet: (operation: OperationId) => Meeting | undefined;
};

/** `undo` takes back that the call was counted. */
export type Meeting = { readonly fault: Fault | undefined; readonly undo: () => void };

export const createFaults = (): Faults => {
  let ordered: { readonly fault: Fault; waits: number; left: number }[] = [];
  return {
    add: (fault) => {
      ordered.push({ fault, waits: fault.after, left: fault.times });
    },
    clear: () => {
      ordered = [];
    },
    // Calls are counted on arrival, so that exactly `after` calls pass even when calls run in parallel.
    meet: (operation) => {
      if (ordered.length === 0) return undefined;
      const same = ordered.filter(({ fault }) => fault.operation === operation);
      const due = same.find(({ waits }) => waits === 0);
      if (due) due.left -= 1;
      if (due?.left === 0) ordered = ordered.filter((other) => other !== due);
      const counted = same.filter(({ waits }) => waits > 0);
      for (const order of counted) order.waits -= 1;
      const undo = () => {
        for (const order of counted) order.waits += 1;
      };
      return { fault: due?.fault, undo };
    },
  };
};
