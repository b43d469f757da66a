/**
 * Finds a column of people whose cells have moved up or down beside the keys, as when one cell was deleted in a spreadsheet: person after
 * person, in the order of HR's data, would get what the next one has, or the one before. Such a plan can stay below every limit,
 * because in a list that is sorted by department only the people at the borders move.
 */
import type { Breach, FieldValue } from "../model/plan/plan.ts";
import { carriedBy, sameCode } from "../model/plan/sameness.ts";
import type { PlanSettings } from "../model/plan/settings.ts";
import { type Fields, fieldPolicy } from "./draft/policy.ts";
import type { Person } from "./match/people.ts";

/** So many people may by chance get what the person beside them has, without anybody between them who does not. */
const mostMoved = 5;
/** Fewer different values also follow from a chain of promotions. */
const fewestValues = 3;

type Cell = { readonly after: FieldValue | undefined; readonly before: FieldValue | undefined };
type Column = { readonly same: (a: FieldValue, b: FieldValue) => boolean; readonly cells: readonly Cell[] };

/** The breach of the column of which most cells have moved. `people` are in the order of HR's data. */
export const movedColumn = (people: readonly Person[], settings: PlanSettings): readonly Breach[] => {
  const count = Math.max(0, ...columnsOf(people, settings).map((column) => movedIn(column)));
  return count > mostMoved
    ? [{ code: "column-moved", kind: "employee", count, limit: mostMoved, base: people.length }]
    : [];
};

const columnsOf = (people: readonly Person[], settings: PlanSettings): readonly Column[] => {
  const own = carriedBy("employee", "E12").fields.map(([field, same]) => ({
    same,
    cells: cellsOf(people, ({ desired, current }) =>
      [desired, current].map((one) => (one as Fields | undefined)?.[field]),
    ),
    isManaged: fieldPolicy(settings, "employee", field) === "manage",
  }));
  const ofPost = (["department", "title", "supervisor"] as const).map((field) => ({
    same: sameCode,
    cells: cellsOf(people, ({ desired, current }) =>
      [desired, current].map((one) => one?.posts?.find(({ main }) => main)?.[field]),
    ),
    isManaged: true,
  }));
  return [...own, ...ofPost].filter(({ isManaged }) => isManaged);
};

const cellsOf = (
  people: readonly Person[],
  valuesOf: (person: Person) => readonly (FieldValue | undefined)[],
): readonly Cell[] =>
  people.map((person) => {
    const [after, before] = valuesOf(person);
    return { after, before };
  });

/** How many cells in a row would change to what the cell below has now, or the cell above. Unknown cells are passed over. */
const movedIn = (column: Column): number => {
  const isChanged = ({ after, before }: Cell) =>
    after !== undefined && before !== undefined && after !== before && !column.same(after, before);
  const changed = new Set(column.cells.filter(isChanged));
  if (changed.size <= mostMoved) return 0;
  return Math.max(longest(column, changed, 1), longest(column, changed, -1));
};

const longest = ({ cells, same }: Column, changed: ReadonlySet<Cell>, step: 1 | -1): number => {
  let most = 0;
  let count = 0;
  const values = new Set<string>();
  for (const [at, cell] of cells.entries()) {
    const beside = cells[at + step]?.before;
    if (cell.after === undefined || cell.before === undefined || beside === undefined) continue;
    if (!same(cell.after, beside)) {
      count = 0;
      values.clear();
      continue;
    }
    if (!changed.has(cell)) continue;
    count += 1;
    values.add(String(cell.after));
    if (values.size >= fewestValues) most = Math.max(most, count);
  }
  return most;
};
