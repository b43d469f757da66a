/**
 * Carries out a plan on a memory target as a run does: wave by wave. The operations of a wave's changes are mixed in a seeded
 * order, and a failed change blocks the changes that need it. Returns the outcome of each change and the values to remember.
 */
import { employeeSubject, ledgerKey, type Memory, postSubject } from "../../../src/model/memory/memory.ts";
import type { Operation } from "../../../src/model/plan/operation.ts";
import type { Change, LedgerEntry, Plan } from "../../../src/model/plan/plan.ts";
import type { Outcome } from "../../../src/model/runs/run.ts";
import { canonical } from "../directory/full-directory.ts";
import { Rejection } from "./memory-rules.ts";
import type { MemoryTarget } from "./memory-target.ts";

export type Execution = {
  readonly outcomes: readonly Outcome[];
  readonly memory: Memory;
  /** Refusals by the target itself, without the injected failure. */
  readonly refusals: readonly { readonly changeId: string; readonly operation: Operation; readonly message: string }[];
};

export type ExecutionOptions = {
  readonly seed: number;
  /** The process dies before operation number `stopAfter` (0-based). */
  readonly stopAfter?: number;
  /** The process dies after operation number `diesAfter` (0-based), before anything about it is noted. */
  readonly diesAfter?: number;
  /** The target answers 400 to operation number `failAt` (0-based) only. */
  readonly failAt?: number;
};

/** A small seeded generator of numbers in [0, 1) (mulberry32). */
export const seededRandom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

class Stopped extends Error {}

/** Runs `plan` on `target`; `ExecutionOptions` describes the injected faults. */
export const executePlan = (plan: Plan, target: MemoryTarget, memory: Memory, options: ExecutionOptions): Execution => {
  const random = seededRandom(options.seed);
  const results = new Map<string, Outcome["result"]>();
  const refusals: { changeId: string; operation: Operation; message: string }[] = [];
  const doubts = plan.changes.flatMap((change) => change.doubts ?? []);
  let written = withEntries(memory.written, doubts);
  let count = 0;

  const perform = (change: Change, operation: Operation): boolean => {
    if (count === options.stopAfter) throw new Stopped();
    const at = count;
    count += 1;
    if (at === options.failAt) return false;
    try {
      target.apply(operation);
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      refusals.push({ changeId: change.id, operation, message: error.message });
      return false;
    }
    if (at === options.diesAfter) throw new Stopped();
    if (operation.id === "E11") written = carriedOver(written, operation.account, operation.newAccount);
    return true;
  };

  /** Of a leaver whose new account the target has not taken, everything is remembered under the one of before. */
  const toRemember = ({ operations, remember = [] }: Change): readonly LedgerEntry[] => {
    const disabled = operations.find((one) => one.id === "E7");
    const formerly = disabled?.formerly;
    if (formerly === undefined || results.get(`employee/${formerly}/rename`) === "applied") return remember;
    const planned = employeeSubject(disabled?.account ?? "");
    return remember.map((entry) =>
      entry.subject === planned ? { ...entry, subject: employeeSubject(formerly) } : entry,
    );
  };
  const finish = (change: Change): void => {
    results.set(change.id, "applied");
    written = withEntries(written, toRemember(change));
  };
  const runWave = (changes: readonly Change[]): void => {
    const free = changes.filter((change) => change.needs.every((id) => results.get(id) === "applied"));
    const started = free.map((change) => ({ change, rest: [...change.operations] }));
    while (started.length > 0) {
      const at = Math.floor(random() * started.length);
      const { change, rest } = started[at] ?? { change: undefined, rest: [] };
      if (change === undefined) throw new Error("the draw is inside the wave");
      const operation = rest.shift();
      const failed = operation !== undefined && !perform(change, operation);
      if (failed) results.set(change.id, "failed");
      else if (rest.length === 0) finish(change);
      if (failed || rest.length === 0) started.splice(at, 1);
    }
  };

  try {
    const last = Math.max(0, ...plan.changes.map((change) => change.wave));
    for (let wave = 1; wave <= last; wave += 1) runWave(plan.changes.filter((change) => change.wave === wave));
    // The run ends by reading back, which settles the doubts.
    written = withEntries(
      written,
      doubts.map((doubt) => ({ ...doubt, value: null })),
    );
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
  }
  const outcomes = plan.changes.map((change) => ({
    changeId: change.id,
    result: results.get(change.id) ?? ("not-tried" as const),
  }));
  return { outcomes, memory: { ...memory, written }, refusals };
};

/** The ledger after further entries. */
export const withEntries = (written: Memory["written"], entries: readonly LedgerEntry[]): Map<string, string | null> =>
  new Map([...written, ...entries.map(({ subject, field, value }) => [ledgerKey(subject, field), value] as const)]);

/** The ledger after an account rename: values of the old account belong to the new one. */
const carriedOver = (
  written: Map<string, string | null>,
  account: string,
  newAccount: string,
): Map<string, string | null> => {
  if (canonical(account) === canonical(newAccount)) return written;
  const carried = [...written].map(([key, value]): [string, string | null] => [
    key
      .replace(`${employeeSubject(account)} `, `${employeeSubject(newAccount)} `)
      .replace(postSubject(account, ""), postSubject(newAccount, "")),
    value,
  ]);
  return new Map(carried);
};
