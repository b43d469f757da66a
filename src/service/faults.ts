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
  /** A call has arrived: the fault that it meets, if any. The call counts as a success until `undo` says otherwise. */
  readonly meet: (operation: OperationId) => { readonly fault: Fault | undefined; readonly undo: () => void };
};

const noFault: ReturnType<Faults["meet"]> = { fault: undefined, undo: () => undefined };

export const createFaults = (): Faults => {
  let ordered: { readonly fault: Fault; waits: number; left: number }[] = [];
  return {
    add: (fault) => {
      ordered.push({ fault, waits: fault.after, left: fault.times });
    },
    clear: () => {
      ordered = [];
    },
    // Counted on arrival, so that exactly `after` calls pass however many are under way.
    meet: (operation) => {
      if (ordered.length === 0) return noFault;
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
