/**
 * Chooses which written objects are read back completely, when they have nothing that a write could take along unnoticed: the first
 * 50 of each operation on a site, counted over all runs, then every fiftieth, in small runs more of them, spread over waves and
 * departments. If the operation is known to do more than it is asked to, all of them. People beside those whom an operation wrote are
 * a sample of their own.
 */
import { firstLooks, stepOf } from "../../model/memory/sample-size.ts";
import type { Sample } from "../../model/memory/site-habit.ts";
import { digest } from "../values/fingerprint.ts";

export type Candidate = { readonly key: string; readonly wave: number; readonly department: string };

/**
 * `looked`: how many objects of the operation were read back before. `seed` makes the choice differ from run to run, and equal for
 * equal runs.
 */
export const sampleOf = (candidates: readonly Candidate[], looked: number, seed: string): readonly Candidate[] => {
  const whole = Math.max(0, firstLooks - looked);
  const rest = candidates.slice(whole);
  const step = stepOf(rest.length);
  const drawn = [...Map.groupBy(rest, ({ wave }) => wave).values()].flatMap((ofWave) => {
    const spread = ofWave
      .map((one) => ({ one, order: `${one.department}\n${digest([seed, one.key])}` }))
      .sort((a, b) => (a.order < b.order ? -1 : 1))
      .map(({ one }) => one);
    const offset = Number.parseInt(digest([seed, ofWave.length]).slice(0, 6), 16) % Math.min(step, spread.length);
    return spread.filter((_, at) => at % step === offset);
  });
  return [...candidates.slice(0, whole), ...drawn];
};

/** What decides how much is read back. */
export type LookPolicy = {
  /** Samples that have shown an operation to do more than it is asked to: they are read back as a whole. */
  readonly unreliable: ReadonlySet<Sample>;
  /** How many people of a sample were read back completely before this run. */
  readonly looked: (sample: Sample) => number;
  readonly seed: string;
};

/** `always`: people whose posts are read in any case; `maybe`: everybody of a sample, by account. */
type Written = {
  readonly always: ReadonlySet<string>;
  readonly maybe: ReadonlyMap<Sample, ReadonlyMap<string, Candidate>>;
};

/** The people whose posts are read, with the counts by operation. */
export const chosenPosts = ({ always, maybe }: Written, { unreliable, looked, seed }: LookPolicy) => {
  const posts = new Set(always);
  const looks = new Map<Sample, number>();
  const sampled = new Set<Sample>();
  for (const [sample, people] of maybe) {
    const certain = [...people.keys()].filter((account) => always.has(account)).length;
    const candidates = [...people.values()].filter(({ key }) => !always.has(key));
    const chosen = unreliable.has(sample)
      ? candidates
      : sampleOf(candidates, looked(sample) + certain, `${seed} ${sample}`);
    for (const { key } of chosen) posts.add(key);
    looks.set(sample, certain + chosen.length);
    if (chosen.length < candidates.length) sampled.add(sample);
  }
  return { posts, looks, sampled };
};
