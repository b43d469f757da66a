/**
 * Measures and judges the shape of the department tree. If many departments have moved to the top, the export has probably lost their parents. A
 * rejected row may be a department at the top, a missing parent, or a part of the longest path, so the limits allow for it.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Department } from "../../model/directory/directory.ts";
import type { SourceSnapshot } from "../../model/directory/snapshot.ts";
import type { KindProfile, SourceProfile, TreeProfile } from "../../model/plan/quality.ts";
import type { Found } from "./found.ts";

/** This many departments may always move to the top. */
const smallestRise = 3;

/**
 * The rule `tree-shape`. Two findings are only warnings: a change in the depth of the tree, and parents that are missing in
 * the source. Departments whose parents are missing are not moved.
 */
export const judgeTree = (now: SourceProfile, last: SourceProfile, levels: number): Found[] => {
  const [before, after] = [last.tree, now.tree];
  if (!before || !after) return [];
  const rejectedBefore = last.kinds.department?.rejected ?? 0;
  const rejectedAfter = now.kinds.department?.rejected ?? 0;
  const about = { rule: "tree-shape", kind: "department" } as const;
  const found: Found[] = [];

  const mostRoots = Math.max(2 * (before.roots + rejectedBefore), before.roots + rejectedBefore + smallestRise);
  if (after.roots > mostRoots) {
    const message = `departments at the top grew from ${before.roots} to ${after.roots}; at most ${mostRoots} were expected`;
    const hint = "check the column of the parent in the export; if it is right as it is, accept `tree-shape` once";
    found.push({ ...about, field: "parent", count: after.roots, limit: mostRoots, base: before.roots, message, hint });
  }
  if (after.orphans > 0 && before.orphans === 0 && rejectedBefore === 0) {
    const message = `${after.orphans} departments name a parent that is not in the source; last time all parents were there`;
    const hint = "check that the export holds all departments; those that name an unknown parent stay where they are";
    found.push({ ...about, field: "parent", count: after.orphans, limit: 0, base: 0, message, hint, mild: true });
  }
  const change = after.depth - before.depth;
  const doubtful = change < 0 ? rejectedAfter > 0 : rejectedBefore > 0;
  if (Math.abs(change) > levels && !doubtful) {
    const numbers = { count: after.depth, limit: before.depth + Math.sign(change) * levels, base: before.depth };
    const message = `the tree of departments is ${after.depth} levels deep, before ${before.depth}; a change of at most ${levels} was expected`;
    const hint = "look at the moves of departments in the plan before it is applied";
    found.push({ ...about, ...numbers, message, hint, mild: true });
  }
  return found;
};

/**
 * `profile` is the profile of `departments`, in the same order. A parent that is out of scope or in a rejected row is not
 * missing. If the code of a rejected row is unknown, it may be any parent, so no parent counts as missing.
 */
export const treeProfile = (
  { rejected, excluded = [] }: SourceSnapshot,
  departments: readonly Department[],
  profile: KindProfile,
): TreeProfile => {
  const parents = new Map<string, string>();
  for (const [at, { parent }] of departments.entries()) parents.set(profile.keys[at] ?? "", canonicalKey(parent ?? ""));
  const hidden = [...rejected, ...excluded].filter(({ kind }) => kind === "department");
  const keyless = hidden.some(({ key }) => key === undefined);
  const present = new Set(hidden.map(({ key }) => canonicalKey(key ?? "")));
  const above = [...parents.values()];
  const isOrphan = (parent: string) => parent !== "" && !parents.has(parent) && !present.has(parent);
  return {
    roots: above.filter((parent) => parent === "").length,
    orphans: keyless ? 0 : above.filter(isOrphan).length,
    depth: depthOf(parents),
  };
};

const depthOf = (parents: ReadonlyMap<string, string>): number => {
  const depths = new Map<string, number>();
  let deepest = 0;
  for (const start of parents.keys()) {
    const path = new Set<string>();
    // Cycles of parents have been refused before (see assemble.ts), but this loop would end even in a cycle.
    for (let at = start; parents.has(at) && !depths.has(at) && !path.has(at); at = parents.get(at) ?? "") path.add(at);
    const way = [...path].reverse();
    let depth = depths.get(parents.get(way[0] ?? "") ?? "") ?? 0;
    for (const key of way) {
      depth += 1;
      depths.set(key, depth);
    }
    deepest = Math.max(deepest, depth);
  }
  return deepest;
};
