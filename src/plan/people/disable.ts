/**
 * Plans steps 10 and 11 of ARCHITECTURE "Order". Step 10 disables people once they manage no department any more. Step 11
 * disables departments once they are empty, those without subdepartments first, and then titles, functions and levels once
 * nothing active refers to them. If something still refers to an object, its change is held and lists what refers to it.
 */

import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import { byKey, type Coded, listOf } from "../../model/directory/objects.ts";
import type { HeldReason } from "../../model/plan/held-reason.ts";
import type { Operation } from "../../model/plan/operation.ts";
import type { Kind } from "../../model/plan/plan.ts";
import { type Intent, reference } from "../draft/draft-plan.ts";
import { whyUnmanaged } from "../draft/judge-field.ts";
import { departmentCode, foreignMembers, isStranger, type PeopleContext } from "../draft/plan-context.ts";
import { doubtfulCause, rememberedCause, withoutDoubt } from "../draft/policy-cause.ts";
import { writeAbout } from "../draft/protection.ts";
import { statusRemembered } from "../draft/written-status.ts";
import { type Person, staysActive } from "../match/people.ts";
import { depthOf, type FinalTree } from "../organisation/department-tree.ts";
import type { Managers } from "../organisation/managers.ts";
import { reached } from "../values/reached.ts";
import { compareText } from "../values/sequence.ts";
import { employeeIntent } from "./employee-intent.ts";

/** A held change lists at most this many people or departments that refer to its object. */
const maxNamed = 20;

/** Plans step 10: disables people. */
export const planPeopleDisabled = (context: PeopleContext, managers: Managers): void => {
  const codeOf = (key: string) => departmentCode(context, key);
  for (const person of context.people.all) {
    if (person.leaving === undefined || !person.current) continue;
    const { account, current } = person;
    const isRenamed = account !== current.account;
    // What is remembered before the rename is carried over with it.
    const doubts = doubtfulCause(current.account, person.leaving);
    const settled = isRenamed ? withoutDoubt(account, person.leaving) : [];
    const intent: Intent = {
      ...employeeIntent(person, "deactivate", person.leaving, [{ field: "active", before: true, after: false }]),
      step: 10,
      operations: [{ id: "E7", account, ...(isRenamed && { formerly: current.account }), active: false }],
      remember: [
        ...rememberedCause(context.memory, account, person.leaving),
        ...settled,
        statusRemembered(account, false),
      ],
      ...(doubts.length > 0 && { doubts }),
      // A leaver does not wait for a new account.
      requires: [reference("employee", current.account)],
      after: [`employee/${current.account}/rename`],
      needs: managers.managedNow(person).flatMap((code) => managers.managerChange(code) ?? []),
    };
    const kept = managers.managedNow(person).filter((code) => managers.managerAfter(code) === person);
    const id =
      kept.length > 0
        ? context.draft.hold(intent, "still-manager", kept.map(codeOf))
        : writeAbout(context, person, intent);
    if (id === undefined) delete person.leaving;
    else person.postChanges = [...person.postChanges, id];
    person.active = id === undefined;
  }
};

/** Plans step 11: disables departments, titles, functions and levels. */
export const planObjectsDisabled = (context: PeopleContext, tree: FinalTree): void => {
  const departments = planDepartmentsDisabled(context, tree);
  const inPosts = (uses: (post: Post, key: string) => boolean) => (key: string) =>
    usersOf(context, (posts) => posts.some((post) => uses(post, key)));
  planListDisabled(context, "title", (code) => ({ id: "T5", code, active: false }), inPosts(usesTitle));
  planListDisabled(context, "function", (code) => ({ id: "J8", code, active: false }), inPosts(usesFunction));
  planListDisabled(
    context,
    "level",
    (code) => ({ id: "V5", code, active: false }),
    (key) => levelUsers(context, departments, key),
  );
};

const usesTitle = (post: Post, key: string): boolean => canonicalKey(post.title ?? "") === key;

const usesFunction = (post: Post, key: string): boolean =>
  (post.functions ?? []).some((code) => canonicalKey(code) === key);

/**
 * Accounts of the people, or codes of the departments, that refer to an object. `remaining` still refer to it after the plan.
 * `unknown` may refer to it: their planned posts are not known. `releasedBy` are the changes that end a reference to it.
 */
type Users = {
  readonly remaining: readonly string[];
  readonly unknown: readonly string[];
  readonly releasedBy: readonly string[];
};

const usersOf = (context: PeopleContext, uses: (posts: readonly Post[]) => boolean): Users => {
  const remaining: string[] = [];
  const unknown: string[] = [];
  const releasedBy: string[] = [];
  for (const person of context.people.all) {
    const used = person.current?.posts && uses(person.current.posts);
    if (used) releasedBy.push(...person.postChanges);
    if (!staysActive(person)) continue;
    if (person.posts === undefined) unknown.push(person.account);
    else if (uses(person.posts)) remaining.push(person.account);
  }
  return { remaining, unknown, releasedBy };
};

const shouldDisable = (
  { settings }: PeopleContext,
  kind: Kind,
  desired: boolean | undefined,
  current: boolean | undefined,
) => desired === false && current === true && whyUnmanaged(settings, kind, "active", current) === undefined;

/** `active`: the departments that are active after the plan. `disabledBy`: the changes that disable departments, by code. */
type DepartmentsLeft = { readonly active: ReadonlySet<string>; readonly disabledBy: ReadonlyMap<string, string> };

/** Plans departments without children first. */
const planDepartmentsDisabled = (context: PeopleContext, tree: FinalTree): DepartmentsLeft => {
  const { draft, departments } = context;
  const active = new Set(
    [...tree.parentOf.keys()].filter((key) => {
      const found = departments.current.get(key);
      return found ? found.active || departments.desired.get(key)?.active : draft.willExist(`department/${key}`);
    }),
  );
  const { children, movedAway } = childrenAfter(context, tree);
  const members = new Map([...context.target.members].map(([code, accounts]) => [canonicalKey(code), accounts]));
  const disabledBy = new Map<string, string>();
  const leaving = [...departments.desired.keys()]
    .filter((key) =>
      shouldDisable(context, "department", departments.desired.get(key)?.active, departments.current.get(key)?.active),
    )
    .sort((a, b) => depthOf(tree, b) - depthOf(tree, a) || compareText(a, b));
  for (const key of leaving) {
    const found = departments.current.get(key);
    if (!found) continue;
    const below = children.get(key) ?? [];
    const users = occupants(context, key, members.get(key));
    const staying = below.filter((child) => active.has(child)).map((child) => departmentCode(context, child));
    const { strangers, unknown } = foreignMembers(context, allBelow(children, key));
    const blockers = [...new Set([...staying, ...users.remaining, ...strangers])];
    const operation = { id: "D4", code: found.code, active: false } as const;
    const intent = disableIntent("department", found.code, found.name, operation, [
      ...below.flatMap((child) => disabledBy.get(child) ?? []),
      ...(movedAway.get(key) ?? []),
      ...users.releasedBy,
    ]);
    const change = { ...intent, department: found.code };
    const id = writeUnless(context, change, blockers, [...users.unknown, ...unknown], "still-occupied");
    if (id === undefined) continue;
    active.delete(key);
    disabledBy.set(key, id);
  }
  return { active, disabledBy };
};

/** Where a move is held, a department may seem to be below one that is below itself. */
const allBelow = (children: ReadonlyMap<string, readonly string[]>, key: string): readonly string[] => [
  ...reached(children.get(key) ?? [], (child) => children.get(child) ?? []),
];

/**
 * By canonical code of a department: its children after the plan, and the changes that move children elsewhere. A child
 * whose move is held stays.
 */
const childrenAfter = ({ draft, departments }: PeopleContext, tree: FinalTree) => {
  const moves = draft.changes().filter(({ kind, action }) => kind === "department" && action === "move");
  const moveOf = new Map(moves.map(({ key, id }) => [canonicalKey(key), id]));
  const children = new Map<string, string[]>();
  const movedAway = new Map<string, string[]>();
  const add = (to: Map<string, string[]>, key: string, entry: string) => to.set(key, [...(to.get(key) ?? []), entry]);
  for (const [key, parent] of tree.parentOf) {
    const found = departments.current.get(key);
    const home = canonicalKey(found?.parent ?? "");
    const move = moveOf.get(key);
    if (move !== undefined) add(movedAway, home, move);
    add(children, found && move === undefined ? home : (parent ?? ""), key);
  }
  return { children, movedAway };
};

const occupants = (context: PeopleContext, key: string, members: readonly string[] | undefined): Users => {
  const isThere = (posts: readonly Post[]) => posts.some((post) => canonicalKey(post.department) === key);
  if (members === undefined) return { remaining: [], unknown: [departmentCode(context, key)], releasedBy: [] };
  const known = usersOf(context, isThere);
  const listed = members.flatMap((account) => context.people.byTargetAccount(account) ?? []);
  return {
    remaining: [
      ...new Set([
        ...known.remaining,
        ...listed.filter((p) => p.posts === undefined && staysActive(p)).map(name),
        ...members.filter((member) => isStranger(context, member)),
      ]),
    ],
    unknown: [],
    releasedBy: [...new Set([...known.releasedBy, ...listed.flatMap((person) => person.postChanges)])],
  };
};

const name = (person: Person): string => person.account;

const planListDisabled = (
  context: PeopleContext,
  kind: "title" | "function" | "level",
  operation: (code: string) => Operation,
  users: (key: string) => Users,
): void => {
  const { source, target } = context;
  const list = listOf[kind];
  const current = byKey<Coded>(target[list]);
  for (const record of source.directory[list] ?? []) {
    const key = canonicalKey(record.code);
    const found = current.get(key);
    if (!found || !shouldDisable(context, kind, record.active, found.active)) continue;
    const { remaining, unknown, releasedBy } = users(key);
    const label = found.name ?? found.title;
    writeUnless(
      context,
      disableIntent(kind, found.code, label, operation(found.code), releasedBy),
      remaining,
      unknown,
      "still-used",
    );
  }
};

const levelUsers = (context: PeopleContext, { active, disabledBy }: DepartmentsLeft, key: string): Users => {
  const { departments, draft } = context;
  const relevelled = new Map(
    draft
      .changes()
      .flatMap((change) =>
        change.kind === "department" &&
        change.fields.some((field) => field.field === "level" && field.before !== undefined)
          ? [[canonicalKey(change.key), change.id] as const]
          : [],
      ),
  );
  const remaining: string[] = [];
  let releasedBy: string[] = [];
  for (const [department, found] of departments.current) {
    if (canonicalKey(found.level ?? "") !== key) continue;
    const change = relevelled.get(department);
    if (change !== undefined) releasedBy.push(change);
    else if (active.has(department)) remaining.push(found.code);
    else releasedBy = releasedBy.concat(disabledBy.get(department) ?? []);
  }
  for (const [department, wanted] of departments.desired) {
    const arrives = !departments.current.has(department) || relevelled.has(department);
    if (canonicalKey(wanted.level ?? "") !== key || !arrives) continue;
    if (active.has(department)) remaining.push(wanted.code);
    else releasedBy = releasedBy.concat(disabledBy.get(department) ?? []);
  }
  return { remaining, unknown: [], releasedBy };
};

const disableIntent = (
  kind: Kind,
  key: string,
  label: string | undefined,
  operation: Operation,
  needs: readonly string[],
): Intent => ({
  kind,
  key,
  label: label ?? key,
  action: "deactivate",
  reason: "source-says-inactive",
  step: 11,
  fields: [{ field: "active", before: true, after: false }],
  operations: [operation],
  requires: [reference(kind, key)],
  needs,
});

const writeUnless = (
  context: PeopleContext,
  intent: Intent,
  remaining: readonly string[],
  unknown: readonly string[],
  reason: HeldReason,
): string | undefined => {
  if (remaining.length > 0) return context.draft.hold(intent, reason, remaining.slice(0, maxNamed));
  if (unknown.length > 0) return context.draft.hold(intent, "unreadable-in-target", unknown.slice(0, maxNamed));
  return context.draft.write(intent);
};
