/**
 * Changes to people: those to protected accounts (administrators, service accounts) are held, and the others say whom they mean, because
 * an account may be given to somebody else between the plan and the write.
 */
import type { Operation } from "../../model/operation.ts";
import type { Person } from "../match/people.ts";
import type { Intent } from "./draft-plan.ts";
import type { PlanContext } from "./plan-context.ts";
import { isProtected } from "./policy.ts";

/** Adds a change to a person to the draft plan, or holds it if the person's old or new account is protected. */
export const writeAbout = (context: PlanContext, person: Person, intent: Intent): string | undefined => {
  const now = person.current?.account ?? person.account;
  return isProtected(context.settings, person.desired?.account ?? now) || isProtected(context.settings, now)
    ? context.draft.hold(intent, "protected", [now])
    : context.draft.write({ ...intent, operations: intent.operations.map((one) => withHolder(one, person)) });
};

/** Writes that would give somebody else data, posts, an approver or the end of the account. */
const isCarrier = (operation: Operation): operation is Extract<Operation, { id: "E7" | "E11" | "E13" | "E14" }> =>
  operation.id === "E11" ||
  operation.id === "E13" ||
  operation.id === "E14" ||
  (operation.id === "E7" && !operation.active);

const withHolder = (operation: Operation, { current, desired }: Person): Operation => {
  if (!isCarrier(operation) || !current?.number) return operation;
  const numbers = [current.number, ...(desired?.number && desired.number !== current.number ? [desired.number] : [])];
  return { ...operation, numbers };
};
