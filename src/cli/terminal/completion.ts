/** `musterd completion SHELL` prints a completion script; the script calls the hidden `musterd complete` on every Tab. */
import { RootCommand, ShellCompDirective } from "@bomb.sh/tab";
import completionOf from "@bomb.sh/tab/commander";
import type { Command } from "commander";
import type { Language } from "../../model/words/language.ts";
import { addHelp, translateHelp } from "./help.ts";
import { print } from "./output.ts";

const description = "Print the script that completes commands and options in a shell.";
const shells = "bash, zsh, fish or powershell";

/**
 * Adds the commands `completion` and `complete`. They suggest the commands and options of `program`, so all other commands must
 * have been added before.
 */
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
  // The script for bash declares readonly variables, which a second loading would report as errors.
  tab.setup = (name, executable, shell) => {
    if (shell === "bash") print(`if ! declare -F __${name}_complete > /dev/null; then`);
    RootCommand.prototype.setup.call(tab, name, executable, shell);
    if (shell === "bash") print("fi");
  };
  // @bomb.sh/tab never completes file names. The directive printed here (0) makes the shell do it.
  tab.parse = (words) =>
    isFile(program, words)
      ? print(`:${ShellCompDirective.ShellCompDirectiveDefault}`)
      : RootCommand.prototype.parse.call(tab, words);
};

const file = /<(file|files|folder|where)(\.\.\.)?>/;

/** True when the last word, which the user is typing, is the place of a file name. */
const isFile = (program: Command, words: readonly string[]): boolean => {
  if (words.at(-1)?.startsWith("-")) return false;
  const [, option = ""] = words.toReversed();
  if (option.startsWith("-")) {
    const options = allCommands(program).flatMap((command) => command.options);
    return options.some(({ short, long, flags }) => (short === option || long === option) && file.test(flags));
  }
  const command = words.reduce((at, word) => at.commands.find((below) => below.name() === word) ?? at, program);
  return command.registeredArguments.some((argument) => /^files?$/.test(argument.name()));
};

const allCommands = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(allCommands)];
