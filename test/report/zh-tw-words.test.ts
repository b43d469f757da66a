/** The Chinese words read as Taiwan writes them: full-width punctuation, people counted as people, and the usual verbs. */
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const files = globSync("src/{report,cli}/words/zh-tw/*.ts");

/** Texts without what is put into them and without code. */
const texts = files.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)].map(([, plain, filled]) => ({
    file,
    text: (plain ?? filled ?? "").replaceAll(/\\`[^`]*\\`|`[^`]*`|\$\{[^}]*\}/g, "X"),
  })),
);

const chinese = String.raw`[\u4e00-\u9fff]`;

it.each([
  [new RegExp(`${chinese}[,;:!?]|${chinese}[(]${chinese}|${chinese}\\.$`), "full-width punctuation"],
  [/不宜/, "不得"],
  [/(人員|員工|X 人|資料列) ?X? ?項(?!目)/, "人 or 筆"],
  [new RegExp(`${chinese}……[^另]?\\.`), "one ellipsis"],
])("no text matches %s; written with %s", (pattern) => {
  expect(texts.length).toBeGreaterThan(500);
  expect(texts.filter(({ text }) => pattern.test(text))).toEqual([]);
});
