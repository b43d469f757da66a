/**
 * Counts what a plan and a run are about in the one unit that people are told: entries, one for each object, whatever number of
 * changes it takes. Of the outcomes of its changes the worst one counts.
 */

import { type SubjectItem, subjectsOf } from "../plan/subjects.ts";
import type { EntryCounts, Outcome } from "./run.ts";

export const resultsWorstFirst: readonly Outcome["result"][] = [
  "failed",
  "not-tried",
  "unconfirmed",
  "rehired",
  "applied",
  "already-so",
];

export const entryCounts = (
  { changes, held }: { readonly changes: readonly SubjectItem[]; readonly held: readonly SubjectItem[] },
  outcomes: ReadonlyMap<string, Pick<Outcome, "result">>,
): EntryCounts => {
  const subjectOf = subjectsOf(changes);
  const worst = new Map<object, number>();
  for (const change of changes) {
    const result = outcomes.get(change.id)?.result;
    const rank = result === undefined ? resultsWorstFirst.length : resultsWorstFirst.indexOf(result);
    const subject = subjectOf(change);
    worst.set(subject, Math.min(rank, worst.get(subject) ?? rank));
  }
  const counts = [...resultsWorstFirst, undefined].map(() => 0);
  for (const rank of worst.values()) counts[rank] = (counts[rank] ?? 0) + 1;
  const of = (result: Outcome["result"]): number => counts[resultsWorstFirst.indexOf(result)] ?? 0;
  return {
    planned: worst.size,
    held: new Set(held.map(subjectOf)).size,
    ...countsByResult(of),
  };
};

/** The numbers of results as summaries show them, from the number of each. */
export const countsByResult = (of: (result: Outcome["result"]) => number) => ({
  applied: of("applied") + of("rehired"),
  alreadySo: of("already-so"),
  unconfirmed: of("unconfirmed"),
  failed: of("failed"),
  notTried: of("not-tried"),
});

/** Number of objects that some of the changes of a plan are about. */
export const countEntries = (plan: readonly SubjectItem[], some: readonly SubjectItem[] = plan): number =>
  new Set(some.map(subjectsOf(plan))).size;
