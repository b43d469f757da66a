/** The terminal: its width and colours, and the questions before something is written. */
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { unlessAborted } from "../lib/abort.ts";

/** Of the terminal; what is piped has the width that everybody can show. */
export const outputWidth = (): number => process.stdout.columns ?? 80;

export const reportStyle = (full: boolean) => ({
  colour: process.stdout.isTTY && process.stdout.hasColors(),
  width: outputWidth(),
  full,
});

/** Asks on the terminal; anything but y or yes is no, and so are the end of input, an interrupt and an aborted `signal`. */
export const confirm = async (question: string, signal?: AbortSignal): Promise<boolean> =>
  /^y(es)?$/i.test(await ask(`${question} [y/N] `, signal));

/** What is typed, without blanks around it; "" at the end of input, an interrupt and an aborted `signal`. */
export const ask = async (question: string, signal = new AbortController().signal): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = once(lines, "close").then(() => "");
  try {
    const answer = lines.question(question).catch(() => "");
    return (await unlessAborted(signal, Promise.race([answer, closed]))).trim();
  } finally {
    lines.close();
  }
};

/** From now on a terminal that was closed does not end the process when something is written to it. */
export const outliveTerminal = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
};

export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;
