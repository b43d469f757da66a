/**
 * The only file that opens connections. One attempt of one call: bounded in number and time, no redirect followed, no
 * judgement of the answer. A transport for reading is made by `readOnly` and cannot send a change.
 */
import { EventEmitter } from "node:events";
import pLimit from "p-limit";
import { Agent, type Dispatcher, FormData, request } from "undici";
import { type OperationId, specOf } from "../contract/contract.ts";
import type { Site } from "./binding.ts";
import { CallError } from "./call-error.ts";
import type { CredentialHeaders } from "./credentials.ts";
import { type FieldAliases, fieldNames } from "./field-names.ts";
import { networkFailure } from "./network-failure.ts";
import { type SiteAddress, siteAddresses } from "./site-address.ts";

type WireRequest = {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  /** Sent as JSON, or as the fields of a form where the contract says multipart; undefined: no body. */
  readonly body?: unknown;
  readonly timeoutMs: number;
  /** The caller's own; its reason is thrown. */
  readonly signal?: AbortSignal | undefined;
};

/** What came back, undecoded; `text` is undefined where the body was cut off or is not UTF-8. */
export type WireAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  readonly text: string | undefined;
  /** Puts its decoded value into the contract's names, where this site has others. */
  readonly named?: (value: unknown) => unknown;
};

export type Transport = {
  /** One attempt; rejects with a CallError when no answer came. */
  readonly send: (wire: WireRequest) => Promise<WireAnswer>;
  /** Runs `task` when fewer than `concurrency` others run; a task keeps its place while it waits to repeat. */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

export type TransportSettings = Site & {
  /** Properties that this site calls otherwise. */
  readonly fields: FieldAliases;
  /** Most calls in flight, and most connections. */
  readonly concurrency: number;
  /** Longest wait for a connection, where that is less than ten seconds. */
  readonly timeoutMs: number;
};

/** A call may last this many times the longest permitted silence: ends a body that trickles for ever. */
const trickleFactor = 10;

/** Rejects with `binding-invalid` where a path of the site cannot be used. */
export const openTransport = (settings: TransportSettings, credentials: CredentialHeaders): Transport => {
  const toWire = wireForm(settings);
  const agent = new Agent({
    connections: settings.concurrency,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: Math.min(settings.timeoutMs, 10_000) },
  });
  const deadlines = keepDeadlines();
  return {
    send: async (wire) => {
      const { address, content, named } = toWire(wire);
      const answer = await attempt(agent, deadlines, { ...address, ...content }, await credentials(), wire);
      return named ? { ...answer, named } : answer;
    },
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
      hint: "this is a defect of musterd: please report it with the log lines around it",
      outcome: "not-done",
      retryable: false,
    });
  },
});

const attempt = async (
  agent: Agent,
  deadlines: Deadlines,
  { method, url, headers, body }: SiteAddress & Content,
  credentials: Readonly<Record<string, string>>,
  wire: WireRequest,
): Promise<WireAnswer> => {
  wire.signal?.throwIfAborted();
  const { signal, settle } = deadlines.set(wire.timeoutMs * trickleFactor);
  const abort = () => signal.emit("abort");
  wire.signal?.addEventListener("abort", abort);
  try {
    const answer = await exchange(url, wire.operation, {
      dispatcher: agent,
      method,
      headers: { accept: "application/json", ...credentials, ...headers },
      body,
      headersTimeout: wire.timeoutMs,
      bodyTimeout: wire.timeoutMs,
      signal,
    });
    wire.signal?.throwIfAborted();
    return answer;
  } catch (error) {
    wire.signal?.throwIfAborted();
    throw error;
  } finally {
    wire.signal?.removeEventListener("abort", abort);
    settle();
  }
};

type Content = { readonly headers: Readonly<Record<string, string>>; readonly body: string | FormData | null };

/** How this site wants a call: where, with which names in the body, and how its answer gets the contract's names. */
const wireForm = ({ fields, ...site }: TransportSettings) => {
  const addressOf = siteAddresses(site);
  const names = Object.keys(fields).length > 0 ? fieldNames(fields) : undefined;
  return (wire: WireRequest) => {
    const { operation, body } = wire;
    const address = addressOf(operation, wire);
    // A binding by GET is of an operation without anything in its body.
    const sent = address.method === "GET" ? undefined : names ? names.sent(operation, body) : body;
    const named = names && ((value: unknown) => names.received(operation, value));
    return { address, content: contentOf(operation, sent), named };
  };
};

/** The body as it travels, and the header that says so; undici writes the one of a form. */
const contentOf = (operation: OperationId, body: unknown): Content => {
  if (body === undefined) return { headers: {}, body: null };
  if (specOf(operation).bodyType !== "multipart") {
    return { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  }
  const form = new FormData();
  for (const [name, value] of Object.entries(body as object)) {
    if (value instanceof Blob) form.set(name, value, "chunk");
    else form.set(name, String(value));
  }
  return { headers: {}, body: form };
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
