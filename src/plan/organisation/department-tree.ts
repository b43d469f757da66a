/**
 * The department tree after the plan: departments of the source below the parents it names, all others where they are.
 * A move is held and the department stays if the wanted parent is unknown, if it would close a cycle, or if it may lose a manager.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Department } from "../../model/directory/directory.ts";
import type { HeldReason } from "../../model/plan/held-reason.ts";
import { sameCode } from "../../model/plan/sameness.ts";
import { isPlaceWanted, whyUnmanaged } from "../draft/judge-field.ts";
import { departmentCode, foreignMembers, isStranger, type PlanContext } from "../draft/plan-context.ts";
import { compareText } from "../values/sequence.ts";

/** The group of the departments at the top. It cannot be a code, because codes are never blank. */
export const topGroup = "";

export type FinalTree = {
  /** Canonical code → canonical code of the parent; null at the top. */
  readonly parentOf: ReadonlyMap<string, string | null>;
  /** Departments that stay where they are because the wanted parent is impossible. */
  readonly stuck: ReadonlySet<string>;
};

/** The name of a department in reports. */
export const label = (department: Department): string => department.name ?? department.code;

type Departments = ReadonlyMap<string, Department>;

/** Is the department to be active? It stays as it is where the policy leaves that to the service. Undefined: nobody says. */
export const wantedActive = (
  { departments, settings }: Pick<PlanContext, "departments" | "settings">,
  key: string,
): boolean | undefined => {
  const found = departments.current.get(key);
  const isLeft = found && whyUnmanaged(settings, "department", "active", found.active);
  return isLeft ? found.active : departments.desired.get(key)?.active;
};

export const finalTree = (context: PlanContext, desired: Departments, current: Departments): FinalTree => {
  const parentOf = new Map<string, string | null>();
  for (const [key, department] of current) parentOf.set(key, parentKey(department.parent));
  for (const [key, department] of desired) {
    const found = current.get(key);
    const places = { after: department.parent, before: found?.parent ?? null };
    const isMoved = found && isPlaceWanted(context, `department/${key}`, "department", ["parent", sameCode], places);
    const wanted = found && !isMoved ? found.parent : department.parent;
    const parent = parentKey(wanted);
    const known = parent === null || current.has(parent) || desired.has(parent);
    const problem = found && isMoved && lossOfMove(context, department, found);
    if (problem) holdMove(context, department, found, problem.reason, problem.about);
    else if (known || !found) parentOf.set(key, parent);
    else holdMove(context, department, found, "reference-missing", [wanted ?? ""]);
  }
  return { parentOf, stuck: holdCycles(context, parentOf) };
};

/**
 * What a move may lose and nobody here could restore (R27, R64): a manager, even if the source names another one, whose
 * appointment may be held; and below an inactive department the members.
 */
const lossOfMove = (context: PlanContext, { parent }: Department, found: Department) => {
  if (found.manager && isStranger(context, found.manager))
    return { reason: "not-listed", about: [found.manager] } as const;
  const { current } = context.departments;
  const above = parentKey(parent) ?? topGroup;
  if (current.get(above)?.active !== false || wantedActive(context, above) === true) return undefined;
  const { strangers, unknown } = foreignMembers(context, withBelow(current, canonicalKey(found.code)));
  if (strangers.length > 0) return { reason: "still-occupied", about: strangers } as const;
  return unknown.length > 0 ? ({ reason: "unreadable-in-target", about: unknown } as const) : undefined;
};

const withBelow = (departments: Departments, key: string): readonly string[] => {
  const keys = new Set([key]);
  // The loop also reaches keys that are added while it runs.
  for (const above of keys)
    for (const [below, { parent }] of departments) if (parentKey(parent) === above) keys.add(below);
  return [...keys];
};

/** The tree once it is known which departments will exist. A department stays where it is if the creation of its new parent is held. */
export const settledTree = (context: PlanContext, tree: FinalTree): FinalTree => {
  const { draft, departments } = context;
  const stays: string[] = [];
  for (const [key, found] of departments.current) {
    const parent = tree.parentOf.get(key) ?? null;
    if (parent === null || parent === parentKey(found.parent) || draft.willExist(`department/${parent}`)) continue;
    const department = departments.desired.get(key) ?? found;
    holdMove(context, department, found, "reference-held", [department.parent ?? ""]);
    stays.push(key);
  }
  return withoutMoves(context, tree, stays);
};

/** The tree in which these departments, whose moves are held, stay where they are, and with them whatever would close a cycle there. */
export const withoutMoves = (context: PlanContext, tree: FinalTree, stays: readonly string[]): FinalTree => {
  const parentOf = new Map(tree.parentOf);
  for (const key of stays) parentOf.set(key, parentKey(context.departments.current.get(key)?.parent));
  return { parentOf, stuck: new Set([...tree.stuck, ...stays, ...holdCycles(context, parentOf)]) };
};

/** Undoes wanted parents until no cycle is left; returns the departments that stay where they are because of that. */
const holdCycles = (context: PlanContext, parentOf: Map<string, string | null>): Set<string> => {
  const { desired, current } = context.departments;
  const stuck = new Set<string>();
  for (let cycle = findCycle(parentOf); cycle; cycle = findCycle(parentOf)) {
    const codes = [...cycle].sort(compareText);
    let undone = false;
    for (const key of codes) {
      const found = current.get(key);
      const department = desired.get(key);
      if (!found || !department || parentOf.get(key) === parentKey(found.parent)) continue;
      holdMove(
        context,
        department,
        found,
        "tree-cycle",
        codes.map((one) => departmentCode(context, one)),
      );
      parentOf.set(key, parentKey(found.parent));
      stuck.add(key);
      undone = true;
    }
    // Only new departments are left in the cycle: their creation is held because they have no parent.
    if (!undone) for (const key of codes) parentOf.delete(key);
  }
  return stuck;
};

const parentKey = (parent: string | null | undefined): string | null => (parent ? canonicalKey(parent) : null);

const holdMove = (
  context: PlanContext,
  department: Department,
  found: Department,
  reason: HeldReason,
  about: readonly string[],
): void => {
  context.draft.hold(
    {
      kind: "department",
      key: found.code,
      label: department.name ?? found.code,
      department: found.code,
      action: "move",
      reason: "parent-differs",
      step: 3,
      fields: [{ field: "parent", before: found.parent ?? null, after: department.parent ?? null }],
      operations: [],
    },
    reason,
    about,
  );
};

const findCycle = (parentOf: ReadonlyMap<string, string | null>): Set<string> | undefined => {
  const safe = new Set<string>();
  for (const start of [...parentOf.keys()].sort(compareText)) {
    const path = new Set<string>();
    let at: string | null | undefined = start;
    while (at && !safe.has(at) && !path.has(at)) {
      path.add(at);
      at = parentOf.get(at);
    }
    if (at && path.has(at)) {
      const cycle = [...path];
      return new Set(cycle.slice(cycle.indexOf(at)));
    }
    for (const key of path) safe.add(key);
  }
  return undefined;
};

/** All keys of the tree from the top down; siblings by wanted order, then code. */
export const breadthFirst = (tree: FinalTree, desired: Departments): string[] => {
  const children = new Map<string, string[]>();
  for (const [key, parent] of tree.parentOf) {
    const group = parent === null || !tree.parentOf.has(parent) ? topGroup : parent;
    const list = children.get(group) ?? [];
    list.push(key);
    children.set(group, list);
  }
  const order = (key: string) => desired.get(key)?.order ?? Number.MAX_VALUE;
  const result: string[] = [];
  const queue = [topGroup];
  for (let next = 0; next < queue.length; next += 1) {
    const below = (children.get(queue[next] ?? "") ?? []).sort((a, b) => order(a) - order(b) || compareText(a, b));
    for (const key of below) {
      result.push(key);
      queue.push(key);
    }
  }
  return result;
};

/** The number of departments above this one. */
export const depthOf = (tree: FinalTree, key: string): number => {
  let depth = 0;
  for (let at = tree.parentOf.get(key); at; at = tree.parentOf.get(at)) depth += 1;
  return depth;
};
