/** Protected accounts (administrators, service accounts): every change to them is held. */

import type { Person } from "../match/people.ts";
import type { Intent } from "./draft-plan.ts";
import type { PlanContext } from "./plan-context.ts";
import { isProtected } from "./policy.ts";

/** Adds a change to a person to the draft plan, or holds it if the person's old or new account is protected. */
export const writeAbout = (context: PlanContext, person: Person, intent: Intent): string | undefined => {
  const now = person.current?.account ?? person.account;
  return isProtected(context.settings, person.desired?.account ?? now) || isProtected(context.settings, now)
    ? context.draft.hold(intent, "protected", [now])
    : context.draft.write(intent);
};
