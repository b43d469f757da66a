/**
 * The status that the source wants for a person.
 *
 *   source says   resignation date     the person is …
 *   inactive      none, or passed      inactive
 *   inactive      today or later       left as is until the day has passed; a new person is created
 *   active        none, or not passed  active
 *   active        passed               held: status-and-date-disagree
 *   nothing       passed               inactive
 *   nothing       none, or not passed  left as is; a new person is created
 */
import type { Employee } from "../model/directory.ts";
import type { Reason } from "../model/plan.ts";
import type { Person } from "./people.ts";
import type { PlanContext } from "./plan-context.ts";
import { fieldPolicy } from "./policy.ts";

/** `current` is absent for a person who does not exist yet. */
export const wantedStatus = (
  desired: Employee,
  current: Employee | undefined,
  today: string,
): { readonly active: boolean; readonly reason: Reason } | "disagree" | "as-now" => {
  const lastDay = desired.resignationDate ?? undefined;
  const passed = lastDay !== undefined && lastDay < today;
  if (desired.active === true) return passed ? "disagree" : { active: true, reason: "source-says-active" };
  if (passed) return { active: false, reason: desired.active === false ? "source-says-inactive" : "last-day-passed" };
  if (desired.active === false && lastDay === undefined) return { active: false, reason: "source-says-inactive" };
  return current ? "as-now" : { active: true, reason: "source-says-active" };
};

/** Is the person active if everything goes as wanted? */
export const worksAfter = (context: PlanContext, { correlation, current }: Person): boolean => {
  const isNow = current?.active === true;
  if (correlation.state !== "matched" && correlation.state !== "new") return isNow;
  if (current && fieldPolicy(context.settings, "employee", "active") !== "manage") return isNow;
  const status = wantedStatus(correlation.desired, current, context.today);
  return typeof status === "string" ? isNow : status.active;
};
