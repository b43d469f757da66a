/** Tests shell completion: the suggestions, and the syntax of the scripts. */
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { runCli } from "../../support/processes/cli-process.ts";

/** Returns the suggestions for the last word without descriptions, and then the directive for the shell. */
const offered = async (...words: string[]): Promise<readonly string[]> => {
  const { code, stdout } = await runCli(["complete", "--", ...words]);
  expect(code).toBe(0);
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => line.split("\t")[0] ?? "");
};

describe("completion", () => {
  it("offers commands, options and choices", async () => {
    const [commands, below, options, choices] = await Promise.all([
      offered("a"),
      offered("service", "keys", ""),
      offered("plan", "--l"),
      offered("plan", "--language", ""),
    ]);
    expect(commands).toEqual(["apply", "adopt", "audit", ":4"]);
    expect(below).toEqual(["add", "list", "remove", "help", ":4"]);
    expect(options).toEqual(["--language", "--log-level", ":4"]);
    expect(choices).toEqual(["en", "zh-TW", ":4"]);
  });

  it("leaves names of files to the shell", async () => {
    expect(await offered("plan", "--config", "mus")).toEqual([":0"]);
    expect(await offered("service", "load", "")).toEqual([":0"]);
    expect(await offered("apply", "saved")).toEqual([":0"]);
  });

  it.each(["bash", "zsh", "fish"])("prints a script for %s", async (shell) => {
    const { code, stdout, stderr } = await runCli(["completion", shell]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("musterd complete -- ");
    const twice = spawnSync(shell, [], { input: shell === "bash" ? stdout.repeat(2) : "", encoding: "utf8" });
    expect(twice.error === undefined ? twice.stderr : "").toBe("");
    const checked = spawnSync(shell, ["-n"], { input: stdout, encoding: "utf8" });
    // An error here means that the shell is not installed, so its script cannot be checked.
    expect(checked.error === undefined ? checked.stderr : "").toBe("");
  });
});
