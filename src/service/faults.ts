/** Faults on order: what a test or a person asks to go wrong, at which call of which operation, and how often. */
import { z } from "zod";
import { type OperationId, operationIds } from "../contract/contract.ts";

const when = {
  operation: z.enum(operationIds as [OperationId, ...OperationId[]]),
  /** Successful calls of the operation, counted from now, before it fires. */
  after: z.int().min(0).default(0),
  times: z.int().min(1).default(1),
};

/** `before`: nothing is done; `after`: the write is done and stored, only its answer suffers. */
const moment = z.enum(["before", "after"]).default("before");

export const Fault = z.discriminatedUnion("kind", [
  /** Answers with a status instead of doing anything; 200 with an error body is R6. */
  z.strictObject({
    ...when,
    kind: z.literal("status"),
    status: z.int().min(200).max(599),
    retryAfterSeconds: z.int().min(0).optional(),
    body: z.enum(["error", "html", "none"]).default("error"),
  }),
  /** Does the work, promises the whole body, sends half of it and cuts the connection. */
  z.strictObject({ ...when, kind: z.literal("truncate") }),
  /** Does the work and sends half of the body as a complete answer. */
  z.strictObject({ ...when, kind: z.literal("short-json") }),
  /** Waits before doing the work, or between doing it and answering. */
  z.strictObject({ ...when, kind: z.literal("hang"), ms: z.int().min(0), when: moment }),
  /** Resets the connection instead of answering. */
  z.strictObject({ ...when, kind: z.literal("reset"), when: moment }),
  /** Answers 302 to a sign-in page instead of doing anything. */
  z.strictObject({ ...when, kind: z.literal("redirect") }),
]);
export type Fault = z.infer<typeof Fault>;

export type FaultKind = Fault["kind"];

export type Faults = {
  readonly add: (fault: Fault) => void;
  readonly clear: () => void;
  /** A call has arrived: the fault that it meets, if any. */
  readonly meet: (operation: OperationId) => Fault | undefined;
  /** A call has succeeded. */
  readonly count: (operation: OperationId) => void;
};

export const createFaults = (): Faults => {
  let ordered: { readonly fault: Fault; waits: number; left: number }[] = [];
  return {
    add: (fault) => {
      ordered.push({ fault, waits: fault.after, left: fault.times });
    },
    clear: () => {
      ordered = [];
    },
    meet: (operation) => {
      const due = ordered.find(({ fault, waits }) => fault.operation === operation && waits === 0);
      if (!due) return undefined;
      due.left -= 1;
      if (due.left === 0) ordered = ordered.filter((other) => other !== due);
      return due.fault;
    },
    count: (operation) => {
      for (const order of ordered) {
        if (order.fault.operation === operation && order.waits > 0) order.waits -= 1;
      }
    },
  };
};
