/** Exports with several rows for each person, and what the proposal says about them. */
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import type { Question } from "../../../src/cli/init/draft.ts";
import { inFolder, proposalOf } from "./proposal-of.ts";

const likely = ({ options }: Question): string => options[0]?.value ?? "?";

const proposed = (files: Readonly<Record<string, string | Buffer>>) =>
  inFolder(files, (folder) => proposalOf(folder, likely));

const people = Array.from("abcdefgh");

describe("a number that stands in several rows", () => {
  it("on purpose is said to stand there with its people, and never to stand nowhere twice", async () => {
    const rows = people.map((one, at) => `E${at},${one}login,Ann ${one},Sales,Active,2019-01-01`);
    const text = `Employee ID,Login,Name,Department,Status,Effective Date\n${[...rows, rows[0]?.replace("2019", "2021")].join("\n")}\n`;
    const { draft } = await proposed({ "people.csv": text });
    const lines = draft.parts.find(({ table }) => table === "employees")?.lines ?? [];
    expect(lines.slice(0, 2).map(({ field, why }) => [field, why])).toEqual([
      ["number", "all 9 rows have it, 8 different ones"],
      ["account", "all 9 rows have it, 8 different ones"],
    ]);
  });

  it("without a reason is told, with what the rows of a person differ in, and what to do", async () => {
    const text = ["202609", "202610"].flatMap((month) =>
      people.map((one, at) => `${month},E${at},${one}login,陳${one},業務部`),
    );
    const { first } = await proposed({ "月報.csv": `資料年月,工號,帳號,姓名,部門\n${text.join("\n")}\n` });
    expect(first.notes).toContain(
      "月報.csv: 工號 has 8 different values in 16 rows, and nothing says which row of a person counts (they differ in 資料年月). Export one row for each person, such as those of the newest day alone.",
    );
  });

  it.each([
    ["asks which of two formats is meant", "04/01/2020", "10/01/2022", ["dates"], { date: "M/d/yyyy" }],
    [
      "knows the years of two digits",
      "01-APR-20",
      "01-OCT-22",
      [],
      { date: "d-MMM-yy", twoDigitYears: expect.any(Number) },
    ],
  ])("in periods %s", async (_, older, newer, asked, format) => {
    const rows = people.flatMap((one, at) =>
      [older, newer].map((from, year) => `E${at},${one}login,Ann ${one},D${(at + year) % 3},${from}`),
    );
    const text = `Employee ID,Login,Name,Department,Effective Date\n${rows.join("\n")}\n`;
    const answer = ({ id, options }: Question) => (id === "dates" ? options.at(-1)?.value : options[0]?.value) ?? "?";
    const { first, draft } = await inFolder({ "people.csv": text }, (folder) => proposalOf(folder, answer));
    expect(first.questions.filter(({ id }) => id === "dates").map(({ id }) => id)).toEqual(asked);
    expect(draft.parts.find(({ table }) => table === "employees")?.settings).toContainEqual(
      expect.objectContaining({ name: "newest", value: { column: "Effective Date", ...format } }),
    );
  });

  it("is not told where every person has one row", async () => {
    const text = people.map((one, at) => `E${at},${one}login,Ann ${one},Sales`).join("\n");
    const { first } = await proposed({ "people.csv": `Employee ID,Login,Name,Department\n${text}\n` });
    expect(first.notes).toEqual([]);
  });
});

it("a note is shown once, although two fields could have been read from its column", async () => {
  const text = people.map((one, at) => `E${at},${one}login,Ann ${one},Sales,CN=Boss`).join("\n");
  const { first } = await proposed({ "people.csv": `Employee ID,Login,Name,Department,Manager\n${text}\n` });
  expect(first.notes).toHaveLength(1);
});

it("a German header proves an encoding with the capital letter that it has in an export", async () => {
  const rows = people.map((one, at) => `${1001 + at};Jürgen ${one};${one}login;Vertrieb;Leiter`);
  const text = `Personalnummer;Name;Benutzer;Abteilung;Tätigkeit\n${rows.join("\n")}\n`;
  const { first } = await proposed({ "Stamm.csv": iconv.encode(text, "windows-1252") });
  expect(first.questions.map(({ id }) => id)).not.toContain("encoding");
  expect(first.tables[0]?.form?.encoding).toBe("windows-1252");
});
