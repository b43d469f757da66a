/**
 * The end of the process. A command is over when it has its exit code, and nothing may keep the process alive for long after
 * that: a connection whose other side does not end it, a server, a child process, a file on a mount that does not answer.
 */
import { ChildProcess } from "node:child_process";
import { Server, Socket } from "node:net";
import { closeTimeoutMs } from "../../lib/http/closing.ts";
import type { Language } from "../../model/words/language.ts";
import { wordsOf } from "../words/words.ts";
import { printError, whenPrinted } from "./output.ts";

/**
 * Ends the process with `code`: as soon as all has been printed and nothing is open any more, or `closeTimeoutMs` after the printing.
 * Then it says what was still open, and cuts it. Whoever reads standard output may take hours, as in a pager.
 */
export const endProcess = (code: number, language: Language): void => {
  process.exitCode = code;
  whenPrinted(() => cutLater(code, language));
};

const cutLater = (code: number, language: Language): void => {
  // A timer that does not itself keep the process alive fires only if something else does.
  setTimeout(() => {
    printError(wordsOf(language).stillOpen(openResources()));
    exitNow(code);
  }, closeTimeoutMs).unref();
};

/**
 * Ends the process with `code` at once. `process.exit` alone would wait for the threads that read files and look names up, and one
 * whose mount or name server is away never comes back; another program in the place of this one ends them.
 */
export const exitNow = (code: number): void => {
  process.once("exit", () => {
    process.execve?.(process.execPath, [process.execPath, "--eval", `process.exit(${code})`], {});
  });
  process.exit(code);
};

/** Undocumented, but the only way to learn of a connection where it leads. */
type ActiveHandles = { readonly _getActiveHandles?: () => readonly object[] };

/** What keeps the process alive, as texts such as `Socket 10.0.0.7:6379`; by kind alone where Node does not say more. */
const openResources = (): readonly string[] => {
  const streams: readonly object[] = [process.stdout, process.stderr];
  const handles = (process as ActiveHandles)._getActiveHandles?.().filter((handle) => !streams.includes(handle)) ?? [];
  const found = handles.length > 0 ? handles.map(nameOf) : process.getActiveResourcesInfo();
  return [...new Set(found)];
};

const nameOf = (handle: object): string => {
  if (handle === process.stdin) return "stdin";
  if (handle instanceof Socket && handle.remoteAddress !== undefined)
    return `Socket ${handle.remoteAddress}:${handle.remotePort}`;
  if (handle instanceof Server) return `Server ${JSON.stringify(handle.address())}`;
  if (handle instanceof ChildProcess) return `ChildProcess ${handle.pid}`;
  return handle.constructor.name;
};
