/** Protected accounts (administrators, service accounts): every change of them is held. */
import type { Intent } from "./draft-plan.ts";
import type { Person } from "./people.ts";
import type { PlanContext } from "./plan-context.ts";
import { isProtected } from "./policy.ts";

/** Writes a change of a person, or holds it when the person's old or new account is protected. */
export const writeAbout = (context: PlanContext, person: Person, intent: Intent): string | undefined => {
  const now = person.current?.account ?? person.account;
  return isProtected(context.settings, person.desired?.account ?? now) || isProtected(context.settings, now)
    ? context.draft.hold(intent, "protected", [now])
    : context.draft.write(intent);
};
