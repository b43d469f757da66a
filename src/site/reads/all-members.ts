/**
 * Reads the members of all departments (D9) in parts: the whole company in one answer takes a third of the memory of a small container.
 * A part is a department with all below it, or, where that has more people than one answer should, the department alone.
 */
import { isRefusal } from "../../client/call-error.ts";
import { travelsInPath } from "../../contract/records/texts.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Department } from "../../model/directory/directory.ts";

/** About how many people one answer should have, about 2 MiB. */
const peopleAtOnce = 5_000;

/** One D9. */
export type Part = { readonly code: string; readonly includeSubDept: "true" | "false" };

/** The parts of a company of so many people; nobody knows how they are divided before they are read, so departments count alike. */
export const partsOf = (departments: readonly Department[], people: number): readonly Part[] => {
  const most = Math.max(1, Math.floor((peopleAtOnce * departments.length) / Math.max(1, people)));
  const below = Map.groupBy(departments, ({ parent }) => canonicalKey(parent ?? ""));
  const childrenOf = ({ code }: Department) => below.get(canonicalKey(code)) ?? [];
  // Parents come before their children: the loop also reaches what is added while it runs.
  const ordered = [...rootsOf(departments)];
  for (const one of ordered) ordered.push(...childrenOf(one));
  const sizes = new Map<Department, number>();
  for (const one of ordered.toReversed())
    sizes.set(
      one,
      childrenOf(one).reduce((sum, child) => sum + (sizes.get(child) ?? 0), 1),
    );
  const parts: Part[] = [];
  const open = [...rootsOf(departments)];
  for (const one of open) {
    const isWhole = (sizes.get(one) ?? 0) <= most;
    parts.push({ code: one.code, includeSubDept: isWhole ? "true" : "false" });
    if (!isWhole) open.push(...childrenOf(one));
  }
  return parts.filter(({ code }) => travelsInPath(code));
};

const rootsOf = (departments: readonly Department[]): readonly Department[] => {
  const codes = new Set(departments.map(({ code }) => canonicalKey(code)));
  return departments.filter(({ parent }) => !codes.has(canonicalKey(parent ?? "")));
};

/**
 * What `read` returns for the parts of a company, in one list. A service may refuse single departments, such as inactive ones, and show
 * them below another; then the roots are read with all below them. Undefined if it refuses that, too.
 */
export const ofAllParts = async <Found>(
  departments: readonly Department[],
  people: number,
  read: (part: Part) => Promise<readonly Found[]>,
): Promise<readonly Found[] | undefined> => {
  for (const size of [people, 0]) {
    try {
      return (await Promise.all(partsOf(departments, size).map(read))).flat();
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  return undefined;
};
