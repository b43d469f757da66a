/** Ranks of titles decide who signs: whatever a column is called, somebody says which end of it is the high one. */
import { describe, expect, it } from "vitest";
import type { Question } from "../../../src/cli/init/draft.ts";
import { inFolder, proposalOf, readWith } from "./proposal-of.ts";

const titles = ["總經理", "處長", "經理", "專員"];
const csv = (header: string, row: (at: number) => string): string =>
  `${[header, ...Array.from({ length: 8 }, (_, at) => row(at))].join("\n")}\n`;

const ofPeople = csv(
  "工號,帳號,姓名,部門,職稱,職等",
  (at) => `E${at}5,u${at},陳${at},研發部,${titles[at % 4]},${1 + (at % 4)}`,
);
const withTable = (column: string) => ({
  "員工.csv": csv("工號,帳號,姓名,部門,職稱", (at) => `E${at}5,u${at},陳${at},研發部,${titles[at % 4]}`),
  "職稱.csv": `職稱代號,職稱,${column}\n${titles.map((title, at) => `T${at},${title},${1 + at}`).join("\n")}\n`,
});

const ranksWith = (files: Readonly<Record<string, string>>, said: string) =>
  inFolder(files, async (folder) => {
    const answer = ({ id, options }: Question) => (id === "titles" ? said : (options[0]?.value ?? "?"));
    const { first, yaml } = await proposalOf(folder, answer);
    const { snapshot } = await readWith(folder, yaml);
    const ranks = (snapshot.directory.titles ?? []).map(({ title, rank }) => [title, rank]);
    return { first, ranks: Object.fromEntries(ranks) as Readonly<Record<string, number>> };
  });

describe.each([
  ["a column of people", { "員工.csv": ofPeople }],
  ["a column of the table of titles", withTable("職等")],
])("the rank in %s", (_, files) => {
  it("is asked, and read as it stands if the highest number is the highest", async () => {
    const { first, ranks } = await ranksWith(files, "highest-number");
    expect(first.parts.flatMap(({ lines }) => lines.filter(({ field }) => field === "rank"))).toEqual([]);
    expect(first.questions.find(({ id }) => id === "titles")?.options.map(({ label }) => label)).toContain(
      "職等, where the lowest number is the highest: 總經理 > 處長 > 經理 …",
    );
    expect(ranks).toEqual({ 總經理: 1, 處長: 2, 經理: 3, 專員: 4 });
  });

  it("is turned round if the lowest number is the highest", async () => {
    const { ranks } = await ranksWith(files, "lowest-number");
    expect(ranks).toEqual({ 總經理: 40, 處長: 30, 經理: 20, 專員: 10 });
  });
});

it("an order of display is never a rank", async () => {
  const { first, ranks } = await ranksWith(withTable("排序"), "same");
  expect(first.questions.find(({ id }) => id === "titles")?.options.map(({ value }) => value)).not.toContain(
    "lowest-number",
  );
  expect(ranks).toEqual({ 總經理: 10, 處長: 10, 經理: 10, 專員: 10 });
});
