/**
 * The rule `code-odd`: a code of a department, title or level that looks like none of the others and that at most one row uses,
 * such as 研發 where all others are like D001. It is probably a typing error or a name in the wrong column, and would become an object
 * of its own. Findings show the place of the code but not the code, which may be the name of a person.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import type { AllRows, SourceRow } from "../rows/rows.ts";
import type { Found } from "./found.ts";

type CodeKind = "department" | "title" | "level";

/** `rows`: how many rows refer to the code. The row that defines it does not count. */
type Use = { readonly key: string; rows: number; readonly place: string };

export const oddCodes = (read: AllRows): readonly Found[] =>
  (Object.entries(usesIn(read)) as [CodeKind, Uses[CodeKind]][]).flatMap(([kind, uses]) => {
    const odd = oddOnesOf([...uses.values()]);
    const [first] = odd;
    if (!first) return [];
    const message = `${odd.length} of ${uses.size} codes of ${kind} look like none of the others, and no more than one row uses each (the first is at ${first.place})`;
    const hint = "look at these rows: a name or another column may stand in place of the code";
    return [{ rule: "code-odd", kind, field: "code", count: odd.length, limit: 0, base: uses.size, message, hint }];
  });

type Uses = Readonly<Record<CodeKind, Map<string, Use>>>;

const noUses = (): Uses => ({ department: new Map(), title: new Map(), level: new Map() });

const usesIn = ({ departments, titles, levels, employees, posts }: AllRows): Uses => {
  const uses = noUses();
  // A hundred thousand rows have a few hundred codes, so each spelling is looked up once.
  const spellings = noUses();
  const useOf = (kind: CodeKind, row: SourceRow, code: string): Use => {
    const key = canonicalKey(code);
    const place = row.line === undefined ? row.file : `${row.file}:${row.line}`;
    const use = uses[kind].get(key) ?? { key, rows: 0, place };
    uses[kind].set(key, use);
    spellings[kind].set(code, use);
    return use;
  };
  const note = (kind: CodeKind, row: SourceRow, code: FieldValue | undefined, rows: number): void => {
    if (typeof code !== "string" || row.rejected || row.excluded) return;
    (spellings[kind].get(code) ?? useOf(kind, row, code)).rows += rows;
  };
  for (const row of departments?.rows ?? []) {
    note("department", row, row.values["code"], 0);
    note("department", row, row.values["parent"], 1);
    note("level", row, row.values["level"], 1);
  }
  for (const row of titles?.rows ?? []) note("title", row, row.values["code"], 0);
  for (const row of levels?.rows ?? []) note("level", row, row.values["code"], 0);
  for (const row of employees?.rows ?? []) {
    note("department", row, row.post?.["department"], 1);
    note("title", row, row.post?.["title"], 1);
  }
  for (const row of posts?.rows ?? []) {
    note("department", row, row.values["department"], 1);
    note("title", row, row.values["title"], 1);
  }
  return uses;
};

const fewestAlike = 5;

/** The codes without the shape of nearly all others; none if the codes have no common shape, or are words. */
const oddOnesOf = (uses: readonly Use[]): readonly Use[] => {
  const shapes = Map.groupBy(uses, ({ key }) => shapeOf(key));
  const [usual] = [...shapes].sort(([, a], [, b]) => b.length - a.length);
  if (!usual || !usual[0].includes("9") || usual[1].length < fewestAlike) return [];
  const others = uses.length - usual[1].length;
  if (others > Math.max(3, uses.length / 33)) return [];
  return uses.filter(({ key, rows }) => rows <= 1 && shapeOf(key) !== usual[0]);
};

/** D001 and D12 are A9, 3-MAR is 9-A, 研發 is 字. */
const shapeOf = (key: string): string =>
  key
    .replaceAll(/\d+/g, "9")
    .replaceAll(/\p{Script=Latin}+/gu, "A")
    .replaceAll(/\P{ASCII}+/gu, "字");
