/** `musterd resync`: asks the daemon of this configuration to start a run now, and follows it if that is wanted. */
import { setTimeout as pause } from "node:timers/promises";
import type { Status } from "../../check/status.ts";
import { loadConfig } from "../../config/config.ts";
import { timeInZone } from "../../lib/clock.ts";
import type { ErrorCode } from "../../lib/error-codes.ts";
import { MusterdError } from "../../lib/errors.ts";
import type { RunSummary } from "../../model/runs/run.ts";
import type { Language } from "../../model/words/language.ts";
import type { Command, ConfigOptions } from "../open/context.ts";
import { print, printError, writeJson } from "../terminal/output.ts";
import { wordsOf } from "../words/words.ts";
import { type Ask, askerOf, refused, valueIn } from "./ask-daemon.ts";
import { runExitCode } from "./run-exit-code.ts";
import { runText } from "./run-text.ts";

type ResyncOptions = ConfigOptions & { readonly json?: boolean; readonly wait?: boolean };

const lookEveryMs = 1_000;

export const resyncCommand: Command<"resync", ResyncOptions> = async (options, environment) => {
  const { daemon } = loadConfig(options.config, environment);
  if (daemon.token === undefined) {
    throw new MusterdError("no-token-configured", "the daemon takes requests only with a bearer token", {
      place: { setting: "daemon.token" },
      hint: "set it by reference, for example `token: env:MUSTERD_TOKEN`, for the daemon and for this command",
    });
  }
  const base = `http://${hostOf(daemon.host)}:${daemon.port}/v1`;
  const ask = askerOf(daemon.token);
  const answer = await ask("POST", `${base}/runs`);
  const { id } = valueIn(answer) as { readonly id?: unknown };
  if (typeof id !== "string") throw refused(answer.status);
  const words = wordsOf(options.language).resync;
  if (!options.wait) {
    if (options.json) writeJson(`${answer.text}\n`);
    else if (!options.quiet) print(words.accepted);
    return 0;
  }
  const note = (said: string) => options.quiet || printError(said);
  const run = await followed(ask, `${base}/runs/${id}`, () => note(words.notBegun));
  const { error } = run;
  if (options.json) {
    const report = await ask("GET", `${base}/runs/${id}/report.json`, [404]);
    if (report.status !== 404) writeJson(report.text);
  } else if (!options.quiet || run.status !== "succeeded") {
    print(runText({ ...run, ...(error && { code: error.code }) }, options.language, daemon.timeZone));
    if (run.fingerprint !== undefined) print(words.showsReport(id));
  }
  const code = runExitCode(run);
  const shown = { language: options.language, timeZone: daemon.timeZone };
  // A daemon that stops has told the end of its run, and answers no more.
  const next = code === 1 ? await nextStep(ask, base, id, shown).catch(() => undefined) : undefined;
  if (next !== undefined) note(next);
  if (!error) return code;
  throw new MusterdError(error.code as ErrorCode, error.message, { place: error.place ?? {}, hint: error.hint ?? "" });
};

/** What the daemon does about a run that did not do everything; undefined if nothing. */
const nextStep = async (
  ask: Ask,
  base: string,
  id: string,
  { language, timeZone }: Shown,
): Promise<string | undefined> => {
  // The end of a run is stored before its repetition.
  await pause(lookEveryMs);
  const words = wordsOf(language).resync;
  const [newest] = await answerOf<readonly RunSummary[]>(ask, `${base}/runs?limit=1`);
  if (newest && newest.id !== id && newest.status === "running") return words.restIn(newest.id);
  const { nextRun } = await answerOf<Status>(ask, `${base}/status`);
  return nextRun?.by === "retry" ? words.repeatedAt(timeInZone(timeZone, nextRun.at)) : undefined;
};

type Shown = { readonly language: Language; readonly timeZone: string };

const answerOf = async <T>(ask: Ask, url: string): Promise<T> => valueIn(await ask("GET", url)) as T;

/** The host in an address: of a daemon that listens everywhere, this machine. */
const hostOf = (host: string): string => {
  const own = new Map([
    ["0.0.0.0", "127.0.0.1"],
    ["::", "::1"],
  ]).get(host);
  const at = own ?? host;
  return at.includes(":") ? `[${at}]` : at;
};

/** For so long a daemon may be started anew, which then goes on with the run. */
const goneMs = 60_000;

/** After so long somebody who waits is told that the run has not begun. */
const beginsWithinMs = 10_000;

/** The run after its end. Calls `waits` if it does not begin soon. */
const followed = async (ask: Ask, url: string, waits: () => void): Promise<RunSummary> => {
  const askedAt = performance.now();
  let isTold = false;
  let seenAt = askedAt;
  for (;;) {
    const answer = await ask("GET", url, [404]).catch((thrown: unknown) => {
      const isGone = thrown instanceof MusterdError && thrown.code === "daemon-unreachable";
      if (!isGone || performance.now() - seenAt > goneMs) throw thrown;
      return undefined;
    });
    if (!answer) {
      await pause(lookEveryMs);
      continue;
    }
    seenAt = performance.now();
    if (answer.status === 404) {
      throw new MusterdError("cancelled", "the request was withdrawn before its run began", {
        hint: "ask again if need be",
      });
    }
    const run = valueIn(answer) as RunSummary | { readonly status: "requested" };
    if (run.status !== "requested" && run.status !== "running") return run;
    if (run.status === "requested" && !isTold && performance.now() - askedAt > beginsWithinMs) {
      isTold = true;
      waits();
    }
    await pause(lookEveryMs);
  }
};
