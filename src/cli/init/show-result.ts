/** What `init` shows of a configuration that it has written: the parts that work, three people, and the size of the first plan. */

import { type ConfigOptions, type Environment, withApp } from "../open/context.ts";
import { checkText } from "../plans/check-text.ts";
import { print } from "../terminal/output.ts";
import type { InitWords } from "../words/en/init.ts";
import { wordsOf } from "../words/words.ts";

/** Returns 0 if every part works and a plan can be made, 1 otherwise. */
export const showResult = (options: ConfigOptions, environment: Environment, words: InitWords): Promise<0 | 1> =>
  withApp(options, environment, async (app, progress) => {
    const { language } = options;
    const checks = await app.check(wordsOf(language).check);
    progress.end();
    for (const check of checks) print(checkText(check, language));
    const { records } = await app.source.preview({ limit: 3 });
    progress.end();
    const people = records.filter(({ kind }) => kind === "employee").slice(0, 3);
    print(["", words.screen.people, ...people.map(({ values }) => `  ${valuesText(values, words)}`)].join("\n"));
    const { run } = await app.plan([]);
    progress.end();
    print(["", words.screen.plan(run.entries.planned, run.entries.held)].join("\n"));
    return checks.some((check) => "error" in check) ? 1 : 0;
  });

const valuesText = (values: Readonly<Record<string, unknown>>, { and }: InitWords): string =>
  Object.entries(values)
    .map(([field, value]) => `${field} ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(and);
