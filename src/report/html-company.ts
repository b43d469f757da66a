/**
 * The company as two trees of departments, before and after a plan, for the pictures and tables of the HTML report. Trees are
 * d3-hierarchy nodes under one nameless root, so a company without a single head, or with a circle in its data, is drawn too.
 */
import { type HierarchyNode, hierarchy } from "d3-hierarchy";
import type { Plan } from "../model/plan.ts";

export type Organisation = NonNullable<Plan["organisation"]>;
export type Department = Organisation["departments"][number];

/** What happens to a department. closed and new exclude all others. */
export type Mark = "closed" | "new" | "moved" | "renamed";

/** A department in one of the trees; `code` is "" for the nameless root. `people` counts those of the department itself. */
export type Unit = {
  readonly code: string;
  readonly name: string;
  readonly people: number;
  readonly children: Unit[];
};

/** `value` is the number of people of the department and all below it. */
export type UnitNode = HierarchyNode<Unit>;

export type Company = {
  readonly departments: ReadonlyMap<string, Department>;
  readonly before: UnitNode;
  readonly after: UnitNode;
  readonly marks: ReadonlyMap<string, ReadonlySet<Mark>>;
  /** People by department: who comes, who goes, and where from and to. */
  readonly flows: Organisation["flows"];
};

export type When = "before" | "after";

export const companyOf = ({ departments, flows }: Organisation): Company => {
  const before = treeOf(departments, "before");
  const after = treeOf(departments, "after");
  const parents = { before: parentsIn(before), after: parentsIn(after) };
  const marks = departments.map((department) => {
    const { code } = department;
    return [code, marksOf(department, parents.before.get(code) !== parents.after.get(code))] as const;
  });
  return {
    departments: new Map(departments.map((department) => [department.code, department])),
    before,
    after,
    marks: new Map(marks),
    flows,
  };
};

/** Codes that a department has had or will have lead to the same department. */
const treeOf = (departments: readonly Department[], when: When): UnitNode => {
  const units = new Map<string, Unit>();
  const formerCodes = new Map<string, string>();
  for (const { code, formerCode, [when]: side } of departments) {
    if (side === undefined) continue;
    units.set(code, { code, name: side.name, people: side.people, children: [] });
    if (formerCode !== undefined) formerCodes.set(formerCode, code);
  }
  const root: Unit = { code: "", name: "", people: 0, children: [] };
  for (const { code, [when]: side } of departments) {
    const unit = units.get(code);
    if (unit === undefined || side === undefined) continue;
    const parent = side.parent === null ? undefined : nodeOf(side.parent, units, when, formerCodes);
    (parent ?? root).children.push(unit);
  }
  breakCircles(root, units);
  return hierarchy(root).sum(({ people }) => people);
};

/** Before the plan a code means the department that has it then, even if another department gets it. */
const nodeOf = (
  code: string,
  units: ReadonlyMap<string, Unit>,
  when: When,
  formerCodes: ReadonlyMap<string, string>,
): Unit | undefined => {
  const former = units.get(formerCodes.get(code) ?? "");
  return when === "before" ? (former ?? units.get(code)) : (units.get(code) ?? former);
};

/** Puts departments that no head leads to under the root, and removes the links that close a circle. */
const breakCircles = (root: Unit, units: ReadonlyMap<string, Unit>): void => {
  const reached = new Set<Unit>();
  const reach = (from: Unit): void => {
    const open = [from];
    for (let unit = open.pop(); unit !== undefined; unit = open.pop()) {
      reached.add(unit);
      unit.children.splice(0, Infinity, ...unit.children.filter((child) => !reached.has(child)));
      open.push(...unit.children);
    }
  };
  reach(root);
  for (const unit of units.values()) {
    if (reached.has(unit)) continue;
    root.children.push(unit);
    reach(unit);
  }
};

const parentsIn = (tree: UnitNode): ReadonlyMap<string, string> =>
  new Map(tree.descendants().flatMap(({ data, parent }) => (parent ? [[data.code, parent.data.code]] : [])));

const marksOf = ({ code, formerCode, before, after }: Department, moved: boolean): ReadonlySet<Mark> => {
  if (!after) return new Set(before ? ["closed"] : []);
  if (!before) return new Set(["new"]);
  const renamed = before.name !== after.name || (formerCode !== undefined && formerCode !== code);
  return new Set([...(moved ? (["moved"] as const) : []), ...(renamed ? (["renamed"] as const) : [])]);
};

/** Number of departments with each mark. */
export const markCounts = ({ marks }: Company): Readonly<Record<Mark, number>> => {
  const counts = { closed: 0, new: 0, moved: 0, renamed: 0 };
  for (const found of marks.values()) for (const mark of found) counts[mark] += 1;
  return counts;
};
