/**
 * Groups the items that a report lists by kind; items of kinds that concern people are also grouped by department. Inside a
 * group, the items keep the order of the plan.
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

/** The kinds whose items are also grouped by department. */
const shownByDepartment: ReadonlySet<Kind> = new Set(["employee", "post", "manager", "supervisor"]);

/** Returns the groups in the order of kinds, then of department codes; items without a department come last. */
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
