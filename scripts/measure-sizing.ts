/**
 * Measures what a first import and a night without changes take, and what `musterd check --estimate` said before: the tables of
 * docs/sizing.md. `node scripts/measure-sizing.ts --sizes 300,3000 --latencies 1,20` (build first: `npm run build`).
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parseDocument } from "yaml";
import { sampleCompany } from "../src/sample/sample-company.ts";
import type { Cost } from "./bench-probe.ts";

const { values: options } = parseArgs({
  options: { sizes: { type: "string", default: "300,3000" }, latencies: { type: "string", default: "1,20" } },
});
const here = fileURLToPath(new URL("..", import.meta.url));
const command = join(here, "dist/cli/musterd.js");
const probe = fileURLToPath(new URL("bench-probe.ts", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "musterd-sizing-"));
const environment = {
  HOME: folder,
  PATH: "/nowhere",
  MUSTERD_API_KEY: "key-of-the-measurement",
  MUSTERD_ADMIN_KEY: "admin-of-the-measurement",
};

const run = async (given: readonly string[]): Promise<Cost & { readonly output: string }> => {
  const result = join(folder, "result.json");
  const child = spawn(process.execPath, ["--import", probe, command, ...given], {
    env: { ...environment, MUSTERD_BENCH_RESULT: result },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => void (errors += chunk.toString()));
  await once(child, "close");
  try {
    return { ...(JSON.parse(readFileSync(result, "utf8")) as Cost), output };
  } catch (cause) {
    throw new Error(`${given.join(" ")}: ${errors}`, { cause });
  }
};

type Estimated = { readonly calls: number; readonly seconds: number; readonly mebibytes: number };

const measure = async (people: number, latencyMs: number): Promise<readonly string[]> => {
  const place = mkdtempSync(join(folder, "place-"));
  mkdirSync(join(place, "hr"));
  for (const [name, content] of Object.entries(sampleCompany({ people, today: "2026-11-21" }).files))
    writeFileSync(join(place, "hr", name), content);
  const service = spawn(
    process.execPath,
    [command, "service", "--port", "0", "--database", join(place, "service.db")],
    {
      env: environment,
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  try {
    const [said] = (await once(service.stdout, "data")) as [Buffer];
    const url = /http:\/\/\S+/.exec(said.toString())?.[0] ?? "";
    const answer = await fetch(`${url}/sandbox/quirks`, {
      method: "PUT",
      headers: { "Admin-Key": environment.MUSTERD_ADMIN_KEY, "content-type": "application/json" },
      body: JSON.stringify({ latencyMs }),
    });
    if (!answer.ok) throw new Error(`the quirks are refused: ${answer.status}`);
    const config = parseDocument(readFileSync(join(here, "config/sample-company.yaml"), "utf8"));
    config.setIn(["source", "feeds", "hr", "files", "folder"], join(place, "hr"));
    config.set("target", { url, corpCode: "DEMO", apiKey: "env:MUSTERD_API_KEY" });
    config.setIn(["state", "folder"], join(place, "state"));
    const file = join(place, "musterd.yaml");
    writeFileSync(file, config.toString());
    const estimate = async () =>
      JSON.parse((await run(["check", "--estimate", "--json", "--config", file])).output) as {
        timed: unknown;
        import: Estimated;
        night: Estimated;
      };
    const before = await estimate();
    const loaded = await run(["apply", "--yes", "--json", "--config", file]);
    const after = await estimate();
    const night = await run(["plan", "--json", "--config", file]);
    const row = (what: string, said: Estimated, was: Cost) =>
      `| ${people.toLocaleString("en")} | ${latencyMs} ms | ${what} | ${was.requests.toLocaleString("en")} | ${was.seconds.toFixed(1)} s | ${was.peakMiB} MiB | ` +
      `${said.calls.toLocaleString("en")} | ${said.seconds.toFixed(1)} s | ${said.mebibytes} MiB | ${(said.seconds / was.seconds).toFixed(2)} |`;
    for (const [{ timed }, { cpuSeconds, seconds, phases }] of [
      [before, loaded],
      [after, night],
    ] as const)
      console.error(JSON.stringify({ people, latencyMs, timed, seconds, cpuSeconds, phases }));
    return [row("first import", before.import, loaded), row("night without changes", after.night, night)];
  } finally {
    service.kill("SIGTERM");
    await once(service, "exit");
    rmSync(place, { recursive: true });
  }
};

console.log(`${cpus().length} × ${cpus()[0]?.model}, node ${process.version}\n`);
console.log(
  "| people | latency | run | calls | time | memory | calls estimated | time estimated | memory estimated | estimated / was |",
);
console.log("|---|---|---|---|---|---|---|---|---|---|");
for (const people of options.sizes.split(",").map(Number)) {
  for (const latency of options.latencies.split(",").map(Number))
    for (const row of await measure(people, latency)) console.log(row);
}
rmSync(folder, { recursive: true, force: true });
