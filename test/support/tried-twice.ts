/** The memory after a change was applied twice in vain. */
import { emptyMemory, ledgerKey, type Memory } from "../../src/model/memory.ts";
import type { Change } from "../../src/model/plan.ts";
import { countAttempt } from "../../src/plan/draft/convergence.ts";
import { today } from "./random/arbitraries.ts";

export const triedTwice = (change: Change | undefined): Memory => {
  if (!change) return emptyMemory;
  const written = new Map<string, string | null>();
  for (let times = 0; times < 2; times += 1)
    for (const { subject, field, value } of countAttempt(change, { result: "applied" }, { written }, today))
      written.set(ledgerKey(subject, field), value);
  return { ...emptyMemory, written };
};
