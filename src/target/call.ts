/**
 * Typed calls: operation id in, validated contract records out. Reading and writing are two types, so that code that was
 * given reading calls cannot even name a write.
 */
import type { z } from "zod";
import {
  type Body,
  type contract,
  type OperationId,
  type Params,
  type Response,
  specOf,
} from "../contract/contract.ts";
import type { Log } from "../lib/log.ts";
import { CallError, type CallFailure } from "./call-error.ts";
import { classify } from "./classify.ts";
import { retrying } from "./retry.ts";
import type { TargetSettings } from "./settings.ts";
import { shape } from "./shape.ts";
import type { Transport } from "./transport.ts";

/** Operations that change nothing. */
export type ReadId = { [Id in OperationId]: (typeof contract)[Id]["mutates"] extends true ? never : Id }[OperationId];
type WriteId = Exclude<OperationId, ReadId>;

/** A request that changes something. */
export type Write = {
  [Id in WriteId]: { readonly id: Id; readonly params: Params<Id>; readonly body: Body<Id> };
}[WriteId];

/** Runs before every HTTP call, told whether it writes, and in long waits; throws when no further call may be made. */
export type Guard = (writes: boolean) => void;

export type ReadCalls = {
  readonly settings: TargetSettings;
  /** Repeated while that helps. */
  readonly read: <Id extends ReadId>(id: Id, params: Params<Id>, guard: Guard) => Promise<Response<Id>>;
  /** A read whose answer may be that there is none: E2 (R52), D10 (R39). */
  readonly readOrNone: <Id extends "E2" | "D10">(
    id: Id,
    params: Params<Id>,
    guard: Guard,
  ) => Promise<Response<Id> | null>;
};

export type Calls = ReadCalls & {
  /** A write that may be repeated because it sets a state. */
  readonly write: (write: Write, guard: Guard) => Promise<void>;
  /** One attempt; the caller decides with `repeating` what an unknown outcome means. */
  readonly writeOnce: (write: Write, guard: Guard, timeoutMs?: number) => Promise<void>;
  readonly repeating: <T>(task: () => Promise<T>, guard: Guard, backoffMs?: number) => Promise<T>;
};

export const openReadCalls = (transport: Transport, settings: TargetSettings, log: Log): ReadCalls => {
  const ask = <Id extends ReadId>(
    id: Id,
    params: Params<Id>,
    guard: Guard,
    none?: (failure: CallFailure) => boolean,
  ): Promise<Response<Id> | null> => {
    const attempt = async () => {
      guard(false);
      const answer = await transport.send({ operation: id, params, timeoutMs: settings.timeoutMs });
      return valueOf(id, classify(id, answer, none));
    };
    const backoff = { retries: settings.retries, backoffMs: settings.backoffMs, log };
    return transport.inTurn(() => retrying(attempt, () => guard(false), backoff));
  };
  const valueOf = <Id extends ReadId>(id: Id, given: unknown): Response<Id> | null => {
    const value = shape(id, given);
    if (saysNone(id, value)) return null;
    if (value === undefined) throw emptyAnswer(id);
    return validated(id, value);
  };
  return {
    settings,
    read: async (id, params, guard) => {
      const value = await ask(id, params, guard);
      if (value === null) throw unexpected(id, "an object");
      return value;
    },
    readOrNone: (id, params, guard) =>
      ask(id, params, guard, (failure) => meansNone(id, failure, settings.absentErrorCodes)),
  };
};

export const openCalls = (transport: Transport, settings: TargetSettings, log: Log): Calls => {
  const { retries, backoffMs } = settings;
  const send = async ({ id, params, body }: Write, guard: Guard, timeoutMs: number): Promise<void> => {
    guard(true);
    classify(id, await transport.send({ operation: id, params, body, timeoutMs }));
  };
  return {
    ...openReadCalls(transport, settings, log),
    write: (write, guard) =>
      transport.inTurn(() =>
        retrying(
          () => send(write, guard, settings.timeoutMs),
          () => guard(false),
          { retries, backoffMs, log },
        ),
      ),
    writeOnce: (write, guard, timeoutMs = settings.timeoutMs) => transport.inTurn(() => send(write, guard, timeoutMs)),
    repeating: (task, guard, ownBackoffMs = backoffMs) =>
      retrying(task, () => guard(false), { retries, backoffMs: ownBackoffMs, log }),
  };
};

/** No body, `null`, `{}` or a blank account instead of a person. */
const saysNone = (id: ReadId, value: unknown): boolean => {
  if (id !== "E2" && id !== "D10") return false;
  if (value === undefined || value === null) return true;
  if (typeof value !== "object") return false;
  const account = "account" in value ? value.account : undefined;
  return account === undefined || account === null || (typeof account === "string" && account.trim() === "");
};

/** A person may be missing by 404; any other refusal means "none" only where the site's own code says so. */
const meansNone = (id: "E2" | "D10", failure: CallFailure, absentErrorCodes: readonly string[]): boolean =>
  failure.code === "target-refused" &&
  ((id === "E2" && failure.status === 404) || absentErrorCodes.includes(failure.errorCode ?? ""));

const validated = <Id extends ReadId>(id: Id, value: unknown): Response<Id> => {
  const result = (specOf(id).response as z.ZodType).safeParse(value);
  if (result.success) return result.data as Response<Id>;
  const issue = result.error.issues[0];
  throw unexpected(id, issue?.code === "invalid_type" ? issue.expected : "another value", issue?.path);
};

/** The answer is complete but not what the contract says; names the place in the body, never the value. */
export const unexpected = (operation: ReadId, expected: string, path: readonly PropertyKey[] = []): CallError => {
  const place = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("") || "its top";
  return new CallError(operation, {
    code: "response-unexpected",
    message: `the answer does not fit the contract at ${place}: expected ${expected}`,
    wayOut: "compare the service's version with the contract; correct the record in the service if it is one record",
    outcome: "not-done",
    retryable: false,
  });
};

const emptyAnswer = (operation: ReadId): CallError =>
  new CallError(operation, {
    code: "response-incomplete",
    message: "the answer has no body",
    wayOut: "check the network and what stands between musterd and the service; nothing was planned from it",
    outcome: "not-done",
    retryable: true,
  });
