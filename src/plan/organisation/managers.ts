/**
 * Plans department managers (step 7 of ARCHITECTURE "Order"). Managers are set or cleared after people gain posts and
 * before they give up posts. So a manager is a member when appointed, and nobody leaves a department that they still manage.
 * Where a site lets nobody have the new post beside the old one, a manager is appointed right after the exchange (`posts/turns.ts`).
 */
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Department } from "../../model/directory/directory.ts";
import { ledgerKey } from "../../model/memory/memory.ts";
import type { WhyNothing } from "../../model/runs/explanation.ts";
import { appliedSubject } from "../draft/convergence.ts";
import { type Intent, reference } from "../draft/draft-plan.ts";
import { isManagerFromAbove } from "../draft/manager-chain.ts";
import { isStranger, type PeopleContext } from "../draft/plan-context.ts";
import { fieldPolicy } from "../draft/policy.ts";
import { namedPerson, numbersOf } from "../draft/protection.ts";
import { type Person, staysActive } from "../match/people.ts";
import { wantedActive } from "./department-tree.ts";

/** Managers of departments, now and after the plan. */
export type Managers = {
  /** The manager; null: none; undefined: not known. A department that is or becomes inactive counts as having none. */
  readonly managerAfter: (department: string) => Person | null | undefined;
  /** The change that sets or clears the manager. */
  readonly managerChange: (department: string) => string | undefined;
  readonly managedNow: (person: Person) => readonly string[];
  readonly unreadable: (department: string) => boolean;
  /** By canonical code: departments whose new manager becomes a member only in step 8. */
  readonly late: ReadonlyMap<string, LateAppointment>;
};

/** A manager to be set after the exchange that makes the person a member. */
export type LateAppointment = {
  readonly person: Person;
  /** Can both be written, as far as is known? */
  readonly isPossible: () => boolean;
  /** Takes the present manager away, so that this person can leave the department before the new one has come. */
  readonly vacate: () => void;
  /** Sets the manager after the change `exchange`; holds the appointment where there is none. */
  readonly appoint: (exchange: string | undefined) => void;
};

/** `joins`: does somebody become a member of a department (its code) only in step 8? */
export const planManagers = (
  context: PeopleContext,
  joins: (person: Person, department: string) => boolean,
): Managers => {
  const { departments, people, target } = context;
  const after = new Map<string, Person | null | undefined>();
  const changes = new Map<string, string>();
  const now = new Map<Person, string[]>();
  const late = new Map<string, LateAppointment>();
  const decide = (key: string, { manager, change }: Decision): void => {
    after.set(key, manager);
    if (change !== undefined) changes.set(key, change);
  };
  for (const [key, { manager }] of departments.current) {
    const person = manager ? people.byTargetAccount(manager) : undefined;
    after.set(key, manager === null ? null : person);
    if (person) now.set(person, [...(now.get(person) ?? []), key]);
  }
  const unreadable = new Set(
    target.unreadable.filter((entry) => entry.kind === "manager").map((entry) => canonicalKey(entry.key)),
  );
  for (const [key, department] of departments.desired) {
    const decided = planManager(context, department, departments.current.get(key), unreadable.has(key), joins);
    if (decided && "appoint" in decided)
      late.set(
        key,
        lateAppointment(context, decided, (made) => decide(key, made)),
      );
    else if (decided) decide(key, decided);
  }
  const endsInactive = (key: string) =>
    departments.desired.get(key)?.active !== true &&
    (wantedActive(context, key) ?? departments.current.get(key)?.active) === false;
  return {
    managerAfter: (code) => (endsInactive(canonicalKey(code)) ? null : after.get(canonicalKey(code))),
    managerChange: (code) => changes.get(canonicalKey(code)),
    managedNow: (person) => now.get(person) ?? [],
    unreadable: (code) => unreadable.has(canonicalKey(code)),
    late,
  };
};

type Decision = { readonly manager: Person | null; readonly change?: string | undefined };

/** The changes of an appointment that waits for an exchange of posts; `vacant`: the same for a department without manager. */
type Waiting = {
  readonly person: Person;
  readonly appoint: Intent;
  readonly vacate: Intent;
  readonly vacant: Intent;
};

const lateAppointment = (
  { draft }: PeopleContext,
  { person, appoint, vacate, vacant }: Waiting,
  decide: (made: Decision) => void,
): LateAppointment => {
  let vacated: string | undefined;
  return {
    person,
    isPossible: () => draft.isPossible(appoint) && draft.isPossible(vacate),
    vacate: () => {
      vacated = draft.write(vacate);
      if (vacated !== undefined) decide({ manager: null, change: vacated });
    },
    appoint: (exchange) => {
      if (exchange === undefined) {
        draft.hold(appoint, "not-a-member", [person.account]);
        return;
      }
      const change = draft.write(
        vacated === undefined ? { ...appoint, needs: [exchange] } : { ...vacant, needs: [exchange, vacated] },
      );
      if (change !== undefined) decide({ manager: person, change });
    },
  };
};

const planManager = (
  context: PeopleContext,
  department: Department,
  found: Department | undefined,
  unreadable: boolean,
  joins: (person: Person, department: string) => boolean,
): Decision | Waiting | undefined => {
  const { draft, people, settings } = context;
  const policy = fieldPolicy(settings, "department", "manager");
  // Closing a department clears its manager; otherwise the manager could not give up the post. One that was closed before keeps
  // the manager whom HR still names.
  const isInactive = department.active === false && wantedActive(context, canonicalKey(department.code)) === false;
  const closes =
    isInactive && found !== undefined && (found.active || department.manager === null || isClosing(context, found));
  const wanted = closes ? null : department.manager;
  const before = found ? found.manager : null;
  const code = found?.code ?? department.code;
  const own = reference("department", code);
  const leave = (why: WhyNothing): undefined => draft.leave(own, "manager", why);
  if (wanted === undefined) return leave("not-stated");
  if (policy === "ignore") return leave("ignored");
  if (isInactive && !closes) return leave("department-inactive");
  const base: Intent = {
    kind: "manager",
    key: code,
    label: department.name ?? code,
    department: code,
    action: "update",
    reason: closes ? "source-says-inactive" : "differs",
    step: 7,
    fields: [{ field: "manager", before: before ?? null, after: wanted }],
    operations: [],
    remember: [{ subject: own, field: "manager", value: wanted }],
  };
  if (before === undefined) {
    return unreadable ? draft.hold(base, "unreadable-in-target", [code]) : leave("not-readable");
  }
  if (policy === "fill-if-empty" && before !== null && !closes) return leave("filled");
  if (wanted === null) {
    if (before === null) return leave("same");
    const wasCleared = context.memory.written.get(ledgerKey(own, "manager")) === null;
    if (wasCleared && isManagerFromAbove(context.departments.current, code)) {
      leave("from-above");
      return { manager: null };
    }
    if (isStranger(context, before)) return draft.hold(base, "not-listed", [before]);
    const change = draft.write({ ...base, operations: [{ id: "D11", code }], requires: [own] });
    return change === undefined ? undefined : { manager: null, change };
  }
  const person = people.bySourceAccount(wanted);
  if (person && before !== null && people.byTargetAccount(before) === person) return leave("same");
  if (!person && before !== null && isStranger(context, before) && sameKey(before, wanted)) return leave("same");
  const problem = appointmentProblem(context, person, wanted, code);
  const waits = person !== undefined && problem?.reason === "not-a-member" && joins(person, code);
  if (!person || (problem && !waits)) {
    draft.hold(base, problem?.reason ?? "reference-missing", problem?.about ?? [wanted]);
    return undefined;
  }
  const former = before === null ? undefined : (people.byTargetAccount(before)?.account ?? before);
  const appoint = appointing(context, base, person, former);
  if (waits) {
    return {
      person,
      appoint: { ...appoint, step: 8 },
      vacate: vacating(base),
      vacant: { ...appointing(context, base, person), step: 8 },
    };
  }
  const change = draft.write({ ...appoint, needs: person.postChanges });
  return change === undefined ? undefined : { manager: person, change };
};

/** Sets the manager; `before`: the account of the present one, if there is one. */
const appointing = (context: PeopleContext, base: Intent, person: Person, before?: string): Intent => {
  const numbers = numbersOf(person);
  const set = { id: "D12", code: base.key, manager: person.account, ...(before && { before }) } as const;
  return {
    ...base,
    operations: [{ ...set, ...(numbers && { numbers }) }],
    requires: [reference("department", base.key), ...namedPerson(context, person)],
  };
};

/** Takes the manager away for as long as the next one is on the way; nothing of it is to be remembered. */
const vacating = ({ remember: _, ...base }: Intent): Intent => ({
  ...base,
  fields: base.fields.map((field) => ({ ...field, after: null })),
  reason: "swap",
  part: "aside",
  operations: [{ id: "D11", code: base.key }],
  requires: [reference("department", base.key)],
});

/** Is the department closed, but was its manager to be cleared, in this run or an earlier one that tried in vain? */
const isClosing = ({ memory }: PeopleContext, { code }: Department): boolean =>
  memory.written.has(ledgerKey(appliedSubject(`manager/${code}/update`), "manager"));

const appointmentProblem = (context: PeopleContext, person: Person | undefined, wanted: string, code: string) => {
  if (!person) return { reason: "reference-missing", about: [wanted] } as const;
  if (!person.exists) return { reason: "reference-held", about: [wanted] } as const;
  if (!staysActive(person)) return { reason: "person-inactive", about: [wanted] } as const;
  const member = person.posts === undefined || person.posts.some((post) => sameKey(post.department, code));
  return !member && context.settings.managerMustBeMember
    ? ({ reason: "not-a-member", about: [wanted] } as const)
    : undefined;
};
