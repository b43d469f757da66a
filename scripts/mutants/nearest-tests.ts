/** Finds the test files that are nearest to a file by imports: those that reach it in the fewest steps. */
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A mutant runs at most this many near test files. Slow tests are never run: their time is not bounded. */
const mostTests = 5;

const mostMentioning = 2;

/** The laws that use most files of a folder, although from afar. They run last. */
const lawsOf: Readonly<Record<string, string>> = {
  plan: "test/plan/laws.test.ts",
  run: "test/run/random-runs.test.ts",
  site: "test/run/random-runs.test.ts",
};

/** Types are gone when a test runs, so only imports of values count. */
const textOf = (file: string): string => readFileSync(file, "utf8");

const importsIn = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/^(?:import|export|\}) (?!type )[^;]*?from "(\.[^"]+)"|import\("(\.[^"]+)"\)/gm)].map(
    ([, from, late]) => join(dirname(file), from ?? late ?? ""),
  );

/**
 * Returns a function that gives the nearest tests of a file. Steps are counted in `src` only, because what a test is built of
 * belongs to it. The test with the file's name comes first, then tests of its folder that mention it, as `store.approvals`
 * does; among equally near ones, those of the file's own folder come first, then those that import least.
 */
export const nearestTests = (): ((file: string) => readonly string[]) => {
  const files = globSync(["src/**/*.ts", "test/**/*.ts"]).toSorted();
  const imports = new Map(files.map((file) => [file, importsIn(file)]));
  const importers = new Map<string, string[]>();
  for (const [file, targets] of imports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  const isTest = (file: string) => file.startsWith("test/");
  const above = (file: string) => importers.get(file) ?? [];
  return (file) => {
    const own = `test/${file.split("/")[1]}/`;
    const costOf = (test: string) =>
      reached([test], (one) => imports.get(one) ?? []).size + (test.startsWith(own) ? 0 : files.length);
    const namesake = file.replace(/^src\/(.*)\.ts$/, "test/$1.test.ts");
    const names = [camelCase(basename(file, ".ts")), ...exportsIn(file)];
    const mentioned = new RegExp(`\b(?:${names.join("|")})\b`);
    const mentioning = files.filter((one) => one.startsWith(own) && isRun(one) && mentioned.test(textOf(one)));
    const tests = new Set([...(imports.has(namesake) ? [namesake] : []), ...mentioning.slice(0, mostMentioning)]);
    const seen = new Set([file]);
    for (let ring = [file]; ring.length > 0 && tests.size < mostTests; ) {
      const next = [...new Set(ring.flatMap(above))].filter((one) => !seen.has(one));
      for (const one of next) seen.add(one);
      ring = next.filter((one) => !isTest(one));
      const found = [...reached(next.filter(isTest), above)]
        .filter(isRun)
        .map((test) => ({ test, cost: costOf(test) }));
      for (const { test } of found.toSorted((a, b) => a.cost - b.cost)) tests.add(test);
    }
    const laws = lawsOf[file.split("/")[1] ?? ""];
    return [...new Set([...[...tests].slice(0, mostTests), ...(laws === undefined ? [] : [laws])])];
  };
};

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const exportsIn = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name);

const isRun = (file: string): boolean => file.endsWith(".test.ts") && !file.endsWith(".slow.test.ts");

const reached = (from: readonly string[], next: (file: string) => readonly string[]): ReadonlySet<string> => {
  const all = new Set(from);
  for (const one of all) for (const other of next(one)) all.add(other);
  return all;
};
