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
type Column = {
  readonly same: (a: FieldValue, b: FieldValue) => boolean;
  readonly cellOf: (person: Person) => Cell;
};

/** The breach of the column of which most cells have moved. `people` are in the order of HR's data. */
export const movedColumn = (people: readonly Person[], settings: PlanSettings): readonly Breach[] => {
  const count = columnsOf(settings).reduce((most, column) => Math.max(most, movedIn(people, column)), 0);
  return count > mostMoved
    ? [{ code: "column-moved", kind: "employee", count, limit: mostMoved, base: people.length }]
    : [];
};

const columnsOf = (settings: PlanSettings): readonly Column[] => {
  const valueOf = (record: object | undefined, field: string) => (record as Fields | undefined)?.[field];
  const own = carriedBy("employee", "E12").fields.flatMap(([field, same]): readonly Column[] =>
    fieldPolicy(settings, "employee", field) === "manage"
      ? [
          {
            same,
            cellOf: ({ desired, current }) => ({ after: valueOf(desired, field), before: valueOf(current, field) }),
          },
        ]
      : [],
  );
  const mainPost = (record: Person["desired" | "current"]) => record?.posts?.find(({ main }) => main);
  const ofPost = (["department", "title", "supervisor"] as const).map(
    (field): Column => ({
      same: sameCode,
      cellOf: ({ desired, current }) => ({ after: mainPost(desired)?.[field], before: mainPost(current)?.[field] }),
    }),
  );
  return [...own, ...ofPost];
};

/** How many cells in a row would change to what the cell below has now, or the cell above. Unknown cells are passed over. */
const movedIn = (people: readonly Person[], { same, cellOf }: Column): number => {
  const changed = [...people.keys()].filter((at) => isChanged(same, cellOf(people[at] as Person)));
  if (changed.length <= mostMoved) return 0;
  const cells = people.map((person) => cellOf(person));
  return Math.max(longest(same, cells, changed, 1), longest(same, cells, changed, -1));
};

const isChanged = (same: Column["same"], { after, before }: Cell): boolean =>
  after !== undefined && before !== undefined && !same(after, before);

/** Between the changed cells it is looked only until one does not get what is beside it, which most do not. */
const longest = (same: Column["same"], cells: readonly Cell[], changed: readonly number[], step: 1 | -1): number => {
  const fits = (at: number): boolean => {
    const [cell, beside] = [cells[at], cells[at + step]?.before];
    if (cell?.after === undefined || cell.before === undefined || beside === undefined) return true;
    return same(cell.after, beside);
  };
  const fitBetween = (from: number, to: number): boolean => {
    for (let at = from + 1; at < to; at++) if (!fits(at)) return false;
    return true;
  };
  let most = 0;
  let count = 0;
  let last: number | undefined;
  const values = new Set<string>();
  for (const at of changed) {
    if (cells[at + step]?.before === undefined) continue;
    const isMoved = fits(at);
    if (!isMoved || (last !== undefined && !fitBetween(last, at))) {
      count = 0;
      values.clear();
    }
    last = isMoved ? at : undefined;
    if (!isMoved) continue;
    count += 1;
    values.add(String(cells[at]?.after));
    if (values.size >= fewestValues) most = Math.max(most, count);
  }
  return most;
};
