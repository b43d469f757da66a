/** `musterd show` prints the report of a past run. */
import { type ConfigOptions, type Environment, withApp } from "../open/context.ts";
import { printJson } from "../terminal/output.ts";
import type { ExitCode } from "../words/en/exit-codes.ts";
import { requireRun } from "./find-run.ts";
import { type ReportOptions, showReport } from "./plan.ts";

type ShowOptions = ConfigOptions & ReportOptions;

/** `id` is the id of a run, or `last`. */
export const showCommand = (id: string, options: ShowOptions, environment: Environment): Promise<ExitCode<"show">> =>
  withApp(options, environment, async (app) => {
    const [last] = await app.store.runs.list(1);
    const run = id === "last" && last ? last : await requireRun(app, id);
    const report = await app.report(run.id);
    if (report) await showReport(report, options);
    else printJson(run);
    return 0;
  });
