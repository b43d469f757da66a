/**
 * Every command works while a daemon or `musterd service` has the embedded service's database open, in the folder of
 * getting-started.
 */
import { appendFile, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { writeFirstRun } from "../docs/blocks.ts";
import { temporaryDirectory } from "../service/running-service.ts";
import { type CliProcess, runCli, startCli } from "../support/processes/cli-process.ts";

const env = {
  MUSTERD_TOKEN: "token-of-tests-7Qx2",
  MUSTERD_ADMIN_KEY: "admin-of-tests-7Qx2",
  MUSTERD_API_KEY: "api-of-tests-7Qx2",
};

let cwd: string;
let holder: CliProcess | undefined;
beforeEach(async () => {
  cwd = await temporaryDirectory();
  writeFirstRun(cwd);
  await appendFile(join(cwd, "musterd.yaml"), "daemon: { token: env:MUSTERD_TOKEN, port: 0, runAtStart: false }\n");
});
afterEach(async () => {
  holder?.signal("SIGKILL");
  await holder?.ended;
  await rm(cwd, { recursive: true });
});

const command = (line: string) => runCli(line.split(" "), { cwd, env });

/** Starts a command that keeps running, and waits until it lends its service. */
const hold = async (...parameters: readonly string[]): Promise<CliProcess> => {
  holder = startCli(parameters, { cwd, env });
  await expect.poll(() => readFile(lent(), "utf8").catch(() => "")).toContain("url");
  return holder;
};
const lent = (): string => join(cwd, ".musterd/service.db.lent.json");

/** Each with the exit code that it has on its own. */
const commands: Readonly<Record<string, number>> = {
  plan: 2,
  "explain 000003": 2,
  "apply --yes": 0,
  runs: 0,
  "show last": 0,
  "undo last --dry-run": 2,
  adopt: 0,
  check: 0,
  status: 0,
  "source check": 0,
  "source preview --employee 000003": 0,
  "service keys list": 0,
  "service dump": 0,
  "service audit": 0,
};

/** How commands end that do not end as they do alone. */
const otherwise = async (lines: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const line of lines) {
    const { code, stderr } = await command(line);
    if (code !== commands[line]) found.push(`${line}: ${code} ${stderr}`);
  }
  return found;
};

it("every command ends beside musterd daemon as it does alone", async () => {
  await hold("daemon");
  expect(await otherwise(Object.keys(commands))).toEqual([]);
});

it("beside musterd service, which lends its service in the same way, commands end as they do alone", async () => {
  await hold("service", "--port", "0");
  expect(await otherwise(["plan", "apply --yes", "service dump"])).toEqual([]);
});

it("lends to nobody else, and only while it lives", async () => {
  const daemon = await hold("daemon");
  expect((await stat(lent())).mode & 0o777).toBe(0o600);
  daemon.signal("SIGTERM");
  await daemon.ended;
  await expect(stat(lent())).rejects.toMatchObject({ code: "ENOENT" });
});

it("does not believe what a killed daemon has left", async () => {
  const daemon = await hold("daemon");
  daemon.signal("SIGKILL");
  await daemon.ended;
  await writeFile(lent(), (await readFile(lent(), "utf8")).replace(/:\d+"/, ':1"'));
  expect(await command("plan")).toMatchObject({ code: 2, stderr: "" });
});
