/**
 * The managers of a department and of the departments above it. The approving supervisor that a service shows may be
 * chosen for the post, or be the manager who approves by default (R60); these functions tell the two apart.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { Department, Employee } from "../model/directory.ts";

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

/** What E4 shows: only chosen supervisors; the person who approves in effect; or not enough data to tell. */
export type SupervisorsShown = "chosen" | "effective" | "unknown";

/** If this many people have a manager and every one shows a supervisor, the site shows effective supervisors. */
const minObservations = 5;

/**
 * Derived from the data: if anybody has a manager and shows no supervisor, the site shows only chosen supervisors. If
 * all of several people show one, the site shows effective supervisors.
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
  return shown >= minObservations ? "effective" : "unknown";
};
