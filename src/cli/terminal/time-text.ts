/** Tells a length of time as people read it. */
import type { CliWords } from "../words/words.ts";

/** As `timeText`, with tenths of the first ten seconds. What happened took some time, so it never returns `0 s`. */
export const durationText = (ms: number, words: CliWords): string =>
  ms < 10_000 ? words.seconds(Math.max(1, Math.round(ms / 100)) / 10) : timeText(Math.round(ms / 1000), words);

/** Returns `9 s`, `3 min 20 s` or `1 h 5 min`. */
export const timeText = (seconds: number, words: CliWords): string => {
  const whole = Math.max(0, seconds);
  const minutes = Math.floor(whole / 60);
  if (minutes === 0) return words.seconds(whole);
  if (minutes < 60) return words.minutes(minutes, whole % 60);
  return words.hours(Math.floor(minutes / 60), minutes % 60);
};
