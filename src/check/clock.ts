/**
 * This machine's clock against the service's, by the header `Date` of an answer. The day of a plan, the times of runs and the
 * ends of certificates depend on it.
 */
import { systemClock } from "../lib/clock.ts";
import type { Check, PartWords } from "./check.ts";

/** A difference below this does no harm, and may be the way of the answer. */
const toleratedSeconds = 60;

const answerTimeoutMs = 5_000;

/** `url`: the address of the service. A service that does not answer is told by the check of the target. */
export const checkClock = async (url: string, words: PartWords): Promise<readonly Check[]> => {
  const askedMs = systemClock.nowMs();
  const signal = AbortSignal.timeout(answerTimeoutMs);
  const date = await fetch(url, { method: "HEAD", redirect: "manual", signal }).then(
    ({ headers }) => Date.parse(headers.get("date") ?? ""),
    () => Number.NaN,
  );
  if (Number.isNaN(date)) return [{ part: "clock", found: words.noDate }];
  // The header has whole seconds.
  const seconds = Math.round((askedMs + systemClock.nowMs()) / 2000 - (date + 500) / 1000);
  return Math.abs(seconds) <= toleratedSeconds
    ? [{ part: "clock", found: words.clock(seconds) }]
    : [{ part: "clock", warning: words.wrongClock(seconds) }];
};
