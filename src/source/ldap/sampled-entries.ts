/**
 * A sample of remembered entries that is read again in each reading by changes. A server does not report that the account may see
 * less or more than before, nor that it was put back from a backup; then the sample differs from what is remembered. In each unit
 * the sample has an entry with each attribute, so that a rule about one attribute in one unit shows.
 */
import type { CachedEntry } from "../feed-cache.ts";

/** So many entries in one reading; where more are needed, the next readings look at the others. */
const mostSampled = 300;

/** The ids to read again. `readings`: the number of readings since the last full one; `except`: entries that were read just now. */
export const sampledIds = (
  entries: Iterable<CachedEntry>,
  readings: number,
  except: ReadonlyMap<string, unknown>,
): readonly string[] => {
  /** Unit → the attributes of which the sample has an entry, as bits. */
  const covered = new Map<string, number>();
  const sample: string[] = [];
  for (const { id, dn, cells } of entries) {
    if (except.has(id)) continue;
    // An escaped comma makes another unit of its own, which costs one more entry.
    const unit = dn.slice(dn.indexOf(",") + 1);
    const before = covered.get(unit);
    let now = before ?? 0;
    for (const [at, cell] of cells.entries()) if (cell.length > 0) now |= 1 << (at % 31);
    if (now === before) continue;
    covered.set(unit, now);
    sample.push(id);
  }
  const from = sample.length > mostSampled ? (readings * mostSampled) % sample.length : 0;
  return [...sample.slice(from), ...sample.slice(0, from)].slice(0, mostSampled);
};
