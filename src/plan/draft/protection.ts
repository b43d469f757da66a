/**
 * Changes to people: those to protected accounts (administrators, service accounts) are held, and the others say whom they mean, because
 * an account may be given to somebody else between the plan and the write.
 */
import type { Operation } from "../../model/plan/operation.ts";
import type { Person } from "../match/people.ts";
import { refusedFor } from "./convergence.ts";
import { changeId, type Intent, type Reference, reference } from "./draft-plan.ts";
import type { PlanContext } from "./plan-context.ts";
import { isProtected } from "./policy.ts";

/** Adds a change to a person to the draft plan, or holds it if the person's old or new account is protected. */
export const writeAbout = (context: PlanContext, person: Person, intent: Intent): string | undefined => {
  return isAnyProtected(context, person)
    ? context.draft.hold(intent, "protected", [person.current?.account ?? person.account])
    : context.draft.write({ ...intent, operations: intent.operations.map(withHolder(person)) });
};

/** Would the change be written now? */
export const canWriteAbout = (context: PlanContext, person: Person, intent: Intent): boolean =>
  !isAnyProtected(context, person) &&
  context.draft.isPossible({ ...intent, operations: intent.operations.map(withHolder(person)) });

const isAnyProtected = ({ settings }: PlanContext, { current, desired, account }: Person): boolean =>
  [desired?.account, current?.account ?? account].some((one) => one !== undefined && isProtected(settings, one));

/** Was this very change to a person refused by the last run that tried it? */
export const wasRefused = ({ memory }: PlanContext, person: Person, intent: Intent): boolean => {
  const operations = intent.operations.map(withHolder(person));
  return refusedFor({ id: changeId(intent), operations }, memory).length > 0;
};

/** The reference that means "the plan has enabled this person", who may have another account by then. */
export const enabled = ({ current }: Person) => reference("employee", `enabled ${current?.account ?? ""}`);

/** What a change requires that names somebody as manager or approver: the person, and that an enabling of the person has succeeded. */
export const namedPerson = ({ draft }: Pick<PlanContext, "draft">, person: Person): Reference[] => [
  reference("employee", person.account),
  ...[enabled(person)].filter((one) => draft.willExist(one)),
];

/** Writes about a person, which would reach somebody else to whom the account was given. */
type Carrier = Extract<Operation, { id: "E7" | "E8" | "E9" | "E11" | "E13" | "E14" }>;

const isCarrier = ({ id }: Operation, at: number): boolean => looking.has(id) || (at === 0 && asking.has(id));

/** These look wherever they stand in a change: E11 reads the person in any case, and E13 and E14 give rights. */
const looking: ReadonlySet<string> = new Set<Carrier["id"]>(["E11", "E13", "E14"]);

/** These ask for it with a call of their own, as the first write of a change only: the next ones follow within a second. */
const asking: ReadonlySet<string> = new Set<Carrier["id"]>(["E7", "E8", "E9"]);

const withHolder =
  (person: Person) =>
  (operation: Operation, at: number): Operation => {
    const numbers = numbersOf(person);
    return numbers && isCarrier(operation, at) ? { ...(operation as Carrier), numbers } : operation;
  };

/** The numbers that the person has in the service before and after the plan; undefined for newcomers: their account was free. */
export const numbersOf = ({ current, desired }: Person): readonly string[] | undefined =>
  current?.number
    ? [current.number, ...(desired?.number && desired.number !== current.number ? [desired.number] : [])]
    : undefined;
