/** Starts the command line like a user: as a separate process, with its output collected and its log lines awaited. */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { EventEmitter, on, once } from "node:events";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import type { Done, Order } from "./warm-cli.ts";

const entry = fileURLToPath(new URL("../../../src/cli/musterd.js", import.meta.url));
const warm = fileURLToPath(new URL("warm-cli.ts", import.meta.url));

/** A cache of compiled modules, so that the hundreds of test processes do not compile the same files again. */
const compiled = fileURLToPath(new URL("../../../.cache/compiled", import.meta.url));

type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type LogLine = { readonly msg: string } & Readonly<Record<string, unknown>>;

export type CliProcess = {
  readonly pid: number;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Emits `data` whenever something was printed, and when the process has ended. */
  readonly output: EventEmitter;
  readonly signal: (signal: NodeJS.Signals) => void;
  /**
   * The first log line on standard error with this message, earlier lines included, and with these fields; rejects if the process ends
   * without it.
   */
  readonly logged: (message: string, fields?: Readonly<Record<string, unknown>>) => Promise<LogLine>;
  readonly ended: Promise<Ended>;
};

export type CliOptions = {
  /** The file of the command, where it is not that of this checkout's sources. */
  readonly command?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly node?: string;
  readonly cwd?: string;
};

/** Starts `musterd …` without a terminal; the environment consists of PATH, HOME, a cache of compiled modules and `env`. */
export const startCli = (parameters: readonly string[], options: CliOptions = {}): CliProcess => {
  const child = spawn(
    options.node ?? process.execPath,
    ["--disable-warning=ExperimentalWarning", options.command ?? entry, ...parameters],
    {
      env: { PATH: process.env["PATH"], HOME: process.env["HOME"], NODE_COMPILE_CACHE: compiled, ...options.env },
      stdio: ["ignore", "pipe", "pipe"],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    },
  );
  const text = { stdout: "", stderr: "" };
  const output = new EventEmitter();
  child.stdout.setEncoding("utf8").on("data", (part: string) => {
    text.stdout += part;
    output.emit("data");
  });
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    text.stderr += part;
    output.emit("data");
  });
  const ended = once(child, "close").then(([code, signal]): Ended => {
    output.emit("data");
    return { code, signal };
  });
  return {
    pid: child.pid ?? 0,
    stdout: () => text.stdout,
    stderr: () => text.stderr,
    output,
    signal: (signal) => void child.kill(signal),
    logged: (message, fields = {}) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const isWanted = (line: LogLine) => Object.entries(fields).every(([name, value]) => line[name] === value);
          const line = logLines(text.stderr).find((one) => one["msg"] === message && isWanted(one));
          if (line) resolve(line);
        };
        child.stderr.on("data", check);
        void ended.then(check).finally(() => reject(new Error(`ended without "${message}": ${text.stderr}`)));
        check();
      }),
    ended,
  };
};

/** The JSON lines of a log. */
export const logLines = (stderr: string): readonly LogLine[] =>
  stderr
    .split("\n")
    .filter((line) => line.startsWith("{") && line.endsWith("}"))
    .map((line) => JSON.parse(line) as LogLine);

export type CliResult = Ended & {
  readonly stdout: string;
  readonly stderr: string;
  /** The most memory that the process has had, in this command or an earlier one; NaN if the process ended. */
  readonly peakMiB: number;
};

/** Runs one command line to its end. */
export type RunCli = (parameters: readonly string[], options?: CliOptions) => Promise<CliResult>;

/** Reads a stream up to the NUL that marks the end of the output. */
const marked = async (stream: Readable | null): Promise<string> => {
  let text = "";
  for await (const [part] of on(stream ?? Readable.from([]), "data", { close: ["end"] })) {
    text += String(part);
    if (text.includes("\0")) break;
  }
  // What comes after the mark belongs to no command.
  return text.replace(/\0[^]*$/, "");
};

/** The line that a command prints after every ten seconds of reading; on a busy machine any command may take that long. */
const longReading = /^ {2}reading: .*\n/gm;

/** Returns a way to run command lines in processes that may have run others before; `node` are their options of Node. */
export const warmCli = (node: readonly string[] = []): RunCli => {
  const idle: ChildProcess[] = [];
  const { PATH, HOME } = process.env;
  const start = (): ChildProcess => {
    const child = fork(warm, [], {
      env: { PATH, HOME, NODE_COMPILE_CACHE: compiled },
      execArgv: [...node],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8");
    return child;
  };
  return async (parameters, options = {}) => {
    const child = idle.pop() ?? start();
    const over = new AbortController();
    const done = once(child, "message", over).then(([said]) => ({ ...(said as Done), signal: null }));
    const ended = once(child, "close", over).then(([code, signal]) => ({ code, signal, peakMiB: Number.NaN }));
    const said = Promise.all([marked(child.stdout), marked(child.stderr)]);
    const order: Order = {
      parameters,
      environment: { PATH, HOME, ...options.env },
      cwd: options.cwd ?? process.cwd(),
    };
    child.send(order);
    const [[stdout, stderr], { code, signal, peakMiB }] = await Promise.all([said, Promise.race([done, ended])]);
    over.abort();
    if (child.connected) idle.push(child);
    return { code, signal, stdout, stderr: stderr.replaceAll(longReading, ""), peakMiB };
  };
};

/** Runs a command line in a process that others share. */
export const runCli = warmCli();
