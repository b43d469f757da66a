/** Tests that the notes about upgrades name every rule that may hold or refuse something by default. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every rule that holds or refuses by default is named where upgrades are described", () => {
  const settings = readFileSync("docs/settings.md", "utf8");
  const rules = [...settings.matchAll(/^\| `source\.quality\.([a-z-]+)\.on` .*\| `"(?:hold|refuse)"` \|/gm)];
  const upgrades = readFileSync("docs/operating.md", "utf8")
    .split("\n## ")
    .find((part) => part.startsWith("Upgrades"));
  expect(rules.length).toBeGreaterThan(10);
  expect(rules.map(([, rule]) => rule).filter((rule) => !upgrades?.includes(`\`${rule}\``))).toEqual([]);
});
