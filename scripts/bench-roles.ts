/**
 * Shared parts of the reading benchmarks: each role is measured in a separate process, and the roles alternate, so that other
 * load affects all of them. The first role, with which the others are compared, has Node's default options; the others have
 * those of package.json. A script calls `benchRoles` once; it starts the same script for the roles.
 */
import { spawn } from "node:child_process";
import { delimiter } from "node:path";
import { fileURLToPath } from "node:url";

/** Prepares a role. The returned function is timed, and returns the number of records it has read. */
export type Prepare = (place: string) => Promise<() => number | Promise<number>>;

export type Roles = Readonly<Record<string, Prepare>>;

type Measured = { readonly seconds: number; readonly records: number; readonly peakMiB: number };

/** The first role is the reference and has Node's default options. */
const isBare = (roles: Roles, role: string): boolean => role === Object.keys(roles)[0];

/** True when this process was started to measure a role; the measurement is done when this resolves. */
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

/** Prints records/s, peak memory and the ratio to the first role. */
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

/** Includes the programs unpacked by scripts/fetch-test-parts.ts. */
const fetched = fileURLToPath(new URL("../.cache/parts/bin", import.meta.url));
const env = { ...process.env, PATH: [fetched, process.env["PATH"]].join(delimiter) };

/** The options with which package.json starts musterd. */
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
