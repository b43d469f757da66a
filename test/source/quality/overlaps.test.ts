/** Files of one pattern that state the same people: an old and a new export side by side, and those that may repeat people. */
import { describe, expect, it } from "vitest";
import { csvText, type Files, inspectCsv } from "../csv-folder.ts";

const day = (at: string): number => Date.parse(`${at}T04:00:00Z`);
const header = ["number", "account", "name", "from", "until"];
const columns = { number: "number", account: "account", name: "name" };
const file = (numbers: readonly number[], from = "2020-01-01", until = "") =>
  csvText(
    header,
    numbers.map((n) => [`E${n}`, `u${n}`, `name ${n}`, from, until]),
  );
const range = (from: number, until: number) => Array.from({ length: until - from }, (_, at) => from + at);

const overlapsIn = async (files: Files, employees: object, more: object = {}) => {
  const { findings } = await inspectCsv(files, { employees: { columns, ...employees }, ...more }, day("2026-11-23"));
  return findings
    .filter(({ rule }) => rule === "files-overlap")
    .map(({ severity, count, base, message }) => ({ severity, count, base, message }));
};

describe("files of one pattern", () => {
  const sideBySide = { "p_20241001.csv": file(range(0, 40)), "p_20241101.csv": file(range(5, 42)) };

  it("that state the same people hold the table, and name the files", async () => {
    expect(await overlapsIn(sideBySide, { file: "p_*.csv" })).toEqual([
      {
        severity: "hold",
        count: 35,
        base: 37,
        message: "35 of the 37 people in p_20241101.csv are also in other files of p_*.csv (p_20241001.csv)",
      },
    ]);
  });

  it("hold it for a few people, too, but not for two who have moved", async () => {
    const few = { "p_1.csv": file([1, 2, 3, 4]), "p_2.csv": file([2, 3, 4, 5]) };
    expect(await overlapsIn(few, { file: "p_*.csv" })).toMatchObject([{ severity: "hold", count: 3, base: 4 }]);
    const moved = { "p_taipei.csv": file(range(0, 40)), "p_tokyo.csv": file([1, 2, 77]) };
    expect(await overlapsIn(moved, { file: "p_*.csv" })).toMatchObject([{ severity: "warn", count: 2, base: 3 }]);
  });

  it("hold it, too, if one writes the numbers with small letters", async () => {
    const small = file(range(5, 42)).replaceAll("E", "e");
    const found = await overlapsIn({ ...sideBySide, "p_20241101.csv": small }, { file: "p_*.csv" });
    expect(found).toMatchObject([{ severity: "hold", count: 35, base: 37 }]);
  });

  it("that share less than half of their people are a warning, and files that share nobody are none", async () => {
    const some = { "p_1.csv": file(range(0, 40)), "p_2.csv": file(range(30, 70)) };
    expect(await overlapsIn(some, { file: "p_*.csv" })).toMatchObject([{ severity: "warn", count: 10, base: 40 }]);
    expect(await overlapsIn({ "p_1.csv": file([1, 2]), "p_2.csv": file([3]) }, { file: "p_*.csv" })).toEqual([]);
  });

  it("may repeat people where `wins` says which row counts: a warning", async () => {
    const found = await overlapsIn(sideBySide, { file: "p_*.csv", wins: "last" });
    expect(found).toMatchObject([{ severity: "warn", count: 35 }]);
  });

  it("are no finding with `newest: 1`", async () => {
    expect(await overlapsIn(sideBySide, { file: "p_*.csv", newest: 1 })).toEqual([]);
  });

  it("may state people on other days", async () => {
    const years = {
      "p_2024.csv": file(range(0, 40), "2024-01-01", "2024-12-31"),
      "p_2025.csv": file(range(0, 40), "2025-01-01"),
    };
    expect(await overlapsIn(years, { file: "p_*.csv", validOn: { from: "from", until: "until" } })).toEqual([]);
    expect(await overlapsIn(years, { file: "p_*.csv", newest: "from" })).toEqual([]);
    const twice = { "p_1.csv": years["p_2025.csv"], "p_2.csv": years["p_2025.csv"] };
    expect(await overlapsIn(twice, { file: "p_*.csv", newest: "from" })).toMatchObject([{ severity: "hold" }]);
  });

  it("may list people who are out of scope", async () => {
    const files = { "p_1.csv": file(range(0, 9), "main"), "p_2.csv": file(range(0, 9), "part-time") };
    const only = [{ column: "from", is: "main" }];
    expect(await overlapsIn(files, { file: "p_*.csv", only })).toEqual([]);
  });

  it("may repeat people as files of posts, of departments, and of other patterns", async () => {
    const posts = csvText(
      ["employee", "department"],
      range(0, 9).map((n) => [`E${n}`, "D1"]),
    );
    const files = {
      "p_1.csv": file(range(0, 9)),
      "q_1.csv": file(range(0, 9)),
      "x_1.csv": posts,
      "x_2.csv": posts.replaceAll("D1", "D2"),
    };
    expect(
      await overlapsIn(
        files,
        { files: ["p_*.csv", "q_*.csv"], wins: "last" },
        {
          departments: { file: "x_*.csv", distinct: true, columns: { code: "department" } },
          posts: {
            file: "x_*.csv",
            columns: { employee: "employee", department: "department", main: { value: false } },
          },
        },
      ),
    ).toEqual([]);
  });
});
