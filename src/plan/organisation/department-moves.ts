/**
 * Moves departments (D7) to another parent or to another position among their siblings. Moves run one after the other,
 * because each position depends on the move before.
 */
import { canonicalKey } from "../../model/canonical.ts";
import type { Department } from "../../model/directory.ts";
import { reference } from "../draft/draft-plan.ts";
import type { PlanContext } from "../draft/plan-context.ts";
import { movesInto, type Standing } from "../values/sequence.ts";
import { breadthFirst, type FinalTree, label, topGroup } from "./department-tree.ts";
import { isOrderShown, orderingOf, whyUnordered } from "./ordering.ts";

/** Plans a part of step 3 of ARCHITECTURE "Order". */
export const planMoves = (context: PlanContext, tree: FinalTree): void => {
  const { draft } = context;
  const { desired, current } = context.departments;
  const isShown = isOrderShown(current.values());
  const wanted = [...desired].flatMap(([key, { order }]) => {
    const group = tree.parentOf.get(key) ?? topGroup;
    if (!draft.willExist(`department/${key}`)) return [];
    // A department whose move is held has other siblings than those for which its order was given.
    const stuck = tree.stuck.has(key) ? "move-held" : undefined;
    const why = whyUnordered(context, "department", order, { before: current.get(key)?.order, isShown }) ?? stuck;
    if (why) draft.leave(`department/${key}`, "order", why);
    return [{ key, group, ...(why || order === undefined ? {} : { order }) }];
  });
  const inPlace = new Set(wanted.flatMap(({ key, order }) => (order === undefined ? [] : [key])));
  const moveOf = new Map<string, string>();
  let previous = draft
    .changes()
    .filter((change) => change.kind === "department" && change.action === "update")
    .map((change) => change.id);
  const groups = [topGroup, ...breadthFirst(tree, desired)];
  for (const move of movesInto(orderingOf(context, "department"), siblingsNow(context), wanted, groups, 0)) {
    const department = desired.get(move.key) ?? current.get(move.key);
    if (!department) continue;
    const from = parentKeyOf(current.get(move.key));
    const changesParent = current.has(move.key) && from !== move.group;
    const parent = move.group === topGroup ? null : codeOf(context, move.group);
    const code = codeOf(context, move.key);
    const id = draft.write({
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
      requires: [reference("department", code), ...(parent === null ? [] : [reference("department", parent)])],
      needs: movedAncestor(tree, move.group, moveOf),
      after: previous,
    });
    if (!changesParent) inPlace.delete(move.key);
    if (id === undefined) continue;
    previous = [id];
    if (changesParent) moveOf.set(move.key, id);
  }
  for (const key of inPlace) draft.leave(`department/${key}`, "order", "sequence-right");
};

const parentKeyOf = (found: Department | undefined): string => canonicalKey(found?.parent ?? topGroup);

/** The code to write: the target's spelling where the department exists there. */
const codeOf = (context: PlanContext, key: string): string => {
  const { desired, current } = context.departments;
  return current.get(key)?.code ?? desired.get(key)?.code ?? key;
};

/** The move of the nearest ancestor that moves, if any. If it fails, a move below that ancestor could close a cycle. */
const movedAncestor = (tree: FinalTree, parent: string, moveOf: ReadonlyMap<string, string>): string[] => {
  for (let at: string | null | undefined = parent; at; at = tree.parentOf.get(at)) {
    const id = moveOf.get(at);
    if (id !== undefined) return [id];
  }
  return [];
};

/** Siblings in sequence when step 3 starts: first as read, then those that step 2 creates, in order of creation. */
const siblingsNow = (context: PlanContext): Map<string, Standing[]> => {
  const { desired, current } = context.departments;
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
  for (const change of context.draft.changes()) {
    if (change.kind !== "department" || change.action !== "create") continue;
    const key = canonicalKey(change.key);
    put(key, desired.get(key)?.parent);
  }
  return sequences;
};
