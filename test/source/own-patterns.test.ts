/** The regular expressions in our own code take no more than linear time. CI leaves out the texts that end as they go on. */
import { globSync, readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { isCi } from "../support/suites/runs.ts";

/** Every regular expression literal in files that read external input. */
const literals = (): readonly (readonly [place: string, pattern: RegExp])[] => {
  const root = new URL("../..", import.meta.url).pathname;
  const files = ["src/source/**/*.ts", "src/lib/**/*.ts", "src/config/config.ts", "src/site/settings/open-api-file.ts"];
  const literal = /(?<=[=(,:[!&|?]\s*|return |=>\s*)\/(?![/*])((?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/g;
  return globSync(files, { cwd: root }).flatMap((file) =>
    readFileSync(root + file, "utf8")
      .split("\n")
      .filter((line) => !/^\s*(\*|\/\*|\/\/)/.test(line))
      .flatMap((line) =>
        [...line.matchAll(literal)].map(
          ([, source = "", flags]) => [`${file} ${source}`, new RegExp(source, flags)] as const,
        ),
      ),
  );
};

const size = 20_000;
const begins = [
  "",
  "a",
  "1",
  "合計",
  "total",
  "民國1",
  "2024-05-01 ",
  "9999-12-31T",
  "12:00:00.",
  "a=",
  "( 1 NAME (",
  "(1 NAME '",
  "&#",
  "&#x",
  "{",
  "0.",
  "1:",
  "x;range=",
  "ldap://",
  "#",
  "-",
  "20240501",
  "20240501000000.",
];
const middles = [
  " ",
  "a",
  "0",
  "/",
  "\\",
  "(",
  "[",
  "{",
  "<",
  "'",
  '"',
  ",",
  ".",
  "=",
  ":",
  "&",
  "-",
  "_",
  "#",
  "+",
  "?",
  "\u3000",
  "\u200b",
  "王",
  "0,",
  " a",
  "a.",
  "a=",
  "\\2",
  "\t\n",
];

describe("an expression of ours", () => {
  it("takes no longer for a hostile text than the text is long", () => {
    const patterns = literals();
    expect(patterns.length).toBeGreaterThan(60);
    const texts = begins.flatMap((begin) =>
      middles.flatMap((middle) => {
        const filled = begin + middle.repeat(size / middle.length);
        return isCi ? [`${filled}\u0001`] : [filled, `${filled}\u0001`];
      }),
    );
    const context = createContext({ texts });
    const slow = patterns.flatMap(([place, pattern]) => {
      const plain = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""));
      try {
        // An expression with linear time takes less than a fifth of a second for all texts, also where the machine is busy at most a few.
        // One with quadratic time takes a second for each text that it is slow with.
        runInContext(`for (const text of texts) text.search(${String(plain)});`, context, { timeout: 60_000 });
        return [];
      } catch {
        return [place];
      }
    });
    expect(slow).toEqual([]);
  });
});
