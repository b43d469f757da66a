/**
 * Delivery of the callbacks for initiations. The rows that owe a callback are the queue: each has its number of attempts and
 * the time of the next one, so both survive the end of the process. One timer waits for the earliest. A callback may be sent
 * twice if the process dies before the result of an attempt is stored.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Dispatcher } from "undici";
import { isoInstant } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import { type AttemptResult, attemptCallback, type CallbackKey, findCallbackKeys } from "./callback-request.ts";
import type { Company, InitiationRow } from "./tables.ts";

export type CallbackSettings = {
  /** Attempts before delivery is given up. */
  readonly attempts: number;
  /** Approximate wait before the second attempt; each further wait is twice as long. */
  readonly firstDelayMs: number;
  /** Longest time for an attempt, from the connection to the end of the answer. */
  readonly timeoutMs: number;
};

/** With these settings a callback is given up after about two hours. */
export const defaultCallbackSettings: CallbackSettings = { attempts: 12, firstDelayMs: 5_000, timeoutMs: 10_000 };

const longestDelayMs = 60 * 60_000;

/**
 * The wait after `attempts` failed attempts: doubled each time up to an hour, then shortened randomly by up to a half, so that
 * callbacks that failed together are not sent again at the same moment. `random` is from 0 to 1.
 */
export const delayAfter = (attempts: number, { firstDelayMs }: CallbackSettings, random: number): number => {
  const full = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
  return Math.ceil(full * (1 - random / 2));
};

/** Maximum numbers of attempts in progress: in all, and to one receiver, so that a slow receiver does not delay the others. */
export const attemptsAtATime = 32;
export const perReceiver = 4;

const receiverOf = ({ callBackUrl }: Pick<InitiationRow, "callBackUrl">): string => new URL(callBackUrl ?? "").origin;

/** When a row is due. A time farther ahead than any wait comes from a clock that was set back, so the row is due now. */
export const dueMs = ({ callbackDueAt }: Pick<InitiationRow, "callbackDueAt">, nowMs: number): number => {
  const due = callbackDueAt ? Date.parse(callbackDueAt) : nowMs;
  return due > nowMs + longestDelayMs ? nowMs : due;
};

type Owed = Pick<InitiationRow, "id" | "callBackUrl" | "callbackDueAt">;

/**
 * Returns the rows to send now, those due first in front, and the time of the next row that is not due yet. Rows in `working`
 * are being sent; the end of each attempt asks again.
 */
export const chooseCallbacks = <R extends Owed>(
  owed: readonly R[],
  working: ReadonlySet<number>,
  nowMs: number,
): { readonly send: readonly R[]; readonly nextMs: number | undefined } => {
  const waiting = owed.filter(({ id }) => !working.has(id));
  const dueRows = waiting.filter((row) => dueMs(row, nowMs) <= nowMs);
  const inProgress = new Map<string, number>();
  for (const row of owed) if (working.has(row.id)) count(inProgress, receiverOf(row));
  const send: R[] = [];
  for (const row of dueRows.toSorted((a, b) => dueMs(a, nowMs) - dueMs(b, nowMs) || a.id - b.id)) {
    if (working.size + send.length >= attemptsAtATime) break;
    if ((inProgress.get(receiverOf(row)) ?? 0) >= perReceiver) continue;
    count(inProgress, receiverOf(row));
    send.push(row);
  }
  const later = waiting.map((row) => dueMs(row, nowMs)).filter((due) => due > nowMs);
  return { send, nextMs: later.length === 0 ? undefined : later.reduce((a, b) => Math.min(a, b)) };
};

const count = (numbers: Map<string, number>, name: string): void =>
  void numbers.set(name, (numbers.get(name) ?? 0) + 1);

export type Callbacks = {
  /** Call this when there may be callbacks to deliver, or the clock was set. */
  readonly wake: () => void;
  /** Aborts the attempts in progress; the store keeps their callbacks for the next start. */
  readonly close: () => Promise<void>;
};

export type CallbackOptions = {
  readonly file: CompanyFile<Company>;
  readonly dispatcher: Dispatcher;
  readonly settings: CallbackSettings;
  readonly log: Log;
};

/** Wait before another attempt when the store could not be read or written. */
const pauseMs = 2_000;

export const startCallbacks = ({ file, dispatcher, settings, log }: CallbackOptions): Callbacks => {
  const { company } = file;
  const closing = new AbortController();
  const { signal } = closing;
  const working = new Set<number>();
  const attempts = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isAsked = false;

  const attempt = async (row: InitiationRow, keys: readonly CallbackKey[]): Promise<void> => {
    const { timeoutMs } = settings;
    const nowMs = company.clock.nowMs();
    const result = await attemptCallback(row, { keys, dispatcher, nowMs, timeoutMs, closing: signal });
    if (result.kind === "aborted") return;
    const stored = await file.write(() => note(company, row.id, result, settings));
    if (stored) report(log, stored, receiverOf(row));
  };
  const send = (row: InitiationRow, keys: readonly CallbackKey[]): void => {
    working.add(row.id);
    const sent = attempt(row, keys)
      .catch((error: unknown) => pause(error, "the result of a callback could not be stored yet"))
      .finally(() => {
        working.delete(row.id);
        attempts.delete(sent);
        wake();
      });
    attempts.add(sent);
  };
  const pause = async (cause: unknown, what: string): Promise<void> => {
    if (signal.aborted) return;
    log.warn({ reason: (cause as Error).message }, what);
    await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
  };
  const sendDue = async (): Promise<void> => {
    isAsked = false;
    const owed = await file.read(() => company.initiations.by("open", "owed"));
    if (owed.length === 0) return;
    const keys = await findCallbackKeys(file);
    if (signal.aborted) return;
    const nowMs = company.clock.nowMs();
    const { send: due, nextMs } = chooseCallbacks(owed, working, nowMs);
    clearTimeout(timer);
    if (nextMs !== undefined) timer = setTimeout(wake, nextMs - nowMs).unref();
    for (const row of due) send(row, keys);
  };
  let work = Promise.resolve();
  const wake = (): void => {
    if (isAsked || signal.aborted) return;
    isAsked = true;
    work = work.then(sendDue).catch(async (error: unknown) => {
      await pause(error, "callbacks could not be read yet");
      wake();
    });
  };
  return {
    wake,
    close: async () => {
      closing.abort();
      clearTimeout(timer);
      await work;
      await Promise.all(attempts);
    },
  };
};

type Ended = Exclude<AttemptResult, { readonly kind: "aborted" }>;

/** Stores the result of an attempt. Returns the changed row, or undefined if it was deleted meanwhile. */
const note = (
  { initiations, clock }: Company,
  id: number,
  result: Ended,
  settings: CallbackSettings,
): InitiationRow | undefined => {
  const row = initiations.get(id);
  if (!row) return undefined;
  const callbackAttempts = row.callbackAttempts + 1;
  const ended = { ...row, callbackAttempts, callbackDueAt: null, callbackFailure: null };
  const changed = ((): InitiationRow => {
    if (result.kind === "delivered") return { ...ended, callback: "delivered" };
    const failed = { ...ended, callbackFailure: result.reason };
    const isLast = result.kind === "forbidden" || callbackAttempts >= settings.attempts;
    if (isLast) return { ...failed, callback: "given-up" };
    const due = clock.nowMs() + delayAfter(callbackAttempts, settings, Math.random());
    return { ...failed, callback: "owed", callbackDueAt: isoInstant(due) };
  })();
  initiations.put(changed);
  return changed;
};

/** Logs an attempt, without the address of the callback, which may contain a secret. */
const report = (log: Log, row: InitiationRow, receiver: string): void => {
  const { traceId, callback, callbackAttempts: attempts, callbackFailure: reason, callbackDueAt: next } = row;
  if (callback === "delivered") log.info({ traceId, receiver, attempts }, "a callback was delivered");
  else if (callback === "given-up") log.warn({ traceId, receiver, attempts, reason }, "a callback was given up");
  else log.warn({ traceId, receiver, attempts, reason, next }, "a callback failed and will be sent again");
};
