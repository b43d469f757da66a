/**
 * The managers of a department and of the departments above it. The approving supervisor that E4 returns may be
 * chosen for the post, or be the manager who approves by default (R60), and the manager that D10 returns may be that of a department
 * above; these functions tell the two apart.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Department, Employee } from "../../model/directory/directory.ts";
import { ledgerKey, type Memory, showsChosenEntry } from "../../model/memory/memory.ts";

/** By canonical code. */
type Departments = ReadonlyMap<string, Department>;

/** Canonical accounts of the managers of a department and of those above it, nearest first. */
export const managersAbove = (departments: Departments, code: string): string[] => {
  const result: string[] = [];
  const seen = new Set<string>();
  for (let key = canonicalKey(code); key !== "" && !seen.has(key); ) {
    seen.add(key);
    const found = departments.get(key);
    if (found?.manager) result.push(canonicalKey(found.manager));
    key = canonicalKey(found?.parent ?? "");
  }
  return result;
};

/**
 * Does the manager that D10 shows only come from above? Some sites show, of a department that has none, the next manager above it; one
 * that shows any department without a manager below one that has a manager does not.
 */
export const isManagerFromAbove = (departments: Departments, code: string): boolean => {
  const above = (one: Department | undefined) => managersAbove(departments, one?.parent ?? "")[0];
  const found = departments.get(canonicalKey(code));
  return (
    above(found) === canonicalKey(found?.manager ?? "") &&
    !departments.values().some((one) => one.manager === null && above(one) !== undefined)
  );
};

/**
 * chosen: E4 returns only chosen supervisors · effective: E4 returns whoever approves in effect · unknown: there is not enough
 * data to tell
 */
export type SupervisorsShown = "chosen" | "effective" | "unknown";

/** How many posts must have a supervisor before we conclude that the site returns effective supervisors. */
const minObservations = 5;

const showsChosen = ledgerKey(showsChosenEntry.subject, showsChosenEntry.field);

/**
 * Concludes from the data which supervisors E4 returns. If E4 returns none for a post in a department that has a manager, it
 * returns only chosen supervisors. If it returns one for all such posts, and these are enough, it returns effective ones. Where they are
 * too few, an earlier reading may have shown it.
 */
export const supervisorsShown = (
  departments: Departments,
  employees: readonly Employee[],
  { written }: Pick<Memory, "written">,
): SupervisorsShown => {
  const active = new Set(employees.flatMap((one) => (one.active === false ? [] : [canonicalKey(one.account)])));
  let shown = 0;
  for (const { account, active: isActive, posts } of employees) {
    for (const { department, supervisor } of isActive === false ? [] : (posts ?? [])) {
      const manager = canonicalKey(departments.get(canonicalKey(department))?.manager ?? "");
      if (!active.has(manager) || manager === canonicalKey(account)) continue;
      if (!supervisor) return "chosen";
      shown += 1;
    }
  }
  if (shown >= minObservations) return "effective";
  return written.get(showsChosen) === showsChosenEntry.value ? "chosen" : "unknown";
};
