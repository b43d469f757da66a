/** Finds the test files that are nearest to a file by imports: those that reach it in the fewest steps. */
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** A mutant runs at most this many near test files. Slow tests are never run: their time is not bounded. */
const mostTests = 10;

/** The laws that use many files, although from afar. They run last. */
const laws: readonly (readonly [files: RegExp, test: string])[] = [
  [/^src\/plan\//, "test/plan/laws.test.ts"],
  [/^src\/(?:run|site)\//, "test/run/random-runs.test.ts"],
  [/\/settings\.ts$/, "test/config/config.test.ts"],
];

const textOf = (file: string): string => readFileSync(file, "utf8");

/** Types are gone when a test runs, so only imports of values count. A program that a test starts is imported, too. */
const imported =
  /^(?:import|export|\}) (?!type )[^;]*?from "(\.[^"]+)"|import\("(\.[^"]+)"\)|new URL\("([^"]+\.[jt]s)", import\.meta/gm;

const importsIn = (file: string): readonly string[] =>
  [...textOf(file).matchAll(imported)].map(([, from, late, started]) =>
    join(dirname(file), from ?? late ?? started ?? ""),
  );

/**
 * Returns a function that gives the nearest tests of a file, of those that reach it by imports: the tests with the file's name, then
 * tests that mention what it exports, or its name as in `store.approvals.read`, then those in the fewest steps. Steps are counted
 * in `src` only, because what a test is built of belongs to it. Among equals, those of the file's own folder come first, then
 * those that share most rare words with it: most tests of plans reach all files of `plan` in equally many steps.
 */
export const nearestTests = (): ((file: string) => readonly string[]) => {
  const files = globSync(["src/**/*.{ts,js}", "test/**/*.ts"]).toSorted();
  const imports = new Map(files.map((file) => [file, importsIn(file)]));
  const importers = new Map<string, string[]>();
  for (const [file, targets] of imports)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  const above = (file: string) => importers.get(file) ?? [];
  const tests = files.filter(isRun).map((test) => {
    const text = textOf(test);
    return { test, text, words: wordsIn(text), loads: reached([test], (one) => imports.get(one) ?? []) };
  });
  const countOf = new Map<string, number>();
  for (const { words } of tests) for (const word of words) countOf.set(word, (countOf.get(word) ?? 0) + 1);
  const rarityOf = (word: string) => Math.log(tests.length / (countOf.get(word) ?? 1));
  return (file) => {
    const own = `test/${file.split("/")[1]}/`;
    const isNamesake = (test: string) => test.startsWith(own) && basename(test, ".test.ts") === basename(file, ".ts");
    const name = camelCase(basename(file, ".ts"));
    const mentioned = new RegExp(`\\b(?:${[...exportsIn(file), `${name}[.(]`].join("|")})(?!\\w)`);
    const words = wordsIn(textOf(file));
    const steps = stepsTo(file, above);
    const ranked = tests
      .filter(({ loads }) => loads.has(file))
      .map((one) => {
        const isMentioned = isNamesake(one.test) || mentioned.test(one.text);
        const distance = isMentioned ? 0 : (steps.get(one.test) ?? files.length);
        const shared = [...one.words].filter((word) => words.has(word)).reduce((sum, word) => sum + rarityOf(word), 0);
        const likeness = shared / Math.sqrt(one.words.size);
        const rank = [Number(!isNamesake(one.test)), distance, Number(!one.test.startsWith(own)), -likeness];
        return { test: one.test, rank };
      })
      .toSorted((a, b) => a.rank.map((one, at) => one - (b.rank[at] ?? 0)).find((more) => more !== 0) ?? 0)
      .map(({ test }) => test);
    const last = laws.flatMap(([files, test]) => (files.test(file) ? [test] : []));
    return [...ranked.filter((test) => !last.includes(test)).slice(0, mostTests), ...last];
  };
};

const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/\w[\w-]+/g));

/** How many steps through `src` lead from each test to the file. */
const stepsTo = (file: string, above: (file: string) => readonly string[]): ReadonlyMap<string, number> => {
  const steps = new Map([[file, 0]]);
  let ring = [file];
  for (let step = 1; ring.length > 0; step += 1) {
    const next = [...new Set(ring.flatMap(above))].filter((one) => !steps.has(one));
    const [tests, sources] = [next.filter(isTest), next.filter((one) => !isTest(one))];
    for (const one of [...sources, ...reached(tests, above)]) if (!steps.has(one)) steps.set(one, step);
    ring = sources;
  }
  return steps;
};

const isTest = (file: string): boolean => file.startsWith("test/");

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const exportsIn = (file: string): readonly string[] =>
  [...textOf(file).matchAll(/^export const (\w+)/gm)].map(([, name = ""]) => name);

const isRun = (file: string): boolean => file.endsWith(".test.ts") && !file.endsWith(".slow.test.ts");

const reached = (from: readonly string[], next: (file: string) => readonly string[]): ReadonlySet<string> => {
  const all = new Set(from);
  for (const one of all) for (const other of next(one)) all.add(other);
  return all;
};
