/**
 * A place to measure in, for the benches of whole commands: HR's files of the sample company, a service of its own, and a configuration
 * for both. Commands run from `dist`, as users run them, each in a process of its own under the probe; on Linux also in a container of
 * limited memory (a cgroup; needs root).
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseDocument } from "yaml";
import { sampleCompany } from "../src/sample/sample-company.ts";
import type { Cost } from "./bench-probe.ts";

/** The checkout of this script. */
export const here = fileURLToPath(new URL("..", import.meta.url));

const probe = fileURLToPath(new URL("bench-probe.ts", import.meta.url));
/** Removed at the end of the process. */
export const folder = mkdtempSync(join(tmpdir(), "musterd-bench-"));
const services = new Set<ChildProcess>();

process.on("exit", () => {
  for (const service of services) service.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

export const environment = {
  HOME: folder,
  PATH: "/nowhere",
  MUSTERD_API_KEY: "key-of-the-benchmark",
  MUSTERD_ADMIN_KEY: "admin-of-the-benchmark",
  MUSTERD_TOKEN: "daemon-of-the-benchmark",
};

/** The command of a checkout as users run it. */
export const commandOf = (checkout: string): string => {
  const command = join(checkout, "dist/cli/musterd.js");
  if (!existsSync(command)) throw new Error(`build ${checkout} first: npm run build`);
  return command;
};

export type Circumstances = {
  /** The file for the requests, in the order sent; then commits and commands of Redis are counted as well. */
  readonly record?: string | undefined;
  /** The memory of the container in MiB; absent: no limit. */
  readonly memoryMiB?: number | undefined;
  readonly path?: string | undefined;
};

/** What a command took, and its output of both kinds (the last 4,000 characters). */
export type Ran = Cost & { readonly output: string };

let serial = 0;

/** The exit codes of a command that did its work. A plan ends with 2 where all that differs is held, as of 100,000 people of the sample. */
const finished: readonly unknown[] = [0, 2];

/** Runs a script of Node under the probe; throws if it does not finish. */
export const costOf = async (
  script: string,
  given: readonly string[],
  { record, memoryMiB, path }: Circumstances = {},
): Promise<Ran> => {
  const result = join(folder, `result-${(serial += 1)}.json`);
  const group = memoryMiB === undefined ? undefined : openContainer(memoryMiB);
  const command = [process.execPath, "--import", probe, script, ...given];
  const inside = group ? ["/bin/sh", "-c", `echo $$ > ${group.processes} && exec "$@"`, "sh", ...command] : command;
  const child = spawn(inside[0] ?? "", inside.slice(1), {
    env: {
      ...environment,
      ...(path !== undefined && { PATH: path }),
      MUSTERD_BENCH_RESULT: result,
      ...(record !== undefined && { MUSTERD_BENCH_RECORD: record }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-4000);
    });
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  group?.close();
  if (!finished.includes(code)) throw new Error(`${script} ${given.join(" ")} ended with ${code ?? signal}: ${output}`);
  return { ...(JSON.parse(readFileSync(result, "utf8")) as Cost), output };
};

/** A cgroup of either version, below the own one. */
const openContainer = (memoryMiB: number) => {
  const own = new Map(
    readFileSync("/proc/self/cgroup", "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split(":"))
      .map(([, controllers = "", path = ""]) => [controllers, path]),
  );
  const old = own.get("memory");
  const name = `musterd-bench-${process.pid}-${(serial += 1)}`;
  const place = join(old === undefined ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory", old ?? own.get("") ?? "/", name);
  mkdirSync(place);
  const limit = String(memoryMiB * 2 ** 20);
  writeFileSync(join(place, old === undefined ? "memory.max" : "memory.limit_in_bytes"), limit);
  return { processes: join(place, "cgroup.procs"), close: () => rmdirSync(place) };
};

/** HR's files of a company of so many people, made once. */
const filesOf = (people: number): string => {
  const files = join(folder, `hr-${people}`);
  if (existsSync(files)) return files;
  mkdirSync(files);
  for (const [name, content] of Object.entries(sampleCompany({ people, today: "2026-11-21" }).files))
    writeFileSync(join(files, name), content);
  return files;
};

export type Place = Awaited<ReturnType<typeof openPlace>>;

/** A service without records, with the given habits, and a musterd that has not run yet; `target`: settings besides address and key. */
export const openPlace = async (
  people: number,
  { quirks, target = {} }: { readonly quirks?: object; readonly target?: object } = {},
) => {
  const place = mkdtempSync(join(folder, "place-"));
  const given = ["service", "--port", "0", "--database", join(place, "service.db")];
  const service = spawn(process.execPath, [commandOf(here), ...given], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  services.add(service);
  const [said] = (await once(service.stdout, "data")) as [Buffer];
  const url = /http:\/\/\S+/.exec(said.toString())?.[0] ?? "";
  const setQuirks = async (changed: object): Promise<void> => {
    const answer = await fetch(`${url}/sandbox/quirks`, {
      method: "PUT",
      headers: { "Admin-Key": environment.MUSTERD_ADMIN_KEY, "content-type": "application/json" },
      body: JSON.stringify(changed),
    });
    if (!answer.ok) throw new Error(`the quirks are refused: ${answer.status}`);
  };
  if (quirks) await setQuirks(quirks);
  const config = parseDocument(readFileSync(join(here, "config/sample-company.yaml"), "utf8"));
  const hr = join(place, "hr");
  cpSync(filesOf(people), hr, { recursive: true });
  config.setIn(["source", "feeds", "hr", "files", "folder"], hr);
  config.setIn(["state", "folder"], join(place, "state"));
  const file = join(place, "musterd.yaml");
  const setTarget = (more: object): void => {
    config.set("target", { url, corpCode: "DEMO", apiKey: "env:MUSTERD_API_KEY", ...more });
    writeFileSync(file, config.toString());
  };
  setTarget(target);
  return {
    url,
    setQuirks,
    setTarget,
    /** HR exports the same records once more, in files of other bytes. */
    touchFiles: () => {
      for (const name of readdirSync(hr)) if (name.endsWith(".csv")) appendFileSync(join(hr, name), "\n");
    },
    run: (checkout: string, command: readonly string[], circumstances?: Circumstances) =>
      costOf(commandOf(checkout), [...command, "--config", file], circumstances),
    close: async () => {
      service.kill("SIGTERM");
      await once(service, "exit");
      services.delete(service);
      rmSync(place, { recursive: true });
    },
  };
};
