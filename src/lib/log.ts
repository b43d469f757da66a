/** Structured logs (pino, JSON lines on stderr): static messages with fields, without personal data. */
import { type Logger, pino } from "pino";
import { escapedJson } from "./control-characters.ts";

export type Log = Logger;

export type LogLevel = "debug" | "info" | "warn" | "error" | "silent";

/** Redaction of secrets by name is a second line of defence; the first is not to log them. */
export const createLog = (level: LogLevel): Log => {
  const destination = pino.destination({ dest: 2, sync: true });
  // A log that cannot be written (closed terminal, full disk) must not end a run.
  destination.on("error", () => undefined);
  const redact = { paths: ["apiKey", "token", "*.apiKey", "*.token", "headers"], censor: "•••" };
  // JSON leaves control characters above U+007E and changes of the writing direction as they are.
  const streamWrite = escapedJson;
  return pino({ level, base: null, redact, hooks: { streamWrite } }, destination);
};
