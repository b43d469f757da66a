/**
 * Keeps the outcomes of a run. One that could not be stored when it was due is kept at the end: what has been sent is not to be called
 * untried, because an undo would leave it.
 */
import type { Outcome } from "../../model/runs/run.ts";
import type { Plans } from "../../store/plans/plans.ts";

const isWritten = (result: Outcome["result"]): boolean => result === "applied" || result === "rehired";

/** `keep` rejects if the store fails; `keepRest` keeps what it could not. */
export const openOutcomes = (plans: Pick<Plans, "record" | "conclude">, runId: string) => {
  const unstored: Outcome[] = [];
  return {
    keep: (changeId: string, outcome: Omit<Outcome, "changeId">, memory: Parameters<Plans["record"]>[2]) => {
      // What was written counts as applied only when it has been read back (read-back.ts).
      const stored = { changeId, ...(isWritten(outcome.result) ? ({ result: "unconfirmed" } as const) : outcome) };
      return plans.record(runId, stored, memory).catch((error: unknown) => {
        unstored.push(stored);
        throw error;
      });
    },
    keepRest: async (): Promise<void> => {
      if (unstored.length > 0) await plans.conclude(runId, unstored, []);
    },
  };
};
