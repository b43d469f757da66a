/**
 * Values of people that the service shows of nobody, with null in their place (R10). Null looks like a value that somebody has cleared:
 * musterd would write it again in each run, and could not tell people apart by it. It counts as hidden from the run on that has written it
 * of several people with E11 and read back null, until the service shows it of somebody. A service may ignore a field of E12 alone, so that
 * a create says nothing; and what it has ever shown of somebody is not hidden, but lost.
 */

import { canonicalKey } from "../../model/directory/canonical.ts";
import { fieldSpec, fieldsBy } from "../../model/directory/known-fields.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { ShownEmployee, TargetLists } from "../../model/directory/snapshot.ts";
import { ledgerKey, type Memory } from "../../model/memory/memory.ts";
import type { Change, LedgerEntry } from "../../model/plan/plan.ts";
import { isEmpty } from "../../model/plan/sameness.ts";
import { isDone, type Results } from "./second-plan.ts";

const subject = "site";

/** The ledger's fields with the names of the values that were never shown, and of those that were shown of somebody. */
type Shown = "neverShown" | "everShown";

/** A single value that is lost may have been cleared by somebody. */
const minPeople = 3;

const hideable = fieldsBy("employee", "E11").filter((one) => !fieldSpec("employee", one)?.identifies);

const known = ({ written }: Pick<Memory, "written">, field: Shown): typeof hideable => {
  const fields: readonly string[] = written.get(ledgerKey(subject, field))?.split(" ") ?? [];
  return hideable.filter((one) => fields.includes(one));
};

/** The entry that makes these fields known; none if they are. */
const entryOf = (field: Shown, before: typeof hideable, more: typeof hideable): LedgerEntry[] =>
  more.length === 0 ? [] : [{ subject, field, value: [...before, ...more].join(" ") }];

/**
 * The lists, in which what the service is known to show of nobody is hidden. `shown`: what E1 shows; whom only E2 shows does not say what E1
 * does, and may have the value.
 */
export const withNeverShown = <Lists extends TargetLists>(
  lists: Lists,
  memory: Pick<Memory, "written">,
  shown: TargetLists = lists,
): Lists => {
  const never = known(memory, "neverShown").filter((one) => isOfNobody(shown, one));
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

/** A reading after these changes; `isLate`: what it does not show was given the time to. */
type After = {
  readonly now: TargetLists;
  readonly changes: readonly Change[];
  readonly results: Results;
  readonly isLate: boolean;
};

/** What to remember of the readings before and after a run; empty: nothing new. */
export const shownEntries = (before: TargetLists, after: After, memory: Pick<Memory, "written">): LedgerEntry[] => {
  const [ever, never] = [known(memory, "everShown"), known(memory, "neverShown")];
  const hidden = hideable.filter((one) => isOfNobody(before, one) && isOfNobody(after.now, one));
  const shown = hideable.filter((one) => !ever.includes(one) && !hidden.includes(one));
  const candidates = hidden.filter((one) => !ever.includes(one) && !never.includes(one));
  return [
    ...entryOf("everShown", ever, shown),
    ...entryOf("neverShown", never, after.isLate ? writtenInVain(candidates, after) : []),
  ];
};

/** Fields that E11 has stated of several people, and that are null of them. */
const writtenInVain = (candidates: typeof hideable, { now, changes, results }: After): typeof hideable => {
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
  const listed = byKey(now.employees);
  return candidates.filter((one) => {
    if (cleared.has(one)) return false;
    const shownEmpty = [...(stated.get(one) ?? [])].filter((account) => listed.get(account)?.[one] !== undefined);
    return shownEmpty.length >= minPeople;
  });
};

const isOfNobody = ({ employees }: TargetLists, one: (typeof hideable)[number]): boolean =>
  employees.every((person) => isEmpty(person[one]));
