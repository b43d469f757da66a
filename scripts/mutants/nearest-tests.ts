/** Finds the test files that are nearest to a line of the product: those most likely to execute it and to look at what it does. */
import { globSync } from "node:fs";
import { basename, dirname } from "node:path";
import { allMutants } from "./all-mutants.ts";
import {
  type Declaration,
  declarationsIn,
  importsIn,
  statementAt,
  textOf,
  usersAmong,
  wordsIn,
} from "./declarations.ts";

/** A mutant runs at most this many near test files. Slow tests are never run: their time is not bounded. */
const mostTests = 10;

/** The laws that use many files, although from afar and without their words. They run last. */
const laws: readonly (readonly [files: RegExp, ...tests: string[]])[] = [
  [/^src\/plan\//, "test/plan/laws.test.ts", "test/plan/order-laws.test.ts", "test/plan/spelling-laws.test.ts"],
  [/^src\/(?:run|site)\//, "test/run/random-runs.test.ts"],
  [/\/settings\.ts$/, "test/config/config.test.ts"],
];

/**
 * Returns a function that gives the nearest tests of a line (or of a whole file), of those that reach its file by imports. A test
 * is near if rare words of the statement, of its declaration and of its file occur in it, and if few declarations lie between the
 * two. What a test is built of belongs to it, so only the steps in `src` count. First come the test with the file's name, and
 * those that are known to notice another edit of the file.
 */
export const nearestTests = (): ((file: string, line?: number) => readonly string[]) => {
  const files = globSync(["src/**/*.{ts,js}", "test/**/*.ts"]).toSorted();
  const imports = new Map(files.map((file) => [file, importsIn(file)]));
  const declarations = files.flatMap(declarationsIn);
  const usersOf = usersAmong(declarations, imports);
  /** What a test imports of its own folder holds its cases. */
  const besides = (test: string) =>
    files.filter((file) => dirname(file) === dirname(test) && imports.get(test)?.has(file));
  const tests = files.filter(isRun).map((test) => ({
    test,
    words: wordsIn([test, ...besides(test)].map(textOf).join("\n")),
    loads: reached([test], (one) => imports.get(one) ?? []),
  }));
  const countOf = new Map<string, number>();
  for (const { words } of tests) for (const word of words) countOf.set(word, (countOf.get(word) ?? 0) + 1);
  const rarityOf = (word: string): number => Math.log(tests.length / (countOf.get(word) ?? tests.length));

  return (file, line) => {
    const inFile = declarations.filter((one) => one.file === file);
    const edited = line === undefined ? undefined : inFile.findLast(({ firstLine }) => firstLine <= line);
    const regions = [
      wordsIn(textOf(file)),
      ...(edited && line !== undefined ? [edited.words, wordsIn(statementAt(edited, line))] : []),
    ];
    const steps = stepsTo(edited && edited.name !== "" ? [edited] : inFile, usersOf);
    const known = new Set(allMutants.flatMap((one) => (one.file === file ? one.tests : [])));
    const nearnessOf = (test: string, words: ReadonlySet<string>): number => {
      const isFirst = known.has(test) || isNamesake(test, file);
      const shared = regions.flatMap((region) => [...words].filter((word) => region.has(word)).map(rarityOf));
      const likeness = shared.reduce((sum, rarity) => sum + rarity, 0) / Math.sqrt(words.size);
      return likeness - (steps.get(test) ?? files.length) / 2 + (isFirst ? files.length : 0);
    };
    const last = laws.flatMap(([files, ...tests]) => (files.test(file) ? tests : []));
    const near = tests
      .filter(({ test, loads }) => loads.has(file) && !last.includes(test))
      .map(({ test, words }) => ({ test, nearness: nearnessOf(test, words) }))
      .toSorted((one, other) => other.nearness - one.nearness);
    return [...near.slice(0, mostTests).map(({ test }) => test), ...last];
  };
};

/** How many steps through declarations of `src` lead from each test to one of these. */
const stepsTo = (
  edited: readonly Declaration[],
  usersOf: (used: Declaration) => readonly Declaration[],
): ReadonlyMap<string, number> => {
  const steps = new Map<string, number>();
  const seen = new Set(edited);
  for (let ring = [...edited], step = 1; ring.length > 0; step += 1) {
    const next = new Set(ring.flatMap(usersOf)).difference(seen);
    const inTests = reached([...next].filter(isOfTest), usersOf);
    for (const { file } of inTests) if (!steps.has(file)) steps.set(file, step);
    for (const one of [...next, ...inTests]) seen.add(one);
    ring = [...next].filter((one) => !isOfTest(one));
  }
  return steps;
};

const isOfTest = ({ file }: Declaration): boolean => file.startsWith("test/");

const isNamesake = (test: string, file: string): boolean =>
  test.startsWith(`test/${file.split("/")[1]}/`) && basename(test, ".test.ts") === basename(file, ".ts");

const isRun = (file: string): boolean => file.endsWith(".test.ts") && !file.endsWith(".slow.test.ts");

const reached = <T>(from: readonly T[], next: (one: T) => Iterable<T>): ReadonlySet<T> => {
  const all = new Set(from);
  for (const one of all) for (const other of next(one)) all.add(other);
  return all;
};
