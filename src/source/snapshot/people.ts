/** Resolves references to people: departments name their managers, and posts name their holders and supervisors. */

import { oncePer } from "../../lib/once.ts";
import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { Kind } from "../../model/plan/plan.ts";
import type { ReferenceBy } from "../mapping/field-settings.ts";
import type { Table } from "../mapping/fields.ts";
import { type AllRows, keyIn, nameKey, rejectedRow, type SourceRow } from "../rows/rows.ts";
import { referenceKey } from "./references.ts";

/** `rejected`: the row of the person was rejected. `excluded`: the person is out of scope. */
type FoundPerson = { readonly account: string } | NotFound;

type NotFound = {
  readonly rejected: boolean;
  readonly excluded?: true;
  readonly code: "person-unknown" | "person-ambiguous";
  readonly reason: string;
};

export type People = {
  /**
   * `by`: how this reference identifies people; the default is the setting `peopleBy`. `near`: the object that contains
   * the reference. Its department helps to choose among people with the same name.
   */
  readonly find: (reference: string, by?: ReferenceBy, near?: Near) => FoundPerson;
  readonly rows: readonly SourceRow[];
};

/** What is not found in one index (by number, account, DN or name) is not looked up in another. */
export const peopleIn = (read: AllRows, peopleBy: ReferenceBy): People => {
  const rows = read.employees?.rows ?? [];
  const indexBy = oncePer((by: ReferenceBy): ReadonlyMap<string, SourceRow> => {
    const index = new Map<string, SourceRow>();
    for (const row of rows) {
      const reference = by === "dn" ? row.dn : row.values[by];
      if (typeof reference !== "string") continue;
      const key = referenceKey(reference, by);
      // A person in scope may also have rows out of scope; then the row in scope counts.
      if (!row.excluded || !index.has(key)) index.set(key, row);
    }
    return index;
  });
  // Many people share a supervisor, so found people are remembered.
  const finderBy = oncePer((by: ReferenceBy) =>
    oncePer((reference: string) => personOf(indexBy(by).get(referenceKey(reference, by)), by)),
  );
  const find: People["find"] = (reference, by = peopleBy, near = nowhere) =>
    by === "name" ? bearerOf(namesakes(reference, near)) : finderBy(by)(reference);
  const byName = Object.values(read).some((table) => Object.values(table.by).includes("name"));
  const namesakes = namesakesIn(byName ? read : {}, byName ? departmentsOfPosts(read, find) : new Map());
  return {
    rows: rows.filter((row) => !row.rejected && !row.excluded),
    find,
  };
};

const nowhere: Near = { department: undefined };

/** The departments in which people have posts according to the table `posts`, by the account of the person. */
const departmentsOfPosts = ({ posts }: AllRows, find: People["find"]): ReadonlyMap<string, readonly string[]> => {
  const departments = new Map<string, string[]>();
  for (const { values } of posts?.rows ?? []) {
    const { employee, department } = values;
    const holder = typeof employee === "string" ? find(employee, posts?.by["employee"]) : undefined;
    if (!holder || !("account" in holder) || typeof department !== "string") continue;
    departments.set(holder.account, [...(departments.get(holder.account) ?? []), department]);
  }
  return departments;
};

const bearerOf = (bearer: SourceRow | number): FoundPerson => {
  if (typeof bearer !== "number" || bearer === 0) return personOf(bearer === 0 ? undefined : bearer, "name");
  const reason = `${bearer} people in the source have this name, and their departments do not tell which one is meant`;
  return { rejected: false, code: "person-ambiguous", reason };
};

/** The reason does not repeat the text of the reference: if the columns are shifted, it may be a phone number. */
const personOf = (row: SourceRow | undefined, by: ReferenceBy): FoundPerson => {
  const code = "person-unknown";
  if (!row) return { rejected: false, code, reason: `no person with this ${by} is in the source` };
  if (row.excluded) {
    return { rejected: false, excluded: true, code, reason: `the person with this ${by} is out of scope` };
  }
  if (row.rejected) return { rejected: true, code, reason: `the row of the person with this ${by} was rejected` };
  return { account: String(row.values["account"]) };
};

/** The report of a reference that leads to nobody. Only the field is left out, unless the row is rejected. */
export const personUnknown = (
  table: Table,
  kind: Kind,
  row: Pick<SourceRow, "file" | "line" | "values" | "rejected">,
  column: string | undefined,
  person: NotFound,
): RejectedRow => ({ ...rejectedRow(table, row, column ?? kind, person), kind });

/** The object that contains the reference, by its department. */
type Near = {
  readonly department: unknown;
  /** Whose record contains the reference. If this person has the name too, the reference is ambiguous. */
  readonly self?: string;
};

/**
 * Returns a function that finds the person with a name. If several people have the name, the reference means the one in
 * the department of the object that contains the reference, else the one in the department above it, and so on. If this
 * does not lead to exactly one person, it means nobody, because a wrong manager would get rights that belong to somebody
 * else; the function returns how many have the name. `further`: account → departments in the table `posts`.
 */
const namesakesIn = (
  { employees, departments }: AllRows,
  further: ReadonlyMap<string, readonly string[]>,
): ((name: string, near: Near) => SourceRow | number) => {
  const byName = Map.groupBy(employees?.rows ?? [], ({ values }) =>
    typeof values["name"] === "string" ? nameKey(values["name"]) : "",
  );
  const parents = new Map(
    (departments?.rows ?? []).map(({ values }) => [keyIn(values["code"]), keyIn(values["parent"])] as const),
  );
  const departmentsOf = ({ values, post }: SourceRow): readonly string[] =>
    [post?.["department"], ...(further.get(String(values["account"])) ?? [])].flatMap((code) => keyIn(code) ?? []);

  return (name, { department, self }) => {
    const all = withoutRepeats(byName.get(nameKey(name)) ?? []);
    // People who have left do not count, unless everybody with this name has left.
    const here = all.filter(({ values }) => values["active"] !== false);
    const bearers = here.length > 0 ? here : all;
    const [only, other] = bearers;
    if (!only || !other) return only ?? 0;
    const placed = bearers.map((row) => ({ row, departments: departmentsOf(row) }));
    const unclear = placed.some(({ row, departments: own }) => own.length === 0 || row.values["account"] === self);
    if (unclear) return bearers.length;
    const passed = new Set<string>();
    for (let at = keyIn(department); at !== undefined && !passed.has(at); at = parents.get(at)) {
      passed.add(at);
      const there = placed.filter(({ departments: own }) => own.includes(at ?? ""));
      if (there.length > 0) return there.length === 1 && there[0] ? there[0].row : bearers.length;
    }
    return bearers.length;
  };
};

/** Removes rows out of scope that may be older rows of a person in scope. */
const withoutRepeats = (rows: readonly SourceRow[]): readonly SourceRow[] => {
  const inScope = rows.filter(({ excluded }) => !excluded);
  if (inScope.length === rows.length) return rows;
  const isThere = (field: string, row: SourceRow): boolean =>
    keyIn(row.values[field]) !== undefined &&
    inScope.some(({ values }) => keyIn(values[field]) === keyIn(row.values[field]));
  return rows.filter((row) => !row.excluded || !(isThere("number", row) || isThere("account", row)));
};
