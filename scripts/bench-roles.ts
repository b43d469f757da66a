/**
 * Shared parts of the reading benchmarks. A role is one of the compared programs. Each is measured in a separate process, and the
 * roles alternate, so other load on the machine affects all of them. The first role is the reference and runs with Node's default
 * options; all other roles run with the options of package.json. A benchmark calls `benchRoles` once, which starts the
 * benchmark's own script for each role.
 */
import { spawn } from "node:child_process";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";

/** Prepares a role. The returned function is the one whose time is measured; it returns the number of records it has read. */
export type Prepare = (place: string) => Promise<() => number | Promise<number>>;

export type Roles = Readonly<Record<string, Prepare>>;

type Measured = { readonly seconds: number; readonly records: number; readonly peakMiB: number };

/** True for the first role, which is the reference and runs with Node's default options. */
const isBare = (roles: Roles, role: string): boolean => role === Object.keys(roles)[0];

/** Measures a role if this process was started for that. Resolves after the measurement with true, else with false. */
export const measuredHere = async (roles: Roles): Promise<boolean> => {
  const [name = "", place] = process.argv.slice(2);
  const prepare = roles[name];
  if (!prepare || place === undefined) return false;
  const read = await prepare(place);
  const startedMs = performance.now();
  const records = await read();
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(JSON.stringify({ seconds, records, peakMiB: Math.round(process.resourceUsage().maxRSS / 1024) }));
  return true;
};

/** Prints for each role the records per second, the peak memory, and the ratio to the first role. */
export const benchRoles = async (script: string, roles: Roles, place: string, expected: number, rounds: number) => {
  const measured = new Map<string, Measured[]>(Object.keys(roles).map((role) => [role, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [role, results] of measured)
      results.push(await measure(script, role, place, isBare(roles, role) ? [] : smallYoungGeneration));
  }
  const secondsOf = (role: string): number => median(measured.get(role)?.map(({ seconds }) => seconds) ?? []);
  const bare = secondsOf(Object.keys(roles)[0] ?? "");
  for (const [role, results] of measured) {
    const seconds = secondsOf(role);
    const peakMiB = Math.max(...results.map((result) => result.peakMiB));
    const speed = `${Math.round(expected / seconds)}/s`;
    const records = results.every((result) => result.records === expected) ? "" : `   ${results[0]?.records} records!`;
    console.log(
      `  ${role.padEnd(14)} ${seconds.toFixed(2)} s   ${speed.padStart(9)}   ${String(peakMiB).padStart(4)} MiB   ratio ${(bare / seconds).toFixed(2)}${records}`,
    );
  }
  console.log();
};

/** The folder of the programs that scripts/fetch-test-parts.ts has unpacked; the processes get it on their PATH. */
const fetched = fileURLToPath(new URL("../.cache/parts/bin", import.meta.url));
const env = { ...process.env, PATH: [fetched, process.env["PATH"]].join(delimiter) };

/** The options of Node with which package.json starts musterd. */
const smallYoungGeneration = ["--max-semi-space-size=8"];

const measure = (script: string, role: string, place: string, flags: readonly string[]): Promise<Measured> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...flags, script, role, place], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.once("exit", (code) => {
      if (code === 0) resolve(JSON.parse(output) as Measured);
      else reject(new Error(`${role} ended with ${code}`));
    });
  });

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
