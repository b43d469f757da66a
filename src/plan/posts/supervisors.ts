/**
 * Plans approving supervisors (step 9 of ARCHITECTURE "Order"). E4 may return the chosen supervisor or the effective one
 * (R60), so a read does not always show that "the department manager approves". The ledger contains the supervisor that
 * musterd has chosen, and whether a write may have lost that choice since (`doubt`). In the table, X is the person whom the
 * source names, "by manager" means that the department manager approves, "shown" is the supervisor that E4 returns, "site shows"
 * is a value of `SupervisorsShown`, and "–" stands for anything.
 *
 *   wanted       shown                 site shows   ledger      the supervisor is …
 *   X            not X                 –            –           written
 *   X            X, not a manager      –            –           left
 *   X            X, a manager          chosen       –           left
 *   X            X, a manager          –            X           left
 *   X            X, a manager          –            X, doubted  written
 *   X            X, a manager          –            nobody      written: musterd knows that X is not chosen
 *   X            X, a manager          –            not X       written when the plan removes that manager, else left
 *   by manager   nobody                –            not chosen  left
 *   by manager   nobody                –            chosen      written
 *   by manager   somebody              chosen       –           written
 *   by manager   somebody              –            chosen      written
 *   by manager   somebody, no manager  –            –           written
 *   by manager   somebody, a manager   effective    not chosen  left: the site itself returns a new manager
 *   by manager   somebody, a manager   unknown      not chosen  written when the plan removes that manager, else left
 *
 * "A manager": the person manages the department or one above it.
 */
import { namedBy, placeField } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import { isStale, ledgerKey, postSubject, supervisorDoubt } from "../../model/memory/memory.ts";
import type { LedgerEntry } from "../../model/plan/plan.ts";
import type { WhyNothing } from "../../model/runs/explanation.ts";
import { reference } from "../draft/draft-plan.ts";
import { whyUnmanaged } from "../draft/judge-field.ts";
import { managersAbove } from "../draft/manager-chain.ts";
import { isStranger, maybeStranger, type PeopleContext } from "../draft/plan-context.ts";
import { namedPerson, numbersOf, writeAbout } from "../draft/protection.ts";
import { isRestored, type Person, staysActive } from "../match/people.ts";
import type { FinalTree } from "../organisation/department-tree.ts";
import type { Managers } from "../organisation/managers.ts";
import { chosenSupervisors } from "./chosen-supervisor.ts";

export const planSupervisors = (context: PeopleContext, tree: FinalTree, managers: Managers): void => {
  const view = { tree, managers };
  for (const person of context.people.all) {
    if (!person.desired || !person.exists) continue;
    for (const post of person.desired.posts ?? []) {
      if (post.supervisor === undefined) continue;
      const why = whySupervisorKept(context, view, person, post);
      if (why) context.draft.leave(person, placeField("supervisor", canonicalKey(post.department)), why);
      else planSupervisor(context, view, person, post);
    }
  }
};

const whySupervisorKept = (
  context: PeopleContext,
  view: ManagerView,
  person: Person,
  post: Post,
): WhyNothing | undefined => {
  const unmanaged = whyUnmanaged(context.settings, "post", "supervisor", postNow(person, post)?.supervisor);
  if (unmanaged) return unmanaged;
  if (!staysActive(person) && !isRestored(context, person)) return "person-inactive";
  if (!person.posts?.some((held) => sameKey(held.department, post.department))) return "post-not-held";
  if (!supervisorStands(context, view, person, post)) return undefined;
  return post.supervisor === null ? "manager-approves" : "same";
};

type ManagerView = { readonly tree: FinalTree; readonly managers: Managers };

const planSupervisor = (context: PeopleContext, view: ManagerView, person: Person, post: Post): void => {
  const found = postNow(person, post);
  const wanted = post.supervisor ? context.people.bySourceAccount(post.supervisor) : undefined;
  const code = found?.department ?? post.department;
  writeSupervisor(context, view, person, { code, found, named: post.supervisor ?? null, wanted });
};

const postNow = (person: Person, { department }: Post): Post | undefined =>
  person.current?.posts?.find((held) => sameKey(held.department, department));

/** Is the supervisor left as it is (the table above)? */
const supervisorStands = (context: PeopleContext, view: ManagerView, person: Person, post: Post): boolean => {
  const { people, memory } = context;
  const found = postNow(person, post);
  const code = found?.department ?? post.department;
  const subject = postSubject(person.current?.account ?? person.account, code);
  const chosen = memory.written.get(ledgerKey(subject, "supervisor"));
  const doubted =
    typeof memory.written.get(ledgerKey(subject, supervisorDoubt)) === "string" ||
    (chosen !== undefined && isStale(memory, person.current?.account ?? person.account));
  const shown = found?.supervisor ? people.byTargetAccount(found.supervisor) : undefined;
  const wanted = post.supervisor ? people.bySourceAccount(post.supervisor) : undefined;
  const isUnnamed = isStranger(context, found?.supervisor);
  const named = shown?.current?.account ?? (isUnnamed ? found?.supervisor : undefined);
  const isManagerNow =
    typeof named === "string" &&
    context.supervisorsShown !== "chosen" &&
    managersAbove(context.departments.current, code).includes(canonicalKey(named));
  const staysManager =
    isManagerNow && (isUnnamed || (shown !== undefined && managersAfter(view, code).includes(shown)));
  if (post.supervisor) {
    if (isUnnamed && !wanted && sameKey(post.supervisor, found?.supervisor ?? "")) return true;
    const sure = typeof chosen === "string" && wanted?.current !== undefined && sameKey(chosen, wanted.current.account);
    const isOpen = chosen !== null && staysManager;
    return wanted !== undefined && shown === wanted && (!isManagerNow || (!doubted && (sure || isOpen)));
  }
  // A site may show no chosen supervisor at all; what musterd has chosen goes on until it is withdrawn.
  if (!found?.supervisor) return typeof chosen !== "string";
  const approvesAsManager = isManagerNow && (staysManager || context.supervisorsShown === "effective");
  return typeof chosen !== "string" && approvesAsManager;
};

/** `found` is the post that the person holds now; `named` is the account that the source names, `wanted` that person. */
type Choice = {
  readonly code: string;
  readonly found: Post | undefined;
  readonly named: string | null;
  readonly wanted: Person | undefined;
};

const writeSupervisor = (
  context: PeopleContext,
  view: ManagerView,
  person: Person,
  { code, found, named, wanted }: Choice,
): void => {
  const account = wanted?.account ?? null;
  const supervisorNumbers = wanted && numbersOf(wanted);
  const intent = {
    ...namedBy({ of: "supervisor", person: person.current?.account ?? person.account, department: code }),
    label: person.label,
    department: code,
    action: "update",
    reason: "differs",
    step: 9,
    fields: [{ field: "supervisor", before: found?.supervisor ?? null, after: account ?? named }],
    operations: [
      {
        id: "E13",
        account: person.account,
        department: code,
        supervisor: account,
        ...(supervisorNumbers && { supervisorNumbers }),
      },
    ],
    requires: [
      reference("employee", person.account),
      reference("department", code),
      ...(wanted ? namedPerson(context, wanted) : []),
    ],
    needs: person.postChanges,
    ...(isSameApprover(context, view, person, { code, found, named, wanted }) && { sameApprover: true as const }),
    ...(person.current && found && { replaces: chosenSupervisors(context, person.current.account, [found]) }),
    remember: [
      { subject: postSubject(person.account, code), field: "supervisor", value: account },
      { subject: postSubject(person.account, code), field: supervisorDoubt, value: null },
    ],
  } as const;
  if (named !== null && !wanted) context.draft.hold(intent, "reference-missing", [named]);
  else if (
    !wanted &&
    maybeStranger(context, postSubject(person.current?.account ?? person.account, code), found?.supervisor)
  )
    context.draft.hold(intent, "not-listed", [found?.supervisor ?? ""]);
  else if (wanted && !wanted.exists) context.draft.hold(intent, "reference-held", [wanted.account]);
  else if (wanted && !staysActive(wanted)) context.draft.hold(intent, "person-inactive", [wanted.account]);
  else if (wanted === person) context.draft.hold(intent, "not-supported", [person.account]);
  else writeAbout(context, person, intent);
};

/** Does the same person approve before and after, whether chosen or as the nearest manager? */
const isSameApprover = (
  { people, departments }: PeopleContext,
  view: ManagerView,
  person: Person,
  { code, found, named, wanted }: Choice,
): boolean => {
  const managersNow = managersAbove(departments.current, code).map((account) => people.byTargetAccount(account));
  const other = (one: Person | undefined) => one !== person;
  const before = found?.supervisor ? people.byTargetAccount(found.supervisor) : managersNow.find(other);
  const after = named === null ? managersAfter(view, code).find(other) : wanted;
  return before !== undefined && before === after;
};

/** Remembers that nobody is chosen for a new post, whatever the site shows later. */
export const noSupervisorChosen = (account: string, posts: readonly Post[]): LedgerEntry[] =>
  posts.flatMap(({ department, supervisor }) =>
    supervisor === null ? [{ subject: postSubject(account, department), field: "supervisor", value: null }] : [],
  );

/** People who manage the department or one above it after the plan. */
const managersAfter = ({ tree, managers }: ManagerView, code: string): Person[] => {
  const result: Person[] = [];
  for (let key: string | null | undefined = canonicalKey(code); key; key = tree.parentOf.get(key)) {
    const person = managers.managerAfter(key);
    if (person) result.push(person);
  }
  return result;
};
