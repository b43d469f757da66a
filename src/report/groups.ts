/**
 * Groups and orders what a report lists: by kind, and kinds that concern people also by department. Inside a group the order of
 * the plan is kept.
 */
import { kinds } from "../model/kind.ts";
import type { Kind, Plan } from "../model/plan.ts";
import { departmentName } from "./phrasing.ts";

type Placed = { readonly kind: Kind; readonly department?: string };

/** Items of one kind; `department` is set if the kind is grouped by department and the items have one. */
export type Group<Item> = {
  readonly kind: Kind;
  readonly byDepartment: boolean;
  readonly department?: { readonly code: string; readonly name: string };
  readonly items: readonly Item[];
};

/** Kinds that are grouped by department. */
const shownByDepartment: ReadonlySet<Kind> = new Set(["employee", "post", "manager", "supervisor"]);

/** Groups ordered by kind, then by department code; items without a department come last. */
export const groupsOf = <Item extends Placed>(items: readonly Item[], plan: Plan): readonly Group<Item>[] =>
  kinds.flatMap((kind) => {
    const ofKind = items.filter((item) => item.kind === kind);
    const byDepartment = shownByDepartment.has(kind);
    if (!byDepartment) return ofKind.length === 0 ? [] : [{ kind, byDepartment, items: ofKind }];
    const byCode = Map.groupBy(ofKind, (item) => item.department);
    const codes = [...byCode.keys()].filter((code) => code !== undefined).sort();
    const groups: Group<Item>[] = codes.map((code) => ({
      kind,
      byDepartment,
      department: { code, name: departmentName(plan, code) ?? code },
      items: byCode.get(code) ?? [],
    }));
    const rest = byCode.get(undefined);
    return rest === undefined ? groups : [...groups, { kind, byDepartment, items: rest }];
  });
