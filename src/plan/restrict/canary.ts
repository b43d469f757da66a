/**
 * Chooses the canary of a plan: a few entries that are applied and read back before the rest, so that every kind of change is seen to
 * work on this site first. Each entry comes with everything that it requires, and keeps the operations that were approved. The
 * position of an entry among its siblings is left to the rest, because siblings move together.
 */

import type { TargetSnapshot } from "../../model/directory/snapshot.ts";
import type { Canary } from "../../model/plan/canary.ts";
import type { Change, Plan } from "../../model/plan/plan.ts";
import { compareText } from "../values/sequence.ts";
import { changeOwners, type Owner } from "./change-owners.ts";
import { changeRequirements } from "./change-requirements.ts";

/** `changes` has the entry's own changes and all that they require. */
type Candidate = {
  readonly owner: Owner;
  readonly changes: ReadonlySet<Change>;
  readonly owners: ReadonlySet<Owner>;
  readonly verbs: ReadonlySet<string>;
};

/** An entry that requires more changes than this for each entry permitted is no candidate. */
const changesForEach = 8;

/**
 * At most `count` entries, which together do as much of what the plan does as fits; the remaining places go round by what is done.
 * Empty if no entry fits. `target`: the reading from which the plan was made.
 */
export const canaryOf = ({ changes }: Pick<Plan, "changes">, target: TargetSnapshot, count: number): Canary => {
  const candidates = candidatesIn(changes, target, count);
  const chosen = new Set<Change>();
  const owners = new Set<Owner>();
  const covered = new Set<string>();
  const take = ({ changes: own, owners: of, verbs }: Candidate): void => {
    for (const change of own) chosen.add(change);
    for (const owner of of) owners.add(owner);
    for (const verb of verbs) covered.add(verb);
  };
  const fits = (one: Candidate): boolean => owners.union(one.owners).size <= count;
  for (const verb of new Set(changes.map(verbOf))) {
    if (covered.has(verb)) continue;
    const able = candidates.filter((one) => one.verbs.has(verb) && fits(one));
    const gain = (one: Candidate): number => one.verbs.difference(covered).size;
    const best = able.reduce<Candidate | undefined>((a, b) => (a && gain(a) >= gain(b) ? a : b), undefined);
    if (best) take(best);
  }
  const byVerbs = [...Map.groupBy(candidates, ({ verbs }) => [...verbs].sort(compareText).join()).values()];
  for (let turn = 0; owners.size < count && byVerbs.some((all) => turn < all.length); turn += 1)
    for (const all of byVerbs) {
      const one = all[turn];
      if (one && owners.size < count && fits(one)) take(one);
    }
  return {
    changes: changes.filter((change) => chosen.has(change)),
    entries: owners.size,
    untried: [...new Set(changes.map(verbOf)).difference(covered)].sort(compareText),
  };
};

const verbOf = ({ kind, action }: Change): string => `${kind} ${action}`;

/** Every entry that can be applied before the rest, the smallest first. */
const candidatesIn = (changes: readonly Change[], target: TargetSnapshot, count: number): readonly Candidate[] => {
  const of = changeOwners(changes).of;
  const byId = new Map(changes.map((change) => [change.id, change]));
  const required = changeRequirements(changes, target, changeOwners(changes));
  const found = [...Map.groupBy(changes, of)].flatMap(([owner, own]): Candidate[] => {
    const all = new Set(own);
    for (const change of all) {
      if (change.action === "reorder" || all.size > count * changesForEach) return [];
      for (const id of required(change)) {
        const needed = byId.get(id);
        if (needed) all.add(needed);
      }
    }
    const owners = new Set([...all].map(of));
    return owners.size > count ? [] : [{ owner, changes: all, owners, verbs: new Set([...all].map(verbOf)) }];
  });
  return found.sort((a, b) => a.owners.size - b.owners.size || compareText(a.owner, b.owner));
};
