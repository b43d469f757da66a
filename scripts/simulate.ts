/**
 * Lives whole lives of a company with the real daemon on a simulated machine (test/simulation), each from one seed:
 *
 *   npm run simulate -- --seed 153 [--whole] [--shrink] [--html]     one life, told; exit code 1 if a judge finds something
 *   npm run simulate -- --minutes 10 [--seed 1] [--jobs 2]           fresh lives from a seed on; prints what failed, and what was reached
 *   npm run simulate -- --seeds 100 --seed 1                         a number of lives
 *   npm run simulate -- --seeds 900 --seed 1 --only legacySite       of these lives, those whose scenario has such a text
 *   npm run simulate -- --seeds 100 --seed 1 --odd                   also sites that read wrongly, write late, or are mended meanwhile
 *   npm run simulate -- --broken all|NAMES [--seeds 350] [--jobs 2]        breaks what is mended (simulate-broken.ts); exit code 1 if not found
 *
 * `--html` writes the timeline to simulated-SEED.html.
 */
import { fork } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { live } from "../test/simulation/live.ts";
import { drawScenario } from "../test/simulation/scenario.ts";
import { shrink } from "../test/simulation/shrink.ts";
import { scenarioText, storyPage, storyText } from "../test/simulation/story.ts";
import { memoryFolder } from "./memory-folder.ts";
import { simulateBroken } from "./simulate-broken.ts";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    seeds: { type: "string" },
    minutes: { type: "string" },
    jobs: { type: "string", default: "2" },
    people: { type: "string", default: "60" },
    nights: { type: "string", default: "14" },
    whole: { type: "boolean", default: false },
    shrink: { type: "boolean", default: false },
    html: { type: "boolean", default: false },
    worker: { type: "string" },
    broken: { type: "string" },
    only: { type: "string", default: "" },
    odd: { type: "boolean", default: false },
  },
});
// The simulated disk writes to it, and a new process inherits it.
process.env["TMPDIR"] ??= memoryFolder();

const size = { people: Number(values.people), nights: Number(values.nights), odd: values.odd };
const steadyMs = performance.now.bind(performance);

const tellOne = async (seed: number): Promise<void> => {
  let scenario = drawScenario(seed, size);
  let lived = await live(scenario, { isTold: true });
  const [first] = lived.wrong;
  if (values.shrink && first) {
    scenario = await shrink(scenario, first.what, 240_000, steadyMs);
    lived = await live(scenario, { isTold: true });
  }
  console.log(`${scenarioText(scenario)}\n\n${storyText(lived, values.whole)}\n`);
  for (const { night, what, about } of lived.wrong) console.log(`WRONG night ${night} ${what}: ${about}`);
  console.log(`${lived.wrong.length} wrong, digest ${lived.digest}`);
  if (values.html) writeFileSync(`simulated-${seed}.html`, storyPage(scenario, lived));
  process.exitCode = lived.wrong.length > 0 ? 1 : 0;
};

type Result = {
  readonly seed: number;
  readonly digest: string;
  readonly nights: number;
  readonly wrong: readonly string[];
  readonly reached: readonly string[];
};

const result = async (seed: number): Promise<Result> => {
  try {
    const lived = await live(drawScenario(seed, size));
    const wrong = lived.wrong.map(({ night, what, about }) => `night ${night} ${what}: ${about}`);
    return { seed, digest: lived.digest, nights: lived.nights, wrong, reached: [...lived.reached] };
  } catch (error) {
    return {
      seed,
      digest: "",
      nights: 0,
      wrong: [`the life ended: ${String(error instanceof Error ? error.stack : error)}`],
      reached: [],
    };
  }
};

const startMs = steadyMs();
const first = Number(values.seed ?? Date.now() % 1_000_000_000);
/** Ctrl-C ends a campaign after the life that is being lived, with its summary. */
let isStopped = false;
if (values.seed === undefined || values.seeds !== undefined || values.minutes !== undefined)
  process.once("SIGINT", () => (isStopped = true));
const isOver = (at: number): boolean =>
  isStopped ||
  (values.seeds === undefined
    ? steadyMs() - startMs > Number(values.minutes ?? 1) * 60_000
    : at >= Number(values.seeds));

const isMeant = (seed: number): boolean =>
  values.only === "" || new RegExp(values.only).test(JSON.stringify(drawScenario(seed, size)));

/** Lives every `step`-th scenario. */
const many = async (from: number, step: number, tell: (one: Result) => void): Promise<void> => {
  for (let at = from; !isOver(at); at += step) if (isMeant(first + at)) tell(await result(first + at));
};

const campaign = async (): Promise<void> => {
  console.log(`seeds from ${first} on`);
  const results: Result[] = [];
  const tell = (one: Result): void => {
    results.push(one);
    if (one.wrong.length === 0) return;
    console.log(`FAILED seed ${one.seed} (${one.wrong.length} wrong)`);
    for (const text of one.wrong.slice(0, 3)) console.log(`       ${text.slice(0, 240)}`);
  };
  const jobs = Number(values.jobs);
  if (jobs === 1) await many(0, 1, tell);
  else
    await Promise.all(
      Array.from({ length: jobs }, (_, worker) => {
        const child = fork(import.meta.filename, [...process.argv.slice(2), `--seed=${first}`, `--worker=${worker}`], {
          // Lives make short-lived objects only.
          execArgv: [...process.execArgv, "--max-semi-space-size=32"],
          env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "../.cache/compiled"), ...process.env },
        });
        child.on("message", (message) => tell(message as Result));
        return new Promise((resolve) => child.on("exit", resolve));
      }),
    );
  const nights = results.reduce((sum, one) => sum + one.nights, 0);
  const minutes = (steadyMs() - startMs) / 60_000;
  console.log(
    `${results.length} lives, ${nights} nights, ${Math.round(nights / minutes)} nights a minute, ${results.filter(({ wrong }) => wrong.length > 0).length} failed`,
  );
  const digest = createHash("sha256");
  for (const one of results.toSorted((a, b) => a.seed - b.seed)) digest.update(`${one.seed} ${one.digest}\n`);
  console.log(`digest of all ${digest.digest("hex").slice(0, 16)}`);
  const reached = [...new Set(results.flatMap((one) => one.reached))].toSorted();
  console.log(`reached: ${reached.join(", ")}`);
  process.exitCode = results.some(({ wrong }) => wrong.length > 0) ? 1 : 0;
};

if (values.broken !== undefined) {
  const options = { lives: Number(values.seeds ?? 350), seed: Number(values.seed ?? 1), jobs: Number(values.jobs) };
  process.exit((await simulateBroken(values.broken, options)) > 0 ? 1 : 0);
} else if (values.worker !== undefined) {
  // Whoever started this process may be killed, as by simulate-broken.ts.
  const end = (): void => process.exit();
  process.once("disconnect", end);
  await many(Number(values.worker), Number(values.jobs), (one) => process.send?.(one));
  process.off("disconnect", end);
  process.disconnect?.();
} else if (values.seed !== undefined && values.seeds === undefined && values.minutes === undefined)
  await tellOne(first);
else await campaign();
