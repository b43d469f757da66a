/** Structured logs (pino, JSON lines on stderr). Static messages with fields; never a value of a person. */
import { type Logger, pino } from "pino";

export type Log = Logger;

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Secrets are redacted by name as a second line of defence; the first is not to log them. */
export const createLog = (level: LogLevel): Log => {
  const destination = pino.destination({ dest: 2, sync: true });
  // A log that nobody can read any more (the terminal was closed, its disk is full) must not end a run.
  destination.on("error", () => undefined);
  const redact = { paths: ["apiKey", "token", "*.apiKey", "*.token", "headers"], censor: "•••" };
  return pino({ level, base: null, redact }, destination);
};
