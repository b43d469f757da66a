/** `musterd plan`: reads the source and the target, and shows the plan. */
import type { App } from "../../app/app.ts";
import { processActor } from "../../lib/process-user.ts";
import type { Plan } from "../../model/plan/plan.ts";
import type { Report } from "../../report/entries/report.ts";
import { jsonParts } from "../../report/json/json.ts";
import { textReport } from "../../report/text/text.ts";
import { type CommonOptions, type ConfigOptions, type Environment, withApp } from "../open/context.ts";
import { print, writeJson, writeReport } from "../terminal/output.ts";
import { reportStyle } from "../terminal/terminal.ts";
import type { ExitCode } from "../words/en/exit-codes.ts";
import { wordsOf } from "../words/words.ts";
import { undoableRun } from "./find-run.ts";
import { type FileOptions, writePrivate, writeReportFiles } from "./report-files.ts";

export type ReportOptions = CommonOptions & FileOptions & { readonly full?: boolean; readonly json?: boolean };

export type PlanOptions = ConfigOptions &
  ReportOptions & { readonly accept: readonly string[]; readonly only: readonly string[] };

/** `undo` is a run, its id or `last`, whose undo is planned. */
export const planCommand = (
  options: PlanOptions & { readonly out?: string },
  environment: Environment,
  undo?: string,
): Promise<ExitCode<"plan">> =>
  withApp(options, environment, async (app) => {
    const { out, json, quiet, language } = options;
    const { run, readings, error, sealed, hasEntries } = await planned(app, options, undo);
    await showReport(await app.report(run.id, readings), options);
    if (out !== undefined && sealed !== undefined)
      await writePrivate(out, sealed, "the plan", "`musterd plan --out FILE` saves it again");
    if (!json && !quiet) {
      const words = wordsOf(language);
      if (run.refresh === "owed") print(words.refreshOwed);
      if (out !== undefined) print(words.planSaved(out));
    }
    if (error) throw error;
    return hasEntries ? 2 : 0;
  });

/** What is left of a plan when it is shown: the report reads it from the store, and a large plan does not fit into memory twice. */
const planned = async (app: App, options: PlanOptions & { readonly out?: string }, undo: string | undefined) => {
  const { accept, only, out } = options;
  const undoes = undo === undefined ? undefined : await undoableRun(app, undo);
  const by = processActor();
  const { run, plan, readings, error } = await app.plan(accept, { only, undoes, explains: explainsRows(options), by });
  return {
    run,
    readings,
    error,
    sealed: out === undefined ? undefined : app.savedPlans.seal(plan),
    // What the quality gate holds was not compared, so nobody knows that nothing is to be done.
    hasEntries: plan.changes.length + plan.held.length > 0 || run.heldKinds !== undefined,
  };
};

/**
 * Prints the report as text (unless `quiet` is set) or as JSON, and writes it to the files that the options name; in this order,
 * because what was done is told also where a file cannot be written.
 */
export const showReport = async (report: Report | undefined, options: ReportOptions): Promise<void> => {
  if (!report) return;
  const { json, quiet, language } = options;
  if (json) for (const part of jsonParts(report)) writeJson(part);
  else if (!quiet) writeReport(`${textReport(report, reportStyle(options.full === true))}\n`);
  const files = await writeReportFiles(report, options);
  if (json || quiet) return;
  for (const { name, file } of files) print(wordsOf(language).reportFile(name, file));
};

/** Only the HTML page explains its rows. */
export const explainsRows = ({ html }: FileOptions): boolean => html !== undefined;

/** Returns the report of a plan that is not in the store yet. */
export const reportOfPlan = (app: App, plan: Plan): Report => ({
  plan,
  target: app.target,
  source: app.source.describe(),
  origins: app.source.origins(),
  madeAt: new Date().toISOString(),
  language: app.config.language,
  fourEyes: app.config.release.fourEyes,
});
