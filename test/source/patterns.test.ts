/**
 * Regular expressions of the configuration match as in JavaScript, or are refused. Neither they nor the expressions in
 * our own code take more than linear time.
 */
import { globSync, readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern, patternProblem } from "../../src/source/values/patterns.ts";
import { cases, runs } from "../support/runs.ts";

describe("an expression of the configuration", () => {
  // The texts have no characters above U+FFFF, because the JavaScript of Node 26 does not find one with /[^a]$/u.
  const atom = fc.constantFrom(
    "a",
    "b",
    ".",
    "\\d",
    "\\s",
    "\\S",
    "\\w",
    "[ab]",
    "[^a\\s]",
    "[\\S]",
    "王",
    "\\u738b",
    "\\.",
    "-",
    "\\u{20BB7}",
  );
  const many = fc.constantFrom("", "", "", "*", "+", "?", "*?", "+?", "{2}", "{1,3}", "{0,2}?");
  const { expression } = fc.letrec<{ expression: string; piece: string }>((tie) => ({
    piece: fc.oneof(
      { maxDepth: 3 },
      fc.tuple(atom, many).map(([one, count]) => one + count),
      fc
        .tuple(fc.constantFrom("(", "(?:", "(?<n>"), tie("expression"), many)
        .map(([begin, body, count]) => `${begin}${body})${count}`),
    ),
    expression: fc
      .array(fc.oneof({ weight: 6, arbitrary: tie("piece") }, fc.constantFrom("|", "^", "$")), {
        minLength: 1,
        maxLength: 4,
      })
      .map((all) => all.join("")),
  }));
  const text = fc
    .array(fc.constantFrom("a", "b", "1", " ", "\u3000", "\n", "\u2028", "王", "-", "."), { maxLength: 12 })
    .map((all) => all.join(""));

  it("finds with both engines what JavaScript finds, or is refused", () => {
    let used = 0;
    fc.assert(
      fc.property(expression, text, (source, short) => {
        fc.pre(patternProblem(source) === undefined);
        used += 1;
        const groups = (found: ArrayLike<string | undefined> | null) =>
          found && Array.from(found, (group) => group ?? "");
        const wanted = groups(new RegExp(source, "u").exec(short));
        for (const pattern of [compilePattern(source), compilePattern(source, -1)]) {
          expect(groups(pattern.exec(short))).toEqual(wanted);
          expect(pattern.test(short)).toBe(wanted !== null);
          const with1 = new RegExp(source, "gu");
          expect(pattern.replaceAll(short, "<$1|$&|$$>")).toBe(short.replace(with1, "<$1|$&|$$>"));
        }
      }),
      { seed: 20_261_122, ...cases(5_000) },
    );
    expect(used).toBeGreaterThan(runs(1_000));
  });

  it.each([
    ["(?=a)b", /lookahead/],
    ["(?<!a)b", /lookbehind/],
    ["(a)\\1", /references to groups/],
    ["(?<n>a)\\k<n>", /references to groups/],
    ["(?i:a)", /flags/],
    ["(?:(a)|b)+", /capturing/],
    ["(?:a*)*", /match the empty text/],
    ["(a*?)?", /match the empty text/],
    ["a{2000}", /repeat/],
    ["\\p{Ideographic}", /Ideographic/],
    ["(", /Unterminated/],
    ["[]", /empty/],
  ])("%s is refused, because it cannot be matched in bounded time", (source, says) => {
    expect(patternProblem(source)).toMatch(says);
  });

  it.each(["\\p{Script=Han}+", "\\p{Lu}", "^(\\w+)@", "CN=([^,]+)", "[\\u4e00-\\u9fff]", "\\/", "[^]", "[[]", "[\\b]"])(
    "%s is not",
    (source) => {
      expect(patternProblem(source)).toBeUndefined();
      const texts = ["王", "A", "x@y", "CN=a,b", "/", "[", "\b", ""];
      const found = texts.map((one) => compilePattern(source).test(one + "\u0001".repeat(300)));
      expect(found).toEqual(texts.map((one) => new RegExp(source, "u").test(one + "\u0001".repeat(300))));
    },
  );
});

/** Every regular expression literal in files that read external input. */
const literals = (): readonly (readonly [place: string, pattern: RegExp])[] => {
  const root = new URL("../..", import.meta.url).pathname;
  const files = ["src/source/**/*.ts", "src/lib/*.ts", "src/config/config.ts", "src/site/open-api-file.ts"];
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
        return [filled, `${filled}\u0001`];
      }),
    );
    const context = createContext({ texts });
    const slow = patterns.flatMap(([place, pattern]) => {
      const plain = new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ""));
      try {
        // An expression with linear time takes some milliseconds for all texts. One with quadratic time takes a second
        // for each.
        runInContext(`for (const text of texts) text.search(${String(plain)});`, context, { timeout: 3_000 });
        return [];
      } catch {
        return [place];
      }
    });
    expect(slow).toEqual([]);
  }, 300_000);
});
