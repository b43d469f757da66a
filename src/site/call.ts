/**
 * Typed calls: operation id in, validated contract records out. Reading and writing are two types, so that code that was
 * given reading calls cannot even name a write.
 */
import { CallError, type CallFailure } from "../client/call-error.ts";
import { classify } from "../client/classify.ts";
import { meansNone, unexpected, valueOf } from "../client/read-answer.ts";
import { retrying } from "../client/retry.ts";
import type { Transport } from "../client/transport.ts";
import type { Body, contract, OperationId, Params, Response } from "../contract/contract.ts";
import type { Log } from "../lib/log.ts";
import type { TargetSettings } from "./settings.ts";

/** Operations that change nothing. */
export type ReadId = { [Id in OperationId]: (typeof contract)[Id]["mutates"] extends true ? never : Id }[OperationId];
type WriteId = Exclude<OperationId, ReadId>;

/** A request that changes something. */
export type Write = {
  [Id in WriteId]: { readonly id: Id; readonly params: Params<Id>; readonly body: Body<Id> };
}[WriteId];

/** Runs before every HTTP call, told whether it writes, and in long waits; throws when no further call may be made. */
export type Guard = (writes: boolean) => void | Promise<void>;

export type ReadCalls = {
  readonly settings: TargetSettings;
  /** Properties that E1 has shown of somebody: a record that lacks them means null (sites leave nulls out). */
  readonly employeeFields: Set<string>;
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
  /** Writes up to now that the service has carried out, or may have: a lost answer counts (R24). */
  readonly mutations: () => number;
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
      await guard(false);
      const answer = await transport.send({ operation: id, params, timeoutMs: settings.timeoutMs });
      return valueOf(id, classify(id, answer, none));
    };
    const backoff = { retries: settings.retries, backoffMs: settings.backoffMs, onRepeat: noteRepeat(log) };
    return transport.inTurn(() => retrying(attempt, () => guard(false), backoff));
  };
  return {
    settings,
    employeeFields: new Set(),
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
  let mutations = 0;
  const send = async ({ id, params, body }: Write, guard: Guard, timeoutMs: number): Promise<void> => {
    await guard(true);
    try {
      classify(id, await transport.send({ operation: id, params, body, timeoutMs }));
    } catch (error) {
      if (!(error instanceof CallError) || error.failure.outcome === "unknown") mutations += 1;
      throw error;
    }
    mutations += 1;
  };
  return {
    ...openReadCalls(transport, settings, log),
    mutations: () => mutations,
    write: (write, guard) =>
      transport.inTurn(() =>
        retrying(
          () => send(write, guard, settings.timeoutMs),
          () => guard(false),
          { retries, backoffMs, onRepeat: noteRepeat(log) },
        ),
      ),
    writeOnce: (write, guard, timeoutMs = settings.timeoutMs) => transport.inTurn(() => send(write, guard, timeoutMs)),
    repeating: (task, guard, ownBackoffMs = backoffMs) =>
      retrying(task, () => guard(false), { retries, backoffMs: ownBackoffMs, onRepeat: noteRepeat(log) }),
  };
};

const noteRepeat =
  (log: Log) =>
  ({ operation, code, failure }: CallError, attempt: number): void =>
    log.warn({ operation, code, status: failure.status, attempt }, "call is repeated");
