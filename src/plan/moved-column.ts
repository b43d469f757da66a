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

/** How many people in a row would get what the next one has now, or the one before. */
const movedIn = (people: readonly Person[], column: Column): number => {
  const changed = new Set(
    people.filter(({ desired, current }) => isChanged(column, column.of(desired), column.of(current))),
  );
  return changed.size > mostMoved
    ? Math.max(longest(people, column, changed, 1), longest(people, column, changed, -1))
    : 0;
};

const isChanged = ({ same }: Column, after: Value, before: Value): boolean =>
  after !== undefined && before !== undefined && after !== before && !same(after, before);

/** Whoever is new, or not in the service, is passed over. */
const longest = (people: readonly Person[], column: Column, changed: ReadonlySet<Person>, step: 1 | -1): number => {
  let most = 0;
  let count = 0;
  const values = new Set<string>();
  for (const [at, person] of people.entries()) {
    const [after, before] = [column.of(person.desired), column.of(person.current)];
    const beside = column.of(people[at + step]?.current);
    if (after === undefined || before === undefined || beside === undefined) continue;
    if (!column.same(after, beside)) {
      count = 0;
      values.clear();
      continue;
    }
    if (!changed.has(person)) continue;
    count += 1;
    values.add(String(after));
    if (values.size >= fewestValues) most = Math.max(most, count);
  }
  return most;
};
