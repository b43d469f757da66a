import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { visibleText } from "../../../src/lib/control-characters.ts";
import { fitted } from "../../../src/report/page/geometry.ts";
import { displayWidth, padText, wrapText } from "../../../src/report/text/wrap-text.ts";

const law = { seed: 20261121, numRuns: 500 };
const words = fc.array(fc.constantFrom("組織", "資料，", "abc", "longer-word", " ", "許功蓋", "𠮷"), { maxLength: 30 });

describe("wrapText", () => {
  it("keeps every character but the spaces, in lines no wider than asked", () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 2, max: 40 }), (parts, width) => {
        const text = parts.join("");
        const lines = wrapText(text, width);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      }),
      law,
    );
  });

  it("breaks at spaces, between Chinese characters, and inside a word that is too long", () => {
    expect(wrapText("one two three", 8)).toEqual(["one two", "three"]);
    expect(wrapText("組織資料同步", 5)).toEqual(["組織", "資料", "同步"]);
    expect(wrapText("abcdefgh", 3)).toEqual(["abc", "def", "gh"]);
    expect(wrapText("", 10)).toEqual([""]);
  });

  it("begins no line with a closing mark and ends none with an opening bracket", () => {
    expect(wrapText("employees.csv (在職狀態)", 15)).toEqual(["employees.csv", "(在職狀態)"]);
    expect(wrapText("離職（停用），一人", 8)).toEqual(["離職（停", "用），一", "人"]);
    expect(wrapText("離職（停用），一人", 7)).toEqual(["離職", "（停", "用），", "一人"]);
    expect(wrapText("see (the docs).", 9)).toEqual(["see (the", "docs)."]);
  });

  it.each(["（", "(", "（）", "(a"])("is done with a text of nothing but %s at once", (part) => {
    const began = performance.now();
    expect(wrapText(part.repeat(20_000), 80).join("")).toBe(part.repeat(20_000));
    expect(performance.now() - began).toBeLessThan(2_000);
  });
});

it("cuts a word of thousands of combining marks at once, in a line and in a picture", () => {
  const word = `${"\u0301".repeat(20_000)}${"x".repeat(300)}`;
  const began = performance.now();
  expect(wrapText(word, 80).join("")).toBe(word);
  expect(fitted(word, 200, 12)).toMatch(/^\u0301+x+…$/);
  expect(performance.now() - began).toBeLessThan(2_000);
});

describe("displayWidth", () => {
  it("counts a Chinese character as two columns and a combining one as none", () => {
    expect(displayWidth("王小明")).toBe(6);
    expect(displayWidth("wang 王")).toBe(7);
    expect(displayWidth("𠮷（）")).toBe(6);
    expect(displayWidth("e\u0301")).toBe(1);
    expect(padText("王", 4)).toBe("王  ");
  });
});

describe("visibleText", () => {
  it("shows control characters and direction marks instead of obeying them", () => {
    expect(visibleText("a\u001b[31mb\nc\u202ed\u0085")).toBe("a␛[31mb␊c\ufffdd\ufffd");
  });
});
