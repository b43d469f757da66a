/** Tests the help, usage errors, a version of Node that is too old, and the confirmation before writing. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandName, exitCodes } from "../../src/cli/words/en/exit-codes.ts";
import { runCli } from "../support/processes/cli-process.ts";
import { type Answered, onTerminal } from "../support/processes/on-terminal.ts";
import { officeFiles, officePeople, officeSettings } from "../support/processes/small-office.ts";
import { openWorkplace, type Workplace } from "../support/processes/workplace.ts";
import { openServiceFixture, refreshesOf, type ServiceFixture, writesOf } from "../support/servers/service-fixture.ts";

const entry = fileURLToPath(new URL("../../src/cli/musterd.js", import.meta.url));
const commands = [
  "plan",
  "apply",
  "undo",
  "resync",
  "runs",
  "show",
  "check",
  "doctor",
  "status",
  "notify",
  "explain",
  "adopt",
  "forget",
  "rotate-key",
  "audit",
  "history",
  "release",
  "reject",
  "tokens",
  "users",
  "source",
  "daemon",
  "init",
  "service",
  "demo",
  "completion",
];

describe("help", () => {
  it.each(["plan", "source check"])("of %s has its exit codes and an example of it", async (command) => {
    const { code, stdout, stderr } = await runCli([...command.split(" "), "--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^Example:\\n {2}\\$ musterd ${command}`, "m"));
    for (const meaning of Object.values(exitCodes[command as CommandName])) expect(stdout).toContain(meaning);
  });

  it("names every command", async () => {
    const { stdout } = await runCli(["--help"]);
    expect(
      [...stdout.matchAll(/^ {2}(\w[\w-]*) /gm)].map(([, name]) => name).filter((name) => name !== "help"),
    ).toEqual(commands);
  });

  it.each([
    [["reconcile"], "unknown command 'reconcile'"],
    [["plan", "--fast"], "unknown option '--fast'"],
    [["show"], "missing required argument 'run'"],
    [["plan", "--language", "de"], "Allowed choices are en, zh-TW"],
    [["service", "--port", "70000"], "option-invalid: 70000 is not a port"],
    [["service", "lod"], "unknown command 'lod'\n(Did you mean load?)"],
    [["runs", "--limit", "x"], "option-invalid: x is not a limit"],
    [["demo", "--people", "many"], "option-invalid: many is not a number of people"],
    [["service", "--port", ""], "option-invalid:  is not a port"],
    [["service", "--port", "0", "--sample", " "], "option-invalid:   is not a number of people"],
  ])("follows a mistake (%j), with exit code 1", async (parameters, message) => {
    const { code, stdout, stderr } = await runCli(parameters);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
  });
});

it("takes a variable that is empty for one that is not set", async () => {
  const { stderr } = await runCli(["runs"], { env: { MUSTERD_CONFIG: "" } });
  expect(stderr).toMatch(/^config-unreadable: there is no configuration file\n {2}where: file .*musterd\.yaml\n/);
});

it("whoever stops reading the output, such as head, ends no command and sees no error", async () => {
  const child = spawn(process.execPath, [entry, "--help"], { stdio: ["ignore", "pipe", "pipe"] });
  child.stdout.destroy();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});

describe("a Node that is too old", () => {
  const refusal = (version: string) =>
    new RegExp(`^node-too-old: musterd needs Node 24 or newer, this is ${version}\n {2}hint: `);

  it("is told so", async () => {
    const older = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } });`;
    const preload = `data:text/javascript,${encodeURIComponent(older)}`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--import", preload, entry, "plan"], {
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toMatch(refusal("20\\.19\\.0"));
  });

  it("on this machine, if it has one, is told so as well", () => {
    const env = { PATH: "/usr/local/bin:/usr/bin:/bin" };
    const version = spawnSync("node", ["--version"], { encoding: "utf8", env }).stdout?.trim() ?? "";
    const old = version !== "" && Number(version.slice(1).split(".")[0]) < 24;
    const { status, stderr } = spawnSync(old ? "node" : process.execPath, [entry, "plan", "--help"], {
      encoding: "utf8",
      env,
    });
    const expected = old ? [1, refusal(version.slice(1))] : [0, /^$/];
    expect([status, stderr]).toEqual([expected[0], expect.stringMatching(expected[1] as RegExp)]);
  });
});

describe("the question before writing", () => {
  let fixture: ServiceFixture;
  let place: Workplace;

  beforeAll(async () => {
    fixture = await openServiceFixture();
    place = await openWorkplace(officeFiles(officePeople(4)), officeSettings(fixture));
  });

  afterAll(async () => {
    await fixture.close();
    await place.remove();
  });

  /** Runs `musterd apply` on a terminal, and answers its question with `keys`. */
  const answered = (keys: string): Promise<Answered> =>
    onTerminal(["apply", "--config", place.config], { env: { API_KEY: fixture.apiKey }, prompt: "[y/N]", keys });

  it.each([
    ["nothing", "\r"],
    ["the end of input", "\u0004"],
    ["an interrupt", "\u0003"],
  ])("that is answered with %s changes nothing, and does not hang", async (_, keys) => {
    const { code, shown } = await answered(keys);
    expect(shown).toContain("Apply these ");
    expect(shown).not.toContain("internal");
    expect(shown).toContain("Nothing was applied.");
    expect(code).toBe(1);
    const calls = await fixture.calls();
    expect([...writesOf(calls), ...refreshesOf(calls)]).toEqual([]);
  });

  it("that is answered with yes lets it begin", async () => {
    const { code, shown } = await answered("y\r");
    expect({ code, shown }).toMatchObject({ code: 0, shown: expect.stringContaining("Permission refresh: done") });
    expect(shown).toContain("reading: department levels");
    expect(refreshesOf(await fixture.calls())).toHaveLength(1);
  });
});
