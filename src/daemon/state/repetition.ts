/**
 * Repeats a failed run if one of its causes is temporary. The waits before the first repetitions are the minutes in
 * `daemon.retry`. After those, while the same failure persists, the run is in quarantine: it is repeated every
 * `daemon.quarantineHours` hours, each time with an error in the log. Success or a different failure resets the count. The
 * count is in the store, so it survives a restart.
 */
import type { App } from "../../app/app.ts";
import { isoInstant, systemClock } from "../../lib/clock.ts";
import { asMusterdError } from "../../lib/errors.ts";
import type { RefreshState, RunStatus, RunSummary } from "../../model/runs/run.ts";
import { causeOf } from "./causes.ts";

type RepeatedFailure = NonNullable<Awaited<ReturnType<App["store"]["retries"]["read"]>>>;

export type Quarantine = {
  /** The error that ended the last run, or the first error of its failed changes. */
  readonly code: string;
  /**
   * `since` is when the first of the equal failures ended, and `nextTry` is when the next try is due; both are ISO 8601
   * instants.
   */
  readonly since: string;
  readonly nextTry: string;
};

export type Repetition = {
  /** Must be called at the end of every run, except one that the end of the daemon has cancelled. Never rejects. */
  readonly ended: (run: RunSummary) => Promise<void>;
  /** Must be called instead of `ended` when a run, or the request of one, threw an error. */
  readonly threw: (error: unknown) => Promise<void>;
  /** Must be called when a refresh was made, or has failed, without a run. Never rejects. */
  readonly refreshed: (error?: unknown) => Promise<void>;
  /** True while a retry is scheduled. */
  readonly isWaiting: () => boolean;
  readonly quarantine: () => Quarantine | undefined;
  readonly close: () => void;
};

type End = {
  readonly status: RunStatus;
  readonly codes: readonly string[];
  readonly refresh: RefreshState;
  /** Was a plan made, so that the service had accepted the key? */
  readonly planned?: boolean;
};

/** A run that goes on may be cancelled, and then decides nothing about the repetition that was due meanwhile. */
const busyMs = 60_000;

const keptAgainMs = 60_000;

/** Continues with the count of the previous process. `ask` requests a run; `busy`: it has not, because one goes on. */
export const openRepetition = async (app: App, ask: () => Promise<"busy" | void>): Promise<Repetition> => {
  const { store, log, config } = app;
  const { waitMs, isQuarantine } = intervals(config.daemon);
  let failure = await store.retries.read();

  const announce = (next: RepeatedFailure): void =>
    isQuarantine(next)
      ? log.error(next, "runs are in quarantine: they keep failing alike")
      : log.info(next, "the run is repeated");

  const timer = createTimer(() => void askOrWait().catch(threw));
  const askOrWait = async (): Promise<void> => {
    if ((await ask()) === "busy") timer.set(busyMs);
  };

  const keeping = createKeeping(app);
  const keep = (next: RepeatedFailure | undefined): Promise<void> => {
    failure = next;
    return keeping.keep(next);
  };

  const repeat = async (end: End): Promise<void> => {
    const next = nextFailure(failure, end, systemClock.nowMs(), waitMs);
    timer.set(waitMs(next.times));
    announce(next);
    await keep(next);
  };

  const note = async (end: End): Promise<void> => {
    if (end.status === "cancelled") {
      // It changes nothing about a scheduled retry. A retry that was cancelled is not made again: nobody wants its rest.
      if (failure && !timer.isSet()) await keep(undefined);
      return;
    }
    if (canPass(end)) return repeat(end);
    if (failure && (end.status === "succeeded" || end.status === "planned")) {
      log.info({ times: failure.times, since: failure.since }, "runs succeed again");
    }
    if (end.codes.length > 0)
      log.info({ status: end.status, codes: end.codes }, "the run is not repeated: its cause does not pass by itself");
    timer.clear();
    if (failure) await keep(undefined);
  };

  const threw = (error: unknown): Promise<void> =>
    note({ status: "failed", codes: [asMusterdError(error).code], refresh: "not-needed" });

  if (failure) {
    const left = Date.parse(failure.nextTry) - systemClock.nowMs();
    // The system clock may have been changed since the retry was stored.
    timer.set(Math.min(Math.max(left, 0), waitMs(failure.times)));
    announce(failure);
  }
  return {
    ended: async (run) => {
      const changes = await store.retries.codesOf(run.id).catch(() => []);
      await note({ status: run.status, codes: causesOf(run, changes), refresh: run.refresh, planned: run.planned > 0 });
    },
    threw,
    refreshed: (error) =>
      error === undefined
        ? note({ status: "succeeded", codes: [], refresh: "done" })
        : note({ status: "failed", codes: [asMusterdError(error).code], refresh: "owed" }),
    isWaiting: () => failure !== undefined,
    quarantine: () => {
      if (!failure || !isQuarantine(failure)) return undefined;
      const { codes, since, nextTry } = failure;
      return { code: codes[0] ?? "refresh-unknown", since, nextTry };
    },
    close: () => {
      timer.clear();
      keeping.close();
    },
  };
};

const createTimer = (due: () => void) => {
  let timer: NodeJS.Timeout | undefined;
  const clear = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    isSet: () => timer !== undefined,
    set: (ms: number): void => {
      clear();
      const end = (): void => {
        timer = undefined;
        due();
      };
      // `unref`: a pending retry must not keep the process alive.
      timer = setTimeout(end, ms).unref();
    },
    clear,
  };
};

/** Stores the failure and its count. While the store itself fails, only this process knows them, and tries again. */
const createKeeping = ({ store, log }: App) => {
  let again: NodeJS.Timeout | undefined;
  const keep = async (next: RepeatedFailure | undefined): Promise<void> => {
    clearTimeout(again);
    await (next ? store.retries.keep(next) : store.retries.forget()).catch((error: unknown) => {
      log.warn({ error: String(error) }, "the retry could not be stored");
      again = setTimeout(() => void keep(next), keptAgainMs).unref();
    });
  };
  return { keep, close: () => clearTimeout(again) };
};

/** The wait in milliseconds after `times` equal failures, and whether that counts as quarantine. */
const intervals = ({ retry, quarantineHours }: App["config"]["daemon"]) => ({
  waitMs: (times: number): number => (retry[times - 1] ?? quarantineHours * 60) * 60_000,
  isQuarantine: ({ times }: RepeatedFailure): boolean => times > retry.length,
});

const nextFailure = (
  before: RepeatedFailure | undefined,
  { status, codes }: End,
  nowMs: number,
  waitMs: (times: number) => number,
): RepeatedFailure => {
  const equal = before && isEqual(before, { status, codes }) ? before : { times: 0, since: isoInstant(nowMs) };
  const times = equal.times + 1;
  return { status, codes, times, since: equal.since, nextTry: isoInstant(nowMs + waitMs(times)) };
};

/** The code of the error that ended the run, then the codes of its changes, without codes that only follow from another one. */
const causesOf = ({ error }: RunSummary, changes: readonly string[]): string[] =>
  [...new Set([...(error ? [error.code] : []), ...changes])].filter((code) => causeOf(code) !== "follows");

/** True when a repetition may help. A run that only plans does no refresh, so an owed refresh is no reason to repeat it. */
const canPass = ({ status, codes, refresh, planned }: End): boolean =>
  (refresh === "owed" && status !== "planned") ||
  codes.some((code) => causeOf(code) === "passes" || (planned === true && isEndOfSession(code)));

/** A key that was accepted for the reading is not wrong because a write gets a 401: a session has ended (R5). */
const isEndOfSession = (code: string): boolean => code === "target-unauthorized";

const isEqual = (a: Pick<End, "status" | "codes">, b: Pick<End, "status" | "codes">): boolean =>
  a.status === b.status && a.codes.length === b.codes.length && a.codes.every((code) => b.codes.includes(code));
