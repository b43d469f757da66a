/** One look at what a run has written: reads the objects in question and judges them by a second plan. */
import { reference } from "../../model/directory/address.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Post } from "../../model/directory/directory.ts";
import type { DetailScope, TargetLists, TargetSnapshot, Unreadable } from "../../model/directory/snapshot.ts";
import type { Memory } from "../../model/memory/memory.ts";
import { looksAt, type Sample } from "../../model/memory/site-habit.ts";
import { disableSomebody } from "../../model/plan/operation.ts";
import type { Change, Kind, LedgerEntry } from "../../model/plan/plan.ts";
import { correlate } from "../../plan/match/correlate.ts";
import { findCreatedOtherwise } from "../../plan/read-back/created-people.ts";
import { shownEntries, withNeverShown } from "../../plan/read-back/never-shown.ts";
import { newNames, withNewNames, withNewReferences } from "../../plan/read-back/new-names.ts";
import { newcomersBaseline } from "../../plan/read-back/newcomers-baseline.ts";
import { observedHabits } from "../../plan/read-back/observed-habits.ts";
import { displacedBeside } from "../../plan/read-back/preserved-order.ts";
import { type ReadBackScope, readBackScope } from "../../plan/read-back/read-back-scope.ts";
import { judge, type Lost, type Results } from "../../plan/read-back/second-plan.ts";
import type { Observed } from "../../plan/read-back/site-habits.ts";
import { type Unshown, unshownIn } from "../../plan/read-back/unshown.ts";
import type { Writer } from "../../plan/read-back/written-objects.ts";
import { shownIn } from "../../plan/reading/chosen-before.ts";
import { withTopLevelAs } from "../../plan/reading/top-level.ts";
import type { TargetReader } from "../../site/target.ts";
import type { ApplyDeps } from "../apply/apply-plan.ts";
import type { PlanningDeps, Prepared } from "../prepare/prepare-plan.ts";
import { shareTexts } from "../prepare/shared-texts.ts";
import { withRenamesAsListed } from "./renames-as-listed.ts";

export type Look = Pick<ReadBackScope, "looks" | "sampled"> & {
  readonly lost: readonly Lost[];
  /** Changes that were refused, and may not be any more. */
  readonly again: readonly Change[];
  /** Ledger entries about the order of lists. */
  readonly orderings: readonly LedgerEntry[];
  readonly observed: readonly Observed[];
  /** Ledger entries about what the service hides of people whom the run has created. */
  readonly baseline: readonly LedgerEntry[];
  /** Objects that could not be read back, with the writes that may have changed them. */
  readonly unread: readonly (Unreadable & { readonly writers: readonly Writer[] })[];
};

export type CarriedOut = {
  readonly runId: string;
  readonly prepared: Prepared;
  /** The changes, with repeated ones, under the names that they were to give. */
  readonly changes: readonly Change[];
  readonly results: Results;
  /** Samples that have shown an operation to do more than it was asked to. */
  readonly unreliable: ReadonlySet<Sample>;
};

/**
 * Reads again what the run may have changed, and judges it. Fails as readings of the service do. `isLate`: what does not show by now was
 * given the time to.
 */
export const lookAt = async (deps: PlanningDeps & ApplyDeps, done: CarriedOut, isLate = false): Promise<Look> => {
  const { reading, scope, accountOf, unreadable } = await readAgain(deps, done, isLate);
  const judged = judge(reading, scope);
  const { now, tried, results, created } = reading;
  const { looks, sampled, writers } = scope;
  const unshown = unshownIn(now, { tried, results, created, accountOf });
  const lost = [...judged.lost, ...withoutRepair(unshown, judged.lost)];
  return {
    lost,
    again: judged.again,
    orderings: judged.orderings,
    baseline: newcomersBaseline(reading),
    looks,
    sampled,
    observed: observedHabits(lost, tried),
    unread: unreadable.map((one) => ({
      ...one,
      writers: (writers.get(reference(one.kind === "members" ? "department" : one.kind, one.key)) ?? []).filter(
        ({ isBeside }) => !isBeside,
      ),
    })),
  };
};

/** Reads what the run may have changed. The lists as they were read are not returned: of 100,000 people they are 20 MiB. */
const readAgain = async (
  { store, target, settings }: PlanningDeps & ApplyDeps,
  { runId, prepared, changes, results, unreliable }: CarriedOut,
  isLate: boolean,
) => {
  const { desired, plan, wholeIds, memory: remembered } = prepared;
  const asRead = withTopLevelAs(await target.readLists(), prepared.current);
  const known = await store.ledger.read();
  const learned = shownEntries(prepared.current, { now: asRead, changes, results, isLate }, known);
  if (learned.length > 0) await store.ledger.write(learned);
  const ledger = learned.length > 0 ? await store.ledger.read() : known;
  const inLists = withNeverShown(asRead, ledger);
  const tried = withRenamesAsListed(changes, results, inLists);
  const rehired = new Set(tried.flatMap(({ id }) => (results.get(id) === "rehired" ? [id] : [])));
  const names = newNames(tried);
  const before = withNewNames(prepared.current, names);
  const listed = withNeverShown(await withUnlisted(target, inLists, before, tried, results), ledger, inLists);
  shareTexts(listed, desired.directory.employees);
  const source = withNewReferences(desired, names);
  // A link leads to the account that the person has now.
  const employee = new Map([...remembered.links.employee].map(([id, account]) => [id, names.account(account)]));
  const links = { ...remembered.links, employee };
  const looked = (sample: Sample) => looksAt(remembered.written, sample);
  const found = readBackScope(tried, rehired, before, { unreliable, looked, seed: runId });
  // In a restricted plan only some siblings move, so their order is neither wanted nor judged.
  const scope = {
    ...found,
    ordered: plan.only
      ? new Set<Kind>()
      : found.ordered.union(new Set(displacedBeside(source.directory, found.writers, before, listed))),
    membersOf: [...found.membersOf, ...reopened(before, listed)],
  };
  const lists = { ...listed, employees: [...listed.employees, ...disappeared(listed, before)] };
  const created = findCreatedOtherwise(tried, before.employees, listed.employees, source);
  const unknown = correlate(source, lists.employees, { ...remembered, links }).flatMap((entry) =>
    entry.state === "unmanaged" ? [entry.current.account] : [],
  );
  const shownAs = new Map(created.map((one) => [canonicalKey(one.account), one.found.account]));
  // Of somebody who has disappeared, the service may refuse to show posts.
  const named = { ...onlyListed(listed, scope, shownAs), unknown };
  const read = await target.readDetails(lists, named);
  // An empty company has shown nothing; a post without a supervisor below a manager says it now.
  const shownBefore = shownIn(before, remembered);
  const shows = shownBefore === "unknown" && shownIn(read) === "chosen" ? "chosen" : shownBefore;
  const now = withUnread(read, before, named, presumedPosts(before, tried));
  const memory: Memory = { ...(await store.ledger.read()), links };
  return {
    reading: { source, before, now, shows, memory, settings, plan, wholeIds, tried, results, created },
    scope,
    accountOf: names.accountOf,
    unreadable: read.unreadable,
  };
};

/**
 * The lists with those whom E1 does not show and E2 does: whom the run has created, and who was there and was not disabled, because a list
 * may end early, or leave out whoever is inactive or has lost all posts (R51). Whoever was there before the create stays left out, which is
 * then the reason why it has failed.
 */
const withUnlisted = async (
  target: Pick<TargetReader, "readUnlisted">,
  lists: TargetLists,
  before: TargetSnapshot,
  changes: readonly Change[],
  results: Results,
): Promise<TargetLists> => {
  const listed = new Set(lists.employees.map(({ account }) => canonicalKey(account)));
  const disabling = changes.filter(({ operations }) => disableSomebody(operations));
  const disabled = new Set(disabling.map(({ key }) => canonicalKey(key)));
  const stayed = before.employees.filter(({ account, active }) => active && !disabled.has(canonicalKey(account)));
  const created = changes.filter((one) => results.get(one.id) === "applied" || disableSomebody(one.operations));
  const newcomers = created.flatMap(({ operations }) =>
    operations.flatMap((one) => (one.id === "E12" ? [one.account] : [])),
  );
  const sought = [...newcomers, ...stayed.map(({ account }) => account)].filter(
    (code) => !listed.has(canonicalKey(code)),
  );
  if (sought.length === 0) return lists;
  const found = await target.readUnlisted(sought.map((code) => ({ by: "account", code })));
  return { ...lists, employees: [...lists.employees, ...found] };
};

/** What was written, is not shown, and no second plan wants. */
const withoutRepair = (unshown: readonly Unshown[], judged: readonly Lost[]): Lost[] => {
  const known = new Set(judged.map(({ wanted }) => wanted.id));
  return unshown.flatMap(({ change, operation, fields }) => {
    const id = change.repairs ?? change.id;
    const unmet = change.fields.filter(({ field }) => fields.includes(field));
    if (known.has(id)) return [];
    const action = change.action === "create" ? "update" : change.action;
    return [{ wanted: { ...change, id, action, fields: unmet }, writers: [{ operation, change: change.id }] }];
  });
};

/** Departments that a write has opened: without their members, no plan may close them again. */
const reopened = (before: TargetSnapshot, { departments }: TargetLists): readonly string[] => {
  const wereClosed = new Set(
    before.departments.flatMap((one) => (one.active === false ? [canonicalKey(one.code)] : [])),
  );
  return departments.flatMap(({ code, active }) =>
    active !== false && wereClosed.has(canonicalKey(code)) ? [code] : [],
  );
};

/** People who are no longer listed. They count as disabled, because a site may list active people only (R51). */
const disappeared = ({ employees }: TargetLists, before: TargetSnapshot): TargetLists["employees"] => {
  const listed = new Set(employees.map(({ account }) => canonicalKey(account)));
  const missing = before.employees.filter(({ account }) => !listed.has(canonicalKey(account)));
  return missing.map((person) => ({ ...person, active: false }));
};

/**
 * The scope with codes and accounts as the lists spell them, without objects that are no longer listed. `shownAs`: the account that
 * the list shows for somebody created.
 */
const onlyListed = (
  lists: TargetLists,
  { managersOf, postsOf, membersOf }: DetailScope,
  shownAs: ReadonlyMap<string, string>,
): DetailScope => {
  const among = (listed: readonly string[], wanted: readonly string[]) => {
    const keys = new Set(wanted.map(canonicalKey));
    return listed.filter((key) => keys.has(canonicalKey(key)));
  };
  const codes = lists.departments.map(({ code }) => code);
  const accounts = lists.employees.map(({ account }) => account);
  return {
    managersOf: among(codes, managersOf),
    postsOf: among(
      accounts,
      postsOf.map((account) => shownAs.get(canonicalKey(account)) ?? account),
    ),
    membersOf: among(codes, membersOf),
  };
};

/** The posts that everybody should have after these changes, by canonical account; those before where no change wrote them. */
const presumedPosts = (
  before: TargetSnapshot,
  tried: readonly Change[],
): ReadonlyMap<string, readonly Post[] | undefined> => {
  const all = new Map(before.employees.map(({ account, posts }) => [canonicalKey(account), posts]));
  for (const operation of tried.flatMap(({ operations }) => operations)) {
    const account = "account" in operation ? canonicalKey(operation.account) : "";
    const held = all.get(account);
    if (operation.id === "E12" && !held) all.set(account, operation.posts);
    if (operation.id === "E14") all.set(account, operation.posts);
    if (operation.id === "E13" && held) {
      const chosen = canonicalKey(operation.department);
      all.set(
        account,
        held.map((post) =>
          canonicalKey(post.department) === chosen ? { ...post, supervisor: operation.supervisor } : post,
        ),
      );
    }
  }
  return all;
};

/** The reading, completed with what is presumed of everything that was not read again. */
const withUnread = (
  read: TargetSnapshot,
  before: TargetSnapshot,
  scope: DetailScope,
  presumed: ReturnType<typeof presumedPosts>,
): TargetSnapshot => {
  const postsRead = new Set(scope.postsOf);
  const managersRead = new Set(scope.managersOf);
  const managersBefore = new Map(before.departments.map(({ code, manager }) => [canonicalKey(code), manager]));
  return {
    ...read,
    strangers: [...new Set([...(before.strangers ?? []), ...(read.strangers ?? [])])],
    namesakes: [...new Set([...(before.namesakes ?? []), ...(read.namesakes ?? [])])],
    employees: read.employees.map((person) => {
      const posts = presumed.get(canonicalKey(person.account));
      return postsRead.has(person.account) || posts === undefined ? person : { ...person, posts };
    }),
    departments: read.departments.map((department) => {
      const manager = managersBefore.get(canonicalKey(department.code));
      return managersRead.has(department.code) || manager === undefined ? department : { ...department, manager };
    }),
  };
};
