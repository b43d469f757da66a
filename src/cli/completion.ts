/** `musterd completion SHELL` prints a completion script; the script calls the hidden `musterd complete` on every Tab. */
import { ShellCompDirective } from "@bomb.sh/tab";
import completionOf from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import type { Language } from "../model/language.ts";
import { addHelp, translateHelp } from "./help.ts";

const description = "Print the script that completes commands and options in a shell.";
const shells = "bash, zsh, fish or powershell";

/** Adds both commands. The candidates come from the command tree of `program`, so all other commands must exist already. */
export const addCompletion = (program: Command, language: Language): void => {
  const tab = completionOf(program, { completionCommandName: "completion" });
  const command = program.commands.find((one) => one.name() === "completion");
  if (command) {
    command.description(description);
    for (const argument of command.registeredArguments) argument.description = shells;
    addHelp(command, "source <(musterd completion bash)", language);
    translateHelp(command, language);
    const mirrored = tab.commands.get("completion");
    if (mirrored) mirrored.description = command.description();
  }
  const candidates = tab.parse.bind(tab);
  // The library never completes file names; directive 0 makes the shell do it.
  tab.parse = (words) =>
    isFile(program, words) ? console.log(`:${ShellCompDirective.ShellCompDirectiveDefault}`) : candidates(words);
};

const file = /<(file|files|folder|where)(\.\.\.)?>/;

/** Is the last word, which is being typed, a file name? */
const isFile = (program: Command, words: readonly string[]): boolean => {
  const before = words.at(-2) ?? "";
  if (words.at(-1)?.startsWith("-")) return false;
  if (before.startsWith("-")) {
    return allCommands(program).some(({ options }) =>
      options.some(({ short, long, flags }) => (short === before || long === before) && file.test(flags)),
    );
  }
  const given = words.filter((word) => !word.startsWith("-"));
  return given[0] === "service" && given[1] === "load";
};

const allCommands = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(allCommands)];
