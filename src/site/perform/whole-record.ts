/**
 * A person as E11 sends everything back (R10). Some sites show less of somebody in E2 than in E1, and what E2 lacks would be cleared along
 * with the next change.
 */
import { oncePer } from "../../lib/once.ts";
import { sameKey } from "../../model/directory/canonical.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import { carriedBy, isEmpty } from "../../model/plan/sameness.ts";
import type { Guard, ReadCalls } from "../calls/call.ts";
import { readEmployees } from "../reads/read-lists.ts";
import { listedAs } from "./listed-people.ts";

/** Fields that E1 has shown of somebody of whom E2 showed none at the same time. */
const notInE2 = oncePer(() => new Set<string>(), new WeakMap<ReadCalls, Set<string>>());

/** `found`: as E2 shows them. A field that E2 lacks and the list had is read again in E1: somebody may have cleared it since. */
export const wholeRecord = async (calls: ReadCalls, found: ShownEmployee, guard: Guard): Promise<ShownEmployee> => {
  const listed = listedAs(calls, found.account);
  const lacking = listed ? lackingIn(found, listed) : [];
  if (!listed || lacking.length === 0) return found;
  const known = notInE2(calls);
  if (lacking.every((field) => known.has(field))) return withFields(found, listed, lacking);
  const people = await readEmployees(calls, guard);
  const now = people.find(({ account }) => sameKey(account, found.account));
  if (!now) return found;
  const unshown = lackingIn(found, now);
  for (const field of unshown) known.add(field);
  return withFields(found, now, unshown);
};

const { fields } = carriedBy("employee", "E11");

type Values = Readonly<Record<string, unknown>>;

const lackingIn = (found: ShownEmployee, listed: ShownEmployee): readonly string[] =>
  fields.flatMap(([field]) =>
    !found.hidden?.some((hidden) => hidden === field) &&
    isEmpty((found as Values)[field]) &&
    !isEmpty((listed as Values)[field])
      ? [field]
      : [],
  );

const withFields = (found: ShownEmployee, listed: ShownEmployee, names: readonly string[]): ShownEmployee => ({
  ...found,
  ...Object.fromEntries(names.map((name) => [name, (listed as Values)[name]])),
});
