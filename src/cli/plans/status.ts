/**
 * `musterd status`: the last runs, what they have left, and when the next one is due. It reads what musterd remembers and looks at
 * its own parts; `musterd check` also asks HR and the service.
 */
import type { Status } from "../../check/status.ts";
import { statusJson } from "../../check/status.ts";
import { minutesIn } from "../../lib/clock.ts";
import { targetText } from "../../model/target-identity.ts";
import { type Language, programLanguage } from "../../model/words/language.ts";
import { padText } from "../../report/text/wrap-text.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import { type Command, type JsonOptions, withApp } from "../open/context.ts";
import { print, printJson } from "../terminal/output.ts";
import { wordsOf } from "../words/words.ts";
import { checkText } from "./check-text.ts";
import { runText } from "./run-text.ts";

export const statusCommand: Command<"status", JsonOptions> = (options, environment) =>
  withApp(options, environment, async (app, progress) => {
    const { json, quiet, language } = options;
    const words = wordsOf(json ? programLanguage : language).check;
    const status = await app.status(words);
    progress.end();
    if (json) printJson(statusJson(status));
    else if (!quiet || status.state !== "well") print(statusText(status, language, app.config.daemon.timeZone));
    return exitCodes[status.state];
  });

const exitCodes = { well: 0, trouble: 1, waiting: 2 } as const;

const statusText = (status: Status, language: Language, timeZone: string): string => {
  const { state, target, lastGood, lastRun, parts, remaining, nextRun } = status;
  const { status: words } = wordsOf(language);
  const { triggers } = reportWords(language);
  const time = minutesIn(timeZone);
  const line = (name: string, text: string): string => `${padText(name, 14)} ${text}`;
  return [
    line(words.state, words.states[state]),
    line(words.target, targetText(target, language)),
    line(words.lastGood, lastGood ? runText(lastGood, language, timeZone) : words.none),
    line(words.lastRun, lastRun ? runText(lastRun, language, timeZone) : words.none),
    ...parts.map((part) => checkText(part, language)),
    ...remaining.map((left) => checkText({ part: "runs", remaining: left }, language)),
    line(words.nextRun, nextRun ? words.nextAt(time(nextRun.at), triggers[nextRun.by]) : words.none),
    line("", words.timesIn(timeZone)),
  ].join("\n");
};
