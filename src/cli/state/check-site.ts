/** `musterd check --site`: shows what is known of the site; with `--write-test ACCOUNT` it tries writes on a test person, and restores them. */
import type { App } from "../../app/app.ts";
import { checkJson } from "../../check/check-json.ts";
import type { KnownSite } from "../../check/site.ts";
import { MusterdError } from "../../lib/errors.ts";
import { sameKey } from "../../model/directory/canonical.ts";
import { type Language, programLanguage } from "../../model/words/language.ts";
import { habitText } from "../../report/phrasing/phrasing.ts";
import { checkText } from "../plans/check-text.ts";
import { onStopSignal } from "../terminal/next-signal.ts";
import { print, printJson } from "../terminal/output.ts";
import type { ProgressDisplay } from "../terminal/progress.ts";
import { ask, canAsk, confirm, noTerminal } from "../terminal/terminal.ts";
import type { ExitCode } from "../words/en/exit-codes.ts";
import { type CliWords, wordsOf } from "../words/words.ts";

export type SiteOptions = {
  readonly json?: boolean;
  readonly language: Language;
  readonly writeTest?: string;
  /** The account is that of somebody in HR's data, and is tried all the same. */
  readonly realPerson?: boolean;
};

export const showSite = async (
  app: App,
  progress: ProgressDisplay,
  options: SiteOptions,
): Promise<ExitCode<"check">> => {
  const { json, language } = options;
  if (options.writeTest !== undefined) return testWrites(app, progress, { ...options, account: options.writeTest });
  const known = await app.site(wordsOf(json ? programLanguage : language).check);
  progress.end();
  if (json) printJson({ ...known, checks: known.checks.map(checkJson) });
  else print(siteText(known, language).join("\n"));
  return known.checks.some((check) => "error" in check) ? 1 : 0;
};

const siteText = ({ operations, checks, habits }: KnownSite, language: Language): readonly string[] => {
  const words = wordsOf(language);
  const { site } = words;
  const unused = operations.filter(({ writes, seen }) => writes && seen === 0).map(({ id }) => id);
  return [
    site.operations,
    ...operations.map(({ id, writes, address, by, seen = 0 }) => {
      const count = writes && seen > 0 ? `  ${site.seen} ${words.number(seen)}` : "";
      const origin = by === undefined ? "" : `  (${site.from} ${by})`;
      return `  ${id.padEnd(4)}${writes ? site.writes : site.reads}  ${address ?? site.unknown}${origin}${count}`;
    }),
    "",
    site.readings,
    ...checks.map((check) => `  ${checkText(check, language).replaceAll("\n", "\n  ")}`),
    "",
    site.habits,
    ...(habits.length > 0 ? habits.map((habit) => `  ${habitText(habit, language)}`) : [`  ${words.noSiteHabits}`]),
    "",
    site.untold,
    ...(unused.length > 0 ? [`  ${site.untriedWrites(unused.join(", "))}`] : []),
    ...site.alwaysUntold.map((line) => `  ${line}`),
  ];
};

type Testing = SiteOptions & { readonly account: string };

const testWrites = async (
  app: App,
  progress: ProgressDisplay,
  { account, realPerson, json, language }: Testing,
): Promise<ExitCode<"check">> => {
  const words = wordsOf(language);
  if (realPerson !== true) await refuseRealPeople(app, account);
  progress.end();
  if (!(await agreed(app, account, words))) {
    print(words.site.testNot);
    return 1;
  }
  const ending = new AbortController();
  const close = onStopSignal(() => ending.abort());
  try {
    const result = await app.writeTest(account, ending.signal);
    const { account: tested, tried, observed, showsLate, refused, left } = result;
    if (json) {
      printJson(result);
    } else if (tried.length > 0 || refused || left.length === 0) {
      const { habits } = await app.site(words.check);
      const seen = habits.filter(({ operation }) => observed.some((one) => one.operation === operation));
      print(words.site.testTried(tried.join(", ")));
      if (refused) print(words.site.testRefused(refused.operation, refused.code));
      const found = showsLate ? words.site.testShowsLate : words.site.testClean;
      print(seen.length > 0 ? seen.map((habit) => habitText(habit, language)).join("\n") : found);
      if (left.length === 0) print(words.site.testRestored);
    }
    if (left.length > 0) throw notRestored(tested, left);
    return refused ? 1 : 0;
  } finally {
    close();
  }
};

/** Throws `write-test-real` if HR has the account, or somebody with that number or name of an account. */
const refuseRealPeople = async (app: App, account: string): Promise<void> => {
  const { employees = [] } = (await app.source.read([])).snapshot.directory;
  const real = employees.find((one) => sameKey(one.account, account) || (one.number && sameKey(one.number, account)));
  if (!real) return;
  throw new MusterdError("write-test-real", `${account} is somebody in HR's data`, {
    hint: "name the account of a test person; --real-person tries it on this one all the same",
  });
};

/** Asks twice: whether, and for the account once more. Throws `confirmation-needed` without a terminal. */
const agreed = async (app: App, account: string, { site, answerYesNo }: CliWords): Promise<boolean> => {
  if (!canAsk()) throw noTerminal("the write test asks twice whether to go on; run the command in a terminal");
  if (!(await confirm(site.testAsked(account, app.target), answerYesNo))) return false;
  return (await ask(site.testTyped(account))) === account;
};

const notRestored = (account: string, left: readonly string[]): MusterdError =>
  new MusterdError("write-test-left", `${account} could not be put back completely: ${left.join(", ")}`, {
    hint: "correct these in the service by hand; the next write test tries again first, and begins when they are as before",
  });
