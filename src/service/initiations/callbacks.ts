/**
 * Delivery of the callbacks for initiations. The store knows which callbacks are not delivered yet and how often they were
 * tried. These callbacks are added to the queue at the start, when an initiation ends, and again when Redis has lost them. An
 * undelivered callback survives the end of the process. It may be sent twice if the process dies before the result of an
 * attempt is stored.
 */
import type { Dispatcher } from "undici";
import type { Log } from "../../lib/log.ts";
import type { RedisHandle } from "../../queue/redis-handle.ts";
import type { CompanyFile } from "../kernel/company-file.ts";
import { type CallbackKey, callbackKey } from "./callback-keys.ts";
import { createLanes } from "./callback-lanes.ts";
import { callbackMessage } from "./callback-message.ts";
import { type CallbackQueue, openCallbackQueue } from "./callback-queue.ts";
import { type AttemptResult, attemptCallback } from "./callback-request.ts";
import { type CallbackSettings, delayAfter } from "./callback-settings.ts";
import type { Company, InitiationRow } from "./tables.ts";

export type Callbacks = {
  /** Call this when there may be callbacks to deliver. */
  readonly wake: () => void;
  /** Aborts the attempts in progress; the store keeps their callbacks for the next start. */
  readonly close: () => Promise<void>;
};

export type CallbackOptions = {
  readonly file: CompanyFile<Company>;
  /** Called when the first callback is to be delivered. */
  readonly redis: () => Promise<RedisHandle>;
  readonly dispatcher: Dispatcher;
  readonly settings: CallbackSettings;
  readonly log: Log;
};

const perReceiver = 4;
/** How often the service checks that Redis still has the jobs. */
const checkEveryMs = 2_000;

export const startCallbacks = (options: CallbackOptions): Callbacks => {
  const { file, log } = options;
  const closing = new AbortController();
  const courier = createCourier(options, closing.signal);
  let isAsked = false;
  let work: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  const check = async (): Promise<void> => {
    isAsked = false;
    if (closing.signal.aborted) return;
    const rows = await file.read(() => file.company.initiations.by("open", "owed"));
    if (rows.length === 0) {
      clearInterval(timer);
      timer = undefined;
      return;
    }
    timer ??= setInterval(wake, checkEveryMs).unref();
    await courier.feed(rows.toSorted((a, b) => a.id - b.id));
  };
  const wake = (): void => {
    if (isAsked || closing.signal.aborted) return;
    isAsked = true;
    work = work.then(check).catch((error: unknown) => {
      log.warn({ reason: (error as Error).message }, "callbacks could not be fed yet");
      timer ??= setInterval(wake, checkEveryMs).unref();
    });
  };
  return {
    wake,
    close: async () => {
      closing.abort();
      clearInterval(timer);
      await courier.close();
    },
  };
};

type Courier = {
  /**
   * Adds the callbacks that are not yet in Redis or in a lane (`callback-lanes.ts`), or all of them if Redis has lost its jobs.
   */
  readonly feed: (owed: readonly InitiationRow[]) => Promise<void>;
  readonly close: () => Promise<void>;
};

const createCourier = (options: CallbackOptions, closing: AbortSignal): Courier => {
  const { file, settings } = options;
  const lanes = createLanes(perReceiver);
  /** Trace ids that are in Redis or in a lane. */
  const taken = new Set<string>();
  const working = new Map<string, Promise<void>>();
  let opening: Promise<{ readonly queue: CallbackQueue; readonly key: CallbackKey }> | undefined;

  const open = async () => {
    const key = await callbackKey(file);
    const { log } = options;
    const queue = await openCallbackQueue(await options.redis(), { owner: key.keyId, deliver, log, closing });
    return { queue, key };
  };

  /** Called when a job is due. */
  const deliver = async (traceId: string): Promise<void> => {
    const opened = await opening;
    const row = file.company.initiations.by("trace", traceId)[0];
    if (!opened || !row?.callBackUrl || closing.aborted || working.has(traceId)) return;
    const { origin } = new URL(row.callBackUrl);
    if (row.callback === "owed") {
      if (!lanes.enter(origin, traceId)) return;
      const attempt = send(row, row.callBackUrl, opened.key);
      working.set(traceId, attempt);
      await attempt.finally(() => working.delete(traceId)).catch(() => taken.delete(traceId));
    }
    const next = lanes.leave(origin, traceId);
    if (closing.aborted) return;
    if (next !== undefined) await opened.queue.add(next);
    const after = file.company.initiations.get(row.id);
    if (after?.callback !== "owed") taken.delete(traceId);
    else await opened.queue.add(traceId, delayAfter(after.callbackAttempts, settings, Math.random()));
  };

  /** Makes one attempt and stores its result. Rejects when the result could not be stored. */
  const send = async (row: InitiationRow, address: string, key: CallbackKey): Promise<void> => {
    const message = callbackMessage(row, key, file.company.clock.nowMs());
    const { dispatcher } = options;
    const result = await attemptCallback(address, message, { dispatcher, timeoutMs: settings.timeoutMs, closing });
    if (result !== "aborted") await file.write(() => note(file.company, row.id, result, settings));
  };

  return {
    feed: async (owed) => {
      if (closing.aborted) return;
      opening ??= open().catch((error: unknown) => {
        opening = undefined;
        throw error;
      });
      const { queue } = await opening;
      if (taken.size > 0 && working.size === 0 && (await queue.isEmpty()) && working.size === 0) {
        lanes.clear();
        taken.clear();
      }
      for (const row of owed.filter(({ traceId }) => !taken.has(traceId))) {
        taken.add(row.traceId);
        if (lanes.enter(receiverOf(row), row.traceId)) await queue.add(row.traceId);
      }
    },
    close: async () => {
      await Promise.allSettled(working.values());
      const opened = await opening?.catch(() => undefined);
      await opened?.queue.close();
    },
  };
};

const receiverOf = ({ callBackUrl }: InitiationRow): string => new URL(callBackUrl ?? "").origin;

/** Stores the result of an attempt. */
const note = (
  { initiations }: Company,
  id: number,
  result: Exclude<AttemptResult, "aborted">,
  { attempts }: CallbackSettings,
): void => {
  const row = initiations.get(id);
  if (!row) return;
  const callbackAttempts = row.callbackAttempts + 1;
  const isLast = result === "forbidden" || callbackAttempts >= attempts;
  const unsent = isLast ? "given-up" : "owed";
  initiations.put({ ...row, callback: result === "delivered" ? "delivered" : unsent, callbackAttempts });
};
