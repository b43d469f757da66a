/** The declarations of the product and of the tests, and which of them use which: imports join whole files, and so say much less. */
import { readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** From one line that declares a name to the next; what comes before the first one has no name. */
export type Declaration = {
  readonly file: string;
  readonly name: string;
  readonly text: string;
  /** Counted from 1. */
  readonly firstLine: number;
  readonly words: ReadonlySet<string>;
};

/** Types are gone when a test runs, so only imports of values count. A program that a test starts is imported, too. */
const imported =
  /^(?:import|export|\}) (?!type )[^;]*?from "(\.[^"]+)"|import\("(\.[^"]+)"\)|new URL\("([^"]+\.[jt]s)", import\.meta/gm;
/** The comment above belongs to the declaration: it says in words what tests look at. */
const declared = /(?:^(?:\/\*\*| \*).*\n)*^(?:export )?(?:const|let|class|(?:async )?function\*?) (\w+)/gm;

export const textOf = (file: string): string => readFileSync(file, "utf8");

export const importsIn = (file: string): ReadonlySet<string> =>
  new Set(
    [...textOf(file).matchAll(imported)].map(([, from, late, started]) =>
      join(dirname(file), from ?? late ?? started ?? ""),
    ),
  );

export const wordsIn = (text: string): ReadonlySet<string> => new Set(text.match(/\w[\w-]+/g));

export const declarationsIn = (file: string): readonly Declaration[] => {
  const whole = textOf(file);
  const found = [...whole.matchAll(declared)].map(({ index, 1: name = "" }) => ({ index, name }));
  const starts = found[0]?.index === 0 ? found : [{ index: 0, name: "" }, ...found];
  return starts.map(({ index, name }, at) => {
    const text = whole.slice(index, starts[at + 1]?.index);
    return { file, name, text, firstLine: whole.slice(0, index).split("\n").length, words: wordsIn(text) };
  });
};

/** The statement or the property, of those directly in the declaration, that holds a line of the file. */
export const statementAt = ({ text, firstLine }: Declaration, line: number): string => {
  const lines = text.split("\n");
  const at = line - firstLine;
  const from = lines.slice(0, at + 1).findLastIndex((one) => /^ {2}[^\s})\]]/.test(one));
  const next = lines.findIndex((one, place) => place > at && /^ {2}[^\s})\]]/.test(one));
  return lines.slice(Math.max(from, 0), next < 0 ? lines.length : next).join("\n");
};

/**
 * Returns a function that gives the declarations that use one: of its own file, and of those that import it. What starts or loads the
 * whole file by its path, as a test starts a process, uses all of it.
 */
export const usersAmong = (
  declarations: readonly Declaration[],
  imports: ReadonlyMap<string, ReadonlySet<string>>,
): ((used: Declaration) => readonly Declaration[]) => {
  const byWord = Map.groupBy(
    declarations.flatMap((one) => [...one.words].map((word) => ({ word, one }))),
    ({ word }) => word,
  );
  const withWord = (word: string) => (byWord.get(word) ?? []).map(({ one }) => one);
  return ({ file, name }) => [
    ...withWord(name).filter((one) => one.file === file || imports.get(one.file)?.has(file)),
    ...withWord(basename(file, ".ts")).filter(
      (one) => one.name !== "" && imports.get(one.file)?.has(file) && one.text.includes(`${basename(file)}"`),
    ),
  ];
};
