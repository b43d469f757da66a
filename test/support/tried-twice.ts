/** Memories of changes that were tried before. */
import { emptyMemory, ledgerKey, type Memory } from "../../src/model/memory/memory.ts";
import type { Change } from "../../src/model/plan/plan.ts";
import type { Outcome } from "../../src/model/runs/run.ts";
import { countAttempt } from "../../src/plan/draft/convergence.ts";
import { today } from "./random/arbitraries.ts";

const after = (changes: readonly Change[], outcome: Omit<Outcome, "changeId">): Memory => {
  const written = new Map<string, string | null>();
  for (const change of changes)
    for (const { subject, field, value } of countAttempt(change, outcome, { ...emptyMemory, written }, today))
      written.set(ledgerKey(subject, field), value);
  return { ...emptyMemory, written };
};

/** The memory after a change was applied twice in vain. */
export const triedTwice = (change: Change | undefined): Memory =>
  after(change ? [change, change] : [], { result: "applied" });

/** The memory after the site has refused each of these changes once. */
export const refusedOnce = (changes: readonly Change[]): Memory =>
  after(changes, { result: "failed", code: "target-refused", message: "POST_LIMIT" });
