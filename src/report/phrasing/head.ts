/** The head of a report as pairs of a name and a text: where it comes from, its run, and what happens to how many objects. */

import type { PartialReading } from "../../model/directory/known-details.ts";
import { subjectKinds } from "../../model/plan/subjects.ts";
import { targetText } from "../../model/target-identity.ts";
import { resultCounts, resultOrder, resultSymbols } from "../entries/totals.ts";
import { capital, type Phrasing } from "./phrasing.ts";
import type { ShownReport } from "./shown-report.ts";

export type Line = readonly [name: string, text: string];

/** Source (an undo reads none), target, dates, and who released or approved the plan. */
export const originLines = ({ report: { plan, run, ...report }, say }: ShownReport): readonly Line[] => [
  ...(say.undoes === undefined ? [[say.phrase("source"), report.source] as const] : []),
  [say.phrase("target"), targetText(report.target, report.language)],
  [say.phrase("madeAt"), say.instant(report.madeAt)],
  [say.phrase("today"), plan.today],
  ...(say.only === undefined ? [] : [[say.phrase("only"), say.only] as const]),
  ...(say.undoes === undefined ? [] : [[say.phrase("undoes"), say.undoes] as const]),
  ...(say.approval === undefined ? [] : [[say.phrase("approval"), say.approval] as const]),
  ...(plan.reading ? [[say.phrase("reading"), readingText(plan.reading, say)] as const] : []),
  ...(plan.unchanged === undefined
    ? []
    : [[say.phrase("unchanged"), `${say.phrase("unchangedSince")} ${say.instant(plan.unchanged)}`] as const]),
  ...(say.release === undefined ? [] : [[say.phrase("release"), say.release] as const]),
  ...(run === undefined
    ? []
    : [
        [
          say.phrase("run"),
          [
            run.id,
            say.words.statuses[run.status],
            say.words.triggers[run.trigger],
            ...(run.askedBy === undefined ? [] : [run.askedBy]),
          ].join(" · "),
        ] as const,
      ]),
];

/** How much was read, and how old the rest is. */
const readingText = ({ read, known, oldest }: PartialReading, say: Phrasing): string =>
  `${say.phrase("readingPart", { n: read, known })} · ${say.phrase("readingOldest")} ${say.instant(oldest)}`;

/** What became of the changes; empty without a run. */
export const resultLines = ({ report: { run }, model, say }: ShownReport): readonly Line[] => {
  const counts = resultCounts(model.entries);
  const results = resultOrder
    .filter((result) => counts !== undefined && counts[result] > 0)
    .map((result) => `${resultSymbols[result]} ${say.words.results[result]} ${say.number(counts?.[result] ?? 0)}`);
  return [
    ...(results.length === 0 ? [] : [[say.phrase("result"), results.join("  ")] as const]),
    ...(run === undefined ? [] : [[say.phrase("refresh"), say.words.refreshStates[run.refresh]] as const]),
    ...(run?.error === undefined ? [] : [[run.error.code, say.error(run.error) ?? ""] as const]),
  ];
};

/** What the service was seen to do beyond what it was asked, with the evidence: a line for each habit. */
export const habitLines = ({ report: { habits = [] }, say }: ShownReport): readonly Line[] =>
  habits.map((habit) => [say.phrase("habits"), say.habit(habit)]);

/** What happens to how many objects: a line for each kind, people first and the worst first in each, and what is held. */
export const totalLines = ({ model, say, tell }: ShownReport): readonly Line[] => [
  ...subjectKinds.flatMap((kind) => {
    const totals = model.totals.filter((total) => total.kind === kind);
    return totals.length === 0 ? [] : [[capital(say.kind(kind)), totals.map(tell.total).join(" · ")] as const];
  }),
  ...(model.held.length === 0 ? [] : [[say.phrase("held"), say.number(model.held.length)] as const]),
];
