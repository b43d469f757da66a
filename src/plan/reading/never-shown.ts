/**
 * Values of people that the service shows of nobody, with null in their place (R10). Null looks like a value that somebody has cleared:
 * musterd would write it again in each run, and could not tell people apart by it. It counts as hidden from the run on that has written it
 * of several people with E11 and read back null, until the service shows it of somebody. A service may ignore a field of E12 alone, so that
 * a create says nothing.
 */
import { canonicalKey } from "../../model/canonical.ts";
import { fieldSpec, fieldsBy } from "../../model/known-fields.ts";
import { ledgerKey, type Memory } from "../../model/memory.ts";
import type { Change, LedgerEntry } from "../../model/plan.ts";
import type { ShownEmployee, TargetLists } from "../../model/snapshot.ts";
import { isDone, type Results } from "./second-plan.ts";

const [subject, field] = ["site", "neverShown"];

/** A single value that is lost may have been cleared by somebody. */
const minPeople = 3;

const hideable = fieldsBy("employee", "E11").filter((one) => !fieldSpec("employee", one)?.identifies);

const known = ({ written }: Pick<Memory, "written">): typeof hideable => {
  const fields: readonly string[] = written.get(ledgerKey(subject, field))?.split(" ") ?? [];
  return hideable.filter((one) => fields.includes(one));
};

/**
 * The lists, in which what the service is known to show of nobody is hidden. `shown`: what E1 shows; whom only E2 shows does not say what E1
 * does, and may have the value.
 */
export const withNeverShown = <Lists extends TargetLists>(
  lists: Lists,
  memory: Pick<Memory, "written">,
  shown: TargetLists = lists,
): Lists => {
  const never = known(memory).filter((one) => isOfNobody(shown, one));
  return never.length === 0
    ? lists
    : { ...lists, employees: lists.employees.map((person) => withHidden(person, never)) };
};

const withHidden = (person: ShownEmployee, never: typeof hideable): ShownEmployee => {
  const fields: readonly string[] = never.filter((one) => isEmpty(person[one]));
  return {
    ...(Object.fromEntries(Object.entries(person).filter(([one]) => !fields.includes(one))) as typeof person),
    hidden: [...new Set([...(person.hidden ?? []), ...fields])],
  };
};

/** What to remember of lists that were read after these changes; empty: nothing new. */
export const neverShownEntry = (
  lists: TargetLists,
  changes: readonly Change[],
  results: Results,
  memory: Pick<Memory, "written">,
): LedgerEntry[] => {
  const before = known(memory);
  const candidates = hideable.filter((one) => !before.includes(one) && isOfNobody(lists, one));
  if (candidates.length === 0) return [];
  const stated = new Map(candidates.map((one) => [one, new Set<string>()]));
  // A write that does not state it sends the null that the service shows, and may have cleared what another one had set.
  const cleared = new Set<string>();
  for (const { id, operations } of changes) {
    if (!isDone(results.get(id))) continue;
    for (const operation of operations) {
      if (operation.id !== "E11") continue;
      for (const one of candidates)
        if (isEmpty(operation.set[one])) cleared.add(one);
        else stated.get(one)?.add(canonicalKey(operation.newAccount));
    }
  }
  const listed = new Map(lists.employees.map((person) => [canonicalKey(person.account), person]));
  const learned = candidates.filter((one) => {
    if (cleared.has(one)) return false;
    const shownEmpty = [...(stated.get(one) ?? [])].filter((account) => listed.get(account)?.[one] !== undefined);
    return shownEmpty.length >= minPeople;
  });
  return learned.length === 0 ? [] : [{ subject, field, value: [...before, ...learned].join(" ") }];
};

const isOfNobody = ({ employees }: TargetLists, one: (typeof hideable)[number]): boolean =>
  employees.every((person) => isEmpty(person[one]));

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);
