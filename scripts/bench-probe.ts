/**
 * Loaded with `--import` into each process that `npm run bench` measures, of any checkout: only parts of Node are imported. When
 * the process ends, it writes to the file MUSTERD_BENCH_RESULT what the process took. With MUSTERD_BENCH_RECORD it also counts
 * commits and commands of Redis, which costs a little time, and writes every HTTP request to that file, in the order sent.
 */
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { DatabaseSync } from "node:sqlite";

/** A sent request. */
export type Request = { readonly method: string; readonly path: string; readonly body?: string };

/** What a phase of a run took, while it ran; phases may overlap. */
export type PhaseCost = { readonly seconds: number; readonly cpuSeconds: number; readonly peakMiB: number };

/** What a process took: `calls` by method and path without values that differ between objects. */
export type Cost = {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMiB: number;
  readonly requests: number;
  readonly commits: number;
  readonly redisCommands: number;
  readonly phases: Readonly<Record<string, PhaseCost>>;
};

const { MUSTERD_BENCH_RESULT: resultFile = "", MUSTERD_BENCH_RECORD: recordFile } = process.env;
const counts = { requests: 0, commits: 0, redisCommands: 0 };
const recorded: Request[] = [];
const phases: Record<string, PhaseCost> = {};

const cpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};
const mebibytes = (): number => Math.round(process.memoryUsage.rss() / 2 ** 20);

type Sent = { readonly request: Omit<Request, "body"> & { readonly body?: string | Uint8Array | null } };

subscribe("undici:request:create", (message) => {
  counts.requests += 1;
  if (recordFile === undefined) return;
  const { method, path, body } = (message as Sent).request;
  recorded.push({ method, path, ...(body ? { body: Buffer.from(body).toString() } : {}) });
});

const open = new Map<object, { readonly seconds: number; readonly cpuSeconds: number; peakMiB: number }>();
const sample = (): void => {
  const now = mebibytes();
  for (const phase of open.values()) phase.peakMiB = Math.max(phase.peakMiB, now);
};
setInterval(sample, 25).unref();
subscribe("musterd:phase", (message) => {
  const { name, work, isEnd } = message as { readonly name: string; readonly work: object; readonly isEnd: boolean };
  if (!isEnd) return void open.set(work, { seconds: performance.now() / 1000, cpuSeconds: cpuSeconds(), peakMiB: 0 });
  sample();
  const began = open.get(work);
  open.delete(work);
  if (!began) return;
  const { seconds = 0, cpuSeconds: cpu = 0, peakMiB = 0 } = phases[name] ?? {};
  phases[name] = {
    seconds: seconds + performance.now() / 1000 - began.seconds,
    cpuSeconds: cpu + cpuSeconds() - began.cpuSeconds,
    peakMiB: Math.max(peakMiB, began.peakMiB),
  };
});

if (recordFile !== undefined) {
  // Called with the database as `this` below.
  // oxlint-disable-next-line typescript/unbound-method
  const prepare = DatabaseSync.prototype.prepare;
  DatabaseSync.prototype.prepare = function prepareCounted(text) {
    const statement = prepare.call(this, text);
    if (text !== "commit") return statement;
    const run = statement.run.bind(statement);
    statement.run = () => {
      counts.commits += 1;
      return run();
    };
    return statement;
  };
  const { Redis } = createRequire(process.argv[1] ?? "")("ioredis") as {
    readonly Redis: { readonly prototype: Sender };
  };
  const send = Redis.prototype.sendCommand;
  Redis.prototype.sendCommand = function sendCounted(...given) {
    counts.redisCommands += 1;
    return send.apply(this, given);
  };
}
type Sender = { sendCommand: (...given: unknown[]) => unknown };

process.on("exit", () => {
  const cost: Cost = {
    seconds: performance.now() / 1000,
    cpuSeconds: cpuSeconds(),
    peakMiB: Math.round(process.resourceUsage().maxRSS / 1024),
    ...counts,
    phases,
  };
  writeFileSync(resultFile, JSON.stringify(cost));
  if (recordFile !== undefined) writeFileSync(recordFile, recorded.map((one) => `${JSON.stringify(one)}\n`).join(""));
});
