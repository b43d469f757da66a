/** Is something that a run left undone to be seen in its plan? */
import type { Plan } from "../../src/model/plan.ts";
import type { Difference } from "./content-differences.ts";
import type { Expected } from "./expected-directory.ts";
import { canonical } from "./full-directory.ts";

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

/** The differences that are not explained by another value that is right as well. */
export const withoutTolerated = (differences: readonly Difference[], expected: Expected): readonly Difference[] =>
  differences.filter(({ key, field, found }) => expected.tolerated.get(`${key}/${field}`)?.includes(found) !== true);
