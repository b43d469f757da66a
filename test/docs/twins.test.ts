/** Each document in Traditional Chinese is the twin of an English one: the same headings, tables, commands and examples. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { chineseErrors } from "../../scripts/chinese-errors.ts";

/** The Chinese document → the English one. */
const twins = new Map([
  ["README.zh-TW.md", "README.md"],
  ...globSync("docs/zh-TW/*.md").map((file): [string, string] => [file, file.replace("zh-TW/", "")]),
]);

const fence = /^```[^\n]*\n[\s\S]*?^```$/gm;

/** A document by its parts: the levels of its headings, its blocks of code, the columns of each row of its tables. */
const partsOf = (file: string) => {
  const text = readFileSync(file, "utf8");
  const prose = text.replaceAll(fence, "");
  return {
    headings: [...prose.matchAll(/^(#+) /gm)].map(([, marks = ""]) => marks.length),
    blocks: text.match(fence) ?? [],
    rows: [...prose.matchAll(/^\|.*\|$/gm)].map(([row]) => row.split(/(?<!\\)\|/).length - 2),
    pictures: [...prose.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = ""]) => join(dirname(file), path)),
  };
};

describe("the documents in Traditional Chinese", () => {
  it("have the error codes as scripts/chinese-errors.ts makes them from the words of the commands", () => {
    const made = chineseErrors(readFileSync("docs/errors.md", "utf8"));
    expect(readFileSync("docs/zh-TW/errors.md", "utf8")).toBe(made);
  });

  it("are at least the README, getting started, and the way to a configuration", () => {
    expect([...twins.values()]).toEqual(
      expect.arrayContaining(["README.md", "docs/getting-started.md", "docs/init.md"]),
    );
  });

  it.each([...twins])("%s has the headings, blocks, tables and pictures of %s", (chinese, english) => {
    expect(partsOf(chinese)).toEqual(partsOf(english));
  });

  it.each([...twins.keys()])("%s leads somewhere, and is written in Chinese", (file) => {
    const text = readFileSync(file, "utf8");
    const links = [...text.matchAll(/\]\(([^)\s#]+)[^)]*\)/g)].map(([, link = ""]) => link);
    expect(links.filter((link) => !/^https?:/.test(link) && !existsSync(join(dirname(file), link)))).toEqual([]);
    const prose = text.replaceAll(fence, "");
    // Characters that are written so in Simplified Chinese only.
    expect(prose.match(/[们这为时说设编态门开际联过发问个实据]/gu) ?? []).toEqual([]);
    expect((prose.match(/\p{Script=Han}/gu) ?? []).length).toBeGreaterThan(400);
  });
});
