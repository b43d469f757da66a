/** Binds decisions about people to the records that they were made about: a key may be given to somebody else later. */
import { canonicalKey, sameKey } from "../model/canonical.ts";
import { decidedAs, employeeSubject, ledgerKey, type Memory } from "../model/memory.ts";
import type { LedgerEntry } from "../model/plan.ts";
import type { ShownEmployee, SourceSnapshot } from "../model/snapshot.ts";
import { decidedValue } from "./contradictions.ts";
import { correlate } from "./correlate.ts";

/** What to remember of decisions: about whom they were made (contradictions.ts). */
export const decisionsBound = (
  source: SourceSnapshot,
  current: readonly ShownEmployee[],
  memory: Memory,
): LedgerEntry[] => {
  if (!source.decided) return [];
  return correlate(source, current, memory).flatMap((entry) => {
    if (entry.state !== "matched") return [];
    const decision = source.decided?.get(canonicalKey(entry.desired.account));
    if (!decision || !sameKey(decision.adopts ?? "", entry.current.account)) return [];
    const one = { subject: employeeSubject(entry.current.account), field: decidedAs };
    const value = decidedValue(decision, entry.desired);
    return memory.written.get(ledgerKey(one.subject, one.field)) === value ? [] : [{ ...one, value }];
  });
};
