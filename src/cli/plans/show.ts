/** `musterd show` prints the report of a past run. */
import { type Command, type ConfigOptions, withApp } from "../open/context.ts";
import { printJson } from "../terminal/output.ts";
import { requireRun } from "./find-run.ts";
import { type ReportOptions, showReport } from "./plan.ts";

type ShowOptions = ConfigOptions & ReportOptions;

/** `id` is the id of a run, or `last`. */
export const showCommand: Command<"show", ShowOptions, [id: string]> = (id, options, environment) =>
  withApp(options, environment, async (app) => {
    const [last] = await app.store.runs.list(1);
    const run = id === "last" && last ? last : await requireRun(app, id);
    const report = await app.report(run.id);
    if (report) await showReport(report, options);
    else printJson(run);
    return 0;
  });
