/**
 * Typed calls: they take an operation id and return validated contract records. Reading and writing are separate types,
 * so code that has only reading calls cannot name a write.
 */
import { setTimeout as wait } from "node:timers/promises";
import { meansNone, noContent, unexpected, valueOf } from "../../client/answers/read-answer.ts";
import { CallError, type CallFailure } from "../../client/call-error.ts";
import { classify } from "../../client/classify.ts";
import { retrying } from "../../client/retry.ts";
import type { Transport } from "../../client/transport/transport.ts";
import type { Body, contract, OperationId, Params, Response } from "../../contract/contract.ts";
import type { Log } from "../../lib/log.ts";
import type { TargetSettings } from "../settings/settings.ts";
import { repeatedCalls } from "./call-watch.ts";
import { belied, beliedWrite, isBlockedRead, isBlockedWrite, refusedAlone } from "./second-chance.ts";
import { openServedValues } from "./unserved-values.ts";
import { openWriteTurns } from "./write-turns.ts";

/** Operations that change nothing. */
export type ReadId = { [Id in OperationId]: (typeof contract)[Id]["mutates"] extends true ? never : Id }[OperationId];
type WriteId = Exclude<OperationId, ReadId>;

/** A request that changes something. */
export type Write = {
  [Id in WriteId]: { readonly id: Id; readonly params: Params<Id>; readonly body: Body<Id> };
}[WriteId];

/** Runs before every HTTP call (`writes`: does it write?) and during long waits; throws to forbid further calls. */
export type Guard = (writes: boolean) => void | Promise<void>;

/** What E1 has shown of how the site returns people. */
type ShownOfPeople = {
  /** Properties that were returned for anybody. Where a record lacks one, its value is null: some sites omit nulls. */
  readonly fields: Set<string>;
  /** Somebody was shown with a number. */
  showsNumbers: boolean;
  /** Some records lack properties that others have, so one that all lack may be null for everybody. */
  omitsNulls: boolean;
  /** Properties that E4 has returned for any post, and those of a post that it seems to return for nobody. */
  readonly postFields: Set<string>;
  unshownOfPosts: readonly ("title" | "functions")[];
};

export type ReadCalls = {
  readonly settings: TargetSettings;
  readonly shownOfPeople: ShownOfPeople;
  /** Sends a read, and repeats it as long as that can help. */
  readonly read: <Id extends ReadId>(id: Id, params: Params<Id>, guard: Guard) => Promise<Response<Id>>;
  /** A read of one object that may find nothing: E2 (R52), D10 (R39), E4 and D9 (R101). */
  readonly readOrNone: <Id extends "E2" | "D10" | "D9" | "E4">(
    id: Id,
    params: Params<Id>,
    guard: Guard,
  ) => Promise<Response<Id> | null>;
  /** The same read, but a 404 without an error body is an error. */
  readonly readOrFail: ReadCalls["readOrNone"];
  /** Waits as long as the repetitions of a call last: a proxy that answers for a service which is away is then gone. */
  readonly outlast: () => Promise<void>;
};

export type Calls = ReadCalls & {
  /** The number of writes that the service has carried out or may have carried out; a lost answer counts (R24). */
  readonly mutations: () => number;
  /** Counts a write that the service refused and has carried out all the same, in whole or in part. */
  readonly noteCarriedOut: () => void;
  /** The number of writes of which it is not known whether the service has carried them out, or still will. */
  readonly unanswered: () => number;
  /** Sends a write that may be repeated, because doing it twice has the same effect as once. */
  readonly write: (write: Write, guard: Guard) => Promise<void>;
  /** Sends a write once. To repeat it, the caller uses `repeating` and decides what an unknown outcome means. */
  readonly writeOnce: (write: Write, guard: Guard, timeoutMs?: number) => Promise<void>;
  readonly repeating: <T>(task: () => Promise<T>, guard: Guard, backoffMs?: number) => Promise<T>;
};

/** Beyond it, answers such as "nobody" would make every reading slow. */
const longestOutlastMs = 10_000;

export const openReadCalls = (
  transport: Transport,
  settings: TargetSettings,
  log: Log,
  answered = new Set<OperationId>(),
): ReadCalls => {
  const served = openServedValues(answered);
  const ask = <Id extends ReadId>(
    id: Id,
    params: Params<Id>,
    guard: Guard,
    none?: (failure: CallFailure) => boolean,
  ): Promise<Response<Id> | null> => {
    let repeated = 0;
    const attempt = async () => {
      await guard(false);
      const answer = await transport.send({ operation: id, params, timeoutMs: settings.timeoutMs });
      try {
        const given = classify(id, answer, none);
        const value = valueOf(id, given === undefined ? noContent(id, answer.status) : given, settings);
        answered.add(id);
        served.note(id, params);
        return value;
      } catch (error) {
        const again = belied(error, answered, repeated);
        if (again) repeated += 1;
        throw again ?? error;
      }
    };
    const stillWanted = () => guard(false);
    const { retries, backoffMs } = settings;
    const backoff = { retries, backoffMs, onRepeat: noteRepeat(log), signal: transport.closed };
    return transport.inTurn(() => retrying(() => transport.whenFree(stillWanted, attempt), stillWanted, backoff));
  };
  const readOrFail: ReadCalls["readOrNone"] = async (id, params, guard) => {
    try {
      return await ask(id, params, guard, (failure) => meansNone(id, failure, settings.absentErrorCodes));
    } catch (error) {
      if (!isBlockedRead(error)) throw error;
      await ask("V1", {}, guard);
      // Where E2 is refused, E1 decides; a D10, D9 or E4 that is refused for all would leave everything unknown, and a page says nothing.
      throw (id === "E2" && error.failure.status === 403) || answered.has(id) ? refusedAlone(error) : error;
    }
  };
  return {
    settings,
    shownOfPeople: {
      fields: new Set(),
      showsNumbers: false,
      omitsNulls: false,
      postFields: new Set(),
      unshownOfPosts: [],
    },
    readOrFail,
    outlast: () => {
      const ms = settings.backoffMs * (2 ** settings.retries - 1);
      return wait(Math.min(ms, longestOutlastMs), undefined, { signal: transport.closed });
    },
    read: async (id, params, guard) => {
      const value = await ask(id, params, guard);
      if (value === null) throw unexpected(id, "an object");
      return value;
    },
    readOrNone: (id, params, guard) =>
      readOrFail(id, params, guard).catch((error: unknown) => served.noneAfter(error, id, params)),
  };
};

export const openCalls = (transport: Transport, settings: TargetSettings, log: Log): Calls => {
  const { retries, backoffMs } = settings;
  let mutations = 0;
  let unanswered = 0;
  const answered = new Set<OperationId>();
  const takeTurn = openWriteTurns(retries);
  const attempt = async ({ id, params, body }: Write, guard: Guard, timeoutMs: number): Promise<void> => {
    await guard(true);
    try {
      classify(id, await transport.send({ operation: id, params, body, timeoutMs }));
    } catch (error) {
      if (!(error instanceof CallError) || error.failure.outcome === "unknown") {
        mutations += 1;
        unanswered += 1;
      }
      throw beliedWrite(error, answered) ?? error;
    }
    answered.add(id);
    mutations += 1;
  };
  const send = (write: Write, guard: Guard, timeoutMs: number): Promise<void> =>
    transport.whenFree(
      () => guard(false),
      () => takeTurn(write, () => attempt(write, guard, timeoutMs)),
    );
  const repeated = <T>(task: () => Promise<T>, guard: Guard, ownBackoffMs = backoffMs): Promise<T> =>
    retrying(task, () => guard(false), { retries, backoffMs: ownBackoffMs, onRepeat: noteRepeat(log) });
  const reads = openReadCalls(transport, settings, log, answered);
  /** Where the service still answers, what a firewall may have done concerns this write only. A 403 may be momentary: `sends` are made at most. */
  const unlessBlocked = async <T>(guard: Guard, call: () => Promise<T>, sends = 1): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      if (!isBlockedWrite(error) || (error.failure.status === 200 && answered.size === 0)) throw error;
      await reads.read("V1", {}, guard);
      if (sends > 1 && error.failure.status === 403) return unlessBlocked(guard, call, sends - 1);
      throw refusedAlone(error);
    }
  };
  return {
    ...reads,
    mutations: () => mutations,
    noteCarriedOut: () => {
      mutations += 1;
    },
    unanswered: () => unanswered,
    write: (write, guard) => {
      const task = () => send(write, guard, settings.timeoutMs);
      return unlessBlocked(guard, () => transport.inTurn(() => repeated(task, guard)), 2);
    },
    writeOnce: (write, guard, timeoutMs = settings.timeoutMs) =>
      unlessBlocked(guard, () => transport.inTurn(() => send(write, guard, timeoutMs))),
    repeating: (task, guard, ownBackoffMs) => unlessBlocked(guard, () => repeated(task, guard, ownBackoffMs)),
  };
};

const noteRepeat =
  (log: Log) =>
  ({ operation, code, failure }: CallError, attempt: number): void => {
    repeatedCalls.publish(operation);
    const { status, retryAfterMs } = failure;
    log.warn({ operation, code, status, attempt, retryAfterMs }, "call is repeated");
  };
