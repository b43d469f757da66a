/**
 * A process that runs one command line after another, each as `src/cli/musterd.js` would. It loads the modules only once,
 * because that takes longer than most commands. A command ends when nothing keeps the process alive, so a command that leaves
 * something open hangs here too. A NUL on both streams marks the end of the output.
 */
import { main } from "../../../src/cli/program.ts";
import { peakMiB } from "./peak-memory.ts";

export type Order = {
  readonly parameters: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
};

/** What a command ended with, and the most memory that the process has had so far. */
export type Done = { readonly code: number; readonly peakMiB: number };

// Each command adds listeners to the streams and for signals.
for (const emitter of [process, process.stdout, process.stderr]) emitter.setMaxListeners(0);

let code: number | undefined;

const run = async ({ parameters, environment, cwd }: Order): Promise<void> => {
  process.channel?.unref();
  process.chdir(cwd);
  code = await main([process.execPath, "musterd", ...parameters], environment);
};

process.on("message", (order: Order) => void run(order));

process.on("beforeExit", () => {
  if (code === undefined) {
    // The command still waits for something that can no longer happen. Node ends with this code in such a case.
    process.exitCode = 13;
    return;
  }
  for (const stream of [process.stdout, process.stderr]) stream.write("\0");
  process.channel?.ref();
  process.send?.({ code, peakMiB: peakMiB() } satisfies Done);
  code = undefined;
});
