/** `musterd runs` and `musterd show`: what has been done. */
import Table from "cli-table3";
import { MusterdError } from "../lib/errors.ts";
import { type ConfigOptions, type Environment, withApp } from "./context.ts";
import { type ReportOptions, showReport } from "./plan.ts";

type RunsOptions = ConfigOptions & { readonly limit: string; readonly json?: boolean };

export const runsCommand = (options: RunsOptions, environment: Environment): Promise<number> =>
  withApp(options, environment, async ({ store }) => {
    const runs = await store.runs.list(Math.max(1, Number(options.limit) || 1));
    if (options.json) {
      console.log(JSON.stringify(runs, null, 2));
      return 0;
    }
    const table = new Table({
      head: ["run", "status", "trigger", "planned", "applied", "failed", "not tried", "held", "refresh", "error"],
      style: { head: [], border: [] },
    });
    for (const run of runs) {
      const { id, status, trigger, planned, applied, alreadySo, failed, notTried, held, refresh, error } = run;
      table.push([
        id,
        status,
        trigger,
        planned,
        applied + alreadySo,
        failed,
        notTried,
        held,
        refresh,
        error?.code ?? "",
      ]);
    }
    console.log(runs.length > 0 ? table.toString() : "No runs yet.");
    return 0;
  });

type ShowOptions = ConfigOptions & ReportOptions;

/** `id`: a run, or `last`. */
export const showCommand = (id: string, options: ShowOptions, environment: Environment): Promise<number> =>
  withApp(options, environment, async (app) => {
    const [last] = await app.store.runs.list(1);
    const run = id === "last" ? last : await app.store.runs.find(id);
    if (!run) {
      throw new MusterdError("run-unknown", `there is no run ${id} for this target`, {
        hint: "list the runs with `musterd runs`",
      });
    }
    const report = await app.report(run.id);
    if (report) await showReport(report, options);
    else console.log(JSON.stringify(run, null, 2));
    return 0;
  });
