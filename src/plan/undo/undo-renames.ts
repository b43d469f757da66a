/**
 * Decides which codes and accounts an undo gives back. A code that somebody else has now is not given back; then everything
 * else about the object is still restored, under its present code.
 */

import { type Reference, reference } from "../../model/directory/address.ts";
import { sameKey } from "../../model/directory/canonical.ts";
import { byReference } from "../../model/directory/objects.ts";
import type { Rename, TargetLists } from "../../model/directory/snapshot.ts";
import type { Kind } from "../../model/plan/plan.ts";
import type { RecordedRun } from "../../model/runs/recorded-run.ts";
import { type Follow, following, renamingsOf } from "../draft/renamings.ts";
import { effectOf } from "./net-changes.ts";

type RenameBack = { readonly kind: Kind; readonly from: string; readonly to: string; readonly label: string };

export const renamesBack = ({ changes, renamedSince }: RecordedRun, lists: TargetLists) => {
  const taken = keysOf(lists);
  const later = renamingsOf(renamedSince);
  const parked = new Set(later.flatMap(({ kind, to, parks }) => (parks ? [reference(kind, to)] : [])));
  const follow = following(later);
  const written = changes.flatMap((one) => (effectOf(one) === "written" ? [one.change] : []));
  const labels = new Map(written.map(({ kind, key, label }) => [reference(kind, key), label]));
  const own = renamingsOf(written);
  /** Temporary codes: the rename from one is the second of its object. */
  const passing = new Set(own.flatMap(({ kind, to, parks }) => (parks ? [reference(kind, to)] : [])));
  const followOwn = following(own);
  const candidates = own
    .filter(({ kind, from }) => !passing.has(reference(kind, from)))
    .map(({ kind, from }) => {
      const left = followOwn(kind, from);
      const now = follow(kind, left);
      const isAsLeft = sameKey(now, left) || parked.has(reference(kind, now));
      const label = labels.get(reference(kind, from)) ?? from;
      return { kind, from: now, to: from, left, label, isPossible: isAsLeft && taken.has(reference(kind, now)) };
    })
    .filter(({ from, to, left }) => !sameKey(from, to) && !sameKey(left, to));
  let possible = candidates.filter(({ isPossible }) => isPossible);
  for (;;) {
    const freed = new Set(possible.map(({ kind, from }) => reference(kind, from)));
    const next = possible.filter(({ kind, to }) => {
      const name = reference(kind, to);
      return !taken.has(name) || freed.has(name);
    });
    if (next.length === possible.length) break;
    possible = next;
  }
  const uncertain = changes.flatMap((one) => (effectOf(one) === "unknown" ? [one.change] : []));
  return {
    wanted: possible,
    /** Wanted, but somebody has renamed the object since, or another object has the old code. */
    refused: candidates.filter((candidate) => !possible.includes(candidate)),
    /** It is not known whether the run made the rename; the new key is in use. */
    uncertain: renamingsOf(uncertain).flatMap(({ kind, from, to }): RenameBack[] =>
      taken.has(reference(kind, to)) && !taken.has(reference(kind, from))
        ? [{ kind, from: to, to: from, label: to }]
        : [],
    ),
    /** Renames of codes as the planner takes them; those of accounts follow from the accounts of people. */
    listed: possible.flatMap(({ kind, from, to }): Rename[] =>
      isCoded(kind) ? [{ kind, from, to, present: true }] : [],
    ),
    /** The key that an object with a present key has after the undo. */
    keyAfter: mapping(possible),
  };
};

const isCoded = (kind: Kind): kind is Rename["kind"] =>
  ["level", "title", "function", "category", "department"].includes(kind);

const mapping = (renames: readonly RenameBack[]): Follow => {
  const after = new Map(renames.map(({ kind, from, to }) => [reference(kind, from), to]));
  return (kind, key) => after.get(reference(kind, key)) ?? key;
};

const keysOf = (lists: TargetLists): ReadonlySet<Reference> =>
  new Set([
    ...byReference(lists).keys(),
    ...lists.functions.flatMap(({ category }) => (category === undefined ? [] : [reference("category", category)])),
  ]);
