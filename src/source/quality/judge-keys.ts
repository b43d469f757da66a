/**
 * Finds a mass change of keys: the same records under other keys (accounts in a new form, numbers without their leading
 * zeros, codes with a prefix). If these were taken for new records, everything would be created a second time.
 */
import {
  type KeyPair,
  type KindProfile,
  type SourceKind,
  type SourceProfile,
  sourceKinds,
} from "../../model/plan/quality.ts";
import type { Found } from "./found.ts";

/** A kind with fewer keys is not judged, so all its keys may be new. */
const fewestKeys = 20;

const shownPairs = 10;

/**
 * The rule `keys-changed`: at least `percent` of the old keys must still exist, or of the present number of keys if that is
 * smaller. A rejected row may have any key, so it counts as having an old key.
 */
export const judgeKeys = (now: SourceProfile, last: SourceProfile, percent: number): Found[] =>
  sourceKinds.flatMap((kind) => {
    const [before, after] = [last.kinds[kind], now.kinds[kind]];
    if (!before || !after) return [];
    const found = judgeKeyField(kind, kind === "employee" ? "account" : keyField(kind), before, after, after, percent);
    if (kind !== "employee") return found;
    return [...found, ...judgeKeyField(kind, "number", byNumber(before), byNumber(after), after, percent)];
  });

const keyField = (kind: SourceKind): string => (kind === "category" ? "name" : "code");

/** Returns people with their numbers as keys. They are recognised by their accounts first. */
const byNumber = ({ keys, traces }: KindProfile): Keyed => ({
  keys: traces.number ?? [],
  traces: {
    account: keys,
    get email() {
      return traces.email;
    },
    get name() {
      return traces.name;
    },
  },
});

const judgeKeyField = (
  kind: SourceKind,
  field: string,
  before: Keyed,
  after: Keyed,
  { rejected, renamed }: KindProfile,
  percent: number,
): Found[] => {
  const [old, own] = [new Set(before.keys), new Set(after.keys)];
  old.delete("");
  own.delete("");
  const renames = new Map(renamed);
  const gone = [...old].filter((key) => !own.has(key) && !own.has(renames.get(key) ?? ""));
  const base = Math.min(old.size, own.size + rejected);
  const count = old.size - gone.length + Math.min(rejected, gone.length);
  const limit = Math.ceil((base * percent) / 100);
  if (base < fewestKeys || count >= limit) return [];
  const pairs = recognise(before, new Set(gone), after, own.difference(old));
  const known = pairs.length === 0 ? "none is" : `${pairs.length} are`;
  const renaming = kind === "employee" || kind === "post" ? "" : "list the renames in `source.renames`, or ";
  const message = `${field} of ${kind}: ${count} of ${base} values are still there, at least ${limit} were expected; ${known} recognised under another value`;
  const hint = `check the format of the column in the export; if the keys have really changed, ${renaming}accept \`keys-changed\` once`;
  const shown = pairs.slice(0, shownPairs);
  return [{ rule: "keys-changed", kind, field, count, limit, base, message, hint, pairs: shown }];
};

/** Traces are other values of a record, parallel to its key; "" is none. The most reliable comes first. */
type Keyed = {
  readonly keys: readonly string[];
  readonly traces: Readonly<Record<string, readonly string[] | undefined>>;
};

/**
 * Returns pairs of an old key that is gone and a new key, sorted by old key. An old and a new record are the same if they
 * share a trace that no other record with a gone or a new key has.
 */
const recognise = (
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
