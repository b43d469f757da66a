/**
 * The part of both sides that a second plan must be made of. Most people whom a run wrote show exactly what is wanted, and a plan
 * would leave them; to plan everybody again cost a quarter of an import. What is left are the people in doubt, everybody who
 * shares a key or a unique value with one of them, whom their posts name, all managers, and the holders of what is to be disabled.
 * Departments and lists stay whole. Whether somebody is new or renamed depends on everybody, so such a plan is made of the whole.
 */

import { reference } from "../../model/directory/address.ts";
import { canonicalKey, sameKey } from "../../model/directory/canonical.ts";
import type { Employee, Post } from "../../model/directory/directory.ts";
import { byKey } from "../../model/directory/objects.ts";
import type { ShownEmployee } from "../../model/directory/snapshot.ts";
import { ledgerKey, parsePostKey, subjectOf, supervisorDoubt } from "../../model/memory/memory.ts";
import type { Change, HeldChange } from "../../model/plan/plan.ts";
import { managersAbove } from "../draft/manager-chain.ts";
import type { PlanInput } from "../draft/plan-context.ts";
import { mayBeWritten } from "../reading/detail-scope.ts";
import { type PeopleByKey, type Person, peopleByKey } from "../reading/people-by-key.ts";
import { carryOver, postFields } from "../values/post-fields.ts";

/** The input without the people who cannot change what a plan does about the touched objects (`kind/canonical key`). */
export const judgedPart = (input: PlanInput, touched: Pick<ReadonlySet<string>, "has">): PlanInput => {
  const { source, target } = input;
  const { employees: desired } = source.directory;
  const owners = ownersOf(input.memory);
  if (!desired || ownsAnother(input, owners)) return input;
  const { links } = input.memory;
  const linked = ({ id }: Person) => canonicalKey(links?.employee.get(id ?? "") ?? "");
  const sides = [peopleByKey(desired, linked), peopleByKey(target.employees, linked)];
  const doubtful = doubtfulPeople(input, desired, touched, settledIn(input, owners, sides));
  // A source without people would be one that does not manage them.
  const kept = closure(input, [...doubtful, ...desired.slice(0, 1)], sides, linked);
  return {
    ...input,
    source: {
      ...source,
      directory: {
        ...source.directory,
        employees: desired.filter((one) => kept.has(one)),
      },
    },
    target: { ...target, employees: target.employees.filter((one) => kept.has(one)) },
  };
};

/** Must the plan be made of everybody? Who is new, renamed or somebody else is decided by comparison with all people. */
export const needsEverybody = (planned: {
  readonly changes: readonly Change[];
  readonly held: readonly HeldChange[];
}): boolean =>
  [...planned.changes, ...planned.held].some(({ action }) => action === "create" || action === "rename") ||
  planned.held.some(({ reason }) => identity.has(reason));

const identity: ReadonlySet<HeldChange["reason"]> = new Set([
  "identity-conflict",
  "possible-twin",
  "number-given-again",
  "number-kept",
  "ambiguous",
]);

/** Does an account belong to another stable id? Then it matters how many of all people have ids that are known. */
const ownsAnother = ({ source, memory }: PlanInput, owners: ReadonlyMap<string, string>): boolean => {
  return (
    owners.size < (memory.links?.employee.size ?? 0) ||
    (owners.size > 0 &&
      (source.directory.employees ?? []).some(({ id, account }) => {
        const owner = owners.get(canonicalKey(account));
        return id !== undefined && owner !== undefined && owner !== id;
      }))
  );
};

/** The stable id that each account is linked to, by canonical account. */
const ownersOf = ({ links }: PlanInput["memory"]): ReadonlyMap<string, string> =>
  new Map([...(links?.employee ?? [])].map(([id, account]) => [canonicalKey(account), id]));

/** The touched people of whom it is not certain that a plan leaves them; whoever has one of their keys belongs to them. */
const doubtfulPeople = (
  input: PlanInput,
  desired: readonly Employee[],
  touched: Pick<ReadonlySet<string>, "has">,
  isSettled: (desired: Employee, current: ShownEmployee) => boolean,
): ReadonlySet<Person> => {
  const isTouched = ({ account }: Person) =>
    touched.has(reference("employee", account)) || touched.has(reference("post", account));
  const wanted = new Map(byKey(desired));
  const doubtful = new Set<Person>();
  for (const current of input.target.employees) {
    const own = wanted.get(canonicalKey(current.account));
    wanted.delete(canonicalKey(current.account));
    if (!isTouched(current) || (own && isSettled(own, current))) continue;
    doubtful.add(current);
  }
  for (const missing of wanted.values()) if (isTouched(missing)) doubtful.add(missing);
  return doubtful;
};

/** Says of two records with one account whether every step of a plan leaves them, whatever else is planned. */
const settledIn = (
  { source, target, memory, today, restored, supervisorsShown }: PlanInput,
  owners: ReadonlyMap<string, string>,
  sides: readonly PeopleByKey[],
) => {
  const remembered = new Set<string>();
  for (const [key, value] of memory.written) {
    if (value === null) continue;
    const person = key.startsWith("employee/") ? subjectOf(key) : undefined;
    if (person?.of === "employee") remembered.add(person.key);
    const post = key.endsWith(ledgerKey("", supervisorDoubt)) ? parsePostKey(key) : undefined;
    if (post) remembered.add(post.account);
  }
  const links = memory.links?.employee;
  const departments = byKey(target.departments);
  const isPostSettled = (wanted: Post, held: readonly Post[]): boolean => {
    const found = held.find(({ department }) => sameKey(department, wanted.department));
    if (!found) return false;
    if (wanted.supervisor === undefined) return true;
    const shown = found.supervisor ?? "";
    if (!sameKey(wanted.supervisor ?? "", shown)) return false;
    const chain = supervisorsShown === "chosen" || shown === "" ? [] : managersAbove(departments, found.department);
    return !chain.includes(canonicalKey(shown));
  };
  return (desired: Employee, current: ShownEmployee): boolean => {
    const key = canonicalKey(current.account);
    const { posts = [] } = current;
    return (
      desired.active === true &&
      current.active === true &&
      !current.hidden &&
      !current.foreign &&
      sameKey(desired.number ?? current.number ?? "", current.number ?? "") &&
      (!desired.hireDate || desired.hireDate <= today) &&
      !mayBeWritten(desired, current) &&
      !remembered.has(key) &&
      !sides.some((side) => side.isShared(current)) &&
      !source.decided?.has(canonicalKey(desired.account)) &&
      !restored?.has(key) &&
      owners.get(key) === (links?.has(desired.id ?? "") ? desired.id : undefined) &&
      (desired.posts === undefined ||
        (current.posts !== undefined &&
          desired.posts.length === posts.length &&
          postFields(
            posts,
            desired.posts.flatMap((post) => carryOver(post, posts) ?? []),
          ).length === 0 &&
          desired.posts.every((post) => isPostSettled(post, posts))))
    );
  };
};

/** The records that a plan about `doubtful` people needs. */
const closure = (
  input: PlanInput,
  doubtful: readonly Person[],
  sides: readonly PeopleByKey[],
  linked: (person: Person) => string,
): ReadonlySet<Person> => {
  const isDisabled = disabledIn(input);
  const kept = new Set<Person>(doubtful);
  for (const people of [input.source.directory.employees ?? [], input.target.employees])
    for (const person of people) if (isDisabled(person)) kept.add(person);
  const add = (found: (side: PeopleByKey) => readonly Person[]) => {
    for (const side of sides) for (const person of found(side)) kept.add(person);
  };
  const addNamed = (account: string | null | undefined) =>
    account ? add((side) => side.withAccount(canonicalKey(account))) : undefined;
  for (const name of namedIn(input)) {
    addNamed(name);
    add((side) => side.withNumber(canonicalKey(name)));
  }
  // The loop also reaches people who are added while it runs.
  for (const person of kept) {
    add((side) => side.like(person));
    addNamed(linked(person));
    for (const { supervisor } of person.posts ?? []) addNamed(supervisor);
  }
  return kept;
};

/** May a plan disable a department, title or function that the person has? Whoever may have any counts, too. */
const disabledIn = ({ source: { directory, renames } }: PlanInput): ((person: Person) => boolean) => {
  const ending = (items: readonly { readonly code: string; readonly active?: boolean }[] = []) => {
    const codes = new Set(items.flatMap(({ code, active }) => (active === false ? [canonicalKey(code)] : [])));
    for (const code of codes) for (const { from, to } of renames) if (sameKey(to, code)) codes.add(canonicalKey(from));
    return codes;
  };
  const departments = ending(directory.departments);
  const titles = ending(directory.titles);
  const functions = ending(directory.functions);
  const isAny = departments.size + titles.size + functions.size > 0;
  return ({ posts }) =>
    isAny &&
    (posts === undefined ||
      posts.some(
        ({ department, title, functions: held = [] }) =>
          departments.has(canonicalKey(department)) ||
          titles.has(canonicalKey(title ?? "")) ||
          held.some((code) => functions.has(canonicalKey(code))),
      ));
};

/** Accounts and numbers of people whom something else than people names: managers, decisions, and rows that could not be read. */
const namedIn = ({ source, target }: PlanInput): readonly string[] => {
  const managers = [...(source.directory.departments ?? []), ...target.departments].map(({ manager }) => manager ?? "");
  const decided = [...(source.decided ?? [])].flatMap(([key, { adopts = "", differs }]) => [key, adopts, ...differs]);
  const rows = [...source.rejected, ...(source.quarantined ?? []), ...(source.excluded ?? [])].map(
    ({ key }) => key ?? "",
  );
  return [...managers, ...decided, ...rows];
};
