/** `musterd forget`: deletes all that the store remembers about the configured target, or only its profile of the source. */
import { MusterdError } from "../lib/errors.ts";
import { type ConfigOptions, type Environment, withApp } from "./context.ts";
import type { ExitCode } from "./exit-codes.ts";
import { print, printJson } from "./output.ts";
import { canAsk, confirm } from "./terminal.ts";
import { wordsOf } from "./words.ts";

type ForgetOptions = ConfigOptions & {
  readonly target?: boolean;
  readonly profile?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
};

/** Throws the MusterdError `option-invalid`, `confirmation-needed` or `run-in-progress`. */
export const forgetCommand = async (options: ForgetOptions, environment: Environment): Promise<ExitCode<"forget">> => {
  if (!options.target === !options.profile) {
    throw new MusterdError("option-invalid", "one of --target and --profile must be given", {
      hint: "`musterd forget --help` says what each of them drops",
    });
  }
  if (!options.yes && !canAsk()) {
    throw new MusterdError("confirmation-needed", "there is no terminal to ask on", {
      hint: "what is forgotten does not come back; if it is meant, give --yes",
    });
  }
  const words = wordsOf(options.language);
  return withApp(options, environment, async ({ store, target }) => {
    const question = options.target ? words.forgetTarget(target) : words.forgetProfile(target);
    if (!options.yes && !(await confirm(question, wordsOf(options.language).answerYesNo))) {
      print(words.nothingForgotten);
      return 1;
    }
    const dropped = await store.forget(options.target ? "target" : "profile");
    if (options.json) printJson({ target, dropped });
    else if (!options.quiet) {
      const rows = Object.entries(dropped).map(([table, count]) => `${count} × ${table.replaceAll("_", " ")}`);
      print(words.forgotten(target, rows.join(", ")));
    }
    return 0;
  });
};
