/**
 * People who are named by their names alone. A name that several bear means the one who is nearest above: in the department
 * that the reference is about, else in the one above it, and so on. Where that does not tell them apart nobody is meant:
 * a wrong manager would have rights that are not his.
 */
import { canonicalKey } from "../model/canonical.ts";
import { nameKey } from "./references.ts";
import type { AllRows, SourceRow } from "./rows.ts";

/** What a reference is about. */
export type Near = {
  readonly department: unknown;
  /** Account of the person who refers: one of several with his own name may be meant, or he himself. */
  readonly self?: string;
};

/** `further`: departments of the posts table by account. The answer is how many bear the name, if not one is meant. */
export const namesakesIn = (
  { employees, departments }: AllRows,
  further: ReadonlyMap<string, readonly string[]>,
): ((name: string, near: Near) => SourceRow | number) => {
  const byName = Map.groupBy(employees?.rows ?? [], ({ values }) =>
    typeof values["name"] === "string" ? nameKey(values["name"]) : "",
  );
  const parents = new Map(
    (departments?.rows ?? []).map(({ values }) => [codeOf(values["code"]), codeOf(values["parent"])] as const),
  );
  const departmentsOf = ({ values, post }: SourceRow): readonly string[] =>
    [post?.["department"], ...(further.get(String(values["account"])) ?? [])].flatMap((code) => codeOf(code) ?? []);

  return (name, { department, self }) => {
    const all = withoutRepeats(byName.get(nameKey(name)) ?? []);
    // Who has left leads nobody, unless there is nobody else of this name.
    const here = all.filter(({ values }) => values["active"] !== false);
    const bearers = here.length > 0 ? here : all;
    const [only, other] = bearers;
    if (!only || !other) return only ?? 0;
    const placed = bearers.map((row) => ({ row, departments: departmentsOf(row) }));
    const unclear = placed.some(({ row, departments: own }) => own.length === 0 || row.values["account"] === self);
    if (unclear) return bearers.length;
    const passed = new Set<string>();
    for (let at = codeOf(department); at !== undefined && !passed.has(at); at = parents.get(at)) {
      passed.add(at);
      const there = placed.filter(({ departments: own }) => own.includes(at ?? ""));
      if (there.length > 0) return there.length === 1 && there[0] ? there[0].row : bearers.length;
    }
    return bearers.length;
  };
};

const codeOf = (code: unknown): string | undefined => (typeof code === "string" ? canonicalKey(code) : undefined);

/** A row out of scope may be an older one of a person who is in scope. */
const withoutRepeats = (rows: readonly SourceRow[]): readonly SourceRow[] => {
  const inScope = rows.filter(({ excluded }) => !excluded);
  if (inScope.length === rows.length) return rows;
  const isThere = (field: string, row: SourceRow): boolean =>
    codeOf(row.values[field]) !== undefined &&
    inScope.some(({ values }) => codeOf(values[field]) === codeOf(row.values[field]));
  return rows.filter((row) => !row.excluded || !(isThere("number", row) || isThere("account", row)));
};
