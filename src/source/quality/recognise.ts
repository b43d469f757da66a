/** Recognises records under another key by their other fields. */
import type { KeyPair } from "../../model/quality.ts";

/** Keys and traces of records in parallel lists; "" means no trace. Earlier traces are more reliable. */
export type Keyed = {
  readonly keys: readonly string[];
  readonly traces: Readonly<Record<string, readonly string[] | undefined>>;
};

/**
 * Pairs of an old key that is gone and a new key, sorted by old key. Two records are one if they alone share a trace
 * among the records with gone and new keys.
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

/** Trace → the only one of `keys` that has it; undefined if several have it. */
const holders = (keyed: Keyed, trace: string, keys: ReadonlySet<string>): ReadonlyMap<string, string | undefined> => {
  const values = keyed.traces[trace] ?? [];
  const found = new Map<string, string | undefined>();
  for (const [at, key] of keyed.keys.entries()) {
    const value = values[at] ?? "";
    if (value !== "" && keys.has(key)) found.set(value, found.has(value) ? undefined : key);
  }
  return found;
};
