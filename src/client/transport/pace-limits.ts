/**
 * What the answers of a service teach about how many calls it bears: how many at once, how many in a second, and until when none. Pure:
 * the caller gives the time. A refused call (429, 503) halves the calls at once, and a 429 also sets the calls in a second to what was
 * accepted, if that tells a rate; both grow again while nothing is refused, those at once first quickly, then by one in each round.
 */

export type PaceSettings = {
  /** Most calls at once. */
  readonly concurrency: number;
  /** Most calls in a second. */
  readonly callsPerSecond?: number | undefined;
  /** `constant`: always as many as the settings permit; only Retry-After stops calls. */
  readonly pace?: "adaptive" | "constant" | undefined;
};

/** An attempt that has ended. `status`: undefined if no answer came. Times are in milliseconds of one clock. */
type Ended = {
  readonly operation: string;
  readonly startedMs: number;
  readonly nowMs: number;
  readonly status?: number | undefined;
  /** The wait that the service has asked for. */
  readonly retryAfterMs?: number | undefined;
};

export type PaceLimits = {
  /** For how long no attempt may begin; 0: one may begin now; infinite: not before one has ended. */
  readonly waitMs: (nowMs: number, inFlight: number) => number;
  /** An attempt begins. */
  readonly began: (nowMs: number) => void;
  readonly ended: (attempt: Ended) => void;
};

const firstLanes = 4;
/** How much earlier than evenly spread an attempt may begin: the timers of Node are no finer than a millisecond. */
const burstMs = 20;
/** Of what a site has just accepted in a second, this part is asked of it. */
const cautious = 0.95;
/** So few calls in less than a second are no rate: a site that refuses once among the first ones would be asked once a second. */
const few = 20;
/** After a 429 the calls in a second do not grow for so long, then ever faster. */
const quietMs = 20_000;
const shortestPauseMs = 1_000;
const longestPauseMs = 60_000;
/** An operation that takes so many times as long as it has taken, and so much longer, shows a service that is overloaded. */
const slower = { times: 4, ms: 250 };

export const openPaceLimits = ({ concurrency, callsPerSecond, pace = "adaptive" }: PaceSettings): PaceLimits => {
  const isConstant = pace === "constant";
  const lanes = lanesOf(concurrency, isConstant ? concurrency : firstLanes);
  const rate = rateOf(callsPerSecond ?? Number.POSITIVE_INFINITY);
  const isSlow = slowness();
  let pausedUntilMs = 0;
  /** Answers to attempts from before this moment say nothing about the limits of now. */
  let cutMs = Number.NEGATIVE_INFINITY;
  const pause = (untilMs: number): void => {
    pausedUntilMs = Math.max(pausedUntilMs, untilMs);
  };
  const shrink = (nowMs: number, least: number): void => {
    cutMs = nowMs;
    lanes.halve(least);
  };
  const learn = (attempt: Ended): void => {
    const { startedMs, nowMs, status = 0, retryAfterMs } = attempt;
    const isCurrent = startedMs > cutMs;
    if (status === 429 && isCurrent) {
      const pauseMs = rate.refused(nowMs);
      if (retryAfterMs === undefined) pause(nowMs + pauseMs);
      shrink(nowMs, 1);
      lanes.startAgain();
    } else if (status === 503 && isCurrent) shrink(nowMs, 1);
    if (status === 0 || status === 429 || status >= 500) return;
    rate.accepted(nowMs);
    if (isSlow(attempt) && isCurrent && lanes.size() > firstLanes) shrink(nowMs, firstLanes);
    else lanes.grow();
  };
  return {
    waitMs: (nowMs, inFlight) =>
      inFlight < lanes.size() ? Math.max(0, pausedUntilMs - nowMs, rate.waitMs(nowMs)) : Number.POSITIVE_INFINITY,
    began: rate.began,
    ended: (attempt) => {
      const { nowMs, status, retryAfterMs } = attempt;
      if ((status === 429 || status === 503) && retryAfterMs !== undefined) pause(nowMs + retryAfterMs);
      if (!isConstant) learn(attempt);
    },
  };
};

/** How many calls are made at once. */
const lanesOf = (most: number, first: number) => {
  let size = Math.min(first, most);
  let quickUntil = most;
  return {
    size: () => Math.floor(size),
    grow: () => {
      size = Math.min(most, size < quickUntil ? size + 1 : size + 1 / size);
    },
    halve: (least: number) => {
      size = Math.max(least, Math.floor(size / 2));
      quickUntil = size;
    },
    startAgain: () => {
      size = 1;
    },
  };
};

/** How many calls are made in a second. */
const rateOf = (most: number) => {
  const accepted = countOfLastSecond();
  let perSecond = most;
  let nextMs = 0;
  let refusedMs = Number.NEGATIVE_INFINITY;
  let grownMs = 0;
  let refusals = 0;
  const grow = (nowMs: number): void => {
    const seconds = (nowMs - grownMs) / 1000;
    if (seconds < 1 || perSecond >= most) return;
    grownMs = nowMs;
    const growth = 0.01 * 2 ** Math.min(10, (nowMs - refusedMs - quietMs) / 10_000);
    perSecond = Math.min(most, perSecond * (1 + growth * Math.min(seconds, 5)));
  };
  return {
    waitMs: (nowMs: number): number => (Number.isFinite(perSecond) ? nextMs - burstMs - nowMs : 0),
    began: (nowMs: number): void => {
      if (Number.isFinite(perSecond)) nextMs = Math.max(nextMs, nowMs) + 1000 / perSecond;
    },
    accepted: (nowMs: number): void => {
      accepted.add(nowMs);
      refusals = 0;
      grow(nowMs);
    },
    /** Returns the pause where the service asks for none, in milliseconds: it doubles until something is accepted again. */
    refused: (nowMs: number): number => {
      const seen = accepted.at(nowMs);
      // A site that soon refuses again does bear no more.
      const tells = seen > few || accepted.isForSecond(nowMs) || nowMs - refusedMs < quietMs;
      if (seen > 0 && tells) perSecond = Math.max(1, Math.min(perSecond, seen) * cautious);
      refusedMs = nowMs;
      grownMs = nowMs + quietMs;
      refusals += 1;
      return Math.min(shortestPauseMs * 2 ** (refusals - 1), longestPauseMs);
    },
  };
};

/** Tells of an attempt whether its operation has become much slower. */
const slowness = () => {
  const latencies = new Map<string, { readonly leastMs: number; readonly usualMs: number }>();
  return ({ operation, startedMs, nowMs }: Ended): boolean => {
    const tookMs = nowMs - startedMs;
    const known = latencies.get(operation) ?? { leastMs: tookMs, usualMs: tookMs };
    // The least grows a little with each call: a service may become slower for good.
    const leastMs = Math.min(known.leastMs * 1.001, tookMs);
    const usualMs = known.usualMs + (tookMs - known.usualMs) / 8;
    latencies.set(operation, { leastMs, usualMs });
    return usualMs > leastMs * slower.times && usualMs > leastMs + slower.ms;
  };
};

/** Counts in ten parts of a second. `isForSecond`: it has counted for a whole second, without a second of nothing. */
const countOfLastSecond = () => {
  const counts = new Map<number, number>();
  const slotOf = (nowMs: number) => Math.floor(nowMs / 100);
  let sinceMs = Number.POSITIVE_INFINITY;
  let lastMs = Number.NEGATIVE_INFINITY;
  return {
    isForSecond: (nowMs: number): boolean => nowMs - sinceMs >= 1000,
    add: (nowMs: number): void => {
      if (nowMs - lastMs >= 1000) sinceMs = nowMs;
      lastMs = nowMs;
      const slot = slotOf(nowMs);
      counts.set(slot, (counts.get(slot) ?? 0) + 1);
      for (const old of counts.keys()) if (old <= slot - 10) counts.delete(old);
    },
    at: (nowMs: number): number => {
      const slot = slotOf(nowMs);
      return [...counts].reduce((sum, [at, count]) => (at > slot - 10 ? sum + count : sum), 0);
    },
  };
};
