/**
 * A sample of remembered entries that is read again in each reading by changes. A server does not report that the account may see
 * less or more than before, nor that it was put back from a backup; then the sample differs from what is remembered. In each unit
 * the sample has an entry with each attribute, so that a rule about one attribute in one unit shows.
 */
import type { CachedEntry } from "../../feeds/feed-cache.ts";

/** So many entries in one reading; of a larger directory, other readings look at others. */
const mostSampled = 300;

/** The ids to read again. `readings`: the number of readings since the last full one; `except`: entries that were read just now. */
export const sampledIds = (
  entries: ReadonlyMap<string, CachedEntry>,
  readings: number,
  except: ReadonlyMap<string, unknown>,
): readonly string[] => {
  // Each reading begins elsewhere, so that other entries stand for their unit.
  const all = [...entries.values()];
  const start = all.length === 0 ? 0 : (readings * stride) % all.length;
  const candidates = [...all.slice(start), ...all.slice(0, start)].filter(({ id }) => !except.has(id));
  const addsTo = coverage();
  const [standing, others] = [[] as string[], [] as string[]];
  for (const entry of candidates) (addsTo(entry) ? standing : others).push(entry.id);
  return [...standing.slice(0, mostSampled), ...others.slice(0, Math.max(0, mostSampled - standing.length))];
};

/** Returns a function that tells whether an entry is the first of its unit, or the first there with one of its attributes. */
const coverage = (): ((entry: CachedEntry) => boolean) => {
  /** Unit → the attributes of its entries so far, as bits. */
  const covered = new Map<string, number>();
  return ({ dn, cells }) => {
    // An escaped comma makes another unit of its own, which costs one more entry.
    const unit = dn.slice(dn.indexOf(",") + 1);
    const before = covered.get(unit);
    let now = before ?? 0;
    for (const [at, cell] of cells.entries()) if (cell.length > 0) now |= 1 << (at % 31);
    covered.set(unit, now);
    return now !== before;
  };
};

/** A prime number, so that the beginnings are spread over the entries. */
const stride = 7919;
