/** The terminal: its width, its colours, and questions to the user. */
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { unlessAborted } from "../../lib/abort.ts";
import { visibleLines } from "../../lib/control-characters.ts";
import { MusterdError } from "../../lib/errors.ts";
import { writeError } from "./output.ts";

/** Returns the number of columns of the terminal; 80 when the output goes to a pipe or a file. */
export const outputWidth = (): number => process.stdout.columns ?? 80;

export const reportStyle = (full: boolean) => ({
  colour: process.stdout.isTTY && process.stdout.hasColors(),
  width: outputWidth(),
  full,
});

/**
 * Asks a yes/no question until the answer is one of the two. An empty answer means no, and so do the end of input, an
 * interrupt, and no answer within an hour. `again` is said after any other answer.
 */
export const confirm = async (question: string, again: string, signal?: AbortSignal): Promise<boolean> => {
  for (let said = question; ; said = `${again} ${question}`) {
    const answer = await askForAnHour(`${said} [y/N] `, signal);
    if (/^(n(o)?)?$/i.test(answer)) return false;
    if (/^y(es)?$/i.test(answer)) return true;
  }
};

/** A run that asks holds the target, so the runs of a daemon wait for it; and what it has read grows old. */
const longestQuestionMs = 3_600_000;

const askForAnHour = async (question: string, signal: AbortSignal | undefined): Promise<string> => {
  const unanswered = new AbortController();
  const timer = setTimeout(() => unanswered.abort(), longestQuestionMs);
  try {
    return await ask(question, AbortSignal.any([unanswered.signal, ...(signal ? [signal] : [])]));
  } catch (error) {
    if (!unanswered.signal.aborted) throw error;
    writeError("\n");
    return "";
  } finally {
    clearTimeout(timer);
  }
};

/** True if progress can be drawn over itself on standard error: a terminal that is not a dumb one. */
export const canDraw = ({ TERM }: Readonly<Record<string, string | undefined>>): boolean =>
  process.stderr.isTTY && TERM !== "dumb";

/** Lines that were typed before their question was asked. */
const typedAhead: string[] = [];

/** Resolves with the trimmed answer, or with "" at the end of input, on an interrupt, and where the terminal has gone. Rejects when `signal` is aborted. */
export const ask = async (question: string, signal: AbortSignal = new AbortController().signal): Promise<string> => {
  const early = typedAhead.shift();
  if (early !== undefined) {
    writeError(`${question}${early}\n`);
    return early.trim();
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  // What is typed together with the answer belongs to the next question.
  lines.on("line", (line) => void typedAhead.push(line));
  // A terminal that has gone cannot be put back into its usual mode, and says so.
  lines.on("error", () => undefined);
  const nothing = () => "";
  const closed = once(lines, "close").then(nothing, nothing);
  try {
    const answer = lines.question(visibleLines(question)).catch(() => "");
    return (await unlessAborted(signal, Promise.race([answer, closed]))).trim();
  } finally {
    lines.close();
  }
};

export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** The error of a command that has to ask, where there is nobody. */
export const noTerminal = (hint: string): MusterdError =>
  new MusterdError("confirmation-needed", "there is no terminal to ask on", { hint });
