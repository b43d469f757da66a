/**
 * Plans new account names, a part of step 5 of ARCHITECTURE "Order". The change that frees an account comes before the change
 * that takes it.
 */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { WhyNothing } from "../../model/runs/explanation.ts";
import { type Intent, reference } from "../draft/draft-plan.ts";
import { whyUnmanaged } from "../draft/judge-field.ts";
import type { PeopleContext } from "../draft/plan-context.ts";
import { writeAbout } from "../draft/protection.ts";
import type { Person } from "../match/people.ts";
import { employeeIntent } from "./employee-intent.ts";
import { hiddenData } from "./hidden-data.ts";
import { claimedFields, type Turns } from "./value-handover.ts";

/** Returns the reference that means "nobody has this account any more". */
const freed = (account: string) => reference("employee", `freed ${account}`);

/** At most one reference: the account that must become free before the person can have it. */
export const freedAccount = (person: Person) =>
  "freedBy" in person.correlation && person.correlation.freedBy ? [freed(person.desired?.account ?? "")] : [];

export const planAccountRenames = (context: PeopleContext, turns: Turns): void => {
  const done = new Set<Person>();
  const visit = (person: Person): void => {
    const { correlation } = person;
    if (correlation.state !== "matched" || done.has(person)) return;
    done.add(person);
    const { desired, current, freedBy } = correlation;
    const kept = whyAccountKept(context, desired.account, current.account);
    if (kept) return context.draft.leave(person, "account", kept);
    const holder = freedBy && context.people.bySourceAccount(freedBy.account);
    if (holder) visit(holder);
    const id = `employee/${current.account}`;
    const { known, unknown, corrected } = hiddenData(context, desired, current);
    // The write states the hidden values, too, of which one may be somebody else's.
    const claims = claimedFields(turns, person, corrected).map(({ claim }) => claim);
    const inTheWay = claims.flatMap((claim) => claim.inTheWay);
    const intent: Intent = {
      ...employeeIntent(person, "rename", "differs", [
        { field: "account", before: current.account, after: desired.account },
      ]),
      operations: [{ id: "E11", account: current.account, newAccount: desired.account, set: known }],
      requires: freedAccount(person),
      needs: claims.flatMap((claim) => claim.needs),
      after: [`${id}/reactivate`, `${id}/update`],
      provides: [reference("employee", desired.account), freed(current.account)],
    };
    const [why, about] =
      unknown.length > 0 ? (["value-hidden", unknown] as const) : (["value-taken", inTheWay] as const);
    const written = about.length > 0 ? context.draft.hold(intent, why, about) : writeAbout(context, person, intent);
    if (written !== undefined) person.account = desired.account;
  };
  for (const person of context.people.all) visit(person);
};

const whyAccountKept = (
  { settings, source }: PeopleContext,
  desired: string,
  current: string,
): WhyNothing | undefined => {
  if (sameKey(desired, current)) return "same";
  const isMade = source.generatedAccounts?.has(canonicalKey(desired));
  return isMade ? "generated" : whyUnmanaged(settings, "employee", "account", current);
};
