/**
 * Moves of departments (D7), to another parent or to another place among siblings; one after the other, because each
 * position counts on the one before.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Department } from "../model/directory.ts";
import { reference } from "./book.ts";
import { isOrderShown, orderingOf } from "./ordering.ts";
import { fieldPolicy } from "./policy.ts";
import { movesInto, type Standing } from "./sequence.ts";
import { breadthFirst, type FinalTree, label, topGroup } from "./tree.ts";
import type { World } from "./world.ts";

/** Part of step 3. */
export const planMoves = (world: World, tree: FinalTree): void => {
  const { book, settings } = world;
  const { desired, current } = world.departments;
  const orderManaged = fieldPolicy(settings, "department", "order") === "manage" && isOrderShown(current.values());
  const wanted = [...desired].flatMap(([key, { order }]) => {
    const group = tree.parentOf.get(key) ?? topGroup;
    if (!book.willExist(`department/${key}`)) return [];
    // Its order was wanted among other siblings.
    const ordered = orderManaged && order !== undefined && !tree.stuck.has(key);
    return [{ key, group, ...(ordered ? { order } : {}) }];
  });
  const moveOf = new Map<string, string>();
  let previous = book
    .drafts()
    .filter((draft) => draft.kind === "department" && draft.action === "update")
    .map((draft) => draft.id);
  const groups = [topGroup, ...breadthFirst(tree, desired)];
  for (const move of movesInto(orderingOf(world, "department"), siblingsNow(world), wanted, groups, 0)) {
    const department = desired.get(move.key) ?? current.get(move.key);
    if (!department) continue;
    const from = homeOf(current.get(move.key));
    const changesParent = current.has(move.key) && from !== move.group;
    const parent = move.group === topGroup ? null : codeOf(world, move.group);
    const code = codeOf(world, move.key);
    const id = book.write({
      kind: "department",
      key: code,
      label: label(department),
      department: code,
      action: changesParent ? "move" : "reorder",
      reason: changesParent ? "parent-differs" : "order-differs",
      step: 3,
      fields: changesParent
        ? [{ field: "parent", before: current.get(move.key)?.parent ?? null, after: parent }]
        : [{ field: "order", before: current.get(move.key)?.order ?? null, after: move.seq }],
      operations: [{ id: "D7", code, parent, seq: move.seq }],
      rests: [reference("department", code), ...(parent === null ? [] : [reference("department", parent)])],
      needs: movedAncestor(tree, move.group, moveOf),
      after: previous,
    });
    if (id === undefined) continue;
    previous = [id];
    if (changesParent) moveOf.set(move.key, id);
  }
};

const homeOf = (found: Department | undefined): string => canonicalKey(found?.parent ?? topGroup);

/** The code as it will be written: the target's own where the department exists there. */
const codeOf = (world: World, key: string): string => {
  const { desired, current } = world.departments;
  return current.get(key)?.code ?? desired.get(key)?.code ?? key;
};

/** If the move of an ancestor fails, moving below it could close a circle: the nearest one is needed. */
const movedAncestor = (tree: FinalTree, parent: string, moveOf: ReadonlyMap<string, string>): string[] => {
  for (let at: string | null | undefined = parent; at; at = tree.parentOf.get(at)) {
    const id = moveOf.get(at);
    if (id !== undefined) return [id];
  }
  return [];
};

/** Sibling sequences when step 3 starts: as read, then what step 2 created, in the order of creation. */
const siblingsNow = (world: World): Map<string, Standing[]> => {
  const { desired, current } = world.departments;
  const sequences = new Map<string, Standing[]>();
  const put = (key: string, parent: string | null | undefined, seq?: number) => {
    const group = parent ? canonicalKey(parent) : topGroup;
    const list = sequences.get(group) ?? [];
    list.push({ key, ...(seq === undefined ? {} : { seq }) });
    sequences.set(group, list);
  };
  for (const [key, { parent, order }] of [...current].sort(([, a], [, b]) => (a.order ?? 0) - (b.order ?? 0))) {
    put(key, parent, order);
  }
  for (const draft of world.book.drafts()) {
    if (draft.kind !== "department" || draft.action !== "create") continue;
    const key = canonicalKey(draft.key);
    put(key, desired.get(key)?.parent);
  }
  return sequences;
};
