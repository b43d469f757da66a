/**
 * The only file of the client that opens connections. A transport makes single attempts of calls, and limits their time and how
 * many run at once; it follows no redirect and does not judge the answer. A transport made by `readOnly` cannot send a change.
 */
import type { IncomingHttpHeaders } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import pLimit from "p-limit";
import { Agent, type Dispatcher, errors, FormData } from "undici";
import { type OperationId, specOf } from "../../contract/contract.ts";
import { type AnswerScale, openAnswerBudget, tooLong } from "../answers/answer-budget.ts";
import { decompressing, textOf, unknownEncoding } from "../answers/answer-encoding.ts";
import { type FieldAliases, fieldNames } from "../answers/field-names.ts";
import { type StatedSize, statedSize } from "../answers/part-of-list.ts";
import { retryAfterOf } from "../answers/retry-after.ts";
import type { Site } from "../binding.ts";
import { CallError } from "../call-error.ts";
import { connectIgnoringContinue } from "./connect.ts";
import type { CredentialHeaders } from "./credentials.ts";
import { type Deadlines, keepDeadlines } from "./deadlines.ts";
import { networkFailure } from "./network-failure.ts";
import { openPace } from "./pace.ts";
import type { PaceSettings } from "./pace-limits.ts";
import { type SiteAddress, siteAddresses } from "./site-address.ts";

type WireRequest = {
  readonly operation: OperationId;
  readonly params: Readonly<Record<string, string>>;
  /** Sent as JSON, or as form fields where the contract's `bodyType` is multipart; undefined: no body. */
  readonly body?: unknown;
  readonly timeoutMs: number;
  /** The caller's signal; when it aborts, the call rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
};

/** The raw answer; `text` is undefined when the body was cut off or is not Unicode: half a list must not pass for a whole one (R16). */
export type WireAnswer = StatedSize & {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  /** The header Date: the time of the answer by the service's clock. */
  readonly date?: string | undefined;
  readonly text: string | undefined;
  /** How the answer is compressed, if it cannot be decompressed here. */
  readonly unknownEncoding?: string | undefined;
  /** Renames the properties of the decoded value to the contract's names; absent if this site uses those names. */
  readonly named?: (value: unknown) => unknown;
};

export type Transport = {
  /** Makes one attempt; rejects with a CallError when no answer came. */
  readonly send: (wire: WireRequest) => Promise<WireAnswer>;
  /** Runs `task` when fewer than `concurrency` tasks run. A task that waits for a repetition still counts as running. */
  readonly inTurn: <T>(task: () => Promise<T>) => Promise<T>;
  /**
   * Runs `attempt`, which sends one request, as soon as the service can take it (pace.ts). Whatever must still be true when a request
   * is sent is looked at in `attempt`; `stillWanted` is called while it waits, and what it throws ends the wait.
   */
  readonly whenFree: <T>(stillWanted: () => void | Promise<void>, attempt: () => Promise<T>) => Promise<T>;
  /** Aborts when the connections are closed: a read that waits for its repetition ends then. */
  readonly closed: AbortSignal;
  readonly close: () => Promise<void>;
};

export type TransportSettings = Site &
  PaceSettings & {
    /** Properties with another name at this site. */
    readonly fields: FieldAliases;
    /** Longest wait for a connection, in milliseconds; a larger number than 10,000 counts as 10,000. */
    readonly timeoutMs: number;
  };

/** How many tasks keep all connections busy: while one waits for its answer, another prepares its request or uses an answer. */
export const tasksAtATime = (concurrency: number): number => 2 * concurrency;

/** The limit for a whole call, as a multiple of `timeoutMs`. It ends an answer that arrives in tiny parts without end. */
const trickleFactor = 10;

/** Throws `binding-invalid` when one of the paths in `settings.paths` is invalid. */
export const openTransport = (settings: TransportSettings, credentials: CredentialHeaders): Transport => {
  const toWire = wireForm(settings);
  const connect = connectIgnoringContinue(Math.min(settings.timeoutMs, 10_000));
  const agent = new Agent({ connections: settings.concurrency, pipelining: 1, allowH2: false, connect });
  const weigh = openAnswerBudget();
  const pace = openPace(settings);
  const closing = new AbortController();
  const deadlines = keepDeadlines(closing.signal);
  return {
    closed: closing.signal,
    send: async (wire) => {
      const { address, content, named } = toWire(wire);
      const sent = await credentials();
      const startedMs = performance.now();
      try {
        const answer = await attempt({ agent, deadlines, scale: weigh() }, { ...address, ...content }, sent, wire);
        pace.ended(wire.operation, startedMs, { status: answer.status, retryAfterMs: retryAfterOf(answer) });
        return named ? { ...answer, named } : answer;
      } catch (error) {
        pace.ended(wire.operation, startedMs);
        throw error;
      }
    },
    inTurn: turns(settings.concurrency),
    whenFree: pace.whenFree,
    close: async () => {
      closing.abort();
      pace.close();
      await agent.destroy();
    },
  };
};

/**
 * Runs `concurrency` tasks at a time. undici uses a connection again one turn of the event loop after an answer, so a result is
 * handed over two turns later: the service works on the next requests meanwhile. After a failure, no task begins before the
 * caller knows of it, because the failure may forbid further calls.
 */
const turns = (concurrency: number): Transport["inTurn"] => {
  const limit = pLimit(concurrency);
  return (task) =>
    new Promise((resolve, reject) => {
      void limit(async () => {
        try {
          const result = await task();
          setImmediate(() => setImmediate(resolve, result));
        } catch (error) {
          reject(error);
          await nextTurn();
        }
      });
    });
};

/**
 * Returns the same transport without the ability to change anything (R21). It refuses by operation, because a site may use any
 * HTTP method for a read.
 */
export const readOnly = (transport: Transport): Transport => ({
  ...transport,
  send: async (wire) => {
    if (!specOf(wire.operation).mutates) return transport.send(wire);
    throw new CallError(wire.operation, {
      code: "write-refused",
      message: "this operation changes data, but the connection is read-only; nothing was sent",
      hint: "this is a defect in musterd: please report it with the log lines around it",
      outcome: "not-done",
      retryable: false,
    });
  },
});

/**
 * Makes one attempt with undici's lowest interface and collects the answer: the streams of the higher ones cost as much time as
 * the rest of a call.
 */
const attempt = (
  { agent, deadlines, scale }: { readonly agent: Agent; readonly deadlines: Deadlines; readonly scale: AnswerScale },
  request: SiteAddress & Content,
  credentials: Readonly<Record<string, string>>,
  { operation, timeoutMs, signal }: WireRequest,
): Promise<WireAnswer> => {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<WireAnswer>();
  let controller: Dispatcher.DispatchController | undefined;
  let isAborted = false;
  let start: Omit<WireAnswer, "text"> | undefined;
  const chunks: Buffer[] = [];
  let isTooLong = false;
  const abort = () => {
    isAborted = true;
    controller?.abort(new errors.RequestAbortedError());
  };
  const settle = deadlines.set(timeoutMs * trickleFactor, abort);
  signal?.addEventListener("abort", abort);
  const end = (text: string | undefined, cause?: unknown): void => {
    settle();
    scale.release();
    signal?.removeEventListener("abort", abort);
    if (signal?.aborted) reject(signal.reason);
    else if (isTooLong) reject(tooLong(operation));
    else if (start) resolve({ ...start, text });
    else reject(new CallError(operation, networkFailure(operation, cause)));
  };
  const take = (part: Buffer): void => {
    if (isTooLong) return;
    isTooLong = !scale.take(part);
    if (!isTooLong) chunks.push(part);
    else {
      chunks.length = 0;
      content.drop();
      abort();
      end(undefined);
    }
  };
  const fail = (cause: unknown): void => {
    end(undefined, cause);
    abort();
  };
  const content = decompressing({ take, end: () => end(textOf(chunks)), fail });
  agent.dispatch(dispatched(request, credentials, timeoutMs), {
    onRequestStart: (started) => {
      controller = started;
      if (isAborted) abort();
    },
    onResponseStart: (_controller, status, sent) => {
      if (status < 200) return;
      start = startOf(status, sent);
      content.begin(sent);
    },
    onResponseData: (_controller, chunk) => content.take(chunk),
    onResponseEnd: content.end,
    // After the start, the answer was cut off.
    onResponseError: (_controller, cause) => {
      content.drop();
      end(undefined, cause);
    },
  });
  return promise;
};

const dispatched = (
  { method, url, headers, body }: SiteAddress & Content,
  credentials: Readonly<Record<string, string>>,
  timeoutMs: number,
): Dispatcher.DispatchOptions => {
  const { origin, pathname, search } = new URL(url);
  return {
    origin,
    path: `${pathname}${search}`,
    method,
    headers: { accept: "application/json", "accept-encoding": "identity", ...credentials, ...headers },
    body,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  };
};

const startOf = (status: number, headers: IncomingHttpHeaders): Omit<WireAnswer, "text"> => ({
  status,
  contentType: headerText(headers["content-type"]),
  retryAfter: headerText(headers["retry-after"]) || undefined,
  date: headerText(headers.date) || undefined,
  unknownEncoding: unknownEncoding(headers),
  ...statedSize(status, headers),
});

type Content = { readonly headers: Readonly<Record<string, string>>; readonly body: string | FormData | null };

/** Returns the function that gives a call the form that this site expects: its address, and the names in body and answer. */
const wireForm = ({ fields, ...site }: TransportSettings) => {
  const addressOf = siteAddresses(site);
  const names = Object.keys(fields).length > 0 ? fieldNames(fields) : undefined;
  return (wire: WireRequest) => {
    const { operation, body } = wire;
    const address = addressOf(operation, wire);
    // Nothing is lost here: `bindingProblem` allows GET only for an operation whose body has no properties.
    const sent = address.method === "GET" ? undefined : names ? names.sent(operation, body) : body;
    const named = names && ((value: unknown) => names.received(operation, value));
    return { address, content: contentOf(operation, sent), named };
  };
};

/** Returns the body to send and its content-type header. undici itself sets the header of a form. */
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

const headerText = (value: string | string[] | undefined): string => [value].flat()[0] ?? "";
