/**
 * Moves departments (D7) to another parent or to another position among their siblings. Moves run one after the other,
 * because each position depends on the move before.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { WhyNothing } from "../../model/runs/explanation.ts";
import { type Intent, reference } from "../draft/draft-plan.ts";
import type { PlanContext } from "../draft/plan-context.ts";
import { type Move, movesInto, type Placement, type Standing } from "../values/sequence.ts";
import { breadthFirst, type FinalTree, label, topGroup, withoutMoves } from "./department-tree.ts";
import { isOrderShown, orderingOf, whyUnordered } from "./ordering.ts";

/** Plans a part of step 3 of ARCHITECTURE "Order". Returns the tree that the moves leave. */
export const planMoves = (context: PlanContext, wanted: FinalTree): FinalTree => {
  const { draft } = context;
  const { tree, placements, moves } = settleMoves(context, wanted);
  for (const { key, why } of placements) if (why) draft.leave(`department/${key}`, "order", why);
  const inPlace = new Set(placements.flatMap(({ key, order }) => (order === undefined ? [] : [key])));
  const moveOf = new Map<string, string>();
  let previous = draft
    .changes()
    .filter((change) => change.kind === "department" && change.action === "update")
    .map((change) => change.id);
  for (const { intent, move } of moves) {
    const id = draft.write({ ...intent, needs: movedAncestor(tree, move.group, moveOf), after: previous });
    if (intent.action === "reorder") inPlace.delete(move.key);
    if (id === undefined) continue;
    previous = [id];
    if (intent.action === "move") moveOf.set(move.key, id);
  }
  for (const key of inPlace) draft.leave(`department/${key}`, "order", "sequence-right");
  return tree;
};

/**
 * The moves, and the tree that they leave. A move that is not to be tried now, such as one that the service has not taken, is held before
 * the others are planned: below a department that stays where it is, they may close a cycle, and stand among other siblings.
 */
const settleMoves = (context: PlanContext, wanted: FinalTree) => {
  const { desired } = context.departments;
  for (let tree = wanted; ; ) {
    const placements = placementsIn(context, tree);
    const groups = [topGroup, ...breadthFirst(tree, desired)];
    const ordered = movesInto(orderingOf(context, "department"), siblingsNow(context), placements, groups, 0);
    const moves = ordered.flatMap((move) => intentOf(context, move) ?? []);
    const refused = moves.filter(({ intent }) => intent.action === "move" && !context.draft.isPossible(intent));
    if (refused.length === 0) return { tree, placements, moves };
    for (const { intent } of refused) context.draft.write(intent);
    tree = withoutMoves(
      context,
      tree,
      refused.map(({ move }) => move.key),
    );
  }
};

/** Where each department should be; `why`: why its order is left. */
const placementsIn = (context: PlanContext, tree: FinalTree): (Placement & { readonly why?: WhyNothing })[] => {
  const { desired, current } = context.departments;
  const isShown = isOrderShown(current.values());
  return [...desired].flatMap(([key, { order }]) => {
    const group = tree.parentOf.get(key) ?? topGroup;
    if (!context.draft.willExist(`department/${key}`)) return [];
    // A department whose move is held has other siblings than those for which its order was given.
    const stuck = tree.stuck.has(key) ? "move-held" : undefined;
    const why = whyUnordered(context, "department", order, { before: current.get(key)?.order, isShown }) ?? stuck;
    return [{ key, group, ...(why ? { why } : order === undefined ? {} : { order }) }];
  });
};

const intentOf = (context: PlanContext, move: Move): { readonly intent: Intent; readonly move: Move } | undefined => {
  const { desired, current } = context.departments;
  const found = current.get(move.key);
  const department = desired.get(move.key) ?? found;
  if (!department) return undefined;
  const changesParent = found !== undefined && canonicalKey(found.parent ?? topGroup) !== move.group;
  const parent = move.group === topGroup ? null : codeOf(context, move.group);
  const code = codeOf(context, move.key);
  const intent: Intent = {
    kind: "department",
    key: code,
    label: label(department),
    department: code,
    action: changesParent ? "move" : "reorder",
    reason: changesParent ? "parent-differs" : "order-differs",
    step: 3,
    fields: changesParent
      ? [{ field: "parent", before: found.parent ?? null, after: parent }]
      : [{ field: "order", before: found?.order ?? null, after: move.seq }],
    operations: [{ id: "D7", code, parent, seq: move.seq }],
    requires: [reference("department", code), ...(parent === null ? [] : [reference("department", parent)])],
  };
  return { intent, move };
};

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
