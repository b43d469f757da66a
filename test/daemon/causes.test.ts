/** The table of temporary errors covers every documented code. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { causeOf, judgedCodes } from "../../src/daemon/causes.ts";

/** The codes of the table in README "Errors". */
const documented = (): readonly string[] => {
  const [, section = ""] = readFileSync("README.md", "utf8").split("\n## Errors\n");
  const [table = ""] = section.split("\n## ");
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  return [
    ...new Set(
      rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/`([a-z-]+)`/g)].map(([, code = ""]) => code)),
    ),
  ];
};

describe("the causes of failed runs", () => {
  it("are all the codes of the README, and no others", () => {
    expect(documented().length).toBeGreaterThan(80);
    expect([...judgedCodes()].sort()).toEqual([...documented()].sort());
  });

  it.each([
    ["target-unavailable", "passes"],
    ["target-no-answer", "passes"],
    ["source-ldap-unreachable", "passes"],
    ["source-file-changing", "passes"],
    ["breaker-open", "passes"],
    ["lease-lost", "passes"],
    ["refresh-unknown", "passes"],
    ["redis-unavailable", "passes"],
    ["store-unavailable", "passes"],
    ["changed-since-plan", "passes"],
    ["config-invalid", "stays"],
    ["source-quality", "stays"],
    ["cap-exceeded", "stays"],
    ["target-unauthorized", "stays"],
    ["target-refused", "stays"],
    ["prerequisite-failed", "follows"],
  ] as const)("%s %s", (code, cause) => {
    expect(causeOf(code)).toBe(cause);
  });

  it("that nobody has judged are repeated", () => {
    expect(causeOf("new-code")).toBe("passes");
  });
});
