/** `musterd plan`: reads both sides and shows the plan. */
import { rm, writeFile } from "node:fs/promises";
import type { App } from "../app.ts";
import { MusterdError } from "../lib/errors.ts";
import type { Plan } from "../model/plan.ts";
import { htmlReport } from "../report/html.ts";
import { jsonReport } from "../report/json.ts";
import type { Report } from "../report/report.ts";
import { textReport } from "../report/text.ts";
import { type ConfigOptions, type Environment, withApp } from "./context.ts";
import { reportStyle } from "./terminal.ts";

export type ReportOptions = { readonly full?: boolean; readonly html?: string; readonly json?: boolean };

export type PlanOptions = ConfigOptions & ReportOptions & { readonly accept: readonly string[] };

export const planCommand = (
  options: PlanOptions & { readonly out?: string },
  environment: Environment,
): Promise<number> =>
  withApp(options, environment, async (app) => {
    const { run, plan, error } = await app.plan(options.accept);
    await showReport(await app.report(run.id), options);
    if (!options.json && run.refresh === "owed")
      console.log("A permission refresh is owed from an earlier run; the next `musterd apply` or daemon run pays it.");
    if (options.out !== undefined) await writePrivate(options.out, app.sealPlan(plan), "the plan");
    if (options.out !== undefined && !options.json) console.log(`Saved plan: ${options.out}`);
    if (error) throw error;
    return plan.changes.length > 0 ? 2 : 0;
  });

/** Prints a report in the form asked for, and writes the HTML file if one is wanted. */
export const showReport = async (report: Report | undefined, options: ReportOptions): Promise<void> => {
  if (!report) return;
  if (options.html !== undefined) await writePrivate(options.html, htmlReport(report), "the HTML report");
  console.log(options.json ? jsonReport(report) : textReport(report, reportStyle(options.full === true)));
  if (options.html !== undefined && !options.json) console.log(`HTML report: ${options.html}`);
};

/** Personal data is in it: nobody else may read the file, whatever was there before. */
const writePrivate = async (file: string, content: string, what: string): Promise<void> => {
  try {
    await rm(file, { force: true });
    await writeFile(file, content, { mode: 0o600 });
  } catch (cause) {
    throw new MusterdError("report-unwritable", `${what} cannot be written`, {
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
