/** How the commands of the program are made. */
import type { Command } from "commander";

/** Makes a command with the options that all commands of its kind have; `parent` is the program by default. */
export type MakeCommand = (name: string, description: string, example: string, parent?: Command) => Command;

/** What a command does: with its arguments, its options and the environment. Resolves with its exit code. */
type Perform = (...given: never[]) => Promise<number>;

/** Makes the action of a command of the function that `load` imports, so that a file is loaded only when its command runs. */
export type Performing = (load: (options: Given) => Promise<Perform>) => (...given: unknown[]) => Promise<void>;

type Given = Readonly<Record<string, unknown>>;

/** Commander calls an action with the arguments, the options and the command. */
export const performing =
  (environment: Readonly<Record<string, string | undefined>>, exit: (code: number) => void): Performing =>
  (load) =>
  async (...given) => {
    const own = given.slice(0, -1);
    const perform = await load(own.at(-1) as Given);
    exit(await perform(...([...own, environment] as never[])));
  };
