/** Figures that pages state in prose or tables are those of the code. */
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { agreementWeights, contradictedFrom, contradictionWeights } from "../../src/model/directory/identity.ts";

it.each([
  ["docs/planning.md", "against it", /From (\d+) on/],
  ["docs/zh-TW/planning.md", "不支持的跡象", /達到 (\d+) 時/],
])("the weights of evidence in %s are those that judge a match", (file, heading, limit) => {
  const page = readFileSync(file, "utf8");
  const [, table = ""] = page.split(`| ${heading} |`);
  const rows = (table.split("\n\n")[0] ?? "")
    .split("\n")
    .slice(2)
    .map((row) => row.split("|").map((cell) => cell.trim()));
  const numbersOf = (column: number) => rows.map((row) => Number(row[column])).filter((value) => value > 0);
  const descending = (weights: object) => Object.values(weights).toSorted((a: number, b: number) => b - a);
  expect(numbersOf(2)).toEqual(descending(contradictionWeights));
  expect(numbersOf(4)).toEqual(descending(agreementWeights));
  expect(Number(limit.exec(page)?.[1])).toBe(contradictedFrom);
});
