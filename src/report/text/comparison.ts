/**
 * The comparison of two plans, for a terminal and for programs. Each plan's own part (what the other has not, or has otherwise)
 * is shown as a report shows a plan.
 *
 * JSON: `format` is "musterd-comparison", `version` is 1. `target`, `madeAt` and `today` are as in a report. `same` is the number
 * of changes that are equal in both. `plans[]` has two entries, each with `configuration` (its file), `fingerprint`,
 * `totals` and `names`, and its own part: `only[]` (changes that the other has not), `differing[]` (its form of changes that both
 * have, in the same order), `held[]` and `breaches[]`; their entries are as in a report.
 */

import type { Change, Plan } from "../../model/plan/plan.ts";
import { isEmptyDifference, type OwnPart, type PlanDifference } from "../../model/plan/plan-difference.ts";
import { subjectsOf } from "../../model/plan/subjects.ts";
import { countEntries } from "../../model/runs/entry-counts.ts";
import { targetText } from "../../model/target-identity.ts";
import type { Report } from "../entries/report.ts";
import { jsonReport } from "../json/json.ts";
import { capital } from "../phrasing/phrasing.ts";
import { entryLines, heldLines } from "./text-entries.ts";
import { hanging, type TextOptions, type TextPage, textPage } from "./text-page.ts";
import { displayWidth } from "./wrap-text.ts";

/** One of the two plans, with the path of its configuration file. */
type ComparedPlan = { readonly configuration: string; readonly report: Report };

export type Comparison = {
  readonly plans: readonly [ComparedPlan, ComparedPlan];
  readonly difference: PlanDifference;
};

/** Returns the comparison as lines, with a final line break. */
export const textComparison = ({ plans, difference }: Comparison, options: TextOptions): string => {
  const parts = partsOf({ plans, difference });
  const [page] = plans.map(({ report }) => textPage(report, options));
  if (page === undefined) return "";
  const { say, paint } = page;
  const facts = [
    [say.phrase("target"), targetText(page.report.target, page.report.language)],
    ...plans.map(({ configuration, report: { plan } }) => [
      configuration,
      say.phrase("comparePlan", {
        n: countEntries(plan.changes),
        held: countEntries(plan.changes, plan.held),
        breaches: plan.breaches.length,
      }),
    ]),
    [say.phrase("compareSame"), say.number(sameEntries({ plans, difference }))],
  ] as const;
  const indent = Math.max(...facts.map(([name = ""]) => displayWidth(name))) + 2;
  return [
    paint("bold", say.phrase("compareTitle")),
    ...facts.flatMap(([name = "", text = ""]) => hanging(page, name, indent, text)),
    ...(isEmptyDifference(difference) ? ["", paint("green", say.phrase("compareEqual"))] : []),
    ...parts.flatMap(([plan, part]) =>
      section(plan, options, "compareOnly", { changes: part.only, held: part.held, breaches: part.breaches }),
    ),
    ...parts.flatMap(([plan, { differing }]) =>
      section(plan, options, "compareDiffering", { changes: differing, held: [], breaches: [] }),
    ),
    "",
  ].join("\n");
};

/** Returns the comparison as one JSON document with a final line break. */
export const jsonComparison = ({ plans, difference }: Comparison): string => {
  const json = (report: Report, changed: Partial<Plan>) =>
    JSON.parse(jsonReport({ ...report, plan: { ...report.plan, ...changed } })) as Readonly<Record<string, unknown>>;
  const sides = partsOf({ plans, difference }).map(([{ configuration, report }, part]) => {
    const { fingerprint, totals, names } = json(report, {});
    const changesOf = (changes: readonly Change[]) => json(report, { changes, held: [] })["changes"];
    const { held, breaches } = json(report, { changes: [], held: part.held, breaches: part.breaches });
    const own = { only: changesOf(part.only), differing: changesOf(part.differing), held, breaches };
    return { configuration, fingerprint, totals, names, ...own };
  });
  const { target, madeAt, plan } = plans[0].report;
  const head = { format: "musterd-comparison", version: 1, target, madeAt, today: plan.today, same: difference.same };
  return `${JSON.stringify({ ...head, plans: sides }, null, 2)}\n`;
};

/** Entries of the first plan of which the second has every change, and no other. */
const sameEntries = ({ plans: [one, other], difference }: Comparison): number => {
  const own = ({ plan: { changes } }: Report, part: OwnPart) => {
    const subjectOf = subjectsOf(changes);
    const name = (change: Change) => JSON.stringify(subjectOf(change));
    return { all: changes.map(name), differing: [...part.only, ...part.differing].map(name) };
  };
  const [mine, theirs] = [own(one.report, difference.one), own(other.report, difference.other)];
  return new Set(mine.all).difference(new Set([...mine.differing, ...theirs.differing])).size;
};

const partsOf = ({ plans: [one, other], difference }: Comparison): readonly (readonly [ComparedPlan, OwnPart])[] => [
  [one, difference.one],
  [other, difference.other],
];

type Shown = Pick<Plan, "changes" | "held" | "breaches">;

const section = (
  { configuration, report }: ComparedPlan,
  options: TextOptions,
  title: "compareOnly" | "compareDiffering",
  shown: Shown,
): readonly string[] => {
  if (shown.changes.length + shown.held.length + shown.breaches.length === 0) return [];
  const page = textPage({ ...report, plan: { ...report.plan, ...shown } }, options);
  return [
    "",
    page.paint("bold", `═ ${page.say.phrase(title)} ${configuration}`),
    ...entryLines(page),
    ...heldLines(page),
    ...breachLines(page, shown),
  ];
};

const breachLines = (page: TextPage, { breaches }: Shown): readonly string[] =>
  breaches.length === 0
    ? []
    : [
        "",
        page.paint("red", capital(page.say.phrase("breaches"))),
        ...breaches.flatMap((breach) => hanging(page, "  ! ", 4, capital(page.say.breach(breach)))),
      ];
