/**
 * Offices: who manages a department or one above it. What a service shows as the approving supervisor may be somebody
 * chosen, or whoever approves by office (R60); these are the questions by which one is told from the other.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Department, Employee } from "../model/directory.ts";

/** By canonical code. */
type Departments = ReadonlyMap<string, Department>;

/** Canonical accounts of those who manage a department or one above it, the nearest first. */
export const officesAbove = (departments: Departments, code: string): string[] => {
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

/** What E4 shows: only who was chosen; whoever approves in effect; or too little to tell. */
export type SupervisorsShown = "chosen" | "effective" | "unknown";

/** As many people with a manager and a supervisor as show that the supervisor is not a matter of choice. */
const enoughToTell = 5;

/**
 * Observed: where somebody has a manager and shows no supervisor, only chosen ones are shown; where all of several people
 * show one, whoever approves is.
 */
export const supervisorsShown = (departments: Departments, employees: readonly Employee[]): SupervisorsShown => {
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
  return shown >= enoughToTell ? "effective" : "unknown";
};
