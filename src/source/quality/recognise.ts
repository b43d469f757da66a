/** Recognises records whose keys have changed by their other fields. */
import type { KeyPair } from "../../model/quality.ts";

/**
 * Keys of records, and their traces: other values by which a record is recognised. The lists are parallel; "" means no
 * trace. The most reliable trace comes first.
 */
export type Keyed = {
  readonly keys: readonly string[];
  readonly traces: Readonly<Record<string, readonly string[] | undefined>>;
};

/**
 * Returns pairs of an old key that is gone and a new key, sorted by old key. An old and a new record are the same if they
 * share a trace that no other record with a gone or a new key has.
 */
export const recognise = (
  before: Keyed,
  gone: ReadonlySet<string>,
  after: Keyed,
  fresh: ReadonlySet<string>,
): readonly KeyPair[] => {
  const [left, right] = [new Set(gone), new Set(fresh)];
  const pairs: KeyPair[] = [];
  for (const trace of Object.keys(before.traces)) {
    const candidates = holders(after, trace, right);
    for (const [value, old] of holders(before, trace, left)) {
      const next = candidates.get(value);
      if (old === undefined || next === undefined) continue;
      pairs.push({ before: old, after: next });
      left.delete(old);
      right.delete(next);
    }
  }
  return pairs.sort((a, b) => (a.before < b.before ? -1 : 1));
};

/** Returns, for each value of the trace, the only one of `keys` that has it, or undefined if several have it. */
const holders = (keyed: Keyed, trace: string, keys: ReadonlySet<string>): ReadonlyMap<string, string | undefined> => {
  const values = keyed.traces[trace] ?? [];
  const found = new Map<string, string | undefined>();
  for (const [at, key] of keyed.keys.entries()) {
    const value = values[at] ?? "";
    if (value !== "" && keys.has(key)) found.set(value, found.has(value) ? undefined : key);
  }
  return found;
};
