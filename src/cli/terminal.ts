/** The terminal: its width and colours, the question before writing, and progress as a bar or as plain lines. */
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { Presets, SingleBar } from "cli-progress";
import { unlessAborted } from "../lib/abort.ts";
import type { Progress } from "../model/run.ts";

export const reportStyle = (full: boolean) => ({
  colour: process.stdout.isTTY && process.stdout.hasColors(),
  width: process.stdout.columns ?? 100,
  full,
});

/** Asks on the terminal; anything but y or yes is no, and so are the end of input, an interrupt and an aborted `signal`. */
export const confirm = async (question: string, signal?: AbortSignal): Promise<boolean> =>
  /^y(es)?$/i.test(await ask(`${question} [y/N] `, signal));

/** What is typed, without blanks around it; "" at the end of input, an interrupt and an aborted `signal`. */
export const ask = async (question: string, signal: AbortSignal = new AbortController().signal): Promise<string> => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const closed = once(lines, "close").then(() => "");
  try {
    const answer = lines.question(question).catch(() => "");
    return (await unlessAborted(signal, Promise.race([answer, closed]))).trim();
  } finally {
    lines.close();
  }
};

/** From now on output that nobody can read any more, because the terminal was closed, does not end the process. */
export const outliveTerminal = (): void => {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
};

export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

export type ProgressDisplay = {
  readonly update: (progress: Progress) => void;
  /** All changes have an outcome; the permission refresh has been awaited for so many seconds. */
  readonly refresh: (seconds: number) => void;
  readonly end: () => void;
};

/** On standard error: a bar with rate and time left on a terminal, a line for every tenth elsewhere. */
export const showProgress = (): ProgressDisplay => (process.stderr.isTTY ? progressBar() : progressLines());

const progressBar = (): ProgressDisplay => {
  const bar = new SingleBar(
    {
      format: "{bar} {percentage}% · {value}/{total} changes · {rate}/s · {eta_formatted} left · {what}",
      stream: process.stderr,
      clearOnComplete: true,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  const startedMs = performance.now();
  let started = false;
  return {
    update: ({ done, total, kind, action, wave, waves }) => {
      const rate = Math.round(done / ((performance.now() - startedMs) / 1000));
      const what = `wave ${wave}/${waves}: ${kind} ${action}`;
      if (!started) bar.start(total, 0, { rate, what });
      started = true;
      bar.update(done, { rate, what });
    },
    refresh: (seconds) => {
      bar.stop();
      refreshLine(seconds);
    },
    end: () => bar.stop(),
  };
};

const progressLines = (): ProgressDisplay => {
  const startedMs = performance.now();
  let nextTenth = 1;
  return {
    update: ({ done, total }) => {
      if (done < (total * nextTenth) / 10) return;
      nextTenth = Math.floor((done * 10) / total) + 1;
      const seconds = (performance.now() - startedMs) / 1000;
      console.error(`  ${done} of ${total} changes (${Math.round(done / seconds)}/s)`);
    },
    refresh: refreshLine,
    end: () => undefined,
  };
};

const refreshLine = (seconds: number): void =>
  console.error(seconds === 0 ? "  permission refresh …" : `  permission refresh … (${seconds} s)`);
