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
} from "../../model/quality.ts";
import { type Keyed, recognise } from "./recognise.ts";
import type { Found } from "./settings.ts";

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
  return [{ rule: "keys-changed", kind, field, count, limit, base, ...told(kind, field, count, limit, base, pairs) }];
};

const told = (
  kind: SourceKind,
  field: string,
  count: number,
  limit: number,
  base: number,
  pairs: readonly KeyPair[],
): Pick<Found, "message" | "hint" | "pairs"> => {
  const known = pairs.length === 0 ? "none is" : `${pairs.length} are`;
  const renames = kind === "employee" || kind === "post" ? "" : "list the renames in `source.renames`, or ";
  return {
    message: `${field} of ${kind}: ${count} of ${base} values are still there, at least ${limit} were expected; ${known} recognised under another value`,
    hint: `check the format of the column in the export; if the keys have really changed, ${renames}accept \`keys-changed\` once`,
    pairs: pairs.slice(0, shownPairs),
  };
};
