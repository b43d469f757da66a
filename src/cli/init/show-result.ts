/** What `init` shows of a configuration that it has written: the parts that work, three people, and the size of the first plan. */

import type { Employee } from "../../model/directory/directory.ts";
import { maskValues } from "../../model/plan/sensitive.ts";
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
    // What counts today is shown, not the first rows: of several periods only one is a person's present.
    const { employees = [] } = (await app.source.read([])).snapshot.directory;
    progress.end();
    const people = employees.slice(0, 3).map((person) => `  ${valuesText(shown(person), words)}`);
    print(["", words.screen.people, ...people].join("\n"));
    const { run } = await app.plan([]);
    progress.end();
    print(["", words.screen.plan(run.entries.planned, run.entries.held)].join("\n"));
    return checks.some((check) => "error" in check) ? 1 : 0;
  });

/** A person's values with those of the main post; personal ones are masked. */
const shown = ({ posts = [], ...person }: Employee): Readonly<Record<string, unknown>> => {
  const { main: _, functions, ...post } = posts.find(({ main }) => main) ?? posts[0] ?? { main: true };
  return maskValues({ ...person, ...post, ...(functions && functions.length > 0 && { functions }) });
};

const valuesText = (values: Readonly<Record<string, unknown>>, { and }: InitWords): string =>
  Object.entries(values)
    .map(([field, value]) => `${field} ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(and);
