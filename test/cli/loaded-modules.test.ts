/** Tests that a command loads what it uses: most people who look at the store wait for its modules longer than for its rows. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import type { Loaded } from "../support/processes/loading-cli.ts";
import { officeFiles, officePeople, officeSettings } from "../support/processes/small-office.ts";
import { openWorkplace } from "../support/processes/workplace.ts";
import { openServiceFixture } from "../support/servers/service-fixture.ts";

/** The number of files that `runs` may load, about an eighth more than today. */
const mostFiles = 800;

const loadedBy = async (lines: readonly (readonly string[])[], env: NodeJS.ProcessEnv): Promise<readonly Loaded[]> => {
  const child = fork(fileURLToPath(new URL("../support/processes/loading-cli.ts", import.meta.url)), {
    env: { ...process.env, ...env },
    execArgv: ["--disable-warning=ExperimentalWarning"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  child.send(lines);
  const [told] = (await once(child, "message")) as [readonly Loaded[]];
  return told;
};

const packageOf = (file: string): string | undefined => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];

const folderOf = (file: string): string | undefined =>
  /^src\/((?:source|report|cli)\/[^/]+(?=\/)|[^/]+)/.exec(file)?.[1];

it("a command about the store loads no reader, planner, queue, client, service or writer of reports", async () => {
  const fixture = await openServiceFixture();
  const place = await openWorkplace(officeFiles(officePeople(1)), officeSettings(fixture));
  const words = [["runs"], ["audit", "verify"], ["tokens", "list"], ["status"]];
  try {
    const lines = words.map((line) => [...line, "--config", place.config]);
    const told = await loadedBy(lines, { API_KEY: fixture.apiKey });
    expect(told.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const [runs, ...others] = told.map(({ files }) => files);
    expect(runs?.length).toBeGreaterThan(300);
    expect(runs?.length).toBeLessThan(mostFiles);
    // `status` asks Redis who holds the lock.
    expect(others.map(({ length }) => length < 150)).toEqual([true, true, true]);
    const files = told.flatMap(({ files }) => files);
    const packages = new Set(files.flatMap((file) => packageOf(file) ?? []));
    for (const heavy of [
      "bullmq",
      "undici",
      "nodemailer",
      "fastify",
      "@clack/prompts",
      "csv-parse",
      "fflate",
      "d3-hierarchy",
    ]) {
      expect(packages).not.toContain(heavy);
    }
    const folders = new Set(
      files.filter((file) => !file.includes("node_modules")).flatMap((file) => folderOf(file) ?? []),
    );
    expect(folders).toContain("store");
    for (const heavy of ["service", "plan", "explain", "daemon", "report/page", "source/tables", "source/quality"]) {
      expect(folders).not.toContain(heavy);
    }
  } finally {
    await fixture.close();
    await place.remove();
  }
});
