/**
 * Chooses the people without work of whom E2 is asked because E1 does not list them. Some sites list nobody who has no post, or no
 * more than so many people; whoever is left out may still sign in. Who has left within two weeks is looked for in each run, everybody
 * else on one day of thirty.
 */
import { canonicalKey } from "../../model/canonical.ts";
import type { CalendarDate, Employee } from "../../model/directory.ts";
import { shareOf, turns } from "../../model/known-details.ts";
import type { PlanSettings } from "../../model/settings.ts";
import type { Sought } from "../../model/snapshot.ts";
import type { Correlation } from "../match/correlate.ts";
import { statusOn } from "../people/wanted-status.ts";
import { addDays, dayNumber } from "../values/days.ts";

/** Days after the last day in which somebody is looked for in each run. */
const recentDays = 14;

/** `people`: who is who, by the lists. `generated`: canonical accounts that HR has not stated; these people are found by number alone. */
export const unlistedLeavers = (
  people: readonly Correlation[],
  generated: ReadonlySet<string> | undefined,
  { people: policy }: Pick<PlanSettings, "people">,
  today: CalendarDate,
): readonly Sought[] =>
  people.flatMap((entry): readonly Sought[] => {
    if (entry.state !== "new") return [];
    const { desired } = entry;
    const status = statusOn(today, policy, desired, undefined);
    if (typeof status === "string" || status.active || status.reason === "before-hire-date") return [];
    if (!isDue(desired, today)) return [];
    if (!generated?.has(canonicalKey(desired.account))) return [{ by: "account", code: desired.account }];
    return desired.number ? [{ by: "employeeNumber", code: desired.number }] : [];
  });

const isDue = ({ account, resignationDate }: Employee, today: CalendarDate): boolean =>
  (resignationDate ?? "") >= addDays(today, -recentDays) || shareOf(account) === dayNumber(today) % turns;
