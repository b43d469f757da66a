/**
 * Delivery of the callbacks for initiations. The rows that owe a callback are the queue: each has its number of attempts and
 * the time of the next one, so both survive the end of the process. One timer waits for the earliest. A callback may be sent
 * twice if the process dies before the result of an attempt is stored.
 */
import { type Dispatcher, request } from "undici";
import { isoInstant } from "../../lib/clock.ts";
import type { Log } from "../../lib/log.ts";
import type { CompanyFile } from "../kernel/company/company-file.ts";
import { requireRow, stored } from "../kernel/company/table.ts";
import { Refusal } from "../kernel/refusal.ts";
import { type CallbackKey, findCallbackKeys } from "./callback-keys.ts";
import { messageOf } from "./callback-message.ts";
import { chooseCallbacks, delayAfter, receiverOf } from "./callback-order.ts";
import type { Company, InitiationRow } from "./tables.ts";
import { type LoopOptions, pauseAfter, startLoop } from "./work-loop.ts";

/** With these settings a callback is given up after about two hours. */
export const defaultCallbackSettings = {
  /** Attempts before delivery is given up. */
  attempts: 12,
  /** Approximate wait before the second attempt; each further wait is twice as long. */
  firstDelayMs: 5_000,
  /** Longest time for an attempt, from the connection to the end of the answer. */
  timeoutMs: 10_000,
};
export type CallbackSettings = Readonly<typeof defaultCallbackSettings>;

export type CallbackOptions = LoopOptions & {
  readonly file: CompanyFile<Company>;
  /** Restricts requests to permitted addresses and follows no redirects. */
  readonly dispatcher: Dispatcher;
  readonly callbacks?: Partial<CallbackSettings> | undefined;
};

/** Sends what is due, and again whenever it is woken. `ended` waits for the attempts that `closing` aborts. */
export const startCallbacks = (options: CallbackOptions, closing: AbortSignal) => {
  const { file, dispatcher, log } = options;
  const settings = { ...defaultCallbackSettings, ...options.callbacks };
  const { company } = file;
  const working = new Map<number, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;

  /** Sends a callback once. Rejects if `closing` ended the attempt, because the result is unknown. */
  const attempt = async ({ callBackUrl }: InitiationRow, message: ReturnType<typeof messageOf>): Promise<Result> => {
    const timeout = AbortSignal.timeout(settings.timeoutMs);
    const signal = AbortSignal.any([closing, timeout]);
    try {
      const { statusCode, body } = await request(callBackUrl ?? "", { method: "POST", ...message, dispatcher, signal });
      // The body of the answer is not used. A redirect is a failure.
      await body.dump({ limit: 64 * 1024, signal }).catch(() => undefined);
      return { failure: statusCode >= 200 && statusCode < 300 ? null : `status ${statusCode}` };
    } catch (error) {
      if (closing.aborted) throw error;
      if (error instanceof Refusal) {
        return { failure: `${String(error.expando[0]?.expandoObject["reason"])} not permitted`, isForbidden: true };
      }
      const { code, name } = error as NodeJS.ErrnoException;
      return { failure: timeout.aborted ? "timeout" : (code ?? name) };
    }
  };
  const send = async (row: InitiationRow, keys: readonly CallbackKey[]): Promise<void> => {
    try {
      const result = await attempt(row, messageOf(row, keys, company.clock.nowMs()));
      report(log, await file.write(() => note(company, row.id, result, settings)));
    } catch (error) {
      await pauseAfter(error, "the result of a callback could not be stored yet", options, closing);
    }
    working.delete(row.id);
    loop.wake();
  };
  const loop = startLoop("callbacks could not be read yet", options, closing, async () => {
    const owed = () => company.initiations.by("open", "owed");
    if (await file.read(() => owed().length === 0)) return;
    const keys = await findCallbackKeys(file);
    const nowMs = company.clock.nowMs();
    // Rows and attempts are compared in the same moment: an attempt that ends later would leave its row looking unsent.
    const { send: due, nextMs } = await file.read(() => chooseCallbacks(owed(), working, nowMs));
    if (closing.aborted) return;
    clearTimeout(timer);
    if (nextMs !== undefined) timer = setTimeout(loop.wake, nextMs - nowMs).unref();
    for (const row of due) working.set(row.id, send(row, keys));
  });
  return {
    wake: loop.wake,
    ended: async (): Promise<void> => {
      await loop.ended();
      clearTimeout(timer);
      await Promise.all(working.values());
    },
  };
};

/**
 * `failure` is null for a delivered callback, else a reason for people: `status 503`, `timeout`, `ECONNREFUSED`, `network not
 * permitted`. `isForbidden`: the service may not send requests to this address.
 */
type Result = { readonly failure: string | null; readonly isForbidden?: boolean };

/** Stores the result of an attempt. Returns the changed row. */
const note = (
  { initiations, clock }: Company,
  id: number,
  { failure, isForbidden }: Result,
  { attempts, firstDelayMs }: CallbackSettings,
): InitiationRow => {
  const row = requireRow(initiations, id);
  const callbackAttempts = row.callbackAttempts + 1;
  const ended = { ...row, callbackAttempts, callbackDueAt: null, callbackFailure: failure };
  if (failure === null) return stored<InitiationRow>(initiations, { ...ended, callback: "delivered" });
  const isLast = isForbidden || callbackAttempts >= attempts;
  if (isLast) return stored<InitiationRow>(initiations, { ...ended, callback: "given-up" });
  const due = clock.nowMs() + delayAfter(callbackAttempts, firstDelayMs, Math.random());
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
