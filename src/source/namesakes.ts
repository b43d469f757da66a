/**
 * Finds people by their names. If several people have the name, the reference means the one in the department of the
 * object that contains the reference, else the one in the department above it, and so on. If this does not lead to
 * exactly one person, the reference means nobody, because a wrong manager would get rights that belong to somebody
 * else.
 */
import { nameKey } from "./references.ts";
import { type AllRows, keyIn, type SourceRow } from "./rows.ts";

/** The object that contains the reference, by its department. */
export type Near = {
  readonly department: unknown;
  /**
   * Account of the person whose record contains the reference. If this person has the name too, the reference is
   * ambiguous.
   */
  readonly self?: string;
};

/**
 * Returns a function that finds the person with a name. If it cannot single out one person, it returns how many have
 * the name. `further`: account → departments in the table `posts`.
 */
export const namesakesIn = (
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
