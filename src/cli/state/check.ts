/**
 * `musterd check`: tries every part of the installation (source, target, store …) once, and shows all problems. With `--site` it
 * shows what runs have seen the site do with writes.
 */
import type { App } from "../../app/app.ts";
import type { Check } from "../../check/check.ts";
import { checkJson } from "../../check/check-json.ts";
import type { Estimate } from "../../check/estimate.ts";
import { type Language, programLanguage } from "../../model/words/language.ts";
import { type Command, type ConfigOptions, withApp } from "../open/context.ts";
import { checkText } from "../plans/check-text.ts";
import { print, printJson } from "../terminal/output.ts";
import { type CliWords, errorWordsOf, wordsOf } from "../words/words.ts";
import { type SiteOptions, showSite } from "./check-site.ts";
import { channelCheck } from "./notify.ts";

type CheckOptions = ConfigOptions & SiteOptions & { readonly site?: boolean; readonly estimate?: boolean };

export const checkCommand: Command<"check", CheckOptions> = (options, environment) =>
  withApp({ ...options, needsToken: true }, environment, async (app, progress) => {
    const { json, quiet, language } = options;
    const words = wordsOf(language);
    if (options.site || options.writeTest !== undefined) return showSite(app, progress, options);
    if (options.estimate) {
      const estimate = await app.estimate();
      progress.end();
      if (json) printJson(estimate);
      else print(estimateText(estimate, words));
      return 0;
    }
    const checks = await checkEverything(app, json ? programLanguage : language);
    progress.end();
    if (json) {
      printJson(checks.map(checkJson));
    } else {
      for (const check of checks) if (!quiet || !("found" in check)) print(checkText(check, language));
    }
    return checks.some((check) => "error" in check) ? 1 : 0;
  });

/** The parts that a run needs, and the channels that tell people of it. */
export const checkEverything = async (app: App, language: Language): Promise<readonly Check[]> => {
  const parts = await app.check(wordsOf(language).check);
  const channels = await (await app.notifying()).tryAll(errorWordsOf, false);
  return [...parts, ...channels.map(channelCheck)];
};

const estimateText = ({ people, timed, ...runs }: Estimate, { estimate }: CliWords): string =>
  [
    estimate.basis(people, timed.burstMs),
    ...(["import", "night"] as const).map((name) => {
      const { calls, seconds, mebibytes } = runs[name];
      return `  ${estimate[name](calls, seconds, mebibytes)}`;
    }),
    estimate.limits,
  ].join("\n");
