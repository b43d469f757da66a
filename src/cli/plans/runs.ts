/** `musterd runs` lists past runs. */
import { minutesIn } from "../../lib/clock.ts";
import type { Phase, RunSummary } from "../../model/runs/run.ts";
import type { Language } from "../../model/words/language.ts";
import { wrapText } from "../../report/text/wrap-text.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import { type Command, type ConfigOptions, withApp } from "../open/context.ts";
import { limitOf } from "../terminal/number-option.ts";
import { printJson } from "../terminal/output.ts";
import { printTable } from "../terminal/print-table.ts";
import { outputWidth } from "../terminal/terminal.ts";
import { durationText } from "../terminal/time-text.ts";
import { type CliWords, wordsOf } from "../words/words.ts";
import { countTexts } from "./run-text.ts";

type RunsOptions = ConfigOptions & { readonly limit: string; readonly json?: boolean };

export const runsCommand: Command<"runs", RunsOptions> = (options, environment) => {
  const limit = limitOf(options.limit);
  return withApp(options, environment, async ({ store, config }) => {
    const runs = await store.runs.list(limit);
    if (options.json) {
      printJson(runs);
      return 0;
    }
    const words = wordsOf(options.language);
    const { statuses, triggers } = reportWords(options.language);
    const { timeZone } = config.daemon;
    const time = minutesIn(timeZone);
    const head = [words.run, words.started, words.took, words.runStatus, words.inEntries];
    const rows = runs.map((run) => [
      run.id,
      time(run.startedAt),
      tookText(run, words),
      statuses[run.status],
      [
        entriesText(run, words, options.language),
        [[triggers[run.trigger], run.askedBy].filter(Boolean).join(words.colon), ...phaseTexts(run, words)].join(" · "),
      ].join("\n"),
    ]);
    const note = wrapText(words.timesIn(timeZone), outputWidth()).join("\n");
    printTable(head, rows, words.noRuns, note);
    return 0;
  });
};

/** Returns "" for a run in progress. */
const tookText = ({ startedAt, endedAt }: RunSummary, words: CliWords): string => {
  if (endedAt === undefined) return "";
  return durationText(Math.max(0, Date.parse(endedAt) - Date.parse(startedAt)), words);
};

/** The phases that took a noticeable time, in their order. */
const phaseTexts = ({ phasesMs = {} }: RunSummary, words: CliWords): readonly string[] =>
  Object.entries(words.phases).flatMap(([phase, text]) => {
    const ms = phasesMs[phase as Phase] ?? 0;
    return ms < leastPhaseMs ? [] : [text(durationText(ms, words))];
  });

const leastPhaseMs = 50;

/** Returns the counts that are not zero, the error code, and whether a permission refresh is still owed. */
const entriesText = (run: RunSummary, words: CliWords, language: Language): string => {
  const { refresh, error, undoes } = run;
  const told = [...countTexts(run, language)];
  if (undoes !== undefined) told.push(words.undoOf(undoes));
  if (error) told.push(error.code);
  if (refresh === "owed") told.push(words.refreshIsOwed);
  return told.join(", ") || words.nothingToDo;
};
