/** What a run left undone, and whether its plan shows it. */
import type { Plan } from "../../src/model/plan.ts";
import type { Pair } from "./arbitraries.ts";
import { contentDifferences, type Difference } from "./content-differences.ts";
import type { Expected } from "./expected-directory.ts";
import { canonical, type FullDirectory } from "./full-directory.ts";

/** Kinds under which a plan speaks about an object of each kind. */
const speaking: Readonly<Record<Difference["kind"], readonly string[]>> = {
  level: ["level"],
  title: ["title"],
  function: ["function", "category"],
  department: ["department", "manager"],
  employee: ["employee", "post", "supervisor"],
};

/** Does a held change or a notice speak about the object the difference is in, under its old or new key? */
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
 * Where the target is not as expected, less what another value explains. Where reading shows only who approves in
 * effect, a chosen supervisor counts as missing only when somebody else approves.
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
