/** When each callback is sent: the waits between attempts, and which of those that are due are sent now. */
import type { InitiationRow } from "./tables.ts";

const longestDelayMs = 60 * 60_000;

/**
 * The wait after `attempts` failed attempts: doubled each time up to an hour, then shortened randomly by up to a half, so that
 * callbacks that failed together are not sent again at the same moment. `random` is from 0 to 1.
 */
export const delayAfter = (attempts: number, firstDelayMs: number, random: number): number => {
  const full = Math.min(firstDelayMs * 2 ** (attempts - 1), longestDelayMs);
  return Math.ceil(full * (1 - random / 2));
};

/** Maximum numbers of attempts in progress: in all, and to one receiver, so that a slow receiver does not delay the others. */
export const attemptsAtATime = 32;
export const perReceiver = 4;

export const receiverOf = ({ callBackUrl }: Pick<InitiationRow, "callBackUrl">): string =>
  new URL(callBackUrl ?? "").origin;

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
  waiting.sort((a, b) => a.due - b.due || a.row.id - b.row.id);
  const due = waiting.filter((one) => one.due <= nowMs).map(({ row }) => row);
  return {
    send: due.filter(mayStart).slice(0, Math.max(0, attemptsAtATime - working.size)),
    nextMs: waiting.find((one) => one.due > nowMs)?.due,
  };
};
