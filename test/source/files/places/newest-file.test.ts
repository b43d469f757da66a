/** Which file of a pattern is newest, by its name; and what is refused, because names can be read in several ways. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asMusterdError } from "../../../../src/lib/errors.ts";
import { byNumbers, newestFile } from "../../../../src/source/files/places/newest-file.ts";
import { cases } from "../../../support/suites/runs.ts";
import { csvText, readCsv } from "../../csv-folder.ts";

const newestOf = (...files: [string, ...string[]]): string => {
  try {
    return newestFile("*", files);
  } catch (error) {
    return asMusterdError(error).code;
  }
};

const pad = (n: number, width = 2): string => String(n).padStart(width, "0");

/** Ways to write a day that say which number is the year and which is the month. */
const clearForms: readonly ((year: number, month: number, day: number) => string)[] = [
  (y, m, d) => `${y}${pad(m)}${pad(d)}`,
  (y, m, d) => `${y}-${pad(m)}-${pad(d)}`,
  (y, m, d) => `${y}.${m}.${d}`,
  (y, m, d) => `${y}_${pad(m)}_${pad(d)}_0730`,
  (y, m, d) => `${y}-${pad(m)}-${pad(d)}T12-00-00.000Z`,
  (y, m, d) => `${y}年${m}月${d}日`,
  (y, m, d) => `${y - 1911}${pad(m)}${pad(d)}`,
  (y, m, d) => `民國${y - 1911}年${m}月${d}日`,
  (y, m, d) => `${y - 1911}-${pad(m)}-${pad(d)}`,
];

const days = fc.uniqueArray(
  fc.record({
    year: fc.integer({ min: 2012, max: 2030 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.integer({ min: 1, max: 28 }),
  }),
  { minLength: 2, maxLength: 6, selector: ({ year, month, day }) => `${year}-${month}-${day}` },
);

describe("the newest file of a pattern", () => {
  it("is the one with the latest day, in whatever clear form and order", () => {
    const around = fc.constantFrom(
      ["people_", ".csv"],
      ["員工", ".xlsx"],
      ["HR export (", ").csv"],
      ["exports/", "/e.csv"],
    );
    fc.assert(
      fc.property(days, fc.constantFrom(...clearForms), around, (all, form, [before, after]) => {
        const nameOf = (one: (typeof all)[number]) => `${before}${form(one.year, one.month, one.day)}${after}`;
        const latest = all.toSorted((a, b) => b.year - a.year || b.month - a.month || b.day - a.day)[0];
        const [first = "", ...others] = all.map(nameOf);
        expect(newestOf(first, ...others)).toBe(latest && nameOf(latest));
      }),
      { seed: 20_261_123, ...cases(600) },
    );
  });

  it("is never an older one where the day stands before the month or after it", () => {
    const orders = fc.constantFrom<(y: number, m: number, d: number) => string>(
      (y, m, d) => `${pad(d)}-${pad(m)}-${y}`,
      (y, m, d) => `${pad(m)}${pad(d)}${y}`,
      (y, m, d) => `${pad(d)}.${pad(m)}.${pad(y % 100)}`,
      (y, m, d) => `${pad(m)}_${pad(d)}_${pad(y % 100)}`,
      (y, m, d) => `${pad(y % 100)}${pad(m)}${pad(d)}`,
    );
    fc.assert(
      fc.property(days, orders, (all, form) => {
        const nameOf = (one: (typeof all)[number]) => `people_${form(one.year, one.month, one.day)}.csv`;
        const latest = all.toSorted((a, b) => b.year - a.year || b.month - a.month || b.day - a.day)[0];
        const [first = "", ...others] = all.map(nameOf);
        expect([latest && nameOf(latest), "source-newest-unclear"]).toContain(newestOf(first, ...others));
      }),
      { seed: 20_261_123, ...cases(600) },
    );
  });

  it.each([
    ["emp_10.csv", ["emp_9.csv", "emp_10.csv"]],
    ["員工1131101.csv", ["員工1131101.csv", "員工20241031.csv"]],
    ["員工114年1月.csv", ["員工113年12月.csv", "員工114年1月.csv"]],
    ["p_202501.csv", ["p_202412.csv", "p_202501.csv"]],
    ["p_13-10-2024.csv", ["p_1-10-2024.csv", "p_13-10-2024.csv"]],
    ["p_20241101_1800.csv", ["p_20241101_0600.csv", "p_20241101_1800.csv"]],
    ["p_11401.csv", ["p_11311.csv", "p_11312.csv", "p_11401.csv"]],
    ["p_1730419300.csv", ["p_1730419200.csv", "p_1730419300.csv"]],
    ["員工１１３１２０１.csv", ["員工１１３１１０１.csv", "員工１１３１２０１.csv"]],
    ["員工11月.csv", ["員工10月.csv", "員工11月.csv"]],
    ["only.csv", ["only.csv"]],
  ] as const)("is %s among %j", (expected, files) => {
    expect(newestOf(...(files as readonly string[] as [string]))).toBe(expected);
    expect(newestOf(...(files.toReversed() as string[] as [string]))).toBe(expected);
  });

  it.each([
    ["parts of one day", ["p_20241101_1.csv", "p_20241101_2.csv"]],
    ["parts of one day with zeros", ["p_20241101_0001.csv", "p_20241101_0002.csv"]],
    ["parts of two days", ["p_20241101_1.csv", "p_20241101_2.csv", "p_20241102_1.csv"]],
    ["a second download", ["p_20241101.csv", "p_20241101 (1).csv"]],
    ["another place", ["taipei_20241101.csv", "tainan_20241102.csv"]],
    ["a day or a month first", ["p_01-12-2024.csv", "p_11-02-2024.csv"]],
    ["a day without its year", ["p_0111.csv", "p_0210.csv"]],
    ["a month without its year", ["員工12月.csv", "員工1月.csv"]],
    ["a turn of the year without years", ["p_1231.csv", "p_0101.csv"]],
    ["ROC years of two digits", ["員工99年12月.csv", "員工98年11月.csv"]],
    ["two numbers", ["p_1_9.csv", "p_2_8.csv"]],
    ["no number", ["old.csv", "new.csv"]],
    ["a number in one only", ["people.csv", "people_2.csv"]],
    ["a date and a ROC year of two digits", ["p_991231.csv", "p_1131101.csv", "p_20241001.csv"]],
    ["a date and a number", ["p_20241101.csv", "p_7.csv"]],
    ["two forms", ["p_2024-11-01.csv", "p_02-11-2024.csv"]],
  ] as const)("is not guessed: %s", (_, files) => {
    expect(newestOf(...(files as readonly string[] as [string]))).toBe("source-newest-unclear");
  });
});

describe("`newest: 1`", () => {
  const csv = (...numbers: readonly string[]) =>
    csvText(
      ["number", "account"],
      numbers.map((number) => [number, `u${number}`]),
    );
  const columns = { number: "number", account: "account" };
  const numbersIn = async (files: Record<string, string>, employees: object) =>
    (await readCsv(files, { employees: { columns, ...employees } })).directory.employees?.map(({ number }) => number);

  it("reads only the newest file of each pattern", async () => {
    const files = { "在職_1131001.csv": csv("1", "2"), "在職_1131101.csv": csv("2", "3"), "離職_1.csv": csv("9") };
    expect(await numbersIn(files, { files: ["在職_*.csv", "離職_*.csv"], newest: 1 })).toEqual(["2", "3", "9"]);
    expect(await numbersIn(files, { file: "在職_*.csv", newest: 1 })).toEqual(["2", "3"]);
  });

  it("goes with the row of the day", async () => {
    const rows = (...of: readonly (readonly string[])[]) => csvText(["number", "account", "name", "from", "until"], of);
    const files = {
      "p_1.csv": rows(["1", "u1", "old", "2020-01-01", ""]),
      "p_2.csv": rows(["1", "u1", "older", "2020-01-01", "2020-12-31"], ["1", "u1", "new", "2021-01-01", ""]),
    };
    const setting = { file: "p_*.csv", newest: 1, validOn: { from: "from", until: "until" } };
    const { directory } = await readCsv(files, { employees: { columns: { ...columns, name: "name" }, ...setting } });
    expect(directory.employees?.map(({ name }) => name)).toEqual(["new"]);
  });

  it("is refused without a pattern, and where the names do not tell", async () => {
    await expect(numbersIn({ "a.csv": csv("1") }, { file: "a.csv", newest: 1 })).rejects.toThrow("pattern");
    const files = { "a_20241101_1.csv": csv("1"), "a_20241101_2.csv": csv("2") };
    await expect(numbersIn(files, { file: "a_*.csv", newest: 1 })).rejects.toMatchObject({
      code: "source-newest-unclear",
      message: expect.stringContaining("a_*.csv"),
    });
  });

  it("chooses the file of a lookup table, too", async () => {
    const files = { "e.csv": csv("1"), "c_9.csv": "k,v\n1,old\n", "c_10.csv": "k,v\n1,new\n" };
    const { directory } = await readCsv(files, {
      lookups: { c: { file: "c_*.csv", newest: 1 } },
      employees: {
        file: "e.csv",
        columns: { ...columns, name: { column: "number", lookup: { table: "c", key: "k", take: "v" } } },
      },
    });
    expect(directory.employees?.map(({ name }) => name)).toEqual(["new"]);
  });
});

describe("the files of a pattern", () => {
  it("are in the order of the numbers in their names", () => {
    const names = fc.uniqueArray(fc.nat(20_000), { minLength: 2 });
    fc.assert(
      fc.property(names, (numbers) => {
        const sorted = numbers.map((number) => `emp_${number}.csv`).sort(byNumbers);
        expect(sorted).toEqual(numbers.toSorted((a, b) => a - b).map((number) => `emp_${number}.csv`));
      }),
      { seed: 20_261_123 },
    );
  });

  it("count in this order for `wins`", async () => {
    const file = (name: string) => csvText(["number", "account", "name"], [["1", "u1", name]]);
    const read = (wins: string) =>
      readCsv(
        { "e_9.csv": file("nine"), "e_10.csv": file("ten") },
        { employees: { file: "e_*.csv", wins, columns: { number: "number", account: "account", name: "name" } } },
      );
    expect((await read("last")).directory.employees?.map(({ name }) => name)).toEqual(["ten"]);
    expect((await read("first")).directory.employees?.map(({ name }) => name)).toEqual(["nine"]);
  });
});
