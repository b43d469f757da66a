/**
 * Gives pages what is made of a stored plan. A small plan is read at once. A large one is read by a process of its own, when its run
 * has ended or when somebody first asks: it takes seconds and hundreds of MiB, which the daemon must neither wait for nor keep.
 */
import { fork } from "node:child_process";
import { extname } from "node:path";
import { placeOfReports } from "../../app/reports-apart.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { RunSummary } from "../../model/runs/run.ts";
import type { ConsoleParts } from "../parts.ts";
import { type MadeName, makeText } from "./page-texts.ts";
import type { Order } from "./reader.ts";

/** Stands for what is being made by the process. */
export const beingMade = Symbol("being made");

/** What was made, in UTF-8. Undefined if the run has no plan, or has not ended. */
export type Made = Buffer | typeof beingMade | undefined;

export type Making = {
  readonly ofRun: (run: RunSummary, name: MadeName) => Promise<Made>;
  /** Also while a run applies the plan. `run`: the newest one that has made it. */
  readonly ofPlan: (run: RunSummary, name: MadeName) => Promise<Made>;
  /** Makes what is missing of the newest run. */
  readonly prepare: () => Promise<void>;
};

/** Number of changes that are read and phrased within some tens of milliseconds. */
const few = 500;

export const createMaking = ({ app }: Pick<ConsoleParts, "app">): Making => {
  const { store, log } = app;
  const read = createReader(app);

  const makeOf = async (run: RunSummary, name: MadeName): Promise<Made> => {
    if (run.planned > few) return read(run.id);
    const keep = await store.madePages.begin(run.id, name);
    const report = await app.report(run.id);
    if (!report) return undefined;
    const text = makeText(name, report);
    await keep(text);
    return Buffer.from(text);
  };
  const ofRun: Making["ofRun"] = async (run, name) => {
    if (run.fingerprint === undefined || run.endedAt === undefined) return undefined;
    return (await store.madePages.read(run.id, name)) ?? makeOf(run, name);
  };
  return {
    ofRun,
    ofPlan: async (run, name) => (await store.madePages.readOfPlan(run.fingerprint ?? "", name)) ?? makeOf(run, name),
    prepare: async () => {
      try {
        const [run] = await store.runs.list(1);
        if (run && run.planned > few) await ofRun(run, "view-en");
      } catch (error) {
        log.warn({ error: String(error) }, "the pages of a run could not be prepared");
      }
    },
  };
};

/** The file of the process: its extension is that of this file, `.ts` in a checkout and `.js` in the package. */
const readerFile = new URL(`./reader${extname(import.meta.url)}`, import.meta.url);

/** Starts a reader for one run after another. Runs of which it has failed to make pages are not tried again. */
const createReader = (app: ConsoleParts["app"]): ((runId: string) => typeof beingMade) => {
  const { log } = app;
  const asked = new Set<string>();
  const failed = new Set<string>();
  const next = (): void => {
    const [runId] = asked;
    if (runId === undefined) return;
    // Without the secrets that the environment of the daemon may have.
    const reader = fork(readerFile, { env: {} });
    reader.once("close", (code) => {
      asked.delete(runId);
      if (code !== 0) {
        failed.add(runId);
        log.warn({ run: runId, code }, "the pages of a run could not be made");
      }
      next();
    });
    reader.on("error", (error) => log.warn({ run: runId, error: String(error) }, "the reader of a plan failed"));
    const order: Order = { place: placeOfReports(app), runId };
    reader.send(order, () => reader.unref());
  };
  return (runId) => {
    if (failed.has(runId)) {
      throw new MusterdError("internal", "the pages of this run could not be made", {
        hint: `the daemon's log says why; \`musterd show ${runId}\` shows the plan`,
      });
    }
    const isAtWork = asked.size > 0;
    asked.add(runId);
    if (!isAtWork) next();
    return beingMade;
  };
};
