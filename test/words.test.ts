/** Checks that docs/glossary.md matches the types, and that retired words are not used. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** Files that may contain a retired word: the history of the store's schema, this list, and the data of tests. */
const exempt = /^(src\/store\/schema\/(migrations|unify-targets)\.ts|test\/words\.test\.ts|test\/data\/)/;

/** Each pattern of a retired word, with the word to use instead. */
const retired: readonly (readonly [RegExp, string])[] = [
  [/\bwayOut\b|[a-z]WayOut\b|\bways? out\b(?! of)/i, "hint"],
  [/[a-z]Room\b|\brooms?\b(?! (there|on|for))/, "deps, fixture or folder"],
  [/\bwish(es|ed)?\b|[a-z]Wish/i, "run request"],
  [/\bSight\b|\bconst look\b|\blookFor[A-Z]/, "probe, ProbeResult"],
  [/\bsound\b|\brequireSound|[a-z]Sound[A-Z]/i, "valid"],
  [/\bopenBook\b|\bWorld\b|\bcreateWorld\b|\bPeopledWorld\b/, "DraftPlan, PlanContext"],
  [/\bcreateStop\b|\bStop\b.*run\/stop/, "AbortSignal"],
  [/(src|test)\/target\//, "src/site/"],
  [/\bunheeded\b|\bheeds?\b/, "ignored"],
];

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|md|js|yaml)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !exempt.test(path));

const texts = [
  ...["src", "test", "docs", "scripts", "config", "deploy"].flatMap(filesIn),
  "README.md",
  "ARCHITECTURE.md",
].map((path) => ({ path, lines: readFileSync(path, "utf8").split("\n") }));

it.each(retired)("nothing matches %s; the word is %s", (pattern) => {
  expect(texts.length).toBeGreaterThan(500);
  const found = texts.flatMap(({ path, lines }) =>
    lines.flatMap((line, at) => (pattern.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

it("every type that the glossary names is a type of the model", () => {
  const model = filesIn("src/model").map((path) => readFileSync(path, "utf8"));
  const types = new Set(model.flatMap((text) => [...text.matchAll(/export type (\w+)/g)].map(([, name]) => name)));
  const named = [...readFileSync("docs/glossary.md", "utf8").matchAll(/\| `(\w+)` \|$/gm)].map(([, name]) => name);
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((name) => !types.has(name))).toEqual([]);
});
