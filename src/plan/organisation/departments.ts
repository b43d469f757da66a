/**
 * Plans departments: creates them (parents first), updates their data, and moves them to their place in the final
 * tree, breadth first. Everything above a department's new parent is in its final place before the department moves, so
 * no intermediate state has a cycle.
 */
import { line } from "../../contract/records/texts.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Department } from "../../model/directory/directory.ts";
import type { Candidate, FieldChange } from "../../model/plan/plan.ts";
import { carriedBy, sameCode, sameText } from "../../model/plan/sameness.ts";
import { withoutUndoMark } from "../draft/disabled-by-undo.ts";
import { type Intent, reference } from "../draft/draft-plan.ts";
import { differingFields, fieldsToCreate, isPlaceWanted } from "../draft/judge-field.ts";
import { wholeObject } from "../draft/left-fields.ts";
import { hiddenFrom, notShown } from "../draft/not-shown.ts";
import type { PeopleContext, PlanContext } from "../draft/plan-context.ts";
import { isBlank } from "../draft/policy.ts";
import { compareText } from "../values/sequence.ts";
import { planMoves } from "./department-moves.ts";
import { breadthFirst, type FinalTree, finalTree, label, settledTree, topGroup } from "./department-tree.ts";

/** Plans steps 2 and 3 of ARCHITECTURE "Order"; returns the final tree. */
export const planDepartments = (context: PeopleContext): FinalTree => {
  const { desired, current } = context.departments;
  const tree = finalTree(context, desired, current);
  planExistence(context, tree);
  for (const department of desired.values()) {
    const found = current.get(canonicalKey(department.code));
    if (found) planData(context, department, found);
  }
  return planMoves(context, settledTree(context, tree));
};

/**
 * Plans creates and reactivations from the top of the final tree down. New siblings with an order are created one after the
 * other, because the service puts each new department last.
 */
const planExistence = (context: PeopleContext, tree: FinalTree): void => {
  const { draft } = context;
  const { desired, current } = context.departments;
  const lastCreated = new Map<string, string>();
  const withoutParent = [...desired.keys()].filter((key) => !tree.parentOf.has(key));
  for (const key of [...breadthFirst(tree, desired), ...withoutParent]) {
    const department = desired.get(key);
    if (!department) continue;
    const found = current.get(key);
    const parent = department.parent ?? null;
    const above = parent === null ? [] : [reference("department", parent)];
    if (found) {
      const status = { after: department.active, before: found.active };
      const isWanted = isPlaceWanted(context, `department/${key}`, "department", ["active", Object.is], status);
      if (isWanted && department.active === true) reactivate(context, department, found, above);
      continue;
    }
    const candidates = context.recodes.of("department", department.code);
    if (department.active === false && !candidates.some(({ active }) => active)) {
      draft.notice({
        code: "inactive-not-created",
        kind: "department",
        key: department.code,
        label: label(department),
      });
      draft.leave(`department/${key}`, wholeObject, "inactive-not-created");
      continue;
    }
    const group = tree.parentOf.get(key) ?? topGroup;
    const id = create(context, department, candidates, above, lastCreated.get(group));
    if (id !== undefined && department.order !== undefined) lastCreated.set(group, id);
  }
};

const create = (
  context: PeopleContext,
  department: Department,
  candidates: readonly Candidate[],
  above: Intent["requires"] = [],
  previous: string | undefined,
): string | undefined => {
  const { draft } = context;
  const { code, name, level, parent = null } = department;
  const object = reference("department", code);
  draft.leave(object, "active", "active-when-created");
  const intent = {
    kind: "department",
    key: code,
    label: label(department),
    department: code,
    action: "create",
    reason: "missing-in-target",
    step: 2,
    fields: fieldsToCreate(context, object, carried.created, department, ["name", "parent", "level"]),
    provides: [object],
  } as const;
  if (candidates.length > 0) return draft.holdAsTwin({ ...intent, operations: [] }, candidates);
  if (name === undefined || level === undefined) {
    const absent = [...(name === undefined ? ["name"] : []), ...(level === undefined ? ["level"] : [])];
    return draft.hold({ ...intent, operations: [] }, "value-missing", absent);
  }
  const others = Object.fromEntries(
    intent.fields.flatMap(({ field, after }) => (after === null ? [] : [[field, after]])),
  );
  return draft.write({
    ...intent,
    operations: [{ ...others, id: "D2", code, parent, level, name, active: true }],
    requires: [...above, reference("level", level)],
    after: previous === undefined ? [] : [previous],
  });
};

const reactivate = (
  context: PlanContext,
  department: Department,
  found: Department,
  above: Intent["requires"] = [],
): void => {
  const own = [reference("department", found.code)];
  const parents = above.filter((name) => context.draft.willExist(name));
  context.draft.write({
    kind: "department",
    key: found.code,
    label: label(department),
    department: found.code,
    action: "reactivate",
    reason: "source-says-active",
    step: 2,
    fields: [{ field: "active", before: false, after: true }],
    operations: [{ id: "D4", code: found.code, active: true }],
    requires: [...own, ...parents],
    provides: own,
    ...withoutUndoMark(context.memory, "department", found.code),
  });
};

const created = carriedBy("department", "D2");

const carried = {
  created: { ...created, fields: created.fields.filter(([field]) => field !== "active") },
  data: carriedBy("department", "D3"),
} as const;

const planData = (context: PlanContext, department: Department, found: Department): void => {
  const { draft } = context;
  const fields = differingFields(context, reference("department", found.code), carried.data, department, found);
  if (fields.length === 0) return;
  const set = {
    ...notShown(context.settings, department, found),
    ...Object.fromEntries(fields.map(({ field, after }) => [field, after])),
  };
  const level = typeof set["level"] === "string" ? [reference("level", set["level"])] : [];
  const intent = {
    kind: "department",
    key: found.code,
    label: label(department),
    department: found.code,
    action: "update",
    reason: "differs",
    step: 3,
    fields,
    requires: [reference("department", found.code), ...level],
  } as const;
  const absent = (["name", "level"] as const).filter((field) => isBlank(set[field] ?? found[field] ?? null));
  if (absent.length > 0) return draft.hold({ ...intent, operations: [] }, "value-missing", absent);
  const hidden = hiddenFrom(context.settings, set, found);
  if (hidden.length > 0) return draft.hold({ ...intent, operations: [] }, "value-hidden", hidden);
  const takes = nameHandover(context, department, found, fields);
  const operations = [{ id: "D3", code: found.code, newCode: found.code, set }] as const;
  if (takes === undefined) {
    draft.write({ ...intent, operations });
    return;
  }
  // Some sites refuse a name that a sibling still has. In a cycle, the first department takes a temporary name.
  let aside: string | undefined;
  if (takes.stepAside && draft.isPossible({ ...intent, operations })) {
    const both = `${found.name ?? found.code} (${found.code})`;
    const name = line.safeParse(both).success ? both : found.code;
    aside = draft.write({
      ...intent,
      fields: [{ field: "name", before: found.name ?? null, after: name }],
      reason: "swap",
      part: "aside",
      operations: [{ id: "D3", code: found.code, newCode: found.code, set: { name } }],
    });
  }
  draft.write({ ...intent, operations, needs: aside === undefined ? [] : [aside], after: [takes.after] });
};

/**
 * `after` is the change that must come first, because it frees the name that `department` takes over from a sibling. `stepAside`:
 * must `department` take a temporary name before that? Undefined if no sibling gives up the name.
 */
const nameHandover = (
  context: PlanContext,
  department: Department,
  found: Department,
  fields: readonly FieldChange[],
): { readonly after: string; readonly stepAside: boolean } | undefined => {
  if (!fields.some(({ field }) => field === "name")) return undefined;
  const { desired, current } = context.departments;
  const parent = canonicalKey(found.parent ?? "");
  const holderOf = (name: string | undefined) =>
    [...current.values()].find(
      (other) => sameText(other.name ?? null, name ?? null) && canonicalKey(other.parent ?? "") === parent,
    );
  const leaves = (other: Department) => {
    const { name: wanted, level } = desired.get(canonicalKey(other.code)) ?? {};
    const relevels = level !== undefined && !sameCode(level, other.level ?? null);
    const stays = relevels && !context.draft.willExist(reference("level", level));
    return !stays && wanted !== undefined && !sameText(wanted, other.name ?? null) ? wanted : undefined;
  };
  const holder = holderOf(department.name);
  if (!holder || leaves(holder) === undefined) return undefined;
  const cycle: string[] = [];
  for (let at: Department | undefined = holder; at && !cycle.includes(at.code); at = holderOf(leaves(at))) {
    cycle.push(at.code);
    if (at.code === found.code) break;
  }
  const stepAside = cycle.at(-1) === found.code && cycle.every((code) => compareText(found.code, code) <= 0);
  const holderSteps = cycle.at(-1) === found.code && cycle.every((code) => compareText(holder.code, code) <= 0);
  return { after: `department/${holder.code}/update${holderSteps ? "/aside" : ""}`, stepAside };
};
