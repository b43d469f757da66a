/**
 * `musterd demo --stay`: a daemon with the console, whose first plan exceeds a limit and waits for a decision, and two people who may
 * decide. It goes on until a signal.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { App } from "../../app/app.ts";
import { startDaemon } from "../../daemon/daemon.ts";
import { MusterdError } from "../../lib/errors.ts";
import { roles } from "../../model/role.ts";
import { nextSignal } from "../terminal/next-signal.ts";
import { print } from "../terminal/output.ts";
import { type CliWords, errorWordsOf, wordsOf } from "../words/words.ts";

/** Whoever leaves exceeds the limit, so the first plan waits. */
export const stayingSettings = `
guard:
  caps:
    employee:
      deactivate: { count: 0, percent: 0 }
daemon:
  console: loopback
  port: 0
`;

const people = ["ann", "bob"] as const;
const passwordBytes = 9;
const hint = "look at the runs with `musterd runs`, or try the demo again";
const lookEveryMs = 100;
const longestWaitMs = 10 * 60_000;

export const stay = async (app: App, words: CliWords["demo"]): Promise<void> => {
  const signal = nextSignal();
  const { users, sessions } = app.store;
  const password = randomBytes(passwordBytes).toString("base64url");
  for (const name of people) await users.add({ name, roles }, password);
  const daemon = await startDaemon(app, (language) => wordsOf(language).check, errorWordsOf);
  try {
    const plan = await Promise.race([waitingPlan(app), signal.then(() => undefined)]);
    if (plan === undefined) return;
    const [one, other] = people;
    const linkOf = async (person: string) => `${daemon.url}/link/${await sessions.makeLink({ person, plan })}`;
    print(words.console(`${daemon.url}/`, one, password));
    print(words.consoleLink(one, await linkOf(one)));
    print(words.consoleLink(other, await linkOf(other)));
    print(words.consoleEnd);
    await signal;
  } finally {
    await daemon.stop("demo");
  }
};

/** The fingerprint of the plan of the first run, once it waits. */
const waitingPlan = async ({ store }: App): Promise<string> => {
  for (const end = Date.now() + longestWaitMs; Date.now() < end; ) {
    const run = await store.runs.lastEnded();
    if (run?.fingerprint !== undefined) return run.fingerprint;
    if (run?.error) throw new MusterdError("internal", run.error.message, { hint });
    await pause(lookEveryMs);
  }
  throw new MusterdError("internal", "the first run of the demo has not ended", { hint });
};
