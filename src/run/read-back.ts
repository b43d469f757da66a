/**
 * Reads back possible side effects of a run's writes before the run reports success. A second plan from the same source
 * repairs what was lost, but only in objects that the writes may have changed. What cannot be repaired is recorded as failed.
 */
import { setTimeout as wait } from "node:timers/promises";
import { unlessAborted } from "../lib/abort.ts";
import { canonicalKey } from "../model/canonical.ts";
import type { Department } from "../model/directory.ts";
import type { Memory } from "../model/memory.ts";
import type { Change, HeldChange, Kind, LedgerEntry } from "../model/plan.ts";
import type { Outcome } from "../model/run.ts";
import type { DetailScope, TargetLists, TargetSnapshot } from "../model/snapshot.ts";
import { countAttempt } from "../plan/convergence.ts";
import { detailScope } from "../plan/detail-scope.ts";
import { planChanges } from "../plan/make-plan.ts";
import { supervisorsShown } from "../plan/manager-chain.ts";
import { newNames, withNewNames } from "../plan/new-names.ts";
import { isOrderedKind, otherOrdering } from "../plan/ordering.ts";
import { withPreservedAssignments } from "../plan/preserved-assignments.ts";
import { type ReadBackScope, sideEffectsOf, touchedKey } from "../plan/side-effects.ts";
import type { ApplyDeps } from "./apply-plan.ts";
import type { PlanningDeps, Prepared } from "./prepare-plan.ts";

type Results = ReadonlyMap<string, Outcome["result"]>;

/** Carries out changes as part of the run; returns their results by id. */
export type Carry = (changes: readonly Change[]) => Promise<Results>;

/** The number of readings: one after the plan, one after each of two repairs. */
const maxReadings = 3;

/** `results`: the results of the plan's changes. Rejects if the service cannot be read or the run is stopped. */
export const readBack = async (
  deps: PlanningDeps & ApplyDeps,
  runId: string,
  prepared: Prepared,
  results: Results,
  carry: Carry,
  ending: AbortController,
): Promise<void> => {
  const { store, log } = deps;
  const all = new Map(results);
  let tried = prepared.plan.changes.filter(({ id }) => all.get(id) !== "not-tried" && all.get(id) !== undefined);
  for (let reading = 1; reading <= maxReadings; reading += 1) {
    const rehired = new Set(tried.flatMap(({ id }) => (all.get(id) === "rehired" ? [id] : [])));
    const before = withNewNames(prepared.current, newNames(tried));
    const found = sideEffectsOf(tried, rehired, before);
    if (!found) return;
    // In a restricted plan only some siblings move, so their order is neither wanted nor judged.
    const scope = prepared.plan.only ? { ...found, ordered: new Set<Kind>() } : found;
    const again = () =>
      unlessAborted(ending.signal, makeSecondPlan(deps, { ...prepared, current: before }, tried, scope, all));
    let second = await again();
    if (second.repairs.length + second.stuck.length > 0) {
      // The site may show the writes only some time later (R100).
      await unlessAborted(ending.signal, wait(deps.target.readLagMs));
      second = await again();
    }
    const { repairs: lost, stuck, observed } = second;
    log.info({ runId, reading, lost: lost.length + stuck.length }, "read back");
    const isLast = reading === maxReadings;
    await failIneffective(deps, runId, prepared, tried, stuck);
    if (isLast) await failLost(deps, runId, withOwnIds(lost, [...prepared.plan.changes, ...tried], reading));
    if (lost.length === 0) return store.ledger.write(stuck.length > 0 ? [] : settledDoubts(tried));
    if (isLast) return;
    if (reading === 1) await store.ledger.write(observed);
    const repairs = withOwnIds(lost, [...prepared.plan.changes, ...tried], reading);
    await store.plans.add(runId, repairs);
    for (const [id, result] of await carry(repairs)) all.set(id, result);
    ending.signal.throwIfAborted();
    tried = [...tried, ...repairs];
  }
};

/**
 * Records as failed the changes that the service accepted but did not carry out. If a change was repeated, its last repetition
 * is recorded as failed, otherwise the change itself.
 */
const failIneffective = async (
  { store }: Pick<PlanningDeps, "store">,
  runId: string,
  { memory, plan }: Prepared,
  tried: readonly Change[],
  ids: readonly string[],
): Promise<void> => {
  for (const id of ids) {
    const change = tried.findLast((one) => (one.repairs ?? one.id) === id);
    if (!change) continue;
    const outcome = { changeId: change.id, result: "failed", code: "not-applied", message: notApplied } as const;
    await store.plans.record(runId, outcome, { entries: countAttempt(change, outcome, memory, plan.today) });
  }
};

const notApplied = "the service accepted the change, or has the object, but reading back does not show it";

/** Records what is still lost after the last repair as failed changes. */
const failLost = async (
  { store }: Pick<PlanningDeps, "store">,
  runId: string,
  lost: readonly Change[],
): Promise<void> => {
  await store.plans.add(runId, lost);
  await store.plans.closeRest(runId, { result: "failed", code: "not-applied", message: notApplied });
};

type SecondPlan = {
  readonly repairs: readonly Change[];
  /** Ids of changes that were written more than once without effect, and of creates that do not show. */
  readonly stuck: readonly string[];
  /** Ledger entries about the site's behaviour, which the reading has shown. */
  readonly observed: readonly LedgerEntry[];
};

/** Makes the second plan and selects the changes that repair what was lost. */
const makeSecondPlan = async (
  { store, target, settings }: PlanningDeps & ApplyDeps,
  prepared: Prepared,
  tried: readonly Change[],
  scope: ReadBackScope,
  results: Results,
): Promise<SecondPlan> => {
  const { desired, plan, current: before } = prepared;
  const listed = await target.readLists(scope.people ? undefined : before);
  const lists = { ...listed, employees: [...listed.employees, ...disappeared(listed, before, tried)] };
  const { unknown = [] } = detailScope(desired, lists, prepared.memory);
  const named = { ...onlyListed(lists, scope), unknown };
  const read = await target.readDetails(lists, named);
  const current = withUntouched(read, before, named);
  const memory: Memory = { ...(await store.ledger.read()), links: prepared.memory.links };
  const completed = withPreservedAssignments(desired, before, scope, prepared.memory);
  const source = scope.people ? completed : withoutPeople(completed);
  const observed = supervisorsShown(byCode(before.departments), before.employees);
  const input = { source, target: current, memory, settings, today: plan.today, supervisorsShown: observed };
  const isDone = (id: string) => ["applied", "rehired", "already-so"].includes(results.get(id) ?? "not-tried");
  const failed = [...plan.changes, ...tried].filter(({ id }) => !isDone(id));
  const failedKinds = new Set(failed.map(({ kind }) => kind));
  // A held change is not expected to have taken effect, even if it no longer looks held because less was read. Nor is one
  // that a restricted plan leaves out.
  const planned = new Set(plan.changes.map(({ id }) => id));
  const leftOut = prepared.wholeIds.difference(planned);
  const notExpected = new Set([...failed.map(({ id }) => id), ...leftOut]);
  const isLost = (change: Change | HeldChange) =>
    isRepair(change, scope) && !notExpected.has(change.id) && !(isUnseen(change) && triedIds.has(change.id));
  const triedIds = new Set(tried.map(({ id, repairs }) => repairs ?? id));
  const first = planChanges(input);
  const disordered = [...scope.ordered].filter(
    (kind) =>
      !failedKinds.has(kind) &&
      first.changes.some((change) => change.kind === kind && isPlacing(change) && isLost(change)),
  );
  const swept: ReadonlySet<Kind> = new Set(disordered);
  const second = swept.size === 0 ? first : planChanges({ ...input, swept });
  const renames = new Set(second.changes.flatMap(({ id, action }) => (action === "rename" ? [id] : [])));
  const hadMoves = new Set(tried.flatMap((change) => (isPlacing(change) ? [change.kind] : [])));
  const lost = second.changes.filter(
    (change) => isLost(change) && !(failedKinds.has(change.kind) && isPlacing(change)),
  );
  return {
    // What was lost was there before the run, without the changes that a restricted plan leaves out. Only new codes and
    // accounts are not valid without them.
    repairs: withoutUnmetNeeds(lost, (id) => plan.only !== undefined && leftOut.has(id) && !renames.has(id)),
    stuck: [
      ...second.held.flatMap((held) => (held.reason === "does-not-converge" && isLost(held) ? [held.id] : [])),
      // What a create has found and the list lacks is no success: the list is incomplete, and others may be missing from it.
      ...second.changes.flatMap((change) =>
        isMissing(change) && ["applied", "already-so"].includes(results.get(change.id) ?? "") ? [change.id] : [],
      ),
    ],
    observed: disordered.flatMap((kind) =>
      hadMoves.has(kind) && isOrderedKind(kind) ? [otherOrdering({ memory }, kind)] : [],
    ),
  };
};

/**
 * People who are no longer listed, although no change disables them. They count as disabled, because a site may list active
 * people only (R51).
 */
const disappeared = (
  { employees }: TargetLists,
  before: TargetSnapshot,
  tried: readonly Change[],
): TargetLists["employees"] => {
  const operations = tried.flatMap((change) => change.operations);
  const disabled = operations.flatMap((operation) => (operation.id === "E7" && !operation.active ? [operation] : []));
  const expected = new Set([...employees, ...disabled].map(({ account }) => canonicalKey(account)));
  const missing = before.employees.filter(({ account }) => !expected.has(canonicalKey(account)));
  return missing.map((person) => ({ ...person, active: false }));
};

/** The scope with codes and accounts as the lists spell them, without objects that are no longer listed. */
const onlyListed = (lists: TargetLists, { managersOf, postsOf, membersOf }: DetailScope): DetailScope => {
  const among = (listed: readonly string[], wanted: readonly string[]) => {
    const keys = new Set(wanted.map(canonicalKey));
    return listed.filter((key) => keys.has(canonicalKey(key)));
  };
  const codes = lists.departments.map(({ code }) => code);
  const accounts = lists.employees.map(({ account }) => account);
  return {
    managersOf: among(codes, managersOf),
    postsOf: among(accounts, postsOf),
    membersOf: among(codes, membersOf),
  };
};

/** Leaves out repairs that need a change that is not a repair; `isNotNeeded` names needs that do not count. */
const withoutUnmetNeeds = (repairs: readonly Change[], isNotNeeded: (id: string) => boolean): readonly Change[] => {
  const ids = new Set(repairs.map(({ id }) => id));
  const rest = repairs.filter(({ needs }) => needs.every((id) => ids.has(id) || isNotNeeded(id)));
  return rest.length === repairs.length ? rest : withoutUnmetNeeds(rest, isNotNeeded);
};

/**
 * Does the change only make the department manager the approver? The service does not show this state (R60), so it cannot be seen
 * whether it was lost.
 */
const isUnseen = ({ kind, fields }: Change | HeldChange): boolean =>
  kind === "supervisor" && fields.every(({ after }) => after === null);

/** Is it a new object that should show now? A new person who is disabled may be hidden from the list (R51). */
const isMissing = ({ kind, action, operations }: Change): boolean =>
  action === "create" &&
  !(kind === "employee" && operations.some((operation) => operation.id === "E7" && !operation.active));

const byCode = (departments: readonly Department[]): ReadonlyMap<string, Department> =>
  new Map(departments.map((found) => [canonicalKey(found.code), found]));

const isPlacing = ({ action, operations }: Change): boolean =>
  action === "reorder" ||
  operations.some(({ id }) => id === "V4" || id === "T4" || id === "J7" || id === "D7" || id === "J2");

/** Can the change be a repair? It concerns an object that the writes may have changed, and neither creates nor renames it. */
const isRepair = (change: Change | HeldChange, { touched, ordered, people }: ReadBackScope): boolean => {
  const { kind, key, action } = change;
  if (action === "create" || action === "rename") return false;
  if (action === "reorder") return ordered.has(kind);
  if (!people && ["employee", "post", "manager", "supervisor"].includes(kind)) return false;
  if (kind === "supervisor") return touched.has(touchedKey("post", key.slice(0, key.lastIndexOf("/"))));
  return touched.has(touchedKey(kind, key));
};

/** The reading, completed with the values from before the run for everything that was not read again. */
const withUntouched = (read: TargetSnapshot, before: TargetSnapshot, scope: DetailScope): TargetSnapshot => {
  const postsRead = new Set(scope.postsOf);
  const managersRead = new Set(scope.managersOf);
  const postsBefore = new Map(before.employees.map(({ account, posts }) => [canonicalKey(account), posts]));
  const managersBefore = new Map(before.departments.map(({ code, manager }) => [canonicalKey(code), manager]));
  return {
    ...read,
    strangers: [...new Set([...(before.strangers ?? []), ...(read.strangers ?? [])])],
    namesakes: [...new Set([...(before.namesakes ?? []), ...(read.namesakes ?? [])])],
    employees: read.employees.map((person) => {
      const posts = postsBefore.get(canonicalKey(person.account));
      return postsRead.has(person.account) || posts === undefined ? person : { ...person, posts };
    }),
    departments: read.departments.map((department) => {
      const manager = managersBefore.get(canonicalKey(department.code));
      return managersRead.has(department.code) || manager === undefined ? department : { ...department, manager };
    }),
  };
};

/** Removes people, posts and managers from the source. */
const withoutPeople = (source: Prepared["desired"]): Prepared["desired"] => {
  const { employees: _, departments, ...frame } = source.directory;
  const unmanaged = departments?.map(({ manager: __, ...department }) => department);
  return { ...source, directory: { ...frame, ...(unmanaged && { departments: unmanaged }) } };
};

/** Gives repairs ids of their own, and waves after those of all other changes; `needs` among repairs stay. */
const withOwnIds = (repairs: readonly Change[], others: readonly Change[], reading: number): Change[] => {
  const lastWave = others.reduce((last, { wave }) => Math.max(last, wave), 0);
  const ids = new Map(repairs.map(({ id }) => [id, `${id}/again${reading > 1 ? `-${reading}` : ""}`]));
  return repairs.map((change) => ({
    ...change,
    id: ids.get(change.id) ?? change.id,
    repairs: change.id,
    reason: "lost-in-run",
    wave: lastWave + change.wave,
    needs: change.needs.flatMap((id) => ids.get(id) ?? []),
  }));
};

/** Clears the doubts of changes: the values that they might have lost were read back and are present. */
const settledDoubts = (tried: readonly Change[]): LedgerEntry[] =>
  tried.flatMap(({ doubts = [] }) => doubts.map((doubt) => ({ ...doubt, value: null })));
