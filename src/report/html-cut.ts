/**
 * Chooses what a picture of a reorganisation shows. It opens the branches with the most changes as long as the picture stays
 * small enough to be understood; the rest is folded: an unopened branch is one row with its numbers, and unchanged departments of
 * an opened branch are one row together.
 */
import type { Company, Mark, UnitNode, When } from "./html-company.ts";

/** One row of a tree. */
export type Row = {
  /** The code of the department; `…` and the code of the parent for a row of folded departments. */
  readonly key: string;
  /** Absent for folded departments. */
  readonly unit?: UnitNode;
  /** 0 for the highest. */
  readonly depth: number;
  readonly people: number;
  /** How many departments the row stands for. */
  readonly departments: number;
  /** The changes of all these departments. */
  readonly marks: Readonly<Record<Mark, number>>;
};

/** The departments that move between two rows; `people` are those who move with them. */
export type Ribbon = {
  readonly from: string;
  readonly to: string;
  readonly departments: number;
  readonly people: number;
};

export type Cut = {
  readonly before: readonly Row[];
  readonly after: readonly Row[];
  readonly ribbons: readonly Ribbon[];
  /** True if a row stands for more changes than that of one department. */
  readonly folded: boolean;
};

/** Limits of a picture. */
export type CutLimits = { readonly rows: number; readonly ribbons: number };

type Marks = Record<Mark, number>;

/** Opens one branch after the other, those with the most changes first, within the limits. */
export const cutOf = (company: Company, limits: CutLimits): Cut => {
  const hidden = weights(company);
  const opened = new Set([""]);
  const tooLarge = new Set<string>();
  let cut = draw(company, opened, limits);
  for (;;) {
    const rows = [...cut.before, ...cut.after];
    const [next] = rows
      .map(({ key }) => key)
      .filter((key) => (hidden.get(key) ?? 0) > 0 && !opened.has(key) && !tooLarge.has(key))
      .sort((a, b) => (hidden.get(b) ?? 0) - (hidden.get(a) ?? 0));
    if (next === undefined) return cut;
    const larger = draw(company, new Set([...opened, next]), limits);
    if (Math.max(larger.before.length, larger.after.length) > limits.rows || larger.ribbons.length > limits.ribbons) {
      tooLarge.add(next);
    } else {
      opened.add(next);
      cut = larger;
    }
  }
};

/** Number of changed departments below each department, in both trees. */
const weights = (company: Company): ReadonlyMap<string, number> => {
  const found = new Map<string, number>();
  for (const when of ["before", "after"] as const)
    company[when].each((node) => {
      if (changesOf(company, node, when) === 0) return;
      for (let up = node.parent; up !== null; up = up.parent)
        found.set(up.data.code, (found.get(up.data.code) ?? 0) + 1);
    });
  return found;
};

/** A rename is shown only after the plan. */
const marksIn = ({ marks }: Company, { data }: UnitNode, when: When): readonly Mark[] =>
  [...(marks.get(data.code) ?? [])].filter((mark) => when === "after" || mark !== "renamed");

const changesOf = (company: Company, node: UnitNode, when: When): number => marksIn(company, node, when).length;

const draw = (company: Company, opened: ReadonlySet<string>, limits: CutLimits): Cut => {
  const before = rowsOf(company, "before", opened, limits);
  const after = rowsOf(company, "after", opened, limits);
  const ribbons = ribbonsBetween(company, before.rowOf, after.rowOf);
  const all = [...before.rows, ...after.rows];
  return {
    before: before.rows,
    after: after.rows,
    ribbons,
    folded: all.some(({ marks, departments }) => departments > 1 && Object.values(marks).some((count) => count > 0)),
  };
};

type Rows = { readonly rows: readonly Row[]; readonly rowOf: ReadonlyMap<string, string> };

const rowsOf = (company: Company, when: When, opened: ReadonlySet<string>, limits: CutLimits): Rows => {
  const rows: Row[] = [];
  const rowOf = new Map<string, string>();
  const changed = changedIn(company, when);
  const add = (key: string, depth: number, nodes: readonly UnitNode[], unit?: UnitNode): void => {
    const marks: Marks = { closed: 0, new: 0, moved: 0, renamed: 0 };
    let people = 0;
    let departments = 0;
    for (const node of nodes) {
      people += node.value ?? 0;
      for (const each of opened.has(key) ? [node] : node.descendants()) {
        rowOf.set(each.data.code, key);
        departments += 1;
        for (const mark of marksIn(company, each, when)) marks[mark] += 1;
      }
    }
    rows.push({ key, depth, people, departments, marks, ...(unit && { unit }) });
  };
  const visit = (node: UnitNode, depth: number): void => {
    if (node.depth > 0) add(node.data.code, depth - 1, [node], node);
    if (!opened.has(node.data.code)) return;
    const children = node.children ?? [];
    const interesting = children
      .filter((child) => changed.has(child))
      .sort((a, b) => (changed.get(b) ?? 0) - (changed.get(a) ?? 0))
      .slice(0, Math.max(3, limits.rows - 2));
    const shown = new Set(interesting);
    const rest = children.filter((child) => !shown.has(child));
    for (const child of children) if (shown.has(child)) visit(child, depth + 1);
    const [only] = rest;
    if (rest.length === 1 && only !== undefined && !only.children) add(only.data.code, depth, [only], only);
    else if (rest.length > 0) add(`…${node.data.code}`, depth, rest);
  };
  visit(company[when], 0);
  return { rows, rowOf };
};

/** Number of changes of the departments and below them, for those that have any. */
const changedIn = (company: Company, when: When): ReadonlyMap<UnitNode, number> => {
  const found = new Map<UnitNode, number>();
  company[when].each((node) => {
    const count = changesOf(company, node, when);
    if (count > 0) for (const up of node.ancestors()) found.set(up, (found.get(up) ?? 0) + count);
  });
  return found;
};

const ribbonsBetween = (
  company: Company,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly Ribbon[] => {
  const ribbons = new Map<string, { from: string; to: string; departments: number; people: number }>();
  company.after.each(({ data, value = 0 }) => {
    if (!company.marks.get(data.code)?.has("moved")) return;
    const from = before.get(data.code);
    const to = after.get(data.code);
    if (from === undefined || to === undefined || (from === to && from !== data.code)) return;
    const name = `${from}\n${to}`;
    const ribbon = ribbons.get(name) ?? { from, to, departments: 0, people: 0 };
    ribbon.departments += 1;
    ribbon.people += value;
    ribbons.set(name, ribbon);
  });
  return [...ribbons.values()];
};
