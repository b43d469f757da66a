/** What came of a run, in one line or in a list of runs: how it ended, and its counts. */
import { minutesIn } from "../../lib/clock.ts";
import type { RunSummary } from "../../model/runs/run.ts";
import type { Language } from "../../model/words/language.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import { wordsOf } from "../words/words.ts";

type CountedRun = Pick<RunSummary, "status" | "entries">;

/** The numbers of entries that are not zero; of a run that was to apply nothing, what it has planned. */
export const countTexts = ({ status, entries }: CountedRun, language: Language): readonly string[] => {
  const words = wordsOf(language);
  const { planned, applied, alreadySo, unconfirmed, failed, notTried, held } = entries;
  const isTried = status !== "planned" && status !== "blocked";
  const counts = [
    [isTried ? 0 : planned, words.plannedCount],
    [isTried ? applied + alreadySo : 0, words.appliedCount],
    [unconfirmed, words.unconfirmedCount],
    [failed, words.failedCount],
    [notTried, words.notTriedCount],
    [held, words.heldCount],
  ] as const;
  return counts.flatMap(([count, text]) => (count > 0 ? [text(count)] : []));
};

type ShownRun = CountedRun &
  Pick<RunSummary, "id" | "trigger" | "startedAt" | "endedAt"> & {
    /** Of the error that ended it. */
    readonly code?: string;
  };

/** When, what came of it, what asked for it, how many entries, and the id. */
export const runText = (run: ShownRun, language: Language, timeZone: string): string => {
  const { statuses, triggers } = reportWords(language);
  return [
    minutesIn(timeZone)(run.endedAt ?? run.startedAt),
    run.code === undefined ? statuses[run.status] : wordsOf(language).status.withCode(statuses[run.status], run.code),
    triggers[run.trigger],
    ...countTexts(run, language),
    run.id,
  ].join(" · ");
};
