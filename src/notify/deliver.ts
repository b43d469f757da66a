/**
 * Delivers the messages that wait in the store, each channel for itself and one message after the other. A message that fails is
 * tried again with growing waits, for 24 hours, and for as long as the trouble lasts that it tells.
 */

import { minuteMs } from "../lib/clock.ts";
import { asMusterdError } from "../lib/errors.ts";
import { within } from "../lib/http/closing.ts";
import type { Log } from "../lib/log.ts";
import type { Message } from "../model/runs/told.ts";
import type { Outbox } from "../store/outgoing/outbox.ts";
import { type Channel, sendTimeoutMs, Undelivered } from "./channels/channel.ts";

/** The waits after the first, second … attempt; the last one stays. The first is longer than an attempt may take. */
const waitsMs: readonly number[] = [0.5, 1, 2, 5, 10, 20, 30, 60].map((minutes) => minutes * minuteMs);

const triedForMs = 24 * 60 * minuteMs;

/** A heartbeat that comes late says what is not known. */
const heartbeatForMs = 60 * minuteMs;

type DeliverDeps = {
  readonly outbox: Pick<Outbox, "claim" | "delivered" | "failed" | "lasts">;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly send: (name: string, channel: Channel, message: Message) => Promise<void>;
  readonly isHeartbeat: (channel: string) => boolean;
  readonly nowMs: () => number;
  readonly log: Log;
};

export type Delivery = {
  /** Begins to deliver what is due, and returns at once. */
  readonly start: () => void;
  /** Resolves when nothing is being sent; begins nothing new. */
  readonly close: () => Promise<void>;
};

export const openDelivery = (deps: DeliverDeps): Delivery => {
  const { outbox, channels, log } = deps;
  const busy = new Map<string, Promise<void>>();
  const closing = new AbortController();

  const deliverAll = async (name: string, channel: Channel): Promise<void> => {
    while (!closing.signal.aborted) {
      const message = await outbox.claim(name, waitsMs);
      if (!message) return;
      await deliverOne(deps, name, channel, message);
    }
  };
  return {
    start: () => {
      if (closing.signal.aborted) return;
      for (const [name, channel] of channels) {
        if (busy.has(name)) continue;
        const work = deliverAll(name, channel)
          .catch((thrown: unknown) =>
            log.warn({ channel: name, code: asMusterdError(thrown).code }, "messages cannot be taken from the store"),
          )
          .finally(() => busy.delete(name));
        busy.set(name, work);
      }
    },
    close: async () => {
      closing.abort();
      await Promise.all(busy.values());
    },
  };
};

const deliverOne = async (
  { outbox, send, isHeartbeat, nowMs, log }: DeliverDeps,
  name: string,
  channel: Channel,
  message: Message,
): Promise<void> => {
  const { seq, id, code, phase, tries, createdMs } = message;
  const fields = { channel: name, message: id, occurrence: code, phase };
  const isOver = () => nowMs() - createdMs > (isHeartbeat(name) ? heartbeatForMs : triedForMs);
  if (isHeartbeat(name) && isOver()) {
    await outbox.failed(seq, "too late", undefined, true);
    log.warn(fields, "a heartbeat is too late to be sent");
    return;
  }
  try {
    const done = await within(sendTimeoutMs, async () => {
      await send(name, channel, message);
      return true;
    });
    if (!done) throw new Undelivered("no answer in time", undefined);
    await outbox.delivered(seq);
    log.info(fields, "message delivered");
  } catch (thrown) {
    const { problem, rest } =
      thrown instanceof Undelivered ? thrown : new Undelivered(asMusterdError(thrown).code, thrown);
    const isGivenUp = isOver() && !(await outbox.lasts(message));
    await outbox.failed(seq, problem, rest, isGivenUp);
    if (isGivenUp) log.error({ ...fields, problem, tries }, "a message is given up");
    else log.warn({ ...fields, problem, tries }, "a message was not delivered, and is tried again");
  }
};
