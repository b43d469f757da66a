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
import { requireRow, stored } from "../kernel/table.ts";
import { type CallbackKey, findCallbackKeys } from "./callback-keys.ts";
import { type AttemptResult, attemptCallback } from "./callback-request.ts";
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
  working: Pick<ReadonlySet<number>, "has" | "size">,
  nowMs: number,
): { readonly send: readonly R[]; readonly nextMs: number | undefined } => {
  const inProgress = new Map<string, number>();
  /** Counts an attempt to the row's receiver; false if the receiver has as many as it may. */
  const mayStart = (row: R): boolean => {
    const number = (inProgress.get(receiverOf(row)) ?? 0) + 1;
    inProgress.set(receiverOf(row), number);
    return number <= perReceiver;
  };
  for (const row of owed) if (working.has(row.id)) mayStart(row);
  const waiting = owed.filter(({ id }) => !working.has(id)).map((row) => ({ row, due: dueMs(row, nowMs) }));
  const due = waiting.filter((one) => one.due <= nowMs).sort((a, b) => a.due - b.due || a.row.id - b.row.id);
  const send = due.map(({ row }) => row).filter(mayStart);
  const later = waiting.map((one) => one.due).filter((time) => time > nowMs);
  return {
    send: send.slice(0, Math.max(0, attemptsAtATime - working.size)),
    nextMs: later.length === 0 ? undefined : later.reduce((a, b) => Math.min(a, b)),
  };
};

export const defaultPauseMs = 2_000;

export type CallbackOptions = {
  readonly file: CompanyFile<Company>;
  /** Restricts requests to permitted addresses and follows no redirects. */
  readonly dispatcher: Dispatcher;
  readonly callbacks?: Partial<CallbackSettings> | undefined;
  readonly log?: Log | undefined;
  /** Wait before another attempt when the store could not be read or written. */
  readonly pauseMs?: number;
};

/**
 * Returns a function that begins the attempts that are due and never rejects, and one that waits for their ends. `wake` is called
 * when further attempts may be due; `closing` aborts the attempts in progress.
 */
export const createSender = (options: CallbackOptions, wake: () => void, closing: AbortSignal) => {
  const { file, dispatcher, log } = options;
  const settings = { ...defaultCallbackSettings, ...options.callbacks };
  const { company } = file;
  const working = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  const attempt = async (row: InitiationRow, keys: readonly CallbackKey[]): Promise<void> => {
    const nowMs = company.clock.nowMs();
    const result = await attemptCallback(row, keys, dispatcher, nowMs, settings.timeoutMs, closing);
    report(log, await file.write(() => note(company, row.id, result, settings)));
  };
  const send = (row: InitiationRow, keys: readonly CallbackKey[]): void => {
    const sent = attempt(row, keys)
      .catch((error: unknown) =>
        pauseAfter(error, "the result of a callback could not be stored yet", options, closing),
      )
      .finally(() => {
        working.delete(row.id);
        wake();
      });
    working.set(row.id, sent);
  };
  const sendDue = async (): Promise<void> => {
    const owed = await file.read(() => company.initiations.by("open", "owed"));
    if (owed.length === 0) return;
    const keys = await findCallbackKeys(file);
    if (closing.aborted) return;
    const nowMs = company.clock.nowMs();
    const { send: due, nextMs } = chooseCallbacks(owed, working, nowMs);
    clearTimeout(timer);
    if (nextMs !== undefined) timer = setTimeout(wake, nextMs - nowMs).unref();
    for (const row of due) send(row, keys);
  };
  return {
    sendDue: async (): Promise<void> => {
      try {
        await sendDue();
      } catch (error) {
        await pauseAfter(error, "callbacks could not be read yet", options, closing);
        wake();
      }
    },
    ended: async (): Promise<void> => {
      clearTimeout(timer);
      await Promise.all(working.values());
    },
  };
};

/** Logs why work could not be done, and waits before another attempt; neither when the service closes. */
export const pauseAfter = async (
  cause: unknown,
  what: string,
  { log, pauseMs = defaultPauseMs }: CallbackOptions,
  closing: AbortSignal,
): Promise<void> => {
  if (closing.aborted) return;
  log?.warn({ reason: (cause as Error).message }, what);
  await delay(pauseMs, undefined, { signal: closing, ref: false }).catch(() => undefined);
};

/** Stores the result of an attempt. Returns the changed row. */
const note = (
  { initiations, clock }: Company,
  id: number,
  { failure, isForbidden }: AttemptResult,
  settings: CallbackSettings,
): InitiationRow => {
  const row = requireRow(initiations, id);
  const callbackAttempts = row.callbackAttempts + 1;
  const ended = { ...row, callbackAttempts, callbackDueAt: null, callbackFailure: failure };
  if (failure === null) return stored<InitiationRow>(initiations, { ...ended, callback: "delivered" });
  const isLast = isForbidden || callbackAttempts >= settings.attempts;
  if (isLast) return stored<InitiationRow>(initiations, { ...ended, callback: "given-up" });
  const due = clock.nowMs() + delayAfter(callbackAttempts, settings, Math.random());
  return stored<InitiationRow>(initiations, { ...ended, callback: "owed", callbackDueAt: isoInstant(due) });
};

/** Logs an attempt, without the address of the callback, which may contain a secret. */
const report = (log: Log | undefined, row: InitiationRow): void => {
  const receiver = receiverOf(row);
  const { traceId, callback, callbackAttempts: attempts, callbackFailure: reason, callbackDueAt: next } = row;
  if (callback === "delivered") log?.info({ traceId, receiver, attempts }, "a callback was delivered");
  else if (callback === "given-up") log?.warn({ traceId, receiver, attempts, reason }, "a callback was given up");
  else log?.warn({ traceId, receiver, attempts, reason, next }, "a callback failed and will be sent again");
};
