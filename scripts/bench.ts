/**
 * `npm run bench`: what an import into an empty service and a plan with nothing to do take, for companies of several sizes. The
 * commands are run as users run them (from `dist`), each in a process of its own, and asserted is nothing. They are compared with a plain
 * loop of the indispensable calls at the same concurrency (each list once, each detail that a plan must read once, each write
 * once), and with `--against CHECKOUT` with the commands of another checkout; the runs of a round follow each other on services
 * of their own, and the ratios are medians over the rounds.
 *
 *   --sizes 1000,10000   numbers of people        --rounds 3        --json
 *   --redis              a private redis-server instead of the embedded Valkey (it must be in PATH or .cache/parts/bin)
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parseDocument } from "yaml";
import { type OperationId, operationIds, pathTemplateOf, specOf } from "../src/contract/contract.ts";
import { sampleCompany } from "../src/sample/sample-company.ts";
import { median } from "./bench-frame.ts";
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
const here = fileURLToPath(new URL("..", import.meta.url));
const probe = fileURLToPath(new URL("bench-probe.ts", import.meta.url));
const worker = fileURLToPath(new URL("bench-worker.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "musterd-bench-"));
const environment = {
  HOME: folder,
  PATH: options.redis ? [join(here, ".cache/parts/bin"), process.env["PATH"]].join(delimiter) : "/nowhere",
  MUSTERD_API_KEY: "key-of-the-benchmark",
  MUSTERD_ADMIN_KEY: "admin-of-the-benchmark",
  MUSTERD_TOKEN: "daemon-of-the-benchmark",
};

/** The command as users run it. */
const commandOf = (checkout: string): string => {
  const command = join(checkout, "dist/cli/musterd.js");
  if (!existsSync(command)) throw new Error(`build ${checkout} first: npm run build`);
  return command;
};

let serial = 0;

/** Runs a script of Node under the probe, and returns what it took. */
const costOf = async (script: string, given: readonly string[], record?: string) => {
  const result = join(folder, `result-${(serial += 1)}.json`);
  const child = spawn(process.execPath, ["--import", probe, script, ...given], {
    env: {
      ...environment,
      MUSTERD_BENCH_RESULT: result,
      ...(record !== undefined && { MUSTERD_BENCH_RECORD: record }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-2000);
    });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${script} ${given.join(" ")} ended with ${code}: ${output}`);
  return JSON.parse(readFileSync(result, "utf8")) as Cost;
};

const services = new Set<ChildProcess>();

/** A service of its own with its musterd: commands of different checkouts can use it. */
const openPlace = async (people: number) => {
  const place = mkdtempSync(join(folder, "place-"));
  const service = spawn(
    process.execPath,
    [commandOf(here), "service", "--port", "0", "--database", join(place, "service.db")],
    { env: environment, stdio: ["ignore", "pipe", "inherit"] },
  );
  services.add(service);
  const [said] = (await once(service.stdout, "data")) as [Buffer];
  const url = /http:\/\/\S+/.exec(said.toString())?.[0] ?? "";
  const config = parseDocument(readFileSync(join(here, "config/sample-company.yaml"), "utf8"));
  config.setIn(["source", "feeds", "hr", "files", "folder"], join(folder, `hr-${people}`));
  config.set("target", { url, corpCode: "DEMO", apiKey: "env:MUSTERD_API_KEY" });
  config.setIn(["state", "folder"], join(place, "state"));
  writeFileSync(join(place, "musterd.yaml"), config.toString());
  return {
    url,
    run: (checkout: string, command: readonly string[], record?: string) =>
      costOf(commandOf(checkout), [...command, "--config", join(place, "musterd.yaml")], record),
    loop: (requests: string) => costOf(worker, [url, requests]),
    close: async () => {
      service.kill("SIGTERM");
      await once(service, "exit");
      services.delete(service);
      rmSync(place, { recursive: true });
    },
  };
};

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

type Round = { readonly mine: Cost; readonly loop: Cost; readonly other?: Cost };

const commands = {
  import: ["apply", "--yes", "--json"],
  plan: ["plan", "--json"],
} as const;

const summary = (people: number, rounds: readonly Round[], recorded: Cost, requests: readonly Request[]) => {
  const of = (value: (round: Round) => number) => Number(median(rounds.map(value)).toFixed(3));
  const seconds = of(({ mine }) => mine.seconds);
  return {
    peoplePerSecond: Math.round(people / seconds),
    seconds,
    cpuSeconds: of(({ mine }) => mine.cpuSeconds),
    peakMiB: Math.max(...rounds.map(({ mine }) => mine.peakMiB)),
    ofLoop: of(({ mine, loop }) => loop.seconds / mine.seconds),
    loopSeconds: of(({ loop }) => loop.seconds),
    loopCalls: rounds[0]?.loop.requests,
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

const benchSize = async (people: number) => {
  mkdirSync(join(folder, `hr-${people}`));
  const { files } = sampleCompany({ people, today: "2026-11-21" });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, `hr-${people}`, name), content);
  const needed = { import: join(folder, "import.jsonl"), plan: join(folder, "plan.jsonl") };
  const all = { import: [] as readonly Request[], plan: [] as readonly Request[] };
  const recorded: Partial<Record<keyof typeof commands, Cost>> = {};
  const place = await openPlace(people);
  for (const name of ["import", "plan"] as const) {
    recorded[name] = await place.run(here, commands[name], needed[name]);
    all[name] = requestsIn(needed[name]);
    writeFileSync(
      needed[name],
      indispensable(all[name])
        .map((one) => `${JSON.stringify(one)}\n`)
        .join(""),
    );
  }
  await place.close();
  const rounds = { import: [] as Round[], plan: [] as Round[] };
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const mine = await measured(people, (name, at) => at.run(here, commands[name]));
    const other =
      options.against === undefined
        ? undefined
        : await measured(people, (name, at) => at.run(resolve(options.against ?? ""), commands[name]));
    const loop = await measured(people, (name, at) => at.loop(needed[name]));
    for (const name of ["import", "plan"] as const)
      rounds[name].push({ mine: mine[name], loop: loop[name], ...(other && { other: other[name] }) });
  }
  return Object.fromEntries(
    (["import", "plan"] as const).map((name) => [
      name,
      summary(people, rounds[name], recorded[name] as Cost, all[name]),
    ]),
  );
};

/** Both commands at a new service. */
const measured = async (
  people: number,
  run: (name: keyof typeof commands, at: Awaited<ReturnType<typeof openPlace>>) => Promise<Cost>,
): Promise<Record<keyof typeof commands, Cost>> => {
  const place = await openPlace(people);
  const loaded = await run("import", place);
  const planned = await run("plan", place);
  await place.close();
  return { import: loaded, plan: planned };
};

const show = (people: number, name: string, one: ReturnType<typeof summary>): void => {
  const { against: other, phases = {} } = one;
  const lines = [
    `${name}, ${people} people`,
    `  musterd  ${one.seconds.toFixed(2)} s  ${one.peoplePerSecond} people/s  ${one.cpuSeconds.toFixed(2)} s of processor time  ${one.peakMiB} MiB`,
    `  loop     ${one.loopSeconds.toFixed(2)} s  ${one.loopCalls} indispensable calls; musterd has ${one.ofLoop.toFixed(2)} of its speed`,
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
const planningOf = (results: Readonly<Record<string, Awaited<ReturnType<typeof benchSize>>>>) => {
  const each = Object.entries(results)
    .map(([people, { plan }]) => ({ people: Number(people), ms: (plan?.phases?.["planning"]?.cpuSeconds ?? 0) * 1000 }))
    .map(({ people, ms }) => ({ people, microseconds: Math.round((ms * 1000) / people) }))
    .sort((a, b) => a.people - b.people);
  const [first, last] = [each[0]?.microseconds ?? 0, each.at(-1)?.microseconds ?? 0];
  return { each, growth: Number((last / first).toFixed(2)) };
};

try {
  const machine = `${cpus().length} × ${cpus()[0]?.model}, node ${process.version}`;
  const results: Record<string, Awaited<ReturnType<typeof benchSize>>> = {};
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
} finally {
  for (const service of services) service.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
}
