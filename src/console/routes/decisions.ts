/** Serves the page of a plan that waits for a decision. */
import { htmlReport } from "../../report/page/html.ts";
import { mayDo } from "../access/visit.ts";
import { decidePage } from "../pages/decide.ts";
import type { ConsoleParts } from "../parts.ts";
import type { Server } from "../serve.ts";
import { sendReport } from "./runs.ts";
import { waitingPlan } from "./standing.ts";

export const serveDecisions = (server: Server, { app }: ConsoleParts): void => {
  const { store, config } = app;
  const reportOf = async (plan: string) => {
    const run = /^[0-9a-f]{12,64}$/.test(plan) ? await store.runs.lastPlanned(plan) : undefined;
    return run === undefined ? undefined : app.report(run);
  };
  server.page(
    "/decide/:plan",
    async (visit, { param }) => {
      const report = await reportOf(param("plan"));
      if (!report) return undefined;
      const waiting = await waitingPlan(app);
      const isOpen = waiting?.header.fingerprint === report.plan.fingerprint;
      return decidePage(visit, {
        report,
        standing: isOpen
          ? { state: "open" }
          : { state: "stale", present: waiting && (await app.report(waiting.runId)) },
        feeds: await store.readings.read(),
        may: mayDo(visit, "approver") ? "decide" : "look",
        others: [],
        timeZone: config.daemon.timeZone,
      });
    },
    { forLinks: true },
  );
  server.page(
    "/decide/:plan/report",
    async (visit, { param, reply }) => {
      const report = await reportOf(param("plan"));
      if (report) await sendReport(reply, htmlReport({ ...report, language: visit.language }));
      return undefined;
    },
    { forLinks: true },
  );
};
