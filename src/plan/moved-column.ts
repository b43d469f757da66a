/**
 * Finds a column of people whose cells have moved up or down beside the keys, as when one cell was deleted in a spreadsheet: person after
 * person, in the order of HR's data, would get what the next one has, or the one before. Such a plan can stay below every limit,
 * because in a list that is sorted by department only the people at the borders move.
 */
import type { Employee } from "../model/directory/directory.ts";
import type { Breach, Change, FieldValue, Kind } from "../model/plan/plan.ts";
import { carriedBy, sameCode } from "../model/plan/sameness.ts";
import type { PlanSettings } from "../model/plan/settings.ts";
import type { PeopleContext } from "./draft/plan-context.ts";
import { type Fields, fieldPolicy } from "./draft/policy.ts";
import type { Person } from "./match/people.ts";

/** So many people may by chance get what the person beside them has, without anybody between them who does not. */
const mostMoved = 5;
/** Fewer different values also follow from a chain of promotions. */
const fewestValues = 3;

type Value = FieldValue | undefined;
type Cell = { readonly after: Value; readonly before: Value };
type Column = {
  readonly same: (a: FieldValue, b: FieldValue) => boolean;
  readonly of: (record: Employee | undefined) => Value;
};

/** The breach of the column of which most cells have moved. `rows`: HR's people in the order of the data, which `changes` concern. */
export const movedColumn = (
  { people, settings }: PeopleContext,
  changes: readonly Change[],
  rows: readonly Employee[],
): readonly Breach[] => {
  if (changes.filter(({ kind, action }) => ofPeople.has(kind) && action !== "create").length <= mostMoved) return [];
  const inOrder = rows.flatMap(({ account }) => people.bySourceAccount(account) ?? []);
  const count = Math.max(0, ...columnsOf(settings).map((column) => movedIn(inOrder, column)));
  return count > mostMoved
    ? [{ code: "column-moved", kind: "employee", count, limit: mostMoved, base: rows.length }]
    : [];
};

const ofPeople: ReadonlySet<Kind> = new Set(["employee", "post", "supervisor"]);

const columnsOf = (settings: PlanSettings): readonly Column[] => [
  ...carriedBy("employee", "E12").fields.flatMap(([field, same]) =>
    fieldPolicy(settings, "employee", field) === "manage"
      ? [{ same, of: (record?: Employee) => (record as Fields | undefined)?.[field] }]
      : [],
  ),
  ...(["department", "title", "supervisor"] as const).map((field) => ({
    same: sameCode,
    of: (record?: Employee) => record?.posts?.find(({ main }) => main)?.[field],
  })),
];

/** How many people in a row would get what the next one has now, or the one before. Whoever is new, or not in the service, is passed over. */
const movedIn = (people: readonly Person[], { same, of }: Column): number => {
  const cells = people.map(({ desired, current }): Cell => ({ after: of(desired), before: of(current) }));
  const changed = [...cells.keys()].filter((at) => isChanged(same, cells[at]));
  return changed.length > mostMoved ? Math.max(longest(same, cells, changed, 1), longest(same, cells, changed, -1)) : 0;
};

const isChanged = (same: Column["same"], cell: Cell | undefined): boolean =>
  cell?.after !== undefined && cell.before !== undefined && !same(cell.after, cell.before);

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
