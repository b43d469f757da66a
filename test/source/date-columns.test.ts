/** Columns of dates that have a pattern or several formats: the whole column is read correctly, or refused. */
import * as fc from "fast-check";
import { DateTime } from "luxon";
import { describe, expect, it } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { checkedSettings } from "../../src/config/setting-problems.ts";
import { MusterdError } from "../../src/lib/errors.ts";
import { sourceSettings } from "../../src/source/settings.ts";
import { isDatePattern } from "../../src/source/values/date-patterns.ts";
import { asDate, asInstant, dateReader } from "../../src/source/values/dates.ts";
import { people, readCsv } from "./csv-folder.ts";

const seed = { seed: 20_261_122, numRuns: 200 };
const lenient = { quality: { "rejected-many": "off" } };

const day = fc
  .date({ min: new Date("1960-01-01T00:00:00Z"), max: new Date("2029-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const written = (date: string, format: string): string => {
  const [year = "", month = "", dayOfMonth = ""] = date.split("-");
  if (format === "roc") return `${Number(year) - 1911}/${month}/${dayOfMonth}`;
  return DateTime.fromISO(date, { locale: "en-US" }).toFormat(format);
};

/** Reads a column of texts that `mapping` maps to `field`, and returns the dates. */
const datesOf = async (texts: readonly string[], mapping: object, field = "hireDate") => {
  const table = people(["x"], ...texts.map((text, at) => [`u${at}`, `E${at}`, text]));
  const columns = { account: "account", number: "number", [field]: { column: "x", ...mapping } };
  const settings = { employees: { file: "employees.csv", columns }, ...lenient };
  const { directory, rejected } = await readCsv(table.files, settings);
  const values = new Map(directory.employees?.map((person) => [person.account, (person as never)[field]]));
  return {
    dates: texts.map((_, at) => values.get(`u${at}`)),
    rejected: rejected.map(({ line, code }) => [line, code]),
  };
};

const refusal = async (texts: readonly string[], date: readonly string[], field?: string): Promise<MusterdError> => {
  const error: unknown = await datesOf(texts, { date, twoDigitYears: 1950 }, field).catch((thrown: unknown) => thrown);
  if (error instanceof MusterdError) return error;
  throw new Error(`not refused: ${JSON.stringify(error)}`);
};

describe("a pattern", () => {
  const patterns = ["d/M/yyyy", "M/d/yyyy", "dd.MM.yyyy", "d-MMM-yyyy", "yyyy年M月d日", "d/M/yy", "MMddyy", "yyyy-M-d"];

  it("reads back what was written with it", () => {
    fc.assert(
      fc.property(day, fc.constantFrom(...patterns), (date, pattern) => {
        expect(asDate(dateReader(pattern, { firstYear: 1950 })(written(date, pattern)))).toEqual({ date });
      }),
      seed,
    );
  });

  it.each([
    ["31/04/2024", "d/M/yyyy", "bad"],
    ["29/02/2023", "d/M/yyyy", "bad"],
    ["1/5/24", "d/M/yyyy", "bad"],
    ["1/5/2024x", "d/M/yyyy", "bad"],
    ["1/5/1899", "d/M/yyyy", "bad"],
    ["1/1/1900", "d/M/yyyy", "none"],
    ["00/00/0000", "d/M/yyyy", "bad"],
    ["31/12/9999", "d/M/yyyy", "never"],
  ])("takes %s as %s for %j", (text, pattern, expected) => {
    expect(asDate(dateReader(pattern)(text))).toEqual(expected);
  });

  it("takes two digits for a year of its window", () => {
    const yearIn = (text: string, firstYear: number) => asDate(dateReader("d/M/yy", { firstYear })(text));
    expect([yearIn("1/5/50", 1950), yearIn("1/5/49", 1950)]).toEqual([{ date: "1950-05-01" }, { date: "2049-05-01" }]);
    expect([yearIn("1/5/50", 1930), yearIn("1/5/29", 1930)]).toEqual([{ date: "1950-05-01" }, { date: "2029-05-01" }]);
    expect([yearIn("29/2/00", 1950), yearIn("29/2/00", 1900)]).toEqual([{ date: "2000-02-29" }, "bad"]);
  });

  it("with a time of day means a moment at +08:00, and the day where a date is meant", () => {
    const found = dateReader("d/M/yyyy H:mm")("1/5/2024 7:30");
    expect([asDate(found), asInstant(found)]).toEqual([
      { date: "2024-05-01" },
      { instant: "2024-04-30T23:30:00.000Z" },
    ]);
    expect(asInstant(dateReader("d/M/yyyy")("31/12/9999"))).toBe("never");
  });

  it.each(["d/M", "yyyy", "dd/mm/yyyy", "DD/MM/YYYY", "MM/DD/yyyy", "roc2", "Y-M-d", ""])("is not %j", (pattern) => {
    expect(isDatePattern(pattern)).toBe(false);
  });

  it.each([
    ["without its window", { date: "d/M/yy" }, /two digits, so `twoDigitYears` is needed/],
    ["that is not a pattern", { date: "DD/MM/YYYY" }, /date: expected iso, .*such as d\/M\/yyyy/],
    ["of a list that is none", { date: ["iso", "DD/MM/YYYY"] }, /date\.1: expected iso/],
  ])("%s is refused with the configuration", (_, mapping, message) => {
    const columns = { account: "a", hireDate: { column: "x", ...mapping } };
    const feeds = { hr: { files: { folder: "." } } };
    const checked = checkedSettings(sourceSettings, { feeds, employees: { file: "e.csv", columns } });
    expect(checked).toEqual({ problems: [expect.stringMatching(message)] });
  });
});

describe("a column in several formats", () => {
  it("that one of them was written in is read as it was written, or refused", async () => {
    const formats = ["d/M/yyyy", "M/d/yyyy", "roc", "d/M/yy", "yy/M/d"];
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(day, { minLength: 1, maxLength: 8 }),
        fc.uniqueArray(fc.constantFrom(...formats), { minLength: 2, maxLength: 3 }),
        async (days, listed) => {
          const texts = days.map((date) => written(date, listed[0] ?? ""));
          const read = await datesOf(texts, { date: listed, twoDigitYears: 1950 }).catch((error: unknown) => error);
          const outcome = read instanceof MusterdError ? read.code : read;
          if (read instanceof MusterdError) refused++;
          expect(["source-date-ambiguous", { dates: days, rejected: [] }]).toContainEqual(outcome);
        },
      ),
      { ...seed, numRuns: 150 },
    );
    expect(refused).toBeGreaterThan(10);
  });

  const dayFirst = ["d/M/yyyy", "M/d/yyyy"];

  it("is decided by a single text, wherever it is", async () => {
    expect((await datesOf(["03/04/2024", "13/04/2024"], { date: dayFirst })).dates).toEqual([
      "2024-04-03",
      "2024-04-13",
    ]);
    expect((await datesOf(["04/13/2024", "03/04/2024"], { date: dayFirst })).dates).toEqual([
      "2024-04-13",
      "2024-03-04",
    ]);
  });

  it("needs no decision where both mean the same", async () => {
    expect((await datesOf(["04/04/2024", ""], { date: dayFirst })).dates).toEqual(["2024-04-04", undefined]);
  });

  it("is refused with the first place where nothing decides", async () => {
    const error = await refusal(["05/05/2024", "03/04/2024", "01/02/2024"], dayFirst);
    expect(error).toMatchObject({
      code: "source-date-ambiguous",
      place: { file: "employees.csv", line: 3, column: "x", setting: "source.employees.columns.hireDate" },
    });
    expect(error.message).toBe(
      '2 dates of the column "x" are different days as d/M/yyyy and as M/d/yyyy (first: line 3 “03/04/2024”); no other date decides',
    );
  });

  it("is refused where the texts contradict each other", async () => {
    const error = await refusal(["13/04/2024", "03/04/2024", "04/13/2024"], dayFirst);
    expect(error.message).toContain(
      "1 can only be d/M/yyyy (first: line 2 “13/04/2024”), 1 can only be M/d/yyyy (first: line 4 “04/13/2024”)",
    );
  });

  it("of birth dates is refused without showing one", async () => {
    const { message } = await refusal(["03/04/1984", "01/02/1985"], dayFirst, "birthDate");
    expect(message).toMatch(/^2 dates .* \(first: line 2\); /);
    expect(message).not.toMatch(/1984|03/);
  });

  it("may be mixed of formats that no text confuses", async () => {
    const said = await datesOf(["113/05/01", "2024-05-02", "3/5/2024", "?"], { date: ["roc", "iso", "d/M/yyyy"] });
    expect(said).toEqual({
      dates: ["2024-05-01", "2024-05-02", "2024-05-03", undefined],
      rejected: [[5, "date-invalid"]],
    });
  });

  it("decides for its own file only", async () => {
    const files = { "1.csv": "a,d\nann,13/04/2024\n", "2.csv": "a,d\nbob,03/04/2024\n" };
    const columns = { account: "a", hireDate: { column: "d", date: dayFirst } };
    await expect(readCsv(files, { employees: { files: ["*.csv"], columns } })).rejects.toMatchObject({
      code: "source-date-ambiguous",
      place: { file: "2.csv", line: 2 },
    });
  });
});

/** Reads a column of a workbook that `date` maps to the hire date. */
const dated = async (date: unknown, cells: readonly (string | number | Date)[]) => {
  const rows = cells.map((cell, at) => [
    `u${at}`,
    cell instanceof Date ? { value: cell, type: Date, format: "dd/mm/yyyy" } : cell,
  ]);
  const bytes = await writeExcelFile([["a", "d"], ...rows] as never).toBuffer();
  const columns = { account: "a", hireDate: { column: "d", ...(date === undefined ? {} : { date }) } };
  const { directory } = await readCsv({ "x.xlsx": bytes }, { employees: { file: "x.xlsx", columns }, ...lenient });
  return directory.employees?.map(({ hireDate }) => hireDate);
};

describe("a true date cell of a workbook", () => {
  const may = new Date("2024-05-01T00:00:00Z");

  it.each(["roc", "d/M/yyyy", "excel", "yyyymmdd", undefined, ["roc", "d/M/yyyy"]])("is right as %j", async (date) => {
    expect(await dated(date, [may])).toEqual(["2024-05-01"]);
  });

  it("occurs among texts and numbers of the column's own format", async () => {
    expect(await dated("roc", [may, "113/05/02"])).toEqual(["2024-05-01", "2024-05-02"]);
    expect(await dated("excel", [may, 45_414])).toEqual(["2024-05-01", "2024-05-02"]);
  });
});

/** What a spreadsheet that expects the other order makes of texts: a date where there is such a month, else it leaves the text. */
const opened = (texts: readonly string[]): readonly (string | Date)[] =>
  texts.map((text) => {
    const [one = "", two = "", year = ""] = text.split("/");
    return Number(one) > 12 ? text : new Date(`${year}-${one}-${two}T00:00:00Z`);
  });

describe("a column in which a spreadsheet has exchanged days and months", () => {
  const readOpened = async (days: readonly string[], date: unknown, pattern: string) => {
    const cells = opened(days.map((one) => written(one, pattern === "d/M/yyyy" ? "dd/MM/yyyy" : "MM/dd/yyyy")));
    return dated(date, cells);
  };

  it("is refused with the first text that it left", async () => {
    const days = ["2020-04-03", "2021-06-05", "2020-04-13", "2016-08-08", "2019-12-25"];
    await expect(readOpened(days, "d/M/yyyy", "d/M/yyyy")).rejects.toMatchObject({
      code: "source-date-ambiguous",
      place: { file: "x.xlsx", line: 4, column: "d", setting: "source.employees.columns.hireDate" },
      message: expect.stringContaining(
        "all 2 dates that a spreadsheet has made are of the 1st to 12th, and all 2 texts",
      ),
    });
  });

  it("is refused where the spreadsheet has written its dates to a text file with the year in front", async () => {
    const { message } = await refusal(["2020-03-04", "13/04/2020"], ["iso", "d/M/yyyy"]);
    expect(message).toContain("(first: “13/04/2020”): it has probably exchanged day and month");
    expect((await refusal(["1980-03-04", "13/04/1980"], ["iso", "d/M/yyyy"], "birthDate")).message).not.toContain(
      "1980",
    );
  });

  it("is never read as it was not written, if the spreadsheet left one of its texts", async () => {
    const mixed = fc
      .array(day, { minLength: 1, maxLength: 5 })
      .filter((days) => days.some((one) => Number(one.slice(8)) > 12));
    await fc.assert(
      fc.asyncProperty(mixed, async (days) => {
        expect(await readOpened(days, "d/M/yyyy", "d/M/yyyy").catch(() => days)).toEqual(days);
      }),
      { ...seed, numRuns: 40 },
    );
  });

  it("is none where one date or text could not be so", async () => {
    const date = (text: string) => new Date(`${text}T00:00:00Z`);
    expect(await dated("d/M/yyyy", [date("2020-03-04"), date("2020-03-14"), "13/04/2020"])).toEqual([
      "2020-03-04",
      "2020-03-14",
      "2020-04-13",
    ]);
    expect(await dated("d/M/yyyy", [date("2020-03-04"), "13/04/2020", "1/4/2020"])).toHaveLength(3);
    expect(await dated("d/M/yyyy", [date("2020-05-05"), "13/04/2020"])).toHaveLength(2);
    expect(await dated("d-MMM-yyyy", [date("2020-03-04"), "13-APR-2020"])).toHaveLength(2);
  });
});

describe("a text of a CSV file", () => {
  it("is in the column's own format only", async () => {
    expect(await datesOf(["2024-05-01"], { date: "roc" })).toEqual({
      dates: [undefined],
      rejected: [[2, "date-invalid"]],
    });
  });
});

describe("a column of ROC dates in which a spreadsheet has mistaken the years of two digits", () => {
  const date = (text: string) => new Date(`${text}T00:00:00Z`);

  it.each([["roc"], [["iso", "roc"]]])("is refused as %j, with the first text that it left", async (format) => {
    const cells = [date("1988-05-01"), "101/05/02", date("1999-12-31"), "113/1/2"];
    await expect(dated(format, cells)).rejects.toMatchObject({
      code: "source-date-ambiguous",
      place: { file: "x.xlsx", line: 3, column: "d", setting: "source.employees.columns.hireDate" },
      message: expect.stringContaining("all 2 dates that a spreadsheet has made are of 1930 to 1999, and all 2 texts"),
    });
  });

  it("is refused where the spreadsheet has written them to a text file", async () => {
    const { message } = await refusal(["1988/5/1", "101/5/2"], ["roc", "iso"]);
    expect(message).toContain("has probably taken ROC years of two digits for years of the last century");
  });

  it.each([
    ["a date of another century", date("2005-05-01")],
    ["a text with a year of two digits", "88/05/01"],
    ["a text with a year of two digits and a zero", "088/05/01"],
    ["a text that no spreadsheet takes for a date", "民國88年5月1日"],
  ])("is none if it also has %s", async (_, other) => {
    const dates = await dated("roc", [date("1988-05-01"), "101/05/02", other]);
    expect(dates?.slice(0, 2)).toEqual(["1988-05-01", "2012-05-02"]);
  });
});
