/**
 * Shows progress on standard error. On a terminal it shows one line while reading and a bar while applying. Elsewhere it prints
 * a line every ten seconds while reading, also while nothing comes, and one after every tenth of the changes, so a log shows that the
 * command still works.
 */
import { Presets, SingleBar } from "cli-progress";
import { visibleText } from "../../lib/control-characters.ts";
import type { Progress, Reading } from "../../model/runs/run.ts";
import type { Language } from "../../model/words/language.ts";
import { wrapText } from "../../report/text/wrap-text.ts";
import { wordsOf as reportWords } from "../../report/words/language.ts";
import { type CliWords, wordsOf } from "../words/words.ts";
import { printError } from "./output.ts";
import { timeText } from "./time-text.ts";

export type ProgressDisplay = {
  readonly reading: (reading: Reading) => void;
  /** Applying begins now; the number of changes per second is computed from this moment. */
  readonly begin: () => void;
  readonly update: (progress: Progress) => void;
  /** Shows that every change has an outcome, and that the permission refresh has been running for `seconds`. */
  readonly refresh: (seconds: number) => void;
  /** Removes the progress from the screen; the next update draws it again. */
  readonly end: () => void;
  /** The command has ended: nothing is shown any more, whatever had been waited for. */
  readonly close: () => void;
};

/** Returns the display. `canDraw`: standard error is a terminal that can move its cursor. With `quiet` it shows nothing, because the user asked for that or the log reports the progress. */
export const showProgress = (language: Language, quiet: boolean, canDraw: boolean): ProgressDisplay => {
  if (quiet) return { reading: ignore, begin: ignore, update: ignore, refresh: ignore, end: ignore, close: ignore };
  return canDraw ? onTerminal(language) : asLines(language);
};

const ignore = (): void => undefined;

const redrawMs = 100;
const lineMs = 10_000;

const onTerminal = (language: Language): ProgressDisplay => {
  const words = wordsOf(language);
  const readings = readingText(language);
  const bar = new SingleBar(
    { format: words.barFormat, stream: process.stderr, clearOnComplete: true, hideCursor: true },
    Presets.shades_classic,
  );
  let shown: "line" | "bar" | undefined;
  let drawnMs = 0;
  const rate = rateText(words);
  const end = (): void => {
    if (shown === "line") process.stderr.write("\r\u001b[2K");
    if (shown === "bar") bar.stop();
    shown = undefined;
  };
  return {
    reading: (reading) => {
      readings.note(reading);
      if (shown === "line" && performance.now() - drawnMs < redrawMs) return;
      if (shown === "bar") end();
      drawnMs = performance.now();
      shown = "line";
      const [line = ""] = wrapText(visibleText(readings.text()), (process.stderr.columns || 80) - 1);
      process.stderr.write(`\r\u001b[2K${line}`);
    },
    begin: rate.begin,
    update: ({ done, total, kind, action, wave, waves }) => {
      const { kinds, actions } = reportWords(language);
      const what = words.wave(
        wave,
        waves,
        [kind && kinds[kind].other, action && actions[action]].filter(Boolean).join(" "),
      );
      const values = { rate: rate.of(done), left: rate.left(done, total), what };
      if (shown !== "bar") {
        end();
        bar.start(total, done, values);
        shown = "bar";
      }
      bar.update(done, values);
    },
    refresh: (seconds) => {
      end();
      refreshLine(words, seconds);
    },
    end,
    close: end,
  };
};

const asLines = (language: Language): ProgressDisplay => {
  const words = wordsOf(language);
  const readings = readingText(language);
  const rate = rateText(words);
  let writtenMs = performance.now();
  let notedMs = writtenMs;
  let nextTenth = 1;
  let silence: NodeJS.Timeout | undefined;
  const write = (more = ""): void => {
    if (performance.now() - writtenMs < lineMs) return;
    writtenMs = performance.now();
    printError(`  ${readings.text()}${more}`);
  };
  const sayNothingComes = (): void => {
    const silentMs = performance.now() - notedMs;
    if (silentMs >= lineMs && readings.isAwaited())
      write(` (${words.nothingFor(timeText(Math.round(silentMs / 1000), words))})`);
  };
  return {
    reading: (reading) => {
      readings.note(reading);
      notedMs = performance.now();
      silence ??= setInterval(sayNothingComes, lineMs / 10).unref();
      write();
    },
    begin: rate.begin,
    update: ({ done, total }) => {
      if (done < (total * nextTenth) / 10) return;
      nextTenth = Math.floor((done * 10) / total) + 1;
      printError(`  ${words.applying(done, total)} (${rate.of(done)})`);
    },
    refresh: (seconds) => refreshLine(words, seconds),
    end: ignore,
    close: () => clearInterval(silence),
  };
};

const refreshLine = (words: CliWords, seconds: number): void =>
  printError(`  ${words.refresh}${seconds === 0 ? "" : ` (${words.seconds(seconds)})`}`);

/** Computes changes per second since `begin`, so the time before it, for reading and for the question, does not count. */
const rateText = (words: CliWords) => {
  let startedMs = performance.now();
  const elapsedMs = () => Math.max(1, performance.now() - startedMs);
  return {
    begin: () => {
      startedMs = performance.now();
    },
    of: (done: number) => words.perSecond(Math.round((done * 1000) / elapsedMs())),
    /** An estimate from nothing would be zero. */
    left: (done: number, total: number) =>
      done === 0
        ? words.timeUnknown
        : words.timeLeft(timeText(Math.ceil((((total - done) / done) * elapsedMs()) / 1000), words)),
  };
};

/** One line with the latest count of everything that is being read; it is made when it is shown, because every record read is noted. */
const readingText = (language: Language) => {
  const words = wordsOf(language);
  const { kinds } = reportWords(language);
  const lists: Readonly<Record<string, string>> = {
    V1: kinds.level.other,
    D1: kinds.department.other,
    T1: kinds.title.other,
    J4: kinds.function.other,
    E1: kinds.employee.other,
    details: words.details,
  };
  const latest = new Map<string, Reading>();
  const awaited = new Set<string>();
  const textOf = ({ what, unit, count, total }: Reading): string => {
    const list = lists[what];
    if (list === undefined) return `${what} ${words[unit](count)}`;
    if (count === 0 && total === undefined) return `${list} …`;
    return `${list} ${words.number(count)}${total === undefined ? "" : `/${words.number(total)}`}`;
  };
  return {
    note: (reading: Reading): void => {
      const { what, count, total } = reading;
      // A list is noted when it is requested, and when it has come.
      const isRequest = total === undefined ? count === 0 && !awaited.has(what) : count < total;
      latest.set(what, reading);
      if (isRequest && lists[what] !== undefined) awaited.add(what);
      else awaited.delete(what);
    },
    isAwaited: (): boolean => awaited.size > 0,
    text: (): string => `${words.reading}${words.colon}${[...latest.values()].map(textOf).join(" · ")}`,
  };
};
