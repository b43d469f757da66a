/** Finds the differences that a run has left, and whether its plan reports them. */
import type { Plan } from "../../../src/model/plan/plan.ts";
import { canonical, type FullDirectory } from "../directory/full-directory.ts";
import type { Pair } from "../random/arbitraries.ts";
import { contentDifferences, type Difference } from "./content-differences.ts";
import type { Expected } from "./expected-directory.ts";

/** The kinds of plan entries that can refer to an object of each kind. */
const speaking: Readonly<Record<Difference["kind"], readonly string[]>> = {
  level: ["level"],
  title: ["title"],
  function: ["function", "category"],
  department: ["department", "manager"],
  employee: ["employee", "post", "supervisor"],
};

/** True when a held change or a notice `inactive-not-created` names the object with the difference, by its old or new key. */
export const isShown = (difference: Difference, plan: Plan, expected: Expected): boolean => {
  const { kind, key } = difference;
  const same = (spoken: string): boolean => {
    const own = canonical(spoken.split("/")[0] ?? spoken);
    if (own === key) return true;
    return kind === "employee"
      ? expected.formerAccounts.get(key) === own
      : canonical(expected.renamedTo(kind, own)) === key;
  };
  return [...plan.held, ...plan.notices.filter((notice) => notice.code === "inactive-not-created")].some(
    (spoken) => speaking[kind].includes(spoken.kind) && same(spoken.key),
  );
};

/**
 * The differences from the expected directory that are not tolerated. If the target returns only the effective supervisor, a
 * missing chosen supervisor counts only if another person is the effective one.
 */
export const unexplained = (
  pair: Pair,
  expected: Expected,
  wanted: FullDirectory,
  found: FullDirectory,
): Difference[] => {
  const inEffect = contentDifferences(wanted, found, pair.rules).map(({ key, field }) => `${key}/${field}`);
  return contentDifferences(wanted, found).filter(
    (difference) =>
      inEffect.includes(`${difference.key}/${difference.field}`) &&
      expected.tolerated.get(`${difference.key}/${difference.field}`)?.includes(difference.found) !== true,
  );
};
