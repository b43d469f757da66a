/**
 * `musterd check`: tries every part of the installation (source, target, store …) once, and shows all problems. With `--site` it
 * shows what runs have seen the site do with writes.
 */
import { errorJson, errorText } from "../lib/errors.ts";
import { habitsOf } from "../model/site-habit.ts";
import { habitText } from "../report/phrasing.ts";
import { padText } from "../report/wrap-text.ts";
import { type ConfigOptions, type Environment, withApp } from "./context.ts";
import type { ExitCode } from "./exit-codes.ts";
import { print, printJson } from "./output.ts";
import { errorWordsOf, wordsOf } from "./words.ts";

type CheckOptions = ConfigOptions & { readonly json?: boolean; readonly site?: boolean };

export const checkCommand = (options: CheckOptions, environment: Environment): Promise<ExitCode<"check">> =>
  withApp(options, environment, async (app, progress) => {
    const { json, quiet, language } = options;
    const words = wordsOf(language);
    if (options.site) {
      progress.end();
      const habits = habitsOf(await app.store.ledger.read());
      if (json) printJson(habits);
      else print(habits.length > 0 ? habits.map((habit) => habitText(habit, language)).join("\n") : words.noSiteHabits);
      return 0;
    }
    // JSON output is the same in every language.
    const checks = await app.check(wordsOf(json ? "en" : language).check);
    progress.end();
    if (json) {
      const shown = checks.map((check) => ("error" in check ? { ...check, error: errorJson(check.error) } : check));
      printJson(shown);
    } else {
      for (const check of checks) {
        const [kind = "", operation = ""] = check.part.split(" ");
        const part = padText(`${words.parts[kind] ?? kind} ${operation}`, 14);
        if ("error" in check)
          print(`✗ ${part} ${errorText(check.error, errorWordsOf(language)).replaceAll("\n", "\n  ")}`);
        else if ("warning" in check) print(`! ${part} ${check.warning}`);
        else if (!quiet) print(`✓ ${part} ${check.found}`);
      }
    }
    return checks.some((check) => "error" in check) ? 1 : 0;
  });
