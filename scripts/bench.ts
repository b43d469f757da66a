/**
 * `npm run bench`: measures what musterd costs in addition to its HTTP calls. For a company of N people (default 10,000), an
 * initial load into an empty service and a plan without changes are compared with a plain loop that sends the same HTTP calls
 * at the same concurrency to a new service. The script prints people per second, calls, peak memory and the ratio, and asserts
 * nothing. The service, musterd and the loop are separate processes, so that the memory of each can be measured.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sampleCompany } from "../src/sample/sample-company.ts";

const people = Number(process.argv[2] ?? 10_000);
const rounds = Number(process.argv[3] ?? 3);
const keys = {
  MUSTERD_API_KEY: "key-of-the-benchmark",
  MUSTERD_ADMIN_KEY: "admin-of-the-benchmark",
  MUSTERD_TOKEN: "daemon-of-the-benchmark",
};
const command = fileURLToPath(new URL("../src/cli/musterd.js", import.meta.url));
const worker = fileURLToPath(new URL("bench-worker.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "musterd-bench-"));

type Measured = { readonly seconds: number; readonly calls: number; readonly peakMiB: number };

const startService = async (name: string): Promise<{ url: string; stop: () => Promise<void> }> => {
  const child = spawn(process.execPath, [command, "service", "--port", "0", "--database", join(folder, `${name}.db`)], {
    env: { ...process.env, ...keys },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise<string>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      const found = /http:\/\/\S+/.exec(chunk.toString());
      if (found) resolve(found[0]);
    });
  });
  return { url, stop: () => ended(child, () => child.kill("SIGTERM")) };
};

const ended = (child: ChildProcess, act: () => void): Promise<void> =>
  new Promise((resolve) => {
    child.once("exit", () => resolve());
    act();
  });

/** Runs one role of bench-worker.ts in a separate process. */
const measure = async (role: string, url: string, ...rest: readonly string[]): Promise<Measured> => {
  const child = spawn(process.execPath, [worker, role, url, folder, ...rest], {
    env: { ...process.env, ...keys },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk.toString();
  });
  await ended(child, () => undefined);
  return JSON.parse(output) as Measured;
};

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

const show = (title: string, mine: readonly Measured[], loop: readonly Measured[]): void => {
  const seconds = median(mine.map((measured) => measured.seconds));
  const plain = median(loop.map((measured) => measured.seconds));
  console.log(`${title}, ${people} people, median of ${mine.length}`);
  console.log(
    `  musterd     ${seconds.toFixed(2)} s   ${Math.round(people / seconds)} people/s   ${mine[0]?.calls} calls`,
  );
  console.log(`  plain loop  ${plain.toFixed(2)} s   ${Math.round(people / plain)} people/s   ${loop[0]?.calls} calls`);
  console.log(`  ratio       ${(plain / seconds).toFixed(2)} of the plain loop`);
  console.log(`  peak memory ${Math.max(...mine.map((measured) => measured.peakMiB))} MiB\n`);
};

const { files } = sampleCompany({ people, today: "2026-11-21" });
mkdirSync(join(folder, "hr"));
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, "hr", name), content);

const loads: Measured[] = [];
const plainLoads: Measured[] = [];
const plans: Measured[] = [];
const plainPlans: Measured[] = [];
try {
  const recorded = await startService("recorded");
  await measure("apply", recorded.url, "record", join(folder, "load.jsonl"));
  await measure("plan", recorded.url, "record", join(folder, "plan.jsonl"));
  for (let round = 0; round < rounds; round += 1) {
    const fresh = await startService(`load-${round}`);
    loads.push(await measure("apply", fresh.url));
    await fresh.stop();
    const replayed = await startService(`replay-${round}`);
    plainLoads.push(await measure("replay", replayed.url, join(folder, "load.jsonl")));
    await replayed.stop();
    plans.push(await measure("plan", recorded.url));
    plainPlans.push(await measure("replay", recorded.url, join(folder, "plan.jsonl")));
  }
  await recorded.stop();
  const lines = readFileSync(join(folder, "load.jsonl"), "utf8").split("\n").length - 1;
  console.log(`node ${process.version}; ${lines} calls recorded for the load\n`);
  show("Initial load (read, plan, apply, refresh)", loads, plainLoads);
  show("Plan with nothing to do", plans, plainPlans);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
