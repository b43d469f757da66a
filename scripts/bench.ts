/**
 * `npm run bench`: what an import into an empty service and the nights after it take, for companies of several sizes. The commands are
 * run as users run them (from `dist`), each in a process of its own, and asserted is nothing. Import and plan are compared with a plain
 * loop of the indispensable calls at the same concurrency (each list once, each detail that a plan must read once, each write
 * once), and with `--against CHECKOUT` all with the commands of another checkout; the runs of a round follow each other on services
 * of their own, and the ratios are medians over the rounds.
 *
 *   import       into an empty service
 *   plan         with nothing to do, everything is read
 *   incremental  a night in which a file of HR has other bytes and the same records, and what may have changed is read
 *   unchanged    a night in which nothing has changed
 *
 *   --sizes 1000,10000   numbers of people        --rounds 3        --json
 *   --redis              a private redis-server instead of the embedded Valkey (it must be in PATH or .cache/parts/bin)
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type OperationId, operationIds, pathTemplateOf, specOf } from "../src/contract/contract.ts";
import { median } from "./bench-frame.ts";
import { costOf, folder, here, openPlace, type Place } from "./bench-place.ts";
import type { Cost, Request } from "./bench-probe.ts";

const { values: options } = parseArgs({
  options: {
    sizes: { type: "string", default: "10000" },
    rounds: { type: "string", default: "3" },
    against: { type: "string" },
    json: { type: "boolean", default: false },
    redis: { type: "boolean", default: false },
  },
});
const worker = fileURLToPath(new URL("bench-worker.ts", import.meta.url));
const path = options.redis ? [join(here, ".cache/parts/bin"), process.env["PATH"]].join(delimiter) : undefined;

const requestsIn = (file: string): readonly Request[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Request]));

/** Paths with fewer parameters first: they are the more exact ones. */
const patterns = operationIds
  .toSorted((a, b) => specOf(a).path.split("{").length - specOf(b).path.split("{").length)
  .map((id) => {
    const path = pathTemplateOf(id, "1")
      .replace(/\/v1\//, "/v[^/]+/")
      .replace(/\{[^}]+\}/g, "[^/]+");
    return { id, method: specOf(id).method, path: new RegExp(`^${path}(?:\\?.*)?$`) };
  });
const operationOf = ({ method, path }: Request): OperationId | "other" =>
  patterns.find((one) => one.method === method && one.path.test(path))?.id ?? "other";

/** What no client could leave out: the lists and details before the first write, once each, and every write. */
const indispensable = (requests: readonly Request[]): readonly Request[] => {
  const sent = new Set<string>();
  const firstWrite = requests.findIndex(({ method }) => method !== "GET");
  return requests.filter((request, at) => {
    const text = JSON.stringify(request);
    const isNeeded =
      request.method === "GET" ? operationOf(request) !== "E2" && (firstWrite < 0 || at < firstWrite) : true;
    if (!isNeeded || sent.has(text)) return false;
    sent.add(text);
    return true;
  });
};

const countsOf = (requests: readonly Request[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...Map.groupBy(requests, operationOf)]
      .map(([id, all]) => [id, all.length] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

type Round = { readonly mine: Cost; readonly loop?: Cost | undefined; readonly other?: Cost | undefined };

const stages = ["import", "plan", "incremental", "unchanged"] as const;
type Stage = (typeof stages)[number];

/** The stages of which the loop of indispensable calls is measured; in the others musterd asks for little. */
const looped: readonly Stage[] = ["import", "plan"];

const night = ["apply", "--yes", "--json"];
const commands: Readonly<Record<Stage, readonly string[]>> = {
  import: night,
  plan: ["plan", "--json"],
  incremental: night,
  unchanged: night,
};

const summary = (people: number, rounds: readonly Round[], recorded: Cost, requests: readonly Request[]) => {
  const of = (value: (round: Round) => number) => Number(median(rounds.map(value)).toFixed(3));
  const seconds = of(({ mine }) => mine.seconds);
  return {
    peoplePerSecond: Math.round(people / seconds),
    seconds,
    cpuSeconds: of(({ mine }) => mine.cpuSeconds),
    peakMiB: Math.max(...rounds.map(({ mine }) => mine.peakMiB)),
    ...(rounds[0]?.loop && {
      loop: {
        ratio: of(({ mine, loop }) => (loop?.seconds ?? Number.NaN) / mine.seconds),
        seconds: of(({ loop }) => loop?.seconds ?? Number.NaN),
        cpuSeconds: of(({ loop }) => loop?.cpuSeconds ?? Number.NaN),
        calls: rounds[0].loop.requests,
      },
    }),
    ...(options.against !== undefined && {
      against: {
        speed: of(({ mine, other }) => (other?.seconds ?? Number.NaN) / mine.seconds),
        cpu: of(({ mine, other }) => (other?.cpuSeconds ?? Number.NaN) / mine.cpuSeconds),
        seconds: of(({ other }) => other?.seconds ?? Number.NaN),
        cpuSeconds: of(({ other }) => other?.cpuSeconds ?? Number.NaN),
        peakMiB: Math.max(...rounds.map(({ other }) => other?.peakMiB ?? 0)),
        calls: rounds[0]?.other?.requests,
      },
    }),
    calls: recorded.requests,
    byOperation: countsOf(requests),
    commits: recorded.commits,
    redisCommands: recorded.redisCommands,
    phases: rounds.at(-1)?.mine.phases,
  };
};

const benchSize = async (people: number): Promise<Readonly<Record<string, Summary>>> => {
  const fileOf = (stage: Stage) => join(folder, `${stage}.jsonl`);
  const recorded = await measured(people, (stage, at) =>
    at.run(here, commands[stage], { record: fileOf(stage), path }),
  );
  const all = new Map(stages.map((stage) => [stage, requestsIn(fileOf(stage))]));
  for (const stage of stages) {
    const needed = indispensable(all.get(stage) ?? []).map((one) => `${JSON.stringify(one)}\n`);
    writeFileSync(fileOf(stage), needed.join(""));
  }
  const rounds = new Map<Stage, Round[]>(stages.map((stage) => [stage, []]));
  for (let round = 1; round <= Number(options.rounds); round += 1) {
    const of = (checkout: string) => measured(people, (stage, at) => at.run(checkout, commands[stage], { path }));
    const mine = await of(here);
    const other = options.against === undefined ? undefined : await of(resolve(options.against));
    const loop = await measured(
      people,
      (stage, at) => (looped.includes(stage) ? costOf(worker, [at.url, fileOf(stage)]) : undefined),
      false,
    );
    for (const stage of stages) {
      const one = { mine: mine.get(stage) as Cost, other: other?.get(stage), loop: loop.get(stage) };
      rounds.get(stage)?.push(one);
      const told = Object.entries(one).flatMap(([name, cost]) =>
        cost ? [`${name} ${cost.seconds.toFixed(2)} s (${cost.cpuSeconds.toFixed(2)} of processor time)`] : [],
      );
      console.error(`round ${round}, ${people} people, ${stage}: ${told.join(", ")}`);
    }
  }
  return Object.fromEntries(
    stages.map((stage) => [
      stage,
      summary(people, rounds.get(stage) ?? [], recorded.get(stage) as Cost, all.get(stage) ?? []),
    ]),
  );
};

/** All stages at a new service. `hasNights`: a night without changes lies between the plan and the incremental one. */
const measured = async (
  people: number,
  run: (stage: Stage, at: Place) => Promise<Cost> | undefined,
  hasNights = true,
): Promise<ReadonlyMap<Stage, Cost>> => {
  const place = await openPlace(people);
  const costs = new Map<Stage, Cost>();
  for (const stage of stages) {
    if (stage === "incremental" && hasNights) await run("unchanged", place);
    if (stage === "incremental") place.touchFiles();
    const cost = await run(stage, place);
    if (cost) costs.set(stage, cost);
  }
  await place.close();
  return costs;
};

type Summary = ReturnType<typeof summary>;

const show = (people: number, name: string, one: Summary): void => {
  const { against: other, loop, phases = {} } = one;
  const lines = [
    `${name}, ${people} people`,
    `  musterd  ${one.seconds.toFixed(2)} s  ${one.peoplePerSecond} people/s  ${one.cpuSeconds.toFixed(2)} s of processor time  ${one.peakMiB} MiB`,
    ...(loop
      ? [
          `  loop     ${loop.seconds.toFixed(2)} s  ${loop.cpuSeconds.toFixed(2)} s of processor time  ${loop.calls} indispensable calls; musterd has ${loop.ratio.toFixed(2)} of its speed`,
        ]
      : []),
    ...(other
      ? [
          `  against  ${other.seconds.toFixed(2)} s  ${other.cpuSeconds.toFixed(2)} s of processor time  ${other.peakMiB} MiB  ${other.calls} calls; musterd is ${other.speed.toFixed(2)} times as fast, ${other.cpu.toFixed(2)} in processor time`,
        ]
      : []),
    `  calls    ${one.calls}: ${Object.entries(one.byOperation)
      .map(([id, count]) => `${id} ${count}`)
      .join(", ")}`,
    `  commits  ${one.commits}, Redis commands ${one.redisCommands}`,
    ...Object.entries(phases).map(
      ([phase, cost]) =>
        `  ${phase.padEnd(15)} ${cost.seconds.toFixed(2)} s  ${cost.cpuSeconds.toFixed(2)} s of processor time  ${cost.peakMiB} MiB`,
    ),
  ];
  console.log(`${lines.join("\n")}\n`);
};

/** Processor time of planning for each person: what it grows by from the smallest company to the largest shows work that is not linear. */
const planningOf = (results: Readonly<Record<string, Readonly<Record<string, Summary>>>>) => {
  const each = Object.entries(results)
    .map(([people, { plan }]) => ({ people: Number(people), ms: (plan?.phases?.["planning"]?.cpuSeconds ?? 0) * 1000 }))
    .map(({ people, ms }) => ({ people, microseconds: Math.round((ms * 1000) / people) }))
    .sort((a, b) => a.people - b.people);
  const [first, last] = [each[0]?.microseconds ?? 0, each.at(-1)?.microseconds ?? 0];
  return { each, growth: Number((last / first).toFixed(2)) };
};

const machine = `${cpus().length} × ${cpus()[0]?.model}, node ${process.version}`;
const results: Record<string, Readonly<Record<string, Summary>>> = {};
if (!options.json) console.log(`${machine}; medians of ${options.rounds} rounds\n`);
for (const people of options.sizes.split(",").map(Number)) {
  const result = await benchSize(people);
  results[people] = result;
  if (!options.json) for (const [name, one] of Object.entries(result)) show(people, name, one);
}
const planning = planningOf(results);
if (options.json)
  console.log(JSON.stringify({ machine, rounds: Number(options.rounds), sizes: results, planning }, null, 2));
else
  for (const { people, microseconds } of planning.each)
    console.log(`planning, ${people} people: ${microseconds} µs of processor time each`);
if (!options.json && planning.each.length > 1) console.log(`planning grows by ${planning.growth} for each person`);
