/**
 * The company as two trees of departments, before and after a plan, for the pictures and tables of the HTML report. Trees are
 * d3-hierarchy nodes under one nameless root, so a company without a single head, or with a circle in its data, is drawn too.
 */
import { type HierarchyNode, hierarchy } from "d3-hierarchy";
import type { DepartmentState, Organisation } from "../../model/plan/plan.ts";

export type Department = Organisation["departments"][number];

/** What happens to a department. closed and new exclude all others. */
export type Mark = "closed" | "new" | "moved" | "renamed";

/** A department in one of the trees; `code` is "" for the nameless root. */
type Unit = {
  readonly code: string;
  readonly name: string;
  /** People of the department itself; 0 if not known. */
  readonly people: number;
  /** People of the department and everything below it, also of departments that the plan does not list. */
  readonly total: number;
  readonly children: Unit[];
};

export type UnitNode = HierarchyNode<Unit>;

export type Company = {
  readonly departments: ReadonlyMap<string, Department>;
  readonly before: UnitNode;
  readonly after: UnitNode;
  readonly marks: ReadonlyMap<string, ReadonlySet<Mark>>;
  readonly flows: Organisation["flows"];
  /** True if the head counts are known. */
  readonly isCounted: boolean;
};

export type When = "before" | "after";

export const companyOf = ({ departments, flows }: Organisation): Company => ({
  departments: new Map(departments.map((department) => [department.code, department])),
  before: treeOf(departments, "before"),
  after: treeOf(departments, "after"),
  marks: new Map(departments.map((department) => [department.code, marksOf(department)])),
  flows,
  isCounted: departments.every(({ before, after }) =>
    [before, after].every((state) => !state || state.people !== undefined),
  ),
});

const treeOf = (departments: readonly Department[], when: When): UnitNode => {
  const states = new Map<string, DepartmentState>();
  for (const { code, [when]: state } of departments) if (state) states.set(code, state);
  const units = new Map(
    [...states].map(([code, { name, people = 0, total = 0 }]): [string, Unit] => [
      code,
      { code, name, people, total, children: [] },
    ]),
  );
  const top: Unit[] = [];
  for (const [code, unit] of units) {
    const parent = units.get(states.get(code)?.parent ?? "");
    (parent?.children ?? top).push(unit);
  }
  breakCircles(top, units);
  const total = top.reduce((sum, unit) => sum + unit.total, 0);
  return hierarchy<Unit>({ code: "", name: "", people: 0, total, children: top });
};

/** Puts departments that no head leads to on top, and removes the links that close a circle. */
const breakCircles = (top: Unit[], units: ReadonlyMap<string, Unit>): void => {
  const reached = new Set<Unit>();
  const reach = (first: Unit): void => {
    const open = [first];
    reached.add(first);
    for (let unit = open.pop(); unit !== undefined; unit = open.pop()) {
      const children = unit.children.filter((child) => !reached.has(child));
      unit.children.splice(0, unit.children.length, ...children);
      for (const child of children) reached.add(child);
      open.push(...children);
    }
  };
  for (const unit of top) reach(unit);
  for (const unit of units.values()) {
    if (reached.has(unit)) continue;
    top.push(unit);
    reach(unit);
  }
};

const marksOf = ({ code, formerCode, before, after }: Department): ReadonlySet<Mark> => {
  if (!after) return new Set(before ? ["closed"] : []);
  if (!before) return new Set(["new"]);
  const renamed = before.name !== after.name || (formerCode !== undefined && formerCode !== code);
  return new Set<Mark>([
    ...(before.parent === after.parent ? [] : ["moved" as const]),
    ...(renamed ? ["renamed" as const] : []),
  ]);
};

export const markCounts = ({ marks }: Company): Readonly<Record<Mark, number>> => {
  const counts = { closed: 0, new: 0, moved: 0, renamed: 0 };
  for (const found of marks.values()) for (const mark of found) counts[mark] += 1;
  return counts;
};
