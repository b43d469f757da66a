/** Judges whether a person whom the service does not have is to be created. */
import type { Employee } from "../model/directory.ts";
import type { WhyNothing } from "../model/explanation.ts";
import { notCreated, waitsUnlisted } from "../plan/newcomer-status.ts";
import type { PeopleContext } from "../plan/plan-context.ts";
import { wantedStatus } from "../plan/wanted-status.ts";

/** Why a new person is not created; undefined if the plan creates the person, or holds that. */
export const whyNotCreated = (context: PeopleContext, desired: Employee): WhyNothing | undefined => {
  const status = wantedStatus(context, desired, undefined);
  const code = notCreated(context, desired, status);
  if (code === "not-yet-created" || code === "inactive-not-created") return code;
  return waitsUnlisted(context, desired, status) ? "waits-unlisted" : undefined;
};
