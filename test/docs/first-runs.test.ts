/** Gives the commands of README's "Five minutes" and of getting-started as they are printed, in a folder with the files shown there. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Organisation } from "../../src/contract/sections/organisation.ts";
import { runCli } from "../support/processes/cli-process.ts";
import { cacheFolder, firstRunLines, writeFirstRun } from "./blocks.ts";

const folder = cacheFolder();
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(["README.md", "docs/getting-started.md"])("%s", (document) => {
  it("applies three people and two departments, and then finds nothing to do", async () => {
    writeFirstRun(folder, document);
    const results: [string, number | null][] = [];
    for (const printed of firstRunLines(document)) {
      const line = printed.replace(/^(npx )?musterd /, "");
      const { code } = await runCli(line.split(" "), { cwd: folder });
      results.push([line.split(" --")[0] ?? "", code]);
    }
    expect(results.slice(-4)).toEqual(document === "README.md" ? readme : gettingStarted);
    const { stdout } = await runCli(["service", "dump", "--section", "organisation"], { cwd: folder });
    const { organisation } = parse(stdout) as { organisation: Organisation };
    expect([organisation.employees.length, organisation.departments.length]).toEqual([3, 2]);
    const hasMail = document !== "README.md";
    expect(organisation.employees.map(({ email }) => email || undefined)).toEqual(
      organisation.employees.map(({ account }) => (hasMail ? `${account}@example.com` : undefined)),
    );
  });
});

it("says at once what new departments lack, and does not call a plan that holds everything nothing to do", async () => {
  writeFirstRun(folder, "README.md");
  const file = join(folder, "musterd.yaml");
  const without = readFileSync(file, "utf8")
    .replace(/^ +level: .*\n/m, "")
    .replace(/^ +levels:\n.*\n/m, "");
  writeFileSync(file, without);
  expect((await runCli(["check"], { cwd: folder })).stdout).toContain("level: { value: DEPT }");
  const { code, stdout } = await runCli(["plan"], { cwd: folder });
  expect(code).toBe(2);
  expect(stdout).toContain("all that differs is held");
  expect(stdout.replaceAll(/\s+/g, " ")).toContain("is missing (level): map a column to it");
});

const readme = [
  ["source preview", 0],
  ["plan", 2],
  ["apply", 0],
  ["plan", 0],
];
const gettingStarted = [
  ["plan", 2],
  ["apply", 0],
  ["plan", 0],
  ["runs", 0],
];
