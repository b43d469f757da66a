/** Secrets of the commands: weak ones are refused at the start, and none is ever an argument. */
import { readFile, rm } from "node:fs/promises";
import type { Command } from "commander";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { temporaryDirectory } from "../service/running-service.ts";
import { runCli } from "../support/processes/cli-process.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await temporaryDirectory();
});
afterEach(() => rm(cwd, { recursive: true }));

const musterd = (parameters: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCli(parameters, { env, cwd });

const start = ["service", "--port", "0"];

describe("a weak key", () => {
  it.each([
    { why: "too short", key: "short-key", says: "has 9 characters; at least 16 are needed" },
    { why: "a placeholder", key: "change-me-change-me", says: "is a placeholder" },
    { why: "empty, as in .env.example", key: "", says: "is empty" },
  ])("is refused when it is $why, with the command that makes a good one", async ({ key, says }) => {
    for (const name of ["MUSTERD_API_KEY", "MUSTERD_ADMIN_KEY"]) {
      const { code, stderr, stdout } = await musterd(start, { [name]: key });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toBe(`key-weak: ${name} ${says}\n  hint: make a good one with: openssl rand -hex 24\n`);
    }
  });

  it("is refused in Traditional Chinese, too", async () => {
    const { code, stderr } = await musterd(start, { MUSTERD_API_KEY: "short-key", LANG: "zh_TW.UTF-8" });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^key-weak: .*少於 16 個字元.*\n.*has 9 characters.*\n.*openssl rand -hex 24.*\n$/);
  });
});

it.each([".env.example", "deploy/systemd/musterd.env.example", "deploy/kubernetes/musterd.env.example"])(
  "%s holds no key that could be taken over",
  async (file) => {
    const lines = (await readFile(file, "utf8")).split("\n");
    const secrets = lines.filter((line) => /^\w*(KEY|TOKEN|PASSWORD|SECRET)\w*=/.test(line));
    expect(secrets.length).toBeGreaterThan(0);
    expect(secrets.every((line) => line.endsWith("="))).toBe(true);
  },
);

describe("the list of processes", () => {
  it("cannot show a secret, because no option or argument takes one", () => {
    const commands = (command: Command): readonly Command[] => [command, ...command.commands.flatMap(commands)];
    const words = commands(createProgram({}, () => undefined)).flatMap((command) => [
      ...command.options
        .filter(({ required, optional }) => required || optional)
        .map(({ long, flags }) => long ?? flags),
      ...command.registeredArguments.map((argument) => argument.name()),
    ]);
    expect(words.length).toBeGreaterThan(50);
    expect(words.filter((word) => /secret|password|passphrase|token|key$|credential/i.test(word))).toEqual([]);
  });

  it.each([
    ["service", "--database", "postgres://musterd:hidden-word@127.0.0.1:1/x"],
    ["service", "--database", "postgres://127.0.0.1:1/x?user=a&password=hidden-word"],
    ["service", "dump", "--database", "postgresql://a:hidden-word@/x?host=/tmp"],
    ["service", "audit", "--url", "http://admin:hidden-word@127.0.0.1:1"],
  ])("never shows a password: %s %s %s", async (...parameters) => {
    const { code, stderr } = await musterd(parameters.filter(Boolean), {
      MUSTERD_ADMIN_KEY: "x".repeat(8) + "-abcdefgh",
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^secret-in-arguments: /);
    expect(stderr).not.toContain("hidden-word");
  });

  it.each(["postgres://127.0.0.1:1/x?options=a@b", "postgres://musterd@127.0.0.1:1/x"])(
    "may show an address without a password: %s",
    async (database) => {
      const { stderr } = await musterd(["service", "dump", "--database", database], { PGPASSWORD: "hidden-word" });
      expect(stderr).toMatch(/^service-database: /);
      expect(stderr).not.toContain("hidden-word");
    },
  );
});
