/** Shared parts of the service benchmarks: roles as separate processes, load over HTTP, and the memory of a process. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import autocannon from "autocannon";

export type Role = {
  /** The first message of the role: its address, or its result. */
  readonly said: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
};

const running = new Set<ChildProcess>();

/** Kills the processes of roles that are still running, as after a failed benchmark. */
export const endRoles = (): void => {
  for (const child of running) child.kill("SIGKILL");
};

/** Starts `role` of a script, which sends one message when it is ready. */
export const startRole = async (script: URL, role: string, ...args: readonly string[]): Promise<Role> => {
  const child: ChildProcess = fork(script, [role, ...args], { stdio: "inherit" });
  running.add(child);
  const ended = once(child, "exit").then(([code]) => {
    running.delete(child);
    return [code];
  });
  const [said] = await Promise.race([once(child, "message"), ended]);
  if (typeof said !== "string") throw new Error(`the role ${role} ended with ${said}`);
  return {
    said,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
};

export type Load = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  readonly seconds: number;
  /** The requests that the connections send in turn. The list is divided, so every connection sends different requests. */
  readonly requests: readonly { readonly method: string; readonly path: string; readonly body?: string }[];
};

export type Rate = {
  readonly perSecond: number;
  /** Requests per second of the server's processor time. Unlike `perSecond`, it does not depend on other processes. */
  readonly perCpuSecond: number;
};

/** Measures the rate of the process `pid`, whose address is `load.url`. It must answer all requests with 2xx. */
export const rateOf = async (pid: number, load: Load): Promise<Rate> => {
  const { url, headers, connections, seconds, requests } = load;
  const cpuBefore = cpuSecondsOf(pid);
  let nextConnection = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    headers: { ...headers },
    setupClient: (client) => {
      const own = requests.filter((_, at) => requests.length < connections || at % connections === nextConnection);
      nextConnection += 1;
      client.setRequests(own.map((request) => ({ ...request }) as autocannon.Request));
    },
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`);
  const { total } = result.requests;
  return { perSecond: total / result.duration, perCpuSecond: total / (cpuSecondsOf(pid) - cpuBefore) };
};

/** Returns the user and system time of a process in seconds; Linux reports it in hundredths. */
const cpuSecondsOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

export type Cost = { readonly seconds: number; readonly idleMiB: number; readonly peakMiB: number };

/** Measures `work` in the process `pid`: the time it takes, and how far it increases the peak of resident memory (Linux). */
export const costOf = async (pid: number, work: () => Promise<unknown>): Promise<Cost> => {
  // Sets the peak that Linux remembers back to the present resident memory.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const idleMiB = residentMiB(pid, "VmRSS");
  const start = performance.now();
  await work();
  return { seconds: (performance.now() - start) / 1000, idleMiB, peakMiB: residentMiB(pid, "VmHWM") };
};

const residentMiB = (pid: number, name: "VmRSS" | "VmHWM"): number => {
  const [, kibibytes] = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kibibytes) / 1024;
};

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
