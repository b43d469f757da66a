/**
 * The only file that opens connections. One attempt of one call: bounded in number and time, no redirect followed, no
 * judgement of the answer. A transport for reading is made by `readOnly` and cannot send a change.
 */
import { EventEmitter } from "node:events";
import pLimit from "p-limit";
import { Agent, type Dispatcher, request } from "undici";
import { type OperationId, specOf } from "../contract/contract.ts";
import { CallError } from "./call-error.ts";
import { networkFailure } from "./network-failure.ts";
import type { TargetSettings } from "./settings.ts";
import { siteAddress } from "./site-address.ts";

type WireRequest = {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  /** Sent as JSON; undefined: no body. */
  readonly body?: unknown;
  readonly timeoutMs: number;
};

/** What came back, undecoded; `text` is undefined where the body was cut off or is not UTF-8. */
export type WireAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  readonly text: string | undefined;
};

export type Transport = {
  /** One attempt; rejects with a CallError when no answer came. */
  readonly send: (wire: WireRequest) => Promise<WireAnswer>;
  /** Runs `task` when fewer than `concurrency` others run; a task keeps its place while it waits to repeat. */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

/** A call may last this many times the longest permitted silence: ends a body that trickles for ever. */
const trickleFactor = 10;

export const openTransport = (settings: TargetSettings): Transport => {
  const agent = new Agent({
    connections: settings.concurrency,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: Math.min(settings.timeoutMs, 10_000) },
  });
  const headers: Record<string, string> = {
    "api-key": settings.apiKey,
    corpcode: settings.corpCode,
    accept: "application/json",
  };
  if (settings.appId !== undefined) headers["app-id"] = settings.appId;
  const deadlines = keepDeadlines();
  return {
    send: (wire) => attempt(agent, deadlines, settings, headers, wire),
    inTurn: pLimit(settings.concurrency),
    close: async () => {
      deadlines.close();
      await agent.destroy();
    },
  };
};

/** One timer ends all calls that are overdue; a timer and an AbortSignal for each call would cost a tenth of it. */
type Deadlines = {
  /** A signal that aborts within a second after `afterMs`, unless `settle` is called. */
  readonly set: (afterMs: number) => { readonly signal: EventEmitter; readonly settle: () => void };
  readonly close: () => void;
};

const keepDeadlines = (): Deadlines => {
  const waiting = new Map<EventEmitter, number>();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [signal, dueMs] of waiting) if (dueMs < now) signal.emit("abort");
  }, 1_000).unref();
  return {
    set: (afterMs) => {
      const signal = new EventEmitter();
      waiting.set(signal, performance.now() + afterMs);
      return { signal, settle: () => void waiting.delete(signal) };
    },
    close: () => clearInterval(timer),
  };
};

/** The same transport without the power to change anything (R21): by operation id, whatever the HTTP method is. */
export const readOnly = (transport: Transport): Transport => ({
  ...transport,
  send: async (wire) => {
    if (!specOf(wire.operation).mutates) return transport.send(wire);
    throw new CallError(wire.operation, {
      code: "write-refused",
      message: "changes data and was asked of a connection that only reads; nothing was sent",
      wayOut: "this is a defect of musterd: please report it with the log lines around it",
      outcome: "not-done",
      retryable: false,
    });
  },
});

const attempt = async (
  agent: Agent,
  deadlines: Deadlines,
  settings: TargetSettings,
  headers: Record<string, string>,
  wire: WireRequest,
): Promise<WireAnswer> => {
  const { method, url } = siteAddress(settings, wire.operation, wire.params);
  const sent = wire.body !== undefined;
  const { signal, settle } = deadlines.set(wire.timeoutMs * trickleFactor);
  try {
    return await exchange(url, wire.operation, {
      dispatcher: agent,
      method,
      headers: sent ? { ...headers, "content-type": "application/json" } : headers,
      body: sent ? JSON.stringify(wire.body) : null,
      headersTimeout: wire.timeoutMs,
      bodyTimeout: wire.timeoutMs,
      signal,
    });
  } finally {
    settle();
  }
};

const exchange = async (
  url: string,
  operation: OperationId,
  options: NonNullable<Parameters<typeof request>[1]>,
): Promise<WireAnswer> => {
  const answer = await request(url, options).catch((cause: unknown) => {
    throw new CallError(operation, networkFailure(cause));
  });
  return {
    status: answer.statusCode,
    contentType: headerText(answer.headers["content-type"]),
    retryAfter: headerText(answer.headers["retry-after"]) || undefined,
    text: await bodyText(answer.body),
  };
};

const headerText = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? (value[0] ?? "") : (value ?? "");

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A body that is cut off, too slow, or not UTF-8 is no body: half a list must never pass for a list (R16). */
const bodyText = async (body: Dispatcher.ResponseData["body"]): Promise<string | undefined> => {
  try {
    return utf8.decode(await body.bytes());
  } catch {
    return undefined;
  }
};
