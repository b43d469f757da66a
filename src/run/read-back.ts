/**
 * Before a run says "applied": what its writes may have taken along is read back, and a second plan from the same source
 * writes again what was lost. A difference that stays is a failed change. Nothing is written that the first plan did not
 * speak about.
 */
import { unlessAborted } from "../lib/abort.ts";
import { canonicalKey } from "../model/canonical.ts";
import type { Department } from "../model/directory.ts";
import type { Memory } from "../model/memory.ts";
import type { Change, HeldChange, Kind, LedgerEntry } from "../model/plan.ts";
import type { Outcome } from "../model/run.ts";
import type { DetailScope, TargetLists, TargetSnapshot } from "../model/snapshot.ts";
import { makePlan } from "../plan/make-plan.ts";
import { inNewNames, newNames } from "../plan/new-names.ts";
import { supervisorsShown } from "../plan/offices.ts";
import { isOrderedKind, otherOrdering } from "../plan/ordering.ts";
import { withPromises } from "../plan/promises.ts";
import { type ReadBack, takenAlong, touchedKey } from "../plan/taken-along.ts";
import type { ApplyDeps } from "./apply-plan.ts";
import type { PlanningDeps, Prepared } from "./prepare-plan.ts";

type Results = ReadonlyMap<string, Outcome["result"]>;

/** Carries changes out as part of the run; what became of each, by id. */
export type Carry = (changes: readonly Change[]) => Promise<Results>;

/** Readings in all: one after the plan, one after each of two repairs. */
const mostReadings = 3;

/** `results`: what became of the changes of the plan. Rejects when the service cannot be read, or the run is stopped. */
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
  for (let reading = 1; reading <= mostReadings; reading += 1) {
    const rehired = new Set(tried.flatMap(({ id }) => (all.get(id) === "rehired" ? [id] : [])));
    const before = inNewNames(prepared.current, newNames(tried));
    const scope = takenAlong(tried, rehired, before);
    if (!scope) return;
    const again = planAgain(deps, { ...prepared, current: before }, tried, scope, all);
    const { repairs: lost, stuck, observed } = await unlessAborted(ending.signal, again);
    log.info({ runId, reading, lost: lost.length + stuck.length }, "read back");
    const isLast = reading === mostReadings;
    await failStuck(deps, runId, tried, stuck);
    if (isLast) await failLost(deps, runId, numbered(lost, [...prepared.plan.changes, ...tried], reading));
    if (lost.length === 0) return store.ledger.write(stuck.length > 0 ? [] : settledDoubts(tried));
    if (isLast) return;
    if (reading === 1) await store.ledger.write(observed);
    const repairs = numbered(lost, [...prepared.plan.changes, ...tried], reading);
    await store.plans.add(runId, repairs);
    for (const [id, result] of await carry(repairs)) all.set(id, result);
    ending.signal.throwIfAborted();
    tried = [...tried, ...repairs];
  }
};

/** What was accepted by the service and is not there has failed: the change itself, or the last that repeated it. */
const failStuck = async (
  { store }: Pick<PlanningDeps, "store">,
  runId: string,
  tried: readonly Change[],
  ids: readonly string[],
): Promise<void> => {
  for (const id of ids) {
    const change = tried.findLast((one) => (one.repairs ?? one.id) === id);
    if (!change) continue;
    const outcome = { changeId: change.id, result: "failed", code: "not-applied", message: notApplied } as const;
    await store.plans.record(runId, outcome, { entries: [] });
  }
};

const notApplied = "the service accepted the change, and it is not there when read back";

/** What is still lost after the last repair is listed as what would have had to be written once more. */
const failLost = async (
  { store }: Pick<PlanningDeps, "store">,
  runId: string,
  lost: readonly Change[],
): Promise<void> => {
  await store.plans.add(runId, lost);
  await store.plans.closeRest(runId, { result: "failed", code: "not-applied", message: notApplied });
};

type Again = {
  readonly repairs: readonly Change[];
  /** Ids of changes that were written more than once without effect. */
  readonly stuck: readonly string[];
  /** What the reading says about the site. */
  readonly observed: readonly LedgerEntry[];
};

/** The second plan: what of it makes good what was lost. */
const planAgain = async (
  { store, target, settings }: PlanningDeps & ApplyDeps,
  prepared: Prepared,
  tried: readonly Change[],
  scope: ReadBack,
  results: Results,
): Promise<Again> => {
  const { desired, plan, current: before } = prepared;
  const lists = await target.readLists(scope.people ? undefined : before);
  const named = asListed(lists, scope);
  const read = await target.readDetails(lists, named);
  const current = withUntouched(read, before, named);
  const memory: Memory = { ...(await store.ledger.read()), links: prepared.memory.links };
  const promised = withPromises(desired, before, scope, prepared.memory.links);
  const source = scope.people ? promised : withoutPeople(promised);
  const observed = supervisorsShown(byCode(before.departments), before.employees);
  const input = { source, target: current, memory, settings, today: plan.today, supervisorsShown: observed };
  const isDone = (id: string) => ["applied", "rehired", "already-so"].includes(results.get(id) ?? "not-tried");
  const failed = [...plan.changes, ...tried].filter(({ id }) => !isDone(id));
  const failedKinds = new Set(failed.map(({ kind }) => kind));
  // What the plan has held was not promised, however it looks where less has been read.
  const unpromised = new Set([...failed, ...plan.held].map(({ id }) => id));
  const isLost = (change: Change | HeldChange) =>
    isRepair(change, scope) && !unpromised.has(change.id) && !(isUnseen(change) && triedIds.has(change.id));
  const triedIds = new Set(tried.map(({ id, repairs }) => repairs ?? id));
  const first = makePlan(input);
  const disordered = [...scope.ordered].filter(
    (kind) =>
      !failedKinds.has(kind) &&
      first.changes.some((change) => change.kind === kind && isPlacing(change) && isLost(change)),
  );
  const swept: ReadonlySet<Kind> = new Set(disordered);
  const second = swept.size === 0 ? first : makePlan({ ...input, swept });
  const hadMoves = new Set(tried.flatMap((change) => (isPlacing(change) ? [change.kind] : [])));
  const lost = second.changes.filter(
    (change) => isLost(change) && !(failedKinds.has(change.kind) && isPlacing(change)),
  );
  return {
    repairs: possible(lost),
    stuck: second.held.flatMap((held) => (held.reason === "does-not-converge" && isLost(held) ? [held.id] : [])),
    observed: disordered.flatMap((kind) =>
      hadMoves.has(kind) && isOrderedKind(kind) ? [otherOrdering({ memory }, kind)] : [],
    ),
  };
};

/** The scope with codes and accounts as the lists spell them; what is not listed any more cannot be asked for. */
const asListed = (lists: TargetLists, { managersOf, postsOf, membersOf }: DetailScope): DetailScope => {
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

/** What needs a change that is no repair cannot be made good now. */
const possible = (repairs: readonly Change[]): readonly Change[] => {
  const ids = new Set(repairs.map(({ id }) => id));
  const rest = repairs.filter(({ needs }) => needs.every((id) => ids.has(id)));
  return rest.length === repairs.length ? rest : possible(rest);
};

/** "By the department manager" shows nothing of its own (R60): once written it cannot be seen to be missing. */
const isUnseen = ({ kind, fields }: Change | HeldChange): boolean =>
  kind === "supervisor" && fields.every(({ after }) => after === null);

const byCode = (departments: readonly Department[]): ReadonlyMap<string, Department> =>
  new Map(departments.map((found) => [canonicalKey(found.code), found]));

const isPlacing = ({ action, operations }: Change): boolean =>
  action === "reorder" ||
  operations.some(({ id }) => id === "V4" || id === "T4" || id === "J7" || id === "D7" || id === "J2");

/** Does it concern what a write of this run has touched, and does it bring nothing new about? */
const isRepair = (change: Change | HeldChange, { touched, ordered, people }: ReadBack): boolean => {
  const { kind, key, action } = change;
  if (action === "create" || action === "rename") return false;
  if (action === "reorder") return ordered.has(kind);
  if (!people && ["employee", "post", "manager", "supervisor"].includes(kind)) return false;
  if (kind === "supervisor") return touched.has(touchedKey("post", key.slice(0, key.lastIndexOf("/"))));
  return touched.has(touchedKey(kind, key));
};

/** The reading, with what was not read again as it was before the run. */
const withUntouched = (read: TargetSnapshot, before: TargetSnapshot, scope: DetailScope): TargetSnapshot => {
  const postsRead = new Set(scope.postsOf);
  const managersRead = new Set(scope.managersOf);
  const postsBefore = new Map(before.employees.map(({ account, posts }) => [canonicalKey(account), posts]));
  const managersBefore = new Map(before.departments.map(({ code, manager }) => [canonicalKey(code), manager]));
  return {
    ...read,
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

/** The frame alone: nothing is said of people, posts and managers. */
const withoutPeople = (source: Prepared["desired"]): Prepared["desired"] => {
  const { employees: _, departments, ...frame } = source.directory;
  const unmanaged = departments?.map(({ manager: __, ...department }) => department);
  return { ...source, directory: { ...frame, ...(unmanaged && { departments: unmanaged }) } };
};

/** Own ids, waves behind all others; what they need of each other stays. */
const numbered = (repairs: readonly Change[], others: readonly Change[], reading: number): Change[] => {
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

/** What could have been lost has been read back, and is there. */
const settledDoubts = (tried: readonly Change[]): LedgerEntry[] =>
  tried.flatMap(({ doubts = [] }) => doubts.map((doubt) => ({ ...doubt, value: null })));
