/**
 * Reads back what a run wrote before the run reports success, and decides the outcome of each change. A second plan from the same
 * source repairs what was lost, twice at most. What is still not as wanted after that has failed, with the reason; what could not be
 * read stays unconfirmed; only the rest is applied. What shows as before may show after the refresh (R100), so it is looked at again then.
 */
import { setTimeout as wait } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { unlessAborted } from "../../lib/abort.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import { lastDayDoubt, ledgerKey, refreshKeepsEntry, shownLateEntry } from "../../model/memory/memory.ts";
import { type Sample, samplesInDoubt } from "../../model/memory/site-habit.ts";
import type { EmployeeData } from "../../model/plan/operation.ts";
import type { Change, FieldChange, LedgerEntry } from "../../model/plan/plan.ts";
import type { Outcome } from "../../model/runs/run.ts";
import { isDone, type Results } from "../../plan/read-back/second-plan.ts";
import { countLooks, type Observed, rememberHabits, unreliableSamples } from "../../plan/read-back/site-habits.ts";
import type { ApplyDeps } from "../apply/apply-plan.ts";
import type { PlanningDeps, Prepared } from "../prepare/prepare-plan.ts";
import { type CarriedOut, type Look, lookAt } from "./look.ts";
import { concluded, ownIdIn } from "./lost-outcomes.ts";

/** Carries out changes as part of the run; returns their results by id. */
export type Carry = (changes: readonly Change[]) => Promise<Results>;

/** The number of readings: one after the plan, one after each of two repairs. */
const maxReadings = 3;

/** A plan with more is not looked at once more only to learn whether the refresh keeps what was written. */
const fewChanges = 100;

export type ReadBack = {
  /** Every look has found everything as the writes should have left it. */
  readonly asPlanned: boolean;
  /** What the writes have left is known only after the refresh: something shows as before, or the refresh may take something back. */
  readonly isBehind: boolean;
  /** Decides the outcomes, by the last look or by another one. */
  readonly conclude: (lookAgain: boolean) => Promise<void>;
};

/** `results`: the results of the plan's changes. Rejects if the service cannot be read or the run is stopped. */
export const readBack = async (
  deps: PlanningDeps & ApplyDeps,
  runId: string,
  prepared: Prepared,
  results: Results,
  carry: Carry,
  ending: AbortController,
): Promise<ReadBack> => {
  const { store, log } = deps;
  const { plan } = prepared;
  const all = new Map(results);
  let tried = plan.changes.filter(({ id }) => all.get(id) !== "not-tried" && all.get(id) !== undefined);
  if (tried.length === 0) return { asPlanned: true, isBehind: false, conclude: () => Promise.resolve() };
  const added = new Set<string>();
  const looks: Look[] = [];
  const unreliable = new Set(unreliableSamples(prepared.memory));
  const isBefore = isAsBefore(plan.changes);
  const showsLate = isKnown(prepared, shownLateEntry);
  // Another look at what was written takes a while: once is enough, after an import the next night, until what was applied is undone.
  const isUnknown = !isKnown(prepared, refreshKeepsEntry) && plan.changes.length <= fewChanges;
  const mayUndo = isUnknown || (prepared.memory.stale?.undone ?? 0) > 0;
  const learnt = new Set<string>();
  const lookNow = () => {
    const done = { runId, prepared, changes: tried, results: all, unreliable };
    return unlessAborted(ending.signal, lookUntilSure(deps, done));
  };
  const conclude = async (seen: Look, last: Look): Promise<void> => {
    const wasBehind = showsLate || seen.lost.some(isBefore);
    const undone = wasBehind ? [] : lostSince(seen, last);
    if (undone.length === 0) await learn(deps, plan.today, last, learnt);
    if (isShownSince(seen.lost.filter(isBefore), last)) await store.ledger.write([shownLateEntry]);
    if (last !== seen) await store.ledger.write([{ ...refreshKeepsEntry, ...(undone.length > 0 && { value: null }) }]);
    const { outcomes, rows, entries } = concluded(prepared, tried, all, [...looks.slice(0, -1), last], undone);
    await store.plans.add(
      runId,
      rows.filter(({ id }) => !added.has(id)),
    );
    await store.plans.conclude(runId, outcomes, [...entries, ...last.baseline, ...settledDoubts(tried, last)]);
  };
  for (let reading = 1; ; reading += 1) {
    const seen = await lookNow();
    log.info({ runId, reading, lost: seen.lost.length }, "read back");
    const isBehind = seen.lost.some(isBefore);
    if (reading === 1) {
      await store.ledger.write([...countLooks(await store.ledger.read(), seen.looks), ...seen.orderings]);
      if (isBehind) await store.debts.expectLateWrite();
    }
    if (!isBehind) await learn(deps, plan.today, seen, learnt);
    looks.push(seen);
    const repairable = showsLate ? seen.lost.filter((one) => !isBefore(one)) : seen.lost;
    const lost = reading < maxReadings ? [...seen.again, ...repairable.flatMap(({ repair }) => repair ?? [])] : [];
    if (lost.length === 0)
      return {
        asPlanned: seen.unread.length === 0 && !looks.some((one) => one.lost.some(shows)),
        isBehind: isBehind || showsLate || mayUndo,
        conclude: async (lookAgain) => {
          if (!lookAgain) return conclude(seen, seen);
          const isNeeded = isBehind || showsLate;
          return conclude(seen, await lookNow().catch((error: unknown) => (isNeeded ? Promise.reject(error) : seen)));
        },
      };
    const repairs = withEarlierData(withOwnIds(lost, plan.changes, tried), tried, all);
    const own = new Set(plan.changes.map(({ id }) => id));
    const rows = repairs.filter(({ id }) => !own.has(id) && !added.has(id));
    for (const { id } of rows) added.add(id);
    await store.plans.add(runId, rows);
    for (const [id, result] of await carry(repairs)) all.set(id, merged(all.get(id), result));
    ending.signal.throwIfAborted();
    tried = [...tried, ...repairs];
  }
};

/** The service has answered yes and shows what it had before: it ignores the write, or carries it out later, after our refresh. */
const isAsBefore = (changes: readonly Change[]): ((lost: Look["lost"][number]) => boolean) => {
  const planned = new Map(changes.map((change) => [change.id, change]));
  return ({ wanted }) => {
    const change = planned.get(wanted.id);
    if (change?.action !== wanted.action) return false;
    const isSame = (field: FieldChange) => wanted.fields.some((now) => isDeepStrictEqual(now, field));
    return change.action === "create" || change.fields.some(isSame);
  };
};

const isKnown = ({ memory: { written } }: Prepared, { subject, field }: LedgerEntry): boolean =>
  (written.get(ledgerKey(subject, field)) ?? null) !== null;

/** What the refresh has taken back: it showed as wanted before. */
const lostSince = (seen: Look, last: Look): Look["lost"] => {
  const before = new Set(seen.lost.map(({ wanted }) => wanted.id));
  return last.lost.filter((one) => shows(one) && !before.has(one.wanted.id));
};

const isShownSince = (behind: Look["lost"], { lost }: Look): boolean =>
  behind.some(({ wanted }) => !lost.some((one) => one.wanted.id === wanted.id));

/** What is only written again because nobody can see it (R60) shows nothing. */
const shows = ({ wanted: { fields } }: Look["lost"][number]): boolean =>
  fields.length === 0 || fields.some(({ before, after }) => before !== after);

/** A repetition that finds the wanted value, or was not tried, leaves what was known. */
const merged = (before: Outcome["result"] | undefined, now: Outcome["result"]): Outcome["result"] =>
  before !== undefined && (now === "already-so" || now === "not-tried") ? before : now;

/**
 * Looks until the reading can be relied on: again after a while if something is lost, because the site may show the writes only
 * some time later (R100), and at everything that an operation wrote once it was seen to do more than it was asked to.
 */
const lookUntilSure = async (
  deps: PlanningDeps & ApplyDeps,
  done: CarriedOut & { readonly unreliable: Set<Sample> },
): Promise<Look> => {
  const { unreliable } = done;
  let look = await lookAt(deps, done);
  if (look.lost.length > 0) {
    await wait(deps.target.readLagMs);
    look = await lookAt(deps, done, true);
  }
  while (inDoubt(look).some((sample) => look.sampled.has(sample))) {
    for (const sample of inDoubt(look)) unreliable.add(sample);
    look = await lookAt(deps, done);
  }
  for (const sample of inDoubt(look)) unreliable.add(sample);
  return look;
};

/** A post that was lost may have been taken by whatever was written beside it, also where a direct write is the likelier cause. */
const inDoubt = ({ observed, lost }: Look): readonly Sample[] => [
  ...observed.flatMap(samplesInDoubt),
  ...lost.flatMap(({ wanted, writers }) =>
    wanted.kind === "post" || wanted.kind === "supervisor"
      ? writers.flatMap(({ operation, isBeside }) => (isBeside ? [`${operation} beside` as const] : []))
      : [],
  ),
];

/** Remembers what the reading says about the site; a habit counts once in each run. `learnt`: those that have counted. */
const learn = async (
  { store }: Pick<PlanningDeps, "store">,
  today: string,
  { observed }: Look,
  learnt: Set<string>,
): Promise<void> => {
  const name = ({ operation, does, kind, field }: Observed) => [operation, does, kind, field].join();
  const fresh = observed.filter((one) => !learnt.has(name(one)));
  // To read the whole ledger takes a while.
  if (fresh.length === 0) return;
  for (const one of fresh) learnt.add(name(one));
  await store.ledger.write(rememberHabits(await store.ledger.read(), fresh, today));
};

/**
 * Gives repairs waves after those of all other changes, and their ids: a repair of a change of the plan, or of an object that the
 * plan created, has the id of that change, because it is another try of it. Other repairs get ids of their own. `needs` among
 * repairs stay.
 */
const withOwnIds = (repairs: readonly Change[], planned: readonly Change[], tried: readonly Change[]): Change[] => {
  const lastWave = [...planned, ...tried].reduce((last, { wave }) => Math.max(last, wave), 0);
  const ownId = ownIdIn(planned);
  return repairs.map((change) => ({
    ...change,
    id: ownId(change),
    repairs: change.id,
    reason: "lost-in-run",
    wave: lastWave + change.wave,
    needs: change.needs.flatMap((id) => repairs.filter((one) => one.id === id).map(ownId)),
  }));
};

/**
 * E11 sends the whole person as E2 shows them, and a cache may show whoever has just been written as before: a repair that states only what was
 * lost would put back what the run has written. So it states that as well.
 */
const withEarlierData = (repairs: readonly Change[], tried: readonly Change[], results: Results): Change[] => {
  const written = new Map<string, EmployeeData>();
  for (const operation of tried.flatMap(({ id, operations }) => (isDone(results.get(id)) ? operations : []))) {
    if (operation.id !== "E11") continue;
    const key = canonicalKey(operation.newAccount);
    written.set(key, { ...written.get(key), ...operation.set });
  }
  return repairs.map((change) => ({
    ...change,
    operations: change.operations.map((operation) =>
      operation.id === "E11"
        ? { ...operation, set: { ...written.get(canonicalKey(operation.account)), ...operation.set } }
        : operation,
    ),
  }));
};

/** Clears the doubts of changes if the values that they might have lost were read back and are present; no read shows last days. */
const settledDoubts = (tried: readonly Change[], { lost }: Look): LedgerEntry[] =>
  lost.some(({ repair }) => repair)
    ? []
    : tried.flatMap(({ doubts = [] }) =>
        doubts.flatMap((doubt) => (doubt.field === lastDayDoubt ? [] : [{ ...doubt, value: null }])),
      );
