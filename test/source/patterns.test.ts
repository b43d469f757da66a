/**
 * Regular expressions of the configuration match as in JavaScript, or are refused. `own-patterns.test.ts` tries the expressions of
 * our own code.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { translated } from "../../src/source/values/pattern-syntax.ts";
import { compilePattern, patternProblem } from "../../src/source/values/patterns.ts";
import { cases, runs } from "../support/suites/runs.ts";

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
    expect(patternProblem(source)).not.toMatch(/^(?:Invalid|error)/);
  });

  it.each([
    ["^\\d+$", true],
    ["(?:ab)?c+", true],
    ["a?b?c?", true],
    ["a?b?c?d?", false],
    ["a+b+", false],
    ["(?:a|aa)+", false],
    ["(?:a|aa){2,}", false],
  ])("%s takes bounded time with JavaScript: %s", (source, simple) => {
    expect(translated(source)).toMatchObject({ simple });
  });

  it("that JavaScript would try in millions of ways is matched in time", () => {
    const pattern = compilePattern("(?:a|aa)+b");
    const text = "a".repeat(38);
    const before = process.cpuUsage();
    expect([pattern.test(text), pattern.exec(text), pattern.replaceAll(text, "x")]).toEqual([false, null, text]);
    const { user } = process.cpuUsage(before);
    expect(user / 1_000).toBeLessThan(500);
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
