/**
 * One call of the client from request to answer. A read is repeated while that helps; a write only where the service
 * cannot have acted, because most writes cannot be told apart from their repetition.
 */
import { type OperationId, specOf } from "../contract/contract.ts";
import { CallError, exhausted } from "./call-error.ts";
import { classify } from "./classify.ts";
import { isMayBeNone, meansNone, valueOf } from "./read-answer.ts";
import { type CallOptions, mustAnswer } from "./request-types.ts";
import { type Backoff, retrying } from "./retry.ts";
import type { Transport } from "./transport.ts";

export type CallSettings = Omit<Backoff, "signal"> & {
  readonly timeoutMs: number;
  readonly absentErrorCodes: readonly string[];
};

type Request = CallOptions & { readonly params?: object | undefined; readonly body?: unknown };

/** The same call for every operation; `client.ts` gives it its types. */
export type SendCall = (id: OperationId, request?: Request) => Promise<unknown>;

/** The permission refresh may take long (R24). */
const refreshTimeoutMs = 600_000;

export const createCall = (transport: Transport, settings: CallSettings): SendCall => {
  const attempt = async (operation: OperationId, { params, body, signal, timeoutMs }: Request): Promise<unknown> => {
    const answer = await transport.send({
      operation,
      params: (params ?? {}) as Readonly<Record<string, string>>,
      // An operation whose body is optional is sent an empty one: some servers refuse a POST without (R25).
      body: body === undefined && specOf(operation).body ? {} : body,
      timeoutMs: timeoutMs ?? (operation === "P1" ? refreshTimeoutMs : settings.timeoutMs),
      signal,
    });
    if (specOf(operation).mutates) return told(operation, classify(operation, answer));
    const none = isMayBeNone(operation) ? operation : undefined;
    const given = classify(
      operation,
      answer,
      (failure) => none !== undefined && meansNone(none, failure, settings.absentErrorCodes),
    );
    const value: unknown = valueOf(operation, given);
    return operation === "J4" || operation === "T1" ? (value as unknown[][]).flat() : value;
  };
  return (id, request = {}) => {
    const { signal } = request;
    const task = () => (isRepeatable(id) ? attempt(id, request) : attempt(id, request).catch(onlyUndone));
    return transport.inTurn(() => retrying(task, () => signal?.throwIfAborted(), { ...settings, signal }));
  };
};

/** A chunk of a file is known by its number and bytes (R93). */
const isRepeatable = (id: OperationId): boolean => {
  const { mutates, bodyType } = specOf(id);
  return !mutates || bodyType === "multipart";
};

/** A write whose outcome is unknown is not repeated. */
const onlyUndone = (error: unknown): never => {
  throw error instanceof CallError && error.failure.outcome === "unknown" ? exhausted(error) : error;
};

/** What the answer to a write tells: the record, or undefined where it tells none of what the contract shows (R7). */
const told = (id: OperationId, given: unknown): unknown => {
  if (!specOf(id).response) return undefined;
  try {
    return valueOf(id, given);
  } catch (error) {
    if (mustAnswer.some((one) => one === id)) throw exhausted(error);
    return undefined;
  }
};
