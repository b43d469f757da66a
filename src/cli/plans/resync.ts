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
  const text = await answer.text();
  const words = wordsOf(options.language).resync;
  if (!options.wait) {
    if (options.json) writeJson(`${text}\n`);
    else if (!options.quiet) print(words.accepted);
    return 0;
  }
  const { id } = JSON.parse(text) as { readonly id: string };
  const note = (said: string) => options.quiet || printError(said);
  const run = await followed(ask, `${base}/runs/${id}`, () => note(words.notBegun));
  const { error } = run;
  if (options.json) {
    const report = await ask("GET", `${base}/runs/${id}/report.json`, [404]);
    if (report.ok) writeJson(await report.text());
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

const answerOf = async <T>(ask: Ask, url: string): Promise<T> => (await (await ask("GET", url)).json()) as T;

/** The host in an address: of a daemon that listens everywhere, this machine. */
const hostOf = (host: string): string => {
  const own = new Map([
    ["0.0.0.0", "127.0.0.1"],
    ["::", "::1"],
  ]).get(host);
  const at = own ?? host;
  return at.includes(":") ? `[${at}]` : at;
};

type Ask = (method: string, url: string, accepted?: readonly number[]) => Promise<Response>;

/** Rejects with `daemon-refused` for an answer that is neither good nor accepted, and with `daemon-unreachable`. */
const askerOf =
  (token: string): Ask =>
  async (method, url, accepted = []) => {
    const answer = await send(method, url, token);
    if (answer.ok || accepted.includes(answer.status)) return answer;
    throw refused(answer.status, saidIn(await answer.text().catch(() => "")));
  };

/** What the daemon says of a refusal; another program at its address may answer anything. */
type Said = { readonly code?: string; readonly message?: string; readonly hint?: string };

const saidIn = (body: string): Said => {
  try {
    const { code, message, hint } = JSON.parse(body) as Record<keyof Said, unknown>;
    const texts = Object.entries({ code, message, hint }).filter(([, value]) => typeof value === "string");
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
};

const refused = (status: number, { code, message, hint }: Said): MusterdError => {
  const why = code && message ? `: ${code}, ${message.slice(0, longestReason)}` : "";
  return new MusterdError("daemon-refused", `the daemon answered ${status}${why}`, { hint: hint ?? hintFor(status) });
};

const longestReason = 300;

const hintFor = (status: number): string => {
  if (status === 401) return "compare daemon.token of this command and of the daemon";
  if (status === 403) return "start the daemon anew, so that it has the token, and give the token the role operator";
  if (status === 429) return "ask again in half a minute";
  if (status >= 500) return "look at `musterd status` and at the log of the daemon";
  return "another program, or a daemon of another version, may listen there: look at daemon.host and daemon.port";
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
    const run = (await answer.json()) as RunSummary | { readonly status: "requested" };
    if (run.status !== "requested" && run.status !== "running") return run;
    if (run.status === "requested" && !isTold && performance.now() - askedAt > beginsWithinMs) {
      isTold = true;
      waits();
    }
    await pause(lookEveryMs);
  }
};

const send = async (method: string, url: string, token: string): Promise<Response> => {
  try {
    return await fetch(url, { method, redirect: "manual", headers: { Authorization: `Bearer ${token}` } });
  } catch (cause) {
    throw new MusterdError("daemon-unreachable", `no daemon answers at ${new URL(url).origin}`, {
      place: { setting: "daemon.port" },
      hint: "start it with `musterd daemon`, or name its address in daemon.host and daemon.port",
      cause,
    });
  }
};
