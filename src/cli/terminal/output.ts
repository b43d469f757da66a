/**
 * Everything that the commands print. A name, a file name or an answer of a service may contain escape sequences, so this file
 * shows control characters instead of sending them; no other file of the commands writes to the terminal (progress.ts and
 * questions excepted, which draw).
 */
import { escapedJson, visibleLines } from "../../lib/control-characters.ts";
import { MusterdError } from "../../lib/errors.ts";

/** Undocumented, but the only way to write to a terminal without waiting for it; Node does not wait for other outputs. */
type Waiting = { readonly _handle?: { readonly setBlocking?: (waits: boolean) => void } };

/**
 * Makes the process independent of whoever reads its output: a closed terminal, or `head` at the other end, ends no command, and a
 * terminal that is stopped (Ctrl-S) or whose connection hangs stops no run.
 */
export const outliveReaders = (): void => {
  lost = undefined;
  process.stdout.on("error", (error) => {
    lost = error;
  });
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", () => undefined);
    if (stream.isTTY) (stream as Waiting)._handle?.setBlocking?.(false);
  }
};

/** Why standard output is not complete. The stream itself forgets it as soon as it has told it. */
let lost: Error | undefined;

/** Calls `then` as soon as standard output has been taken, or nobody takes it any more. */
export const whenPrinted = (then: () => void): void => {
  if (process.stdout.writableLength === 0) then();
  else process.stdout.write("", then);
};

/**
 * The error of an output that is not complete although somebody wants it, such as a file on a full disk; undefined if everything
 * was printed, or whoever read it has stopped reading.
 */
export const outputFailure = (): MusterdError | undefined => {
  const { isTTY } = process.stdout;
  const errored = process.stdout.errored ?? lost;
  const { code = "", message } = (errored ?? {}) as NodeJS.ErrnoException;
  if (!errored || isTTY || code === "EPIPE") return undefined;
  return new MusterdError("output-unwritable", `standard output is not complete: ${code || message}`, {
    hint: "the command itself has ended; free space for its output, and let it be printed again",
    cause: errored,
  });
};

export const print = (text: string): void => write(`${text}\n`);

export const write = (text: string): void => void process.stdout.write(visibleLines(text));

/** Prints text and a line break on standard error. */
export const printError = (text: string): void => writeError(`${text}\n`);

export const writeError = (text: string): void => void process.stderr.write(visibleLines(text));

/** Prints JSON text, in which control characters are escaped, so that nothing is lost. */
export const writeJson = (json: string): void => void process.stdout.write(escapedJson(json));

export const printJson = (value: unknown): void => writeJson(`${JSON.stringify(value, null, 2)}\n`);

/** Prints a report with its colours. `src/report` has already replaced the control characters of the data. */
export const writeReport = (report: string): void => void process.stdout.write(report);
