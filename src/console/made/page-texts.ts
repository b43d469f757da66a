/** What is made once of a stored plan and kept: its whole report, and what the page of a decision shows, in each language. */
import type { Language } from "../../model/words/language.ts";
import type { Report } from "../../report/entries/report.ts";
import { htmlReport } from "../../report/page/html.ts";
import { planView } from "../pages/plan-view.ts";

/** `view` is a PlanView in JSON, `report` a whole HTML document. */
export type MadeName = `${"view" | "report"}-${Language}`;

export const madeNames = (languages: readonly Language[]): readonly MadeName[] =>
  languages.flatMap((language) => [`view-${language}`, `report-${language}`] as const);

export const makeText = (name: MadeName, report: Report): string => {
  const isView = name.startsWith("view-");
  const language = name.slice(name.indexOf("-") + 1) as Language;
  return isView ? JSON.stringify(planView({ ...report, language })) : htmlReport({ ...report, language });
};
