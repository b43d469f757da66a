/**
 * Counts how often each block of `src` runs for the same work in a smaller and in a larger company, and prints as JSON those that run far
 * more often than there are more people. The counters are V8's; they must be on before the code is loaded, so this is a program of its own.
 * Arguments: the numbers of people, smaller first.
 */
import { Session } from "node:inspector/promises";

/** A block that grows by more than this times the growth of the company does more than its share. */
const tolerance = 2;
/** Blocks that run less often for each person are not looked at: small numbers are chance. */
const minEach = 20;

const session = new Session();
session.connect();
await session.post("Profiler.enable");
await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
const { workNames, prepare } = await import("./works.ts");

type Counts = ReadonlyMap<string, number>;

/** Counters start anew when they are taken. */
const taken = async (): Promise<Counts> => {
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const counts = new Map<string, number>();
  for (const { url, functions } of result) {
    const [, file] = url.split("/src/");
    if (file === undefined || url.includes("node_modules")) continue;
    for (const { functionName, ranges } of functions)
      for (const { startOffset, count } of ranges) {
        const name = `${file} ${functionName} at ${startOffset}`;
        counts.set(name, Math.max(counts.get(name) ?? 0, count));
      }
  }
  return counts;
};

const countsOf = async (name: string, people: number): Promise<Counts> => {
  const work = await prepare(name, people);
  await taken();
  work();
  return taken();
};

const [smaller = 0, larger = 0] = process.argv.slice(2).map(Number);
const found: string[] = [];
for (const name of workNames) {
  const few = await countsOf(name, smaller);
  for (const [block, count] of await countsOf(name, larger)) {
    const before = few.get(block) ?? 0;
    if (before > 0 && count > minEach * larger && count * smaller > tolerance * before * larger)
      found.push(`${name}: ${block}: ${before} → ${count}`);
  }
}
console.log(JSON.stringify(found));
