/**
 * One call of the client, from request to answer. A read is repeated when that may help. A write is repeated only if the
 * service cannot have acted, because the service would carry out most repeated writes a second time.
 */
import { type OperationId, specOf } from "../contract/contract.ts";
import { isMayBeNone, meansNone, valueOf } from "./answers/read-answer.ts";
import { CallError, exhausted } from "./call-error.ts";
import { classify } from "./classify.ts";
import { type CallOptions, mustAnswer } from "./request-types.ts";
import { type Backoff, retrying } from "./retry.ts";
import type { Transport } from "./transport/transport.ts";

export type CallSettings = Omit<Backoff, "signal"> & {
  readonly timeoutMs: number;
  readonly absentErrorCodes: readonly string[];
};

type Request = CallOptions & { readonly params?: object | undefined; readonly body?: unknown };

/** The untyped call for every operation; `client.ts` adds the types. */
export type SendCall = (id: OperationId, request?: Request) => Promise<unknown>;

/** Time limit of P1, because the permission refresh may take long (R24). */
const refreshTimeoutMs = 600_000;

export const createCall = (transport: Transport, settings: CallSettings): SendCall => {
  const attempt = async (operation: OperationId, { params, body, signal, timeoutMs }: Request): Promise<unknown> => {
    const answer = await transport.send({
      operation,
      params: (params ?? {}) as Readonly<Record<string, string>>,
      // An optional body is sent as an empty object, because some servers refuse a POST without a body (R25).
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
    const stillWanted = () => signal?.throwIfAborted();
    const once = () => transport.whenFree(stillWanted, () => attempt(id, request));
    const task = () => (isRepeatable(id) ? once() : once().catch(onlyUndone));
    // What a write has done is told, whatever is closed meanwhile.
    const ends = specOf(id).mutates ? [] : [transport.closed];
    const ended = AbortSignal.any([...ends, ...(signal ? [signal] : [])]);
    return transport.inTurn(() => retrying(task, stillWanted, { ...settings, signal: ended }));
  };
};

/** Reads can be repeated. So can the chunk of an upload, because the service recognises it by its number and bytes (R93). */
const isRepeatable = (id: OperationId): boolean => {
  const { mutates, bodyType } = specOf(id);
  return !mutates || bodyType === "multipart";
};

/** Rethrows the error of a write, marked as not retryable if the outcome is unknown. */
const onlyUndone = (error: unknown): never => {
  throw error instanceof CallError && error.failure.outcome === "unknown" ? exhausted(error) : error;
};

/** Returns the record in the answer to a write; undefined when the answer does not contain one (R7). */
const told = (id: OperationId, given: unknown): unknown => {
  if (!specOf(id).response) return undefined;
  try {
    return valueOf(id, given);
  } catch (error) {
    if (mustAnswer.some((one) => one === id)) throw exhausted(error);
    return undefined;
  }
};
