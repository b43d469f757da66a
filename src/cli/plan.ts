/** `musterd plan`: reads both sides and shows the plan. */
import { writeFile } from "node:fs/promises";
import type { App } from "../app.ts";
import { MusterdError } from "../lib/errors.ts";
import type { Plan } from "../model/plan.ts";
import { htmlReport } from "../report/html.ts";
import { jsonReport } from "../report/json.ts";
import type { Report } from "../report/report.ts";
import { textReport } from "../report/text.ts";
import { type CommonOptions, type ConfigOptions, type Environment, withApp } from "./context.ts";
import type { ExitCode } from "./exit-codes.ts";
import { reportStyle } from "./terminal.ts";
import { wordsOf } from "./words.ts";

export type ReportOptions = CommonOptions & {
  readonly full?: boolean;
  readonly html?: string;
  readonly json?: boolean;
};

export type PlanOptions = ConfigOptions & ReportOptions & { readonly accept: readonly string[] };

export const planCommand = (options: PlanOptions, environment: Environment): Promise<ExitCode<"plan">> =>
  withApp(options, environment, async (app) => {
    const { run, plan, error } = await app.plan(options.accept);
    await showReport(await app.report(run.id), options);
    if (!options.json && !options.quiet && run.refresh === "owed") console.log(wordsOf(options.language).refreshOwed);
    if (error) throw error;
    return plan.changes.length > 0 ? 2 : 0;
  });

/** Prints the report as text (not if `quiet`) or JSON, and writes the HTML file if `html` is given. */
export const showReport = async (report: Report | undefined, options: ReportOptions): Promise<void> => {
  if (!report) return;
  const { html, json, quiet, language } = options;
  if (html !== undefined) await writeHtml(html, report);
  if (json) console.log(jsonReport(report));
  if (json || quiet) return;
  console.log(textReport(report, reportStyle(options.full === true)));
  if (html !== undefined) console.log(wordsOf(language).htmlReport(html));
};

const writeHtml = async (file: string, report: Report): Promise<void> => {
  try {
    await writeFile(file, htmlReport(report), { mode: 0o600 });
  } catch (cause) {
    throw new MusterdError("report-unwritable", "the HTML report cannot be written", {
      place: { file },
      hint: "name a file in a folder that exists and may be written to; `musterd show last --html FILE` writes it again",
      cause,
    });
  }
};

/** The report of a plan that is not in the store yet. */
export const reportOfPlan = (app: App, plan: Plan): Report => ({
  plan,
  target: app.target,
  source: app.source.describe(),
  madeAt: new Date().toISOString(),
  language: app.config.language,
});
