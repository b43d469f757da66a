/** A small seeded random generator (mulberry32): the same seed gives the same values on every machine. */
export type Random = {
  /** An integer from `min` to `max`, both included. */
  readonly integer: (min: number, max: number) => number;
  readonly pick: <T>(list: readonly [T, ...T[]]) => T;
  /** True with probability `share` (0 to 1). */
  readonly chance: (share: number) => boolean;
  /** Returns a copy of the list in random order (Fisher–Yates shuffle). */
  readonly shuffled: <T>(list: readonly T[]) => T[];
};

export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const integer = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    integer,
    pick: (list) => list[integer(0, list.length - 1)] ?? list[0],
    chance: (share) => next() < share,
    shuffled: (list) => {
      const result = [...list];
      for (let last = result.length - 1; last > 0; last -= 1) {
        const other = integer(0, last);
        [result[last], result[other]] = [
          result[other] as (typeof result)[number],
          result[last] as (typeof result)[number],
        ];
      }
      return result;
    },
  };
};
