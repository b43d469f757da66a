/** `musterd release` and `musterd reject`: a person's decision about one plan. It works beside a daemon, which applies what is released. */
import type { App } from "../../app/app.ts";
import type { Answer } from "../../app/deciding.ts";
import { timeInZone } from "../../lib/clock.ts";
import { MusterdError } from "../../lib/errors.ts";
import { applyingCommand } from "../../report/phrasing/phrasing.ts";
import { type Command, type ConfigOptions, withApp } from "../open/context.ts";
import { commandDecider } from "../open/decider.ts";
import { print, printJson } from "../terminal/output.ts";
import { wordsOf } from "../words/words.ts";

type DecideOptions = ConfigOptions & { readonly reason?: string; readonly withdraw?: boolean; readonly json?: boolean };

/** `plan`: the first digits of its fingerprint. Throws what `deciding.release` rejects with. */
export const releaseCommand: Command<"release", DecideOptions, [plan: string]> = (plan, options, environment) =>
  withApp(options, environment, async (app) => {
    const released = await app.deciding.release(await answerOf(app, plan, options));
    if (options.json) printJson(released);
    else {
      const words = wordsOf(options.language).decide;
      print(words.released(timeInZone(app.config.daemon.timeZone, released.expiresAt ?? released.at)));
      const found = await app.store.planHeaders.find(released.run);
      if (found) print(words.appliedBy(released.follows, applyingCommand(found.header)));
    }
    return 0;
  });

/** `--withdraw` takes an earlier rejection back. Throws what `deciding.reject` rejects with. */
export const rejectCommand: Command<"reject", DecideOptions, [plan: string]> = (plan, options, environment) =>
  withApp(options, environment, async (app) => {
    const answer = await answerOf(app, plan, options);
    const words = wordsOf(options.language).decide;
    const done = options.withdraw ? await app.deciding.withdraw(answer) : await app.deciding.reject(answer);
    if (options.json) printJson(done ?? { withdrawn: answer.fingerprint });
    else if (!options.quiet) print(options.withdraw ? words.withdrawn : words.rejected);
    return 0;
  });

const answerOf = async ({ store }: App, plan: string, { reason = "" }: DecideOptions): Promise<Answer> => {
  const run = await store.runs.lastPlanned(plan);
  if (run === undefined) {
    throw new MusterdError("fingerprint-invalid", "no plan that is kept has this fingerprint", {
      hint: "copy 12 digits or more from the end of `musterd plan` or from a message",
    });
  }
  return { by: commandDecider(), run, fingerprint: plan, reason };
};
