/** What strangers can bring about is recorded at most once in a time, with its number. */

/** Calls `act` at most once in `ms`, with the number of calls since it was called last. */
export const atMostEvery = <Given extends readonly unknown[]>(
  ms: number,
  act: (times: number, ...given: Given) => void,
): ((...given: Given) => void) => {
  let times = 0;
  let actedMs = Number.NEGATIVE_INFINITY;
  return (...given) => {
    times += 1;
    const nowMs = performance.now();
    if (nowMs - actedMs < ms) return;
    act(times, ...given);
    times = 0;
    actedMs = nowMs;
  };
};
