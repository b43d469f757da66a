/** Follows the codes of renamed records through a plan: a swap passes through a temporary code, so one record may have three. */
import { canonicalKey } from "../model/canonical.ts";
import type { Change, Kind, Plan } from "../model/plan.ts";

/** `now`: the code before the plan; `after`: the code after it; `renames`: the changes that lead from one to the other. */
export type RenameChain = { readonly now: string; readonly after: string; readonly renames: readonly Change[] };

/** `codes`: all codes of the kind in the service before the plan. Returns the chains by canonical code after the plan. */
export const renameChains = (plan: Plan, kind: Kind, codes: readonly string[]): ReadonlyMap<string, RenameChain> => {
  const renames = plan.changes.filter((change) => change.kind === kind && change.action === "rename");
  const byCode = new Map(renames.map((change) => [canonicalKey(change.key), change]));
  const original = new Set(codes.map((code) => canonicalKey(code)));
  const chainOf = (now: string): RenameChain => {
    const own: Change[] = [];
    let after = now;
    for (let next = byCode.get(canonicalKey(now)); next; ) {
      own.push(next);
      after = String(next.fields[0]?.after ?? after);
      next = original.has(canonicalKey(after)) ? undefined : byCode.get(canonicalKey(after));
    }
    return { now, after, renames: own };
  };
  return new Map(codes.map((code) => chainOf(code)).map((chain) => [canonicalKey(chain.after), chain]));
};
