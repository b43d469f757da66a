/** Checks that every numbered note on the interface is cited by a comment, and that every cited note exists. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const read = (file: string): string => readFileSync(`${root}/${file}`, "utf8");

const notes = read("src/contract/interface-notes.md").split("\n");
const entries = notes.flatMap((line) => /^- \*\*(R\d+)\*\* /.exec(line)?.[1] ?? []);
const sources = globSync("src/**/*.ts", { cwd: root });
const cited = new Set(sources.flatMap((file) => read(file).match(/\bR\d+\b/g) ?? []));

const byNumber = (a: string, b: string): number => Number(a.slice(1)) - Number(b.slice(1));

describe("the notes on the interface", () => {
  it("are read, and so are the sources", () => {
    expect(entries.length).toBeGreaterThan(40);
    expect(sources.length).toBeGreaterThan(100);
    expect(cited.size).toBeGreaterThan(40);
  });

  it("have exactly the entries that the sources cite", () => {
    expect(entries.toSorted(byNumber)).toEqual([...cited].sort(byNumber));
  });

  it("state in each entry the open question, and what client and service do", () => {
    const texts = notes
      .join(" ")
      .split(/- \*\*R\d+\*\* /)
      .slice(1);
    expect(texts).toHaveLength(entries.length);
    for (const text of texts) expect(text).toMatch(/\*Open:\* .+ \*Client:\* .+ \*Service:\* /);
  });
});
