/**
 * `musterd doctor`: all that somebody who helps would ask for, as one text without personal data and secrets: versions, settings,
 * what `check` finds, the last runs with their codes, the profile of the source, and what the site was seen to do. It is in English in
 * every language, because it is for others to read.
 */
import { existsSync, readFileSync } from "node:fs";
import { arch, cpus, freemem, platform, release, totalmem } from "node:os";
import { stringify } from "yaml";
import type { App } from "../../app/app.ts";
import type { Check } from "../../check/check.ts";
import { shareable } from "../../config/shareable-settings.ts";
import { isoInstant, systemClock } from "../../lib/clock.ts";
import { asMusterdError, errorText } from "../../lib/errors.ts";
import { ownVersion } from "../../lib/own-version.ts";
import { readYaml } from "../../lib/yaml-text.ts";
import { habitsOf } from "../../model/memory/site-habit.ts";
import { programLanguage } from "../../model/words/language.ts";
import { habitText } from "../../report/phrasing/phrasing.ts";
import { type Command, type ConfigOptions, type Environment, withApp } from "../open/context.ts";
import { checkText } from "../plans/check-text.ts";
import { writePrivate } from "../plans/report-files.ts";
import { print } from "../terminal/output.ts";
import { wordsOf } from "../words/words.ts";
import { checkEverything } from "./check.ts";

type DoctorOptions = ConfigOptions & { readonly bundle?: string };

/** A configuration that cannot be loaded is what support asks about first, so the text is also made without it. */
export const doctorCommand: Command<"doctor", DoctorOptions> = async (options, environment) => {
  const told = await withApp({ ...options, needsToken: true }, environment, async (app, progress) => {
    const checks = await checkEverything(app, programLanguage);
    progress.end();
    await tell(await appSections(app, checks), options, environment);
    return checks.some((check) => "error" in check) ? 1 : 0;
  }).catch(async (thrown: unknown) => {
    const error = asMusterdError(thrown);
    if (!/^(?:config|store|state|file)-/.test(error.code)) throw thrown;
    await tell([["error", withoutNames(errorText(error)).split("\n")]], options, environment);
    return 1 as const;
  });
  return told;
};

type Sections = readonly (readonly [string, readonly string[]])[];

const tell = async (
  sections: Sections,
  { config, bundle, language }: DoctorOptions,
  environment: Environment,
): Promise<void> => {
  const all: Sections = [["versions", versionLines(environment)], ["settings", settingLines(config)], ...sections];
  const text = all
    .map(([title, lines]) => [`== ${title}`, ...(lines.length > 0 ? lines : ["(none)"])].join("\n"))
    .join("\n\n");
  if (bundle === undefined) return print(text);
  await writePrivate(bundle, `${text}\n`, "the bundle", "`musterd doctor` prints the same");
  print(wordsOf(language).bundleWritten(bundle));
};

const settingLines = (config: string): readonly string[] => {
  if (!existsSync(config)) return ["(there is no configuration)"];
  let bytes: Buffer;
  try {
    bytes = readFileSync(config);
  } catch {
    // What loads the configuration says why.
    return ["(the file cannot be read)"];
  }
  const said = readYaml(bytes);
  if (!("value" in said)) return ["(the file is not YAML)"];
  return stringify(shareable(said.value), { lineWidth: 0 }).trimEnd().split("\n");
};

const shownRuns = 10;

const appSections = async ({ store }: App, checks: readonly Check[]): Promise<Sections> => {
  const runs = await store.runs.list(shownRuns);
  const profile = await store.sourceProfile.read();
  const habits = habitsOf(await store.ledger.read());
  return [
    ["check", checks.flatMap((check) => withoutNames(checkText(check, programLanguage)).split("\n"))],
    ["runs", runs.map(runLine)],
    ["source", profileLines(profile)],
    ["site", habits.map((habit) => habitText(habit, programLanguage))],
  ];
};

const versionLines = (environment: Environment): readonly string[] => {
  const gibibytes = (bytes: number): string => (bytes / 2 ** 30).toFixed(1);
  const names = Object.keys(environment).filter((name) => /^(?:MUSTERD_|NODE_|REDIS_URL$|TZ$|LANG$|LC_)/.test(name));
  return [
    `musterd ${ownVersion}, node ${process.version}, ${platform()} ${release()} ${arch()}`,
    `${cpus().length} processors, ${gibibytes(freemem())} of ${gibibytes(totalmem())} GiB free`,
    `at ${isoInstant(systemClock.nowMs())}, time zone ${Intl.DateTimeFormat().resolvedOptions().timeZone}`,
    `variables that are set: ${names.toSorted().join(", ") || "none"}`,
  ];
};

/** Paths of this machine may have the name of a user. */
const withoutNames = (text: string): string => text.replaceAll(/\/(?:home|Users)\/[^/\s]+/g, "/home/•••");

type Run = Awaited<ReturnType<App["store"]["runs"]["list"]>>[number];

const runLine = ({ id, status, trigger, entries, refresh, phasesMs, error }: Run): string =>
  [
    id,
    status,
    trigger,
    `planned ${entries.planned}, applied ${entries.applied}, not confirmed ${entries.unconfirmed}, failed ${entries.failed}, held ${entries.held}`,
    `refresh ${refresh}`,
    ...(phasesMs ? [`ms ${JSON.stringify(phasesMs)}`] : []),
    ...(error ? [`error ${error.code}`] : []),
  ].join(" · ");

type Profile = Awaited<ReturnType<App["store"]["sourceProfile"]["read"]>>;

/** Numbers of records and filled fields; the profile's keys are not shown. */
const profileLines = (profile: Profile): readonly string[] =>
  Object.entries(profile?.kinds ?? {}).map(([kind, { fill }]) => `${kind}: ${JSON.stringify(fill)}`);
