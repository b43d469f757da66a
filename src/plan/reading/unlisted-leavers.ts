/**
 * Chooses the people without work of whom E2 is asked because E1 does not list them. Some sites list nobody who has no post, or no
 * more than so many people; whoever is left out may still sign in. Who has left within two weeks is looked for in each run, everybody
 * else on one day of thirty, and whenever E2 is asked about them before somebody is created.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { CalendarDate, Employee } from "../../model/directory/directory.ts";
import { shareOf, turns } from "../../model/directory/known-details.ts";
import type { ShownEmployee, Sought } from "../../model/directory/snapshot.ts";
import type { PlanSettings } from "../../model/plan/settings.ts";
import type { Correlation } from "../match/correlate.ts";
import { statusOn } from "../people/wanted-status.ts";
import { addDays, dayNumber } from "../values/days.ts";

/** Days after the last day in which somebody is looked for in each run. */
const recentDays = 14;

/** `people`: who is who, by the lists. `generated`: canonical accounts that HR has not stated; these people are found by number alone. */
export const unlistedLeavers = (
  people: readonly Correlation[],
  generated: ReadonlySet<string> | undefined,
  settings: Pick<PlanSettings, "people">,
  today: CalendarDate,
): readonly Sought[] =>
  unmatched(people, settings, today, "leaver").flatMap((desired): readonly Sought[] => {
    if (!isDue(desired, today)) return [];
    if (!generated?.has(canonicalKey(desired.account))) return [{ by: "account", code: desired.account }];
    return desired.number ? [{ by: "employeeNumber", code: desired.number }] : [];
  });

/** Those of `found` who are active and have a key of somebody who has left: E2 was asked about them for another reason. */
export const stillActive = (
  found: readonly ShownEmployee[],
  people: readonly Correlation[],
  settings: Pick<PlanSettings, "people">,
  today: CalendarDate,
): readonly ShownEmployee[] => {
  const active = found.filter((person) => person.active === true);
  if (active.length === 0) return [];
  const keys = new Set(
    unmatched(people, settings, today, "leaver").flatMap(({ account, number }) =>
      [account, number ?? account].map(canonicalKey),
    ),
  );
  return active.filter(({ account, number }) =>
    [account, number ?? account].some((key) => keys.has(canonicalKey(key))),
  );
};

/** Those whom the lists do not show and who have left, or who join; neither is in doubt. */
export const unmatched = (
  people: readonly Correlation[],
  { people: policy }: Pick<PlanSettings, "people">,
  today: CalendarDate,
  which: "leaver" | "newcomer",
): readonly Employee[] =>
  people.flatMap((entry) => {
    const status = entry.state === "new" ? statusOn(today, policy, entry.desired, undefined) : "as-now";
    if (entry.state !== "new" || typeof status === "string") return [];
    const joins = status.active || status.reason === "before-hire-date";
    return joins === (which === "newcomer") ? [entry.desired] : [];
  });

const isDue = ({ account, resignationDate }: Employee, today: CalendarDate): boolean =>
  (resignationDate ?? "") >= addDays(today, -recentDays) || shareOf(account) === dayNumber(today) % turns;
