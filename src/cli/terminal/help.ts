/** Help: adds exit codes and an example to every command, and translates the whole help. */
import type { Command } from "commander";
import type { Language } from "../../model/words/language.ts";
import { displayWidth, wrapText } from "../../report/text/wrap-text.ts";
import { type CommandName, exitCodes } from "../words/en/exit-codes.ts";
import { exitCodeMeanings, helpWordsOf, wordsOf } from "../words/words.ts";

/** Returns the full name of a command without `musterd`, such as `source check`. */
export const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}`.trim() : "";

/** Adds the exit codes and the example to the help of a command, after its options. */
export const addHelp = (command: Command, example: string, language: Language): Command =>
  command.addHelpText("after", () => {
    const { exitCodes: heading, example: exampleHeading } = wordsOf(language).help;
    const path = pathOf(command);
    const codes = Object.hasOwn(exitCodes, path) ? exitCodeMeanings(path as CommandName, language) : [];
    const meanings = codes.map(([code, meaning]) => `  ${code}  ${meaning}`);
    return ["", heading, ...meanings, "", exampleHeading, `  $ ${example}`].join("\n");
  });

/** Translates the help of a command and of all its subcommands, including commander's own words. */
export const translateHelp = (command: Command, language: Language): void => {
  const help = helpWordsOf(language);
  if (!help) return;
  const { texts, frame, placeholders, argument } = help;
  const textOf = (text: string): string => texts[text] ?? text;
  command.description(textOf(command.description()));
  for (const described of [...command.options, ...command.registeredArguments])
    described.description = textOf(described.description);
  command.helpOption("-h, --help", textOf("display help for command"));
  if (command.commands.length > 0) command.helpCommand("help [command]", textOf("display help for command"));
  command.configureHelp({
    displayWidth,
    boxWrap: (text, width) => wrapText(text, width).join("\n"),
    styleTitle: frame,
    styleUsage: frame,
    styleOptionDescription: frame,
    styleArgumentDescription: frame,
    styleSubcommandTerm: frame,
    styleOptionTerm: placeholders,
    styleArgumentTerm: argument,
  });
  command.configureOutput({ outputError: (text, write) => write(frame(text)) });
  for (const below of command.commands) translateHelp(below, language);
};
