/**
 * Records the sequence of siblings before a plan, for every group that an object leaves or in which one changes its place, so
 * that the sequence can be restored (`musterd undo`).
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Siblings } from "../../model/directory/siblings.ts";
import type { TargetLists } from "../../model/directory/snapshot.ts";
import type { Change, Kind } from "../../model/plan/plan.ts";
import { compareText } from "../values/sequence.ts";

type Placed = { readonly key: string; readonly group: string; readonly order: number | undefined };

/** The objects of each ordered kind with their group: the parent, the category or the rank; canonical, "" for none. */
export const placedObjects = (target: Pick<TargetLists, "levels" | "titles" | "functions" | "departments">) =>
  new Map<Kind, readonly Placed[]>([
    ["level", target.levels.map(({ code, order }) => ({ key: code, group: "", order }))],
    ["title", target.titles.map(({ code, rank, order }) => ({ key: code, group: String(rank ?? ""), order }))],
    [
      "function",
      target.functions.map(({ code, category, order }) => ({ key: code, group: canonicalKey(category ?? ""), order })),
    ],
    [
      "department",
      target.departments.map(({ code, parent, order }) => ({ key: code, group: canonicalKey(parent ?? ""), order })),
    ],
  ]);

/** `target` has the codes that are valid after the plan's renames. A group in which two objects share a position is left out. */
export const siblingsBefore = (
  target: Parameters<typeof placedObjects>[0],
  changes: readonly Pick<Change, "kind" | "key" | "action">[],
): readonly Siblings[] => {
  const placing = changes.filter(({ action }) => action === "move" || action === "reorder");
  if (placing.length === 0) return [];
  return [...placedObjects(target)].flatMap(([kind, objects]) => {
    const moved = new Set(placing.flatMap((change) => (change.kind === kind ? [canonicalKey(change.key)] : [])));
    const left = new Set(objects.flatMap(({ key, group }) => (moved.has(canonicalKey(key)) ? [group] : [])));
    const groups = Map.groupBy(objects, ({ group }) => group);
    return [...left].sort(compareText).flatMap((group) => {
      const sequence = inSequence(groups.get(group) ?? []);
      return sequence ? [{ kind, group, keys: sequence }] : [];
    });
  });
};

/** The keys in sequence; undefined if positions are missing or equal. */
const inSequence = (objects: readonly Placed[]): string[] | undefined => {
  const positions = new Set(objects.map(({ order }) => order));
  if (positions.size < objects.length || positions.has(undefined)) return undefined;
  return [...objects].sort((a, b) => (a.order ?? 0) - (b.order ?? 0)).map(({ key }) => key);
};
