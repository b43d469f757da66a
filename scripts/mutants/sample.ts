/**
 * Draws mutants that no author chose: a line of the product, an operator that fits it, the nearest tests. An edit that does not
 * compile is drawn again. The same seed draws the same mutants from the same code.
 */
import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { join, resolve } from "node:path";
import { API } from "typescript/unstable/sync";
import { seededRandom } from "../../src/sample/random.ts";
import type { Mutant } from "./mutant.ts";
import { nearestTests } from "./nearest-tests.ts";
import { type Place, placesIn } from "./places.ts";

/** The folders that decide what is written, and when. */
const folders = ["plan", "run", "site", "store", "queue", "client", "source", "daemon", "notify", "console/access"];

export type Sample = {
  readonly count: number;
  readonly seed: number;
  /** Only lines that have changed since this commit. */
  readonly since?: string | undefined;
  /** Only files whose path contains one of these texts; none stands for all. */
  readonly named: readonly string[];
};

/** Codes of the compiler for what an edit leaves unused. */
const unused: ReadonlySet<number> = new Set([6133, 6138, 6192, 6196, 6198, 6199]);

export const sampleMutants = (sample: Sample): readonly Mutant[] => {
  const root = process.cwd();
  const edited = new Map<string, string>();
  const api = new API({ cwd: root, fs: { readFile: (file) => edited.get(file) } });
  const project = join(root, "tsconfig.json");
  try {
    const { program } = api.updateSnapshot({ openProjects: [project] }).getProject(project) ?? {};
    const sourceOf = (file: string) => program?.getSourceFile(resolve(file));
    const compiles = (file: string, text: string): boolean => {
      const changed = { fileChanges: { changed: [resolve(file)] } };
      edited.set(resolve(file), text);
      const now = api.updateSnapshot(changed).getProject(project)?.program;
      const problems = now?.getSemanticDiagnostics(resolve(file)) ?? [];
      edited.delete(resolve(file));
      return problems.every(({ code }) => unused.has(code));
    };
    const lines = linesOf(sample).flatMap(({ file, isDrawn }) => {
      const source = sourceOf(file);
      if (!source) return [];
      const lineOf = ({ start }: Place) => source.getLineAndCharacterOfPosition(start).line + 1;
      return [...Map.groupBy(placesIn(source), lineOf)].flatMap(([line, places]) =>
        isDrawn(line) ? [{ file, line, places, text: source.text }] : [],
      );
    });
    const testsOf = nearestTests();
    const random = seededRandom(sample.seed);
    const drawn: Mutant[] = [];
    for (const { file, line, places, text } of random.shuffled(lines)) {
      if (drawn.length >= sample.count) break;
      const tests = testsOf(file, line);
      const place = random
        .shuffled(places)
        .find(({ start, end, text: after }) => compiles(file, text.slice(0, start) + after + text.slice(end)));
      if (place && tests.length > 0) drawn.push(mutantAt(file, line, text, place, tests));
    }
    return drawn;
  } finally {
    api.close();
  }
};

/** Files with the lines to draw from. */
const linesOf = ({ since, named }: Sample) => {
  const files = globSync(folders.map((folder) => `src/${folder}/**/*.ts`))
    .filter((file) => named.length === 0 || named.some((text) => file.includes(text)))
    .toSorted();
  if (since === undefined) return files.map((file) => ({ file, isDrawn: () => true }));
  // Of all files at once: a file that was only moved has no changed lines.
  const asked = ["diff", "--unified=0", "--find-renames", "-l0", since, "--", "src"];
  const diffs = diffsOf(execFileSync("git", asked, { encoding: "utf8", maxBuffer: 2 ** 30 }));
  return files.map((file) => ({ file, isDrawn: inDiff(diffs.get(file) ?? "") }));
};

/** The parts of a diff by the present path of their file. */
const diffsOf = (diff: string): ReadonlyMap<string, string> =>
  new Map(
    diff.split(/^diff --git /m).flatMap((part) => {
      const file = /^\+\+\+ b\/(.*)$/m.exec(part)?.[1];
      return file === undefined ? [] : [[file, part] as const];
    }),
  );

/** Does a line of the present file belong to a change of `diff`, which `git diff --unified=0` has made? */
export const inDiff = (diff: string): ((line: number) => boolean) => {
  const parts = [...diff.matchAll(/^@@ \S+ \+(\d+)(?:,(\d+))? @@/gm)];
  const ranges = parts.map(([, from, count = "1"]) => ({ from: Number(from), count: Number(count) }));
  return (line) => ranges.some(({ from, count }) => line >= from && line < from + count);
};

/** The edit in whole lines; lines before them are added until the text occurs only once in the file. */
const mutantAt = (file: string, line: number, text: string, place: Place, tests: readonly string[]): Mutant => {
  let start = text.lastIndexOf("\n", place.start - 1) + 1;
  const next = text.indexOf("\n", place.end);
  const end = next < 0 ? text.length : next;
  while (start > 0 && text.indexOf(text.slice(start, end)) !== text.lastIndexOf(text.slice(start, end)))
    start = text.lastIndexOf("\n", start - 2) + 1;
  const before = text.slice(start, end);
  const after = text.slice(start, place.start) + place.text + text.slice(place.end, end);
  return { file, before, after, harm: `line ${line}, ${place.operator}`, tests };
};
