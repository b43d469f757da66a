/** Compiles and runs the programs in the documents, and makes the first run that docs/getting-started.md describes. */
import { execFile } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { runCli } from "../support/processes/cli-process.ts";
import { blocksOf, cacheFolder, inLanguage, writeFirstRun, writeProgram } from "./blocks.ts";
import { apiKey, startSampleService } from "./sample-service.ts";

const run = promisify(execFile);
const folder = cacheFolder();
afterAll(() => rmSync(folder, { recursive: true }));

describe("programs", () => {
  const typescript = inLanguage("ts", "js");

  it("compile", async () => {
    for (const [index, { text }] of typescript.entries()) writeProgram(folder, `block-${index}.ts`, text);
    const settings = { extends: "../../tsconfig.json", include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
    const compiler = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [compiler, "-p", folder, "--singleThreaded"]).catch(
      (failed: { stdout: string }) => failed,
    );
    expect(stdout.split("\n").filter((line) => line.includes("block-"))).toEqual([]);
  });

  it.each(typescript.filter(({ runs }) => runs))("in $place run", async ({ text }) => {
    const service = await startSampleService();
    writeFileSync(join(folder, "leave.pdf"), "%PDF-1.7");
    const env = { ...process.env, SERVICE_URL: service.url, API_KEY: apiKey };
    const program = writeProgram(folder, "run.ts", text);
    try {
      const { stdout } = await run(process.execPath, [program], { env, cwd: folder });
      expect(stdout).not.toBe("");
    } finally {
      await service.close();
    }
  });
});

it("getting started tells what happens, from files to nothing to do", async () => {
  writeFirstRun(folder);
  const [story] = blocksOf("docs/getting-started.md").filter(({ text }) => text.startsWith("musterd check"));
  const results = [];
  for (const line of story?.text.trim().split("\n") ?? []) {
    const [, ...parameters] = line.replace(/ #.*/, "").trim().split(/\s+/);
    const asked = parameters[0] === "apply" ? ["--yes"] : [];
    const { code, stderr } = await runCli([...parameters, ...asked], { cwd: folder });
    results.push(code === 1 ? stderr : code);
  }
  expect(results).toEqual([0, 0, 0, 2, 0, 0, 0]);
  expect(existsSync(join(folder, "plan.html"))).toBe(true);
});
