/** Shapes of exports that programs of East Asia and spreadsheets write. */
import { describe, expect, it } from "vitest";
import { dateReader } from "../../src/source/values/dates.ts";
import { readCsv } from "./csv-folder.ts";
import { failure, readTable } from "./files/read-table.ts";

describe("a date of a Japanese era", () => {
  it.each([
    ["令和6年11月1日", "2024-11-01"],
    ["R6.11.1", "2024-11-01"],
    ["r06/11/01", "2024-11-01"],
    ["令和元年5月1日", "2019-05-01"],
    ["平成31年4月30日", "2019-04-30"],
    ["昭和64年1月7日", "1989-01-07"],
    ["S50-4-1", "1975-04-01"],
    ["T1.7.30", "1912-07-30"],
    ["M45.7.30", "1912-07-30"],
  ])("%s is %s", (text, date) => {
    expect(dateReader("japanese")(text)).toEqual({ date });
  });

  it.each(["令和元年4月30日", "平成31年5月2日", "昭和64年1月9日", "R0.1.1", "R6.2.30", "R6.13.1", "X6.1.1", "6.11.1"])(
    "%s is bad",
    (text) => {
      expect(dateReader("japanese")(text)).toBe("bad");
    },
  );
});

describe("a first line with the delimiter", () => {
  it.each(["sep=;\r\n", "\ufeffsep=;\n", '"sep=;"\n', "SEP=;\n"])("%j is no header, and is believed", async (first) => {
    const { header, records } = await readTable(`${first}a;b\n1;2\n`);
    expect([header, records]).toEqual([["a", "b"], [[3, "1", "2"]]]);
  });

  it("leaves the rows above the header as they are counted", async () => {
    const { header } = await readTable("sep=;\ntitle\na;b\n1;2\n", { skipTopRows: 2 });
    expect(header).toEqual(["a", "b"]);
  });

  it("may be all that the file has", async () => {
    expect((await failure("sep=;\n")).code).toBe("source-empty");
  });
});

describe("a path of departments", () => {
  it("is separated by the full-width character, too", async () => {
    const { directory } = await readCsv(
      { "d.csv": "path\n總公司／製造處/一課\n" },
      { departments: { file: "d.csv", columns: { code: { column: "path", path: "/" } } } },
    );
    expect(directory.departments?.map(({ code }) => code)).toEqual(["總公司", "總公司.製造處", "總公司.製造處.一課"]);
  });

  it("whose level in the middle is blank makes no department of its own; blank ends are none", async () => {
    const columns = { code: { column: "path", path: "/" } };
    const { directory, rejected } = await readCsv(
      { "d.csv": "path\n總公司/製造處/一課\n總公司//一課\n總公司/ ／二課\n/總公司/研發處//\n" },
      { departments: { file: "d.csv", columns } },
    );
    expect(directory.departments?.map(({ code }) => code)).toEqual([
      "總公司",
      "總公司.製造處",
      "總公司.製造處.一課",
      "總公司.研發處",
    ]);
    expect(rejected.map(({ line, code }) => [line, code])).toEqual([
      [3, "path-gap"],
      [4, "path-gap"],
    ]);
  });
});
