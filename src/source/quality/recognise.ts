/** Records recognised under another key, by what else is known of them. */
import type { KeyPair } from "../../model/quality.ts";

/** Keys and what the records can be recognised by, in parallel lists; "" is none. Earlier traces are surer. */
export type Keyed = {
  readonly keys: readonly string[];
  readonly traces: Readonly<Record<string, readonly string[] | undefined>>;
};

/**
 * Pairs of a key that is gone and one that is new, by old key. A record is recognised by a trace that one gone and one
 * new record have and no other of them has.
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

/** Value of the trace → the one key among `keys` that has it; undefined where several have it. */
const holders = (keyed: Keyed, trace: string, keys: ReadonlySet<string>): ReadonlyMap<string, string | undefined> => {
  const values = keyed.traces[trace] ?? [];
  const found = new Map<string, string | undefined>();
  for (const [at, key] of keyed.keys.entries()) {
    const value = values[at] ?? "";
    if (value !== "" && keys.has(key)) found.set(value, found.has(value) ? undefined : key);
  }
  return found;
};
