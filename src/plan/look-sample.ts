/**
 * Chooses which written objects are read back completely, when they have nothing that a write could take along unnoticed: the first
 * 50 of each operation on a site, counted over all runs, then every fiftieth, spread over waves and departments. If the operation
 * is known to do more than it is asked to, all of them.
 */
import { digest } from "./fingerprint.ts";

/** The number of objects of each operation that are all read back. */
const firstLooks = 50;

/** After these, one of so many. */
const sampledOne = 50;

export type Candidate = { readonly key: string; readonly wave: number; readonly department: string };

/**
 * `looked`: how many objects of the operation were read back before. `seed` makes the choice differ from run to run, and equal for
 * equal runs.
 */
export const sampleOf = (candidates: readonly Candidate[], looked: number, seed: string): readonly Candidate[] => {
  const whole = Math.max(0, firstLooks - looked);
  const rest = candidates.slice(whole);
  const drawn = [...Map.groupBy(rest, ({ wave }) => wave).values()].flatMap((ofWave) => {
    const drawnBy = new Map(ofWave.map((one) => [one, digest([seed, one.key])]));
    const order = (one: Candidate) => `${one.department}\n${drawnBy.get(one)}`;
    const spread = [...ofWave].sort((a, b) => (order(a) < order(b) ? -1 : 1));
    const offset = Number.parseInt(digest([seed, ofWave.length]).slice(0, 6), 16) % Math.min(sampledOne, spread.length);
    return spread.filter((_, at) => at % sampledOne === offset);
  });
  return [...candidates.slice(0, whole), ...drawn];
};
