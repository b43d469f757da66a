/** `musterd history`: all that runs have changed about one record, from the store alone. */
import { localTime } from "../../lib/clock.ts";
import type { RecordedChange } from "../../model/runs/record-history.ts";
import type { Language } from "../../model/words/language.ts";
import { phrasing } from "../../report/phrasing/phrasing.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import { type Command, type JsonOptions, withApp } from "../open/context.ts";
import { print, printJson } from "../terminal/output.ts";
import { type CliWords, wordsOf } from "../words/words.ts";

/** `word`: an account, code, employee number or name, or `kind/KEY`. Throws `subject-unknown` or `subject-ambiguous`. */
export const historyCommand: Command<"history", JsonOptions, [word: string]> = (word, options, environment) =>
  withApp(options, environment, async ({ store, report }) => {
    const history = await store.findHistory(word);
    if (options.json) {
      printJson(history);
      return 0;
    }
    const words = wordsOf(options.language).history;
    const [newest] = history.changes;
    const kept = newest && (await report(newest.run));
    const say = kept && phrasing({ ...kept, language: options.language });
    const fieldsOf = ({ change: { kind, fields } }: RecordedChange): readonly string[] =>
      fields.map(({ field, before = null, after }) =>
        say
          ? `    ${say.field(kind, field)}${say.phrase("colon")}${say.value(kind, field, before)} → ${say.value(kind, field, after)}`
          : `    ${field}`,
      );
    print(
      [
        `${history.kind}/${history.key}${history.label === "" ? "" : ` ${history.label}`}`,
        ...(newest ? [] : [words.none]),
        ...history.changes.flatMap((one) => [headOf(one, words, options.language), ...fieldsOf(one)]),
      ].join("\n"),
    );
    return 0;
  });

const headOf = (one: RecordedChange, words: CliWords["history"], language: Language): string => {
  const { kinds, actions, results, triggers, phrases } = reportWords(language);
  const { kind, action } = one.change;
  const result = [results[one.result], ...(one.code === undefined ? [] : [one.code])].join(phrases.list);
  return [
    `  ${localTime(Date.parse(one.at))}  ${words.what(kinds[kind].one, actions[action], result)}`,
    words.by(one.run, one.askedBy ?? triggers[one.trigger]),
    ...(one.releasedBy === undefined ? [] : [words.releasedBy(one.releasedBy)]),
    ...(one.undoes === undefined ? [] : [words.undoes(one.undoes)]),
    ...(one.undoneBy ?? []).map(words.undoneBy),
  ].join(" · ");
};
