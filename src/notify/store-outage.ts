/**
 * Tells that the store of a running daemon cannot be used. What is told is otherwise stored first, so nobody would hear of a full
 * disk before there is space again.
 */
import { isoInstant } from "../lib/clock.ts";
import type { MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import { occurrenceOfError } from "./occurrences.ts";
import { recipientsOf } from "./recipients.ts";
import { sendWithoutStore, type WithoutStore } from "./send-without-store.ts";

/** A database that another program copies is locked for moments. */
const toldAfterMs = 60_000;

/** Channels that did not get it are tried again. */
const againMs = 5 * 60_000;

export type StoreOutage = {
  /** The store was tried again in vain. Never rejects; waits for no channel. */
  readonly goesOn: (error: MusterdError) => void;
  /** Since when the store could not be used, if that has been told. */
  readonly toldSince: () => string | undefined;
  readonly isOver: () => void;
  /** Resolves when nothing is being sent. */
  readonly close: () => Promise<void>;
};

type Deps = WithoutStore & { readonly clock: { readonly nowMs: () => number }; readonly log: Log };

export const openStoreOutage = (deps: Deps): StoreOutage => {
  const { settings, log, clock } = deps;
  let sinceMs: number | undefined;
  let left: readonly string[] | undefined;
  let triedMs = 0;
  let sending = Promise.resolve();

  const send = async (error: MusterdError, names: readonly string[], began: number, nowMs: number): Promise<void> => {
    triedMs = nowMs;
    const failure = { code: "store-failed", phase: "began", error, occasion: began, nowMs } as const;
    const missed = await sendWithoutStore(deps, names, failure);
    if (sinceMs === began) left = missed;
  };

  const goesOn = (error: MusterdError): void => {
    const nowMs = clock.nowMs();
    sinceMs ??= nowMs;
    if (nowMs - sinceMs < toldAfterMs || occurrenceOfError(error.code) !== "store-failed") return;
    if (left === undefined) {
      log.error({ occurrence: "store-failed", phase: "began", about: error.code }, "occurrence");
      left = recipientsOf(settings, { code: "store-failed", about: error.code });
    } else if (nowMs - triedMs < againMs) return;
    sending = send(error, left, sinceMs, nowMs);
  };
  return {
    goesOn,
    toldSince: () => (left && sinceMs !== undefined ? isoInstant(sinceMs) : undefined),
    isOver: () => {
      [sinceMs, left] = [undefined, undefined];
    },
    close: () => sending,
  };
};
