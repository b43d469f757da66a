/**
 * Lets what reads both sides wait for its turn. Each reading takes the time and the memory of a run, and in a daemon anybody who has
 * signed in, or a program with a token, can ask for many at once.
 */
import pLimit from "p-limit";
import { MusterdError } from "../lib/errors.ts";

/** Readings in progress or waited for; more are refused. */
const most = 8;

/** Does one work after the other; rejects with `too-many-requests` while eight are waited for. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

export const createTurns = (): InTurn => {
  const limit = pLimit(1);
  return async (work) => {
    const waiting = limit.activeCount + limit.pendingCount;
    if (waiting >= most)
      throw new MusterdError("too-many-requests", `${waiting} readings of both sides are waited for`, {
        hint: "try again in a minute",
        retryable: true,
      });
    return limit(work);
  };
};
