/**
 * Tries on one test person what the site does with writes, restores the person and those beside them, and remembers what was seen like the habits of runs. The
 * first reading is kept, sealed, until the person is as before, so that a test that was cut off is put right by the next one. The
 * refresh is owed and made as for a run.
 */
import { setTimeout as wait } from "node:timers/promises";
import { asMusterdError, MusterdError } from "../lib/errors.ts";
import type { Log } from "../lib/log.ts";
import { sameKey } from "../model/directory/canonical.ts";
import type { DetailScope } from "../model/directory/snapshot.ts";
import { ledgerKey, shownLateEntry, writeTestEntry } from "../model/memory/memory.ts";
import type { Sample } from "../model/memory/site-habit.ts";
import { countLooks, type Observed, rememberHabits } from "../plan/read-back/site-habits.ts";
import { differing, factsOf, restoring, shownBy, type TestPerson, testSteps } from "../plan/read-back/write-test.ts";
import type { TargetWriter } from "../site/target.ts";
import type { Lease } from "../store/next-run/lease.ts";
import type { Store } from "../store/store.ts";
import { recordingRefreshDebt } from "./apply/record-refresh-debt.ts";

export type WriteTest = {
  /** The test person: that of an earlier test, where they could not be put back and so no other test was begun. */
  readonly account: string;
  /** The writes that were tried, such as `E11`. */
  readonly tried: readonly Observed["operation"][];
  readonly observed: readonly Observed[];
  /** The first write that was refused, with the code; the test ended there. */
  readonly refused?: { readonly operation: Observed["operation"]; readonly code: string };
  /** The lists show a write only after the refresh (R100), so nothing else was tried. */
  readonly showsLate?: true;
  /** What could not be put back, as `kind/field`; empty: the person is as before. */
  readonly left: readonly string[];
};

type Deps = { readonly store: Store; readonly target: TargetWriter; readonly log: Log; readonly today: string };

/** How often the person is restored and read again; a site may show a write late. */
const mostRestorings = 3;

/** Rejects with `subject-unknown` if the service does not have the account. `signal` ends the test; the person is restored all the same. */
export const writeTest = async (deps: Deps, account: string, signal: AbortSignal): Promise<WriteTest> => {
  const { store } = deps;
  const lease = await store.leases.take();
  const runId = await store.runs.begin("command", "running");
  try {
    await store.knownDetails.forget();
    const target = recordingRefreshDebt(deps.target, lease, store.debts, runId);
    const left = await restoreKept({ ...deps, target }, runId, lease);
    const result = left ?? (await tryWrites({ ...deps, target }, account, lease, signal));
    await store.runs.end(runId, { status: "succeeded", refresh: await store.debts.refreshState() });
    return result;
  } catch (error) {
    await store.runs.end(runId, { status: "failed", refresh: await store.debts.refreshState() });
    throw error;
  } finally {
    await lease.release();
  }
};

/** Restores the person of an earlier test; returns what the new one found, if that is not possible: it would take what is left for the state before. */
const restoreKept = async (deps: Deps, runId: string, lease: Lease): Promise<WriteTest | undefined> => {
  const kept = await keptPerson(deps.store);
  if (!kept) return undefined;
  deps.log.warn({ runId }, "the person of an earlier write test is not as before; they are restored");
  const left = await putBack(deps, kept, lease);
  return left.length > 0 ? { account: kept.employee.account, tried: [], observed: [], left } : undefined;
};

const tryWrites = async (deps: Deps, account: string, lease: Lease, signal: AbortSignal): Promise<WriteTest> => {
  const { store, target, today } = deps;
  const lists = await target.readLists();
  const original = await readPerson(target, account);
  if (!original) {
    throw new MusterdError("subject-unknown", `the service lists nobody with the account ${account}`, {
      hint: "make a test person in the service, and name their account",
    });
  }
  await store.ledger.write([{ ...writeTestEntry, value: store.vault.seal(JSON.stringify(original)) }]);
  const observed: Observed[] = [];
  const tried: Observed["operation"][] = [];
  let left: readonly string[] = [];
  let refused: WriteTest["refused"];
  let showsLate: boolean | undefined;
  try {
    let before = original;
    for (const step of testSteps(original, usedTitles(lists))) {
      if (signal.aborted) break;
      try {
        await target.perform(step.operation, () => lease.check());
      } catch (thrown) {
        refused = { operation: step.operation.id, code: asMusterdError(thrown).code };
        break;
      }
      tried.push(step.operation.id);
      let after = await readPerson(target, original.employee.account, original);
      const shown = () => (after ? shownBy(step, factsOf(before), factsOf(after)) : []);
      if (shown().length > 0) {
        // The site may show a write some time later (R100).
        await wait(target.readLagMs);
        after = await readPerson(target, original.employee.account, original);
      }
      if (!after) break;
      if (showsLate === undefined && shown().some(({ does }) => does === "stores-otherwise")) {
        await payRefresh(deps, lease);
        after = (await readPerson(target, original.employee.account, original)) ?? after;
        showsLate = shown().length === 0;
        if (showsLate) break;
      }
      observed.push(...shown());
      before = after;
    }
  } finally {
    left = await putBack(deps, original, lease);
  }
  if (showsLate) await store.ledger.write([shownLateEntry]);
  const memory = await store.ledger.read();
  const beside = original.beside?.length ?? 0;
  const looks = new Map<Sample, number>(
    [...Map.groupBy(tried, (id) => id)].flatMap(([id, all]): (readonly [Sample, number])[] => [
      [id, all.length],
      ...(beside > 0 ? [[`${id} beside`, all.length * beside] as const] : []),
    ]),
  );
  await store.ledger.write([...countLooks(memory, looks), ...rememberHabits(memory, observed, today)]);
  return {
    account: original.employee.account,
    tried: [...new Set(tried)],
    observed,
    ...(showsLate && { showsLate }),
    ...(refused && { refused }),
    left,
  };
};

const usedTitles = ({ titles }: Awaited<ReturnType<TargetWriter["readLists"]>>): readonly string[] =>
  titles.filter(({ active }) => active !== false).map(({ code }) => code);

/** Puts the person back, and makes the refresh; returns what still differs. */
const putBack = async (deps: Deps, original: TestPerson, lease: Lease): Promise<readonly string[]> => {
  const { store, target } = deps;
  const refreshed = async () => {
    await payRefresh(deps, lease);
    const now = await readPerson(target, original.employee.account, original);
    return now ? differing(original, now) : ["employee/account"];
  };
  const before = await restore(deps, original, lease);
  let left = await refreshed();
  // The lists of some sites show only now what was written.
  if (left.some((name) => !before.includes(name))) {
    await restore(deps, original, lease);
    left = await refreshed();
  }
  if (left.length === 0) await store.ledger.write([{ ...writeTestEntry, value: null }]);
  return left;
};

/** Restores the person, and reads them again; returns what still differs. */
const restore = async ({ target }: Deps, original: TestPerson, lease: Lease): Promise<readonly string[]> => {
  const { account } = original.employee;
  for (let count = 0; count < mostRestorings; count += 1) {
    const now = await readPerson(target, account, original);
    // A site may hide whoever is disabled.
    if (!now) await target.perform({ id: "E7", account, active: true }, () => lease.check());
    if (!now) continue;
    if (differing(original, now).length === 0) break;
    for (const operation of restoring(original, now)) await target.perform(operation, () => lease.check());
  }
  const last = await readPerson(target, account, original);
  return last ? differing(original, last) : ["employee/account"];
};

const keptPerson = async ({ ledger, vault }: Store): Promise<TestPerson | undefined> => {
  const sealed = (await ledger.read()).written.get(ledgerKey(writeTestEntry.subject, writeTestEntry.field));
  const text = sealed ? vault.open(sealed) : undefined;
  return text === undefined ? undefined : (JSON.parse(text) as TestPerson);
};

/** More members than these are not looked at after each write. */
const mostBeside = 50;

/** `original`: the first reading; those who were beside the person then are read again, wherever they are now. */
const readPerson = async (
  target: TargetWriter,
  account: string,
  original?: TestPerson,
): Promise<TestPerson | undefined> => {
  const lists = await target.readLists();
  const listed = lists.employees.find((person) => sameKey(person.account, account));
  if (!listed) return undefined;
  const read = (scope: Partial<DetailScope>) =>
    target.readDetails(lists, { managersOf: [], postsOf: [], membersOf: [], ...scope });
  const { employees } = await read({ postsOf: [listed.account] });
  const employee = employees.find((person) => person.account === listed.account) ?? listed;
  const now = (employee.posts ?? []).map(({ department }) => department);
  const places = [...new Set([...now, ...(original?.employee.posts ?? []).map(({ department }) => department)])];
  const { departments, members } = await read({ managersOf: places, membersOf: original ? [] : now });
  const manages = departments.flatMap(({ code, manager }) =>
    manager && sameKey(manager, listed.account) ? [code] : [],
  );
  const others = (code: string) => (members.get(code) ?? []).filter((one) => !sameKey(one, listed.account));
  const alone = original?.alone ?? now.filter((code) => members.has(code) && others(code).length === 0);
  const known = now.every((code) => members.has(code));
  const found = original?.beside?.map((one) => one.account) ?? [...new Set(now.flatMap(others))];
  const isLooked = original ? original.beside !== undefined : known && found.length <= mostBeside;
  const those = isLooked && found.length > 0 ? (await read({ postsOf: found })).employees : [];
  const beside = isLooked ? those.filter((one) => found.some((other) => sameKey(other, one.account))) : undefined;
  return { employee, manages, alone, beside };
};

const payRefresh = async ({ store, target }: Deps, lease: Lease): Promise<void> => {
  const write = await store.debts.unpaidWrite();
  if (write === undefined) return;
  await target.refresh(lease.check);
  await store.debts.refreshPaid(write, lease.holder);
};
