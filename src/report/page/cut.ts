/**
 * Chooses what a picture of a reorganisation shows. It opens the branches with the most changes as long as the picture stays
 * small enough to be understood; the rest is folded: an unopened branch is one row with its numbers, and the unchanged
 * departments of an opened branch are one row together.
 */
import type { Company, Mark, UnitNode, When } from "../entries/company-trees.ts";

/** One row of a tree. */
export type Row = {
  /** The code of the department; `…` and the code of the parent for departments that are folded together. */
  readonly key: string;
  /** Absent for departments that are folded together. */
  readonly unit?: UnitNode;
  /** 0 for the highest. */
  readonly depth: number;
  /** People of the row's departments and of everything below them. */
  readonly people: number;
  /** What happens to the row's own department. */
  readonly own: ReadonlySet<Mark>;
  /** How many departments that are folded into the row have each mark. */
  readonly inside: Readonly<Record<Mark, number>>;
};

/** The departments that move from one row to another; `people` move with them. */
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
};

/** The largest numbers of rows on a side, and of ribbons. */
export type CutLimits = { readonly rows: number; readonly ribbons: number };

/** Opens one group of sister branches after the other, those with the most changes first, within the limits. */
export const cutOf = (company: Company, limits: CutLimits): Cut => {
  const changed = { before: changedIn(company, "before"), after: changedIn(company, "after") };
  const draw = (opened: ReadonlySet<string>): Cut => {
    const before = rowsOf(company, "before", { opened, changed: changed.before, limits });
    const after = rowsOf(company, "after", { opened, changed: changed.after, limits });
    return { before: before.rows, after: after.rows, ribbons: ribbonsBetween(company, before.rowOf, after.rowOf) };
  };
  const opened = new Set([""]);
  const tooLarge = new Set<string>();
  let cut = draw(opened);
  for (;;) {
    const groups = Map.groupBy([...cut.before, ...cut.after].filter(isFolded), groupName);
    const [next] = [...groups].filter(([name]) => !tooLarge.has(name)).sort(([, a], [, b]) => weight(b) - weight(a));
    if (next === undefined) return cut;
    const [name, rows] = next;
    const larger = draw(new Set([...opened, ...rows.map(({ key }) => key)]));
    if (Math.max(larger.before.length, larger.after.length) > limits.rows || larger.ribbons.length > limits.ribbons) {
      tooLarge.add(name);
    } else {
      for (const { key } of rows) opened.add(key);
      cut = larger;
    }
  }
};

const hidden = ({ inside: { closed, new: added, moved } }: Row): number => closed + added + moved;

const isFolded = (row: Row): boolean => row.unit !== undefined && hidden(row) > 0;

/** Sisters with about as many changes are opened together or not at all, so that equal things look equal. */
const groupName = (row: Row): string => `${row.unit?.parent?.data.code}\n${Math.floor(Math.log2(hidden(row)))}`;

const weight = (rows: readonly Row[]): number => rows.reduce((sum, row) => sum + hidden(row), 0);

const noMarks = { closed: 0, new: 0, moved: 0, renamed: 0 } as const;

/** A rename is shown only in the tree after the plan. */
const marksIn = ({ marks }: Company, { data }: UnitNode, when: When): readonly Mark[] =>
  [...(marks.get(data.code) ?? [])].filter((mark) => when === "after" || mark !== "renamed");

/** Number of changes of place of a department and below it, for those that have any. Names alone open no branch: there is nothing beside them before. */
const changedIn = (company: Company, when: When): ReadonlyMap<UnitNode, number> => {
  const found = new Map<UnitNode, number>();
  company[when].each((node) => {
    const count = marksIn(company, node, when).filter((mark) => mark !== "renamed").length;
    if (count > 0) for (const up of node.ancestors()) found.set(up, (found.get(up) ?? 0) + count);
  });
  return found;
};

type Drawing = {
  readonly opened: ReadonlySet<string>;
  readonly changed: ReadonlyMap<UnitNode, number>;
  readonly limits: CutLimits;
};

type Rows = { readonly rows: readonly Row[]; readonly rowOf: ReadonlyMap<string, string> };

const rowsOf = (company: Company, when: When, { opened, changed, limits }: Drawing): Rows => {
  const rows: Row[] = [];
  const rowOf = new Map<string, string>();
  const inside = (key: string, folded: readonly UnitNode[]) => {
    const counts: Record<Mark, number> = { ...noMarks };
    for (const node of folded) {
      rowOf.set(node.data.code, key);
      for (const mark of marksIn(company, node, when)) counts[mark] += 1;
    }
    return counts;
  };
  const add = (unit: UnitNode, depth: number): void => {
    const key = unit.data.code;
    rowOf.set(key, key);
    const folded = opened.has(key) ? [] : unit.descendants().slice(1);
    const own = new Set(marksIn(company, unit, when));
    rows.push({ key, unit, depth, people: unit.data.total, own, inside: inside(key, folded) });
  };
  const visit = (node: UnitNode, depth: number): void => {
    if (node.depth > 0) add(node, depth - 1);
    if (!opened.has(node.data.code)) return;
    const children = node.children ?? [];
    const largest = children
      .filter((child) => changed.has(child))
      .sort((a, b) => (changed.get(b) ?? 0) - (changed.get(a) ?? 0))
      .slice(0, limits.rows - 3);
    const shown = new Set(largest);
    for (const child of children) if (shown.has(child)) visit(child, depth + 1);
    const folded = children.filter((child) => !shown.has(child));
    const people = node.data.total - node.data.people - largest.reduce((sum, { data }) => sum + data.total, 0);
    if (people <= 0 && folded.length === 0) return;
    const key = `…${node.data.code}`;
    const all = folded.flatMap((child) => child.descendants());
    rows.push({ key, depth, people: Math.max(0, people), own: new Set(), inside: inside(key, all) });
  };
  visit(company[when], 0);
  return { rows, rowOf };
};

const ribbonsBetween = (
  company: Company,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly Ribbon[] => {
  const ribbons = new Map<string, { from: string; to: string; departments: number; people: number }>();
  company.after.each(({ data }) => {
    if (!company.marks.get(data.code)?.has("moved")) return;
    const from = before.get(data.code);
    const to = after.get(data.code);
    if (from === undefined || to === undefined || (from === to && from !== data.code)) return;
    const name = `${from}\n${to}`;
    const ribbon = ribbons.get(name) ?? { from, to, departments: 0, people: 0 };
    ribbon.departments += 1;
    ribbon.people += data.total;
    ribbons.set(name, ribbon);
  });
  return [...ribbons.values()];
};
