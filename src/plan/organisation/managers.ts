/**
 * Plans department managers (step 7 of ARCHITECTURE "Order"). Managers are set or cleared after people gain posts and
 * before they give up posts. So a manager is a member when appointed, and nobody leaves a department that they still manage.
 */
import { canonicalKey, sameKey } from "../../model/canonical.ts";
import type { Department } from "../../model/directory.ts";
import type { WhyNothing } from "../../model/explanation.ts";
import { ledgerKey } from "../../model/memory.ts";
import { appliedSubject } from "../draft/convergence.ts";
import { type Intent, reference } from "../draft/draft-plan.ts";
import { isManagerFromAbove } from "../draft/manager-chain.ts";
import { isStranger, type PeopleContext } from "../draft/plan-context.ts";
import { fieldPolicy } from "../draft/policy.ts";
import { numbersOf } from "../draft/protection.ts";
import { type Person, staysActive } from "../match/people.ts";

/** Managers of departments, now and after the plan. */
export type Managers = {
  /** The manager; null: none; undefined: not known. A department that is or becomes inactive counts as having none. */
  readonly managerAfter: (department: string) => Person | null | undefined;
  /** The change that sets or clears the manager. */
  readonly managerChange: (department: string) => string | undefined;
  readonly managedNow: (person: Person) => readonly string[];
  readonly unreadable: (department: string) => boolean;
};

export const planManagers = (context: PeopleContext): Managers => {
  const { departments, people, target } = context;
  const after = new Map<string, Person | null | undefined>();
  const changes = new Map<string, string>();
  const now = new Map<Person, string[]>();
  for (const [key, { manager }] of departments.current) {
    const person = manager ? people.byTargetAccount(manager) : undefined;
    after.set(key, manager === null ? null : person);
    if (person) now.set(person, [...(now.get(person) ?? []), key]);
  }
  const unreadable = new Set(
    target.unreadable.filter((entry) => entry.kind === "manager").map((entry) => canonicalKey(entry.key)),
  );
  for (const [key, department] of departments.desired) {
    const decided = planManager(context, department, departments.current.get(key), unreadable.has(key));
    if (!decided) continue;
    after.set(key, decided.manager);
    if (decided.change !== undefined) changes.set(key, decided.change);
  }
  const endsInactive = (key: string) =>
    departments.desired.get(key)?.active === false ||
    (departments.desired.get(key)?.active === undefined && departments.current.get(key)?.active === false);
  return {
    managerAfter: (code) => (endsInactive(canonicalKey(code)) ? null : after.get(canonicalKey(code))),
    managerChange: (code) => changes.get(canonicalKey(code)),
    managedNow: (person) => now.get(person) ?? [],
    unreadable: (code) => unreadable.has(canonicalKey(code)),
  };
};

const planManager = (
  context: PeopleContext,
  department: Department,
  found: Department | undefined,
  unreadable: boolean,
): { readonly manager: Person | null; readonly change?: string } | undefined => {
  const { draft, people, settings } = context;
  const policy = fieldPolicy(settings, "department", "manager");
  // Closing a department clears its manager; otherwise the manager could not give up the post. One that was closed before keeps
  // the manager whom HR still names.
  const closes =
    department.active === false &&
    found !== undefined &&
    (found.active || department.manager === null || isClosing(context, found));
  const wanted = closes ? null : department.manager;
  const before = found ? found.manager : null;
  const code = found?.code ?? department.code;
  const own = reference("department", code);
  const leave = (why: WhyNothing): undefined => draft.leave(own, "manager", why);
  if (wanted === undefined) return leave("not-stated");
  if (policy === "ignore") return leave("ignored");
  if (department.active === false && !closes) return leave("department-inactive");
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
  if (problem || !person) {
    draft.hold(base, problem?.reason ?? "reference-missing", problem?.about ?? [wanted]);
    return undefined;
  }
  const numbers = numbersOf(person);
  const former = before === null ? undefined : (people.byTargetAccount(before)?.account ?? before);
  const change = draft.write({
    ...base,
    operations: [
      { id: "D12", code, manager: person.account, ...(former && { before: former }), ...(numbers && { numbers }) },
    ],
    requires: [own, reference("employee", person.account)],
    needs: person.postChanges,
  });
  return change === undefined ? undefined : { manager: person, change };
};

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
