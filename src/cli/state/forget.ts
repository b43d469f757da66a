/**
 * `musterd forget`: deletes all that the store remembers about the configured target, only its profile of the source, or one
 * person.
 */
import { MusterdError } from "../../lib/errors.ts";
import { type Command, type ConfigOptions, withApp } from "../open/context.ts";
import { print, printJson } from "../terminal/output.ts";
import { canAsk, confirm, noTerminal } from "../terminal/terminal.ts";
import { wordsOf } from "../words/words.ts";

type ForgetOptions = ConfigOptions & {
  readonly target?: boolean;
  readonly profile?: boolean;
  readonly person?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
};

/** Throws the MusterdError `option-invalid`, `confirmation-needed`, `run-in-progress`, or as ForgetPerson of the store. */
export const forgetCommand: Command<"forget", ForgetOptions> = async (options, environment) => {
  if ([options.target, options.profile, options.person].filter(Boolean).length !== 1) {
    throw new MusterdError("option-invalid", "one of --target, --profile and --person must be given", {
      hint: "`musterd forget --help` says what each of them drops",
    });
  }
  const words = wordsOf(options.language);
  return withApp(options, environment, async ({ store, target }) => {
    const agrees = async (question: string): Promise<boolean> => {
      if (options.yes) return true;
      if (!canAsk()) {
        if (!options.json) print(question);
        throw noTerminal("what is forgotten does not come back; if it is meant, give --yes");
      }
      if (await confirm(question, words.answerYesNo)) return true;
      print(words.nothingForgotten);
      return false;
    };
    const { person } = options;
    if (person) {
      const { accounts, rows } = await store.forgetPerson.look(person);
      if (!(await agrees(words.forgetPerson(accounts.join(", "), rowsText(rows))))) return 1;
      const { pseudonym, rows: dropped } = await store.forgetPerson.forget(person);
      if (options.json) printJson({ target, pseudonym, dropped });
      else if (!options.quiet) print(words.forgottenPerson(pseudonym, rowsText(dropped)));
      return 0;
    }
    if (!(await agrees(options.target ? words.forgetTarget(target) : words.forgetProfile(target)))) return 1;
    const dropped = await store.forget(options.target ? "target" : "profile");
    if (options.json) printJson({ target, dropped });
    else if (!options.quiet) print(words.forgotten(target, rowsText(dropped)));
    return 0;
  });
};

const rowsText = (rows: Readonly<Record<string, number>>): string =>
  Object.entries(rows)
    .map(([table, count]) => `${count} × ${table.replaceAll("_", " ")}`)
    .join(", ");
