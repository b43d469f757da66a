/** Structured logs (pino, JSON lines on stderr): static messages with fields, without personal data. */
import { type Logger, pino } from "pino";
import { escapedJson } from "./control-characters.ts";

export type Log = Logger;

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** In bytes. Lines that come while so much of standard error has not been taken yet are dropped, and counted. */
const backlogLimit = 2 ** 20;

/** Redaction of secrets by name is a second line of defence; the first is not to log them. */
export const createLog = (level: LogLevel): Log => {
  const redact = { paths: ["apiKey", "token", "*.apiKey", "*.token", "headers"], censor: "•••" };
  // JSON leaves control characters above U+007E and changes of the writing direction as they are.
  const streamWrite = escapedJson;
  const tellDropped = (lines: number): void =>
    log.warn({ lines }, "log lines dropped, because standard error was not read");
  const log = pino({ level, base: null, redact, hooks: { streamWrite } }, { write: boundedWriter(tellDropped) });
  return log;
};

/**
 * Writes to standard error without waiting for whoever reads it: a collector of logs that hangs must neither stop a run nor fill
 * the memory. pino's own destination would wait.
 */
const boundedWriter = (tellDropped: (lines: number) => void): ((line: string) => void) => {
  const { stderr } = process;
  let dropped = 0;
  return (line) => {
    if (stderr.writableLength < backlogLimit) return void stderr.write(line);
    dropped += 1;
    if (dropped > 1) return;
    stderr.once("drain", () => {
      const lines = dropped;
      dropped = 0;
      tellDropped(lines);
    });
  };
};
