/** Tests that the table of exit codes contains every command, and that docs/commands.md repeats it. */
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { describe, expect, it } from "vitest";
import { createProgram } from "../../../src/cli/program.ts";
import { pathOf } from "../../../src/cli/terminal/help.ts";
import { exitCodes } from "../../../src/cli/words/en/exit-codes.ts";

const leaves = (command: Command): string[] =>
  command.commands.length > 0 && command.name() !== "service"
    ? command.commands.flatMap(leaves)
    : [pathOf(command), ...command.commands.flatMap(leaves)];

describe("exit codes", () => {
  it("are told for every command, and for no other", () => {
    const commands = leaves(createProgram({}, () => undefined)).filter((path) => path !== "complete");
    expect(Object.keys(exitCodes).toSorted()).toEqual(commands.toSorted());
  });

  it("are documented as they are", () => {
    const rows = Object.entries(exitCodes).map(([command, meanings]) => {
      const { 0: done, 1: error, 2: more = "" } = meanings as { 0: string; 1: string; 2?: string };
      return `| \`${command}\` | ${done} | ${error} | ${more} |`;
    });
    const [, table = ""] = readFileSync("docs/commands.md", "utf8").split("\n## Exit codes\n");
    expect(table.split("\n").filter((line) => line.startsWith("| `"))).toEqual(rows);
  });
});
