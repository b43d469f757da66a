/** Measures the shape of the department tree in the source. */
import { canonicalKey } from "../../model/canonical.ts";
import type { Department } from "../../model/directory.ts";
import type { KindProfile, TreeProfile } from "../../model/quality.ts";
import type { SourceSnapshot } from "../../model/snapshot.ts";

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
