/**
 * Reports of stored runs in another process, whose memory is given back when it ends: only the store is opened. The process that
 * serves people says where the store is, and what the configuration says of the source.
 */
import { join } from "node:path";
import { systemClock } from "../lib/clock.ts";
import type { Origin } from "../model/directory/origin.ts";
import type { Report } from "../report/entries/report.ts";
import type { KeepPage } from "../store/plans/made-pages.ts";
import { openStore } from "../store/store.ts";
import type { App } from "./app.ts";
import { reportOf } from "./stored-report.ts";

/** Plain data, which another process can be given. */
export type ReportsPlace = {
  readonly folder: string;
  readonly target: string;
  readonly source: string;
  readonly origins: readonly Origin[];
  readonly fourEyes: boolean;
};

export type ReportsApart = {
  readonly report: (runId: string) => Promise<Report | undefined>;
  /** Call it before `report`: returns what keeps a page that was made of the run's plan. */
  readonly begin: (runId: string, name: string) => Promise<KeepPage>;
  readonly close: () => Promise<void>;
};

export const placeOfReports = ({ config, target, source }: App): ReportsPlace => ({
  folder: config.stateFolder,
  target,
  source: source.describe(),
  origins: source.origins(),
  fourEyes: config.release.fourEyes,
});

export const openReportsApart = ({ folder, target, source, origins, fourEyes }: ReportsPlace): ReportsApart => {
  const store = openStore(join(folder, "musterd.db"), target, systemClock);
  const described = { describe: () => source, origins: () => origins };
  return {
    report: (runId) =>
      reportOf({ config: { language: "en", release: { fourEyes } }, store, source: described, target }, runId),
    begin: store.madePages.begin,
    close: store.close,
  };
};
