/** Workbooks are read like the same table in CSV, however the spreadsheet stores the values that it shows. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import writeExcelFile from "write-excel-file/node";
import { asMusterdError, MusterdError } from "../../../src/lib/errors.ts";
import { sheetNames } from "../../../src/source/files/workbook.ts";
import { notCalculated } from "../../../src/source/values/lost-cells.ts";
import { cases } from "../../support/suites/runs.ts";
import { readTable } from "./read-table.ts";
import { rowOf, textRow, workbookFile, workbookParts, zipOf } from "./workbook-file.ts";

const file = "people.xlsx";
const seed = { seed: 20_261_121, numRuns: 40 };

/** Reads a sheet whose second column has these cells, given as XML, below a header. */
const valuesOf = async (cells: readonly string[], more: Omit<Parameters<typeof workbookFile>[0], "sheets"> = {}) => {
  const rows = cells.map((cell, index) =>
    rowOf(
      index + 2,
      (at) => `<c r="${at}" t="str"><v>k</v></c>`,
      (at) => cell.replaceAll("@", at),
    ),
  );
  const read = await readTable(
    workbookFile({ sheets: [{ name: "s", rows: textRow(1, "key", "value") + rows.join("") }], ...more }),
    { file },
  );
  return read.records.map((record) => record[2]);
};

it("of a workbook with very many sheets, none are read, because each would read its texts anew", () => {
  const sheets = (count: number) =>
    workbookFile({ sheets: Array.from({ length: count }, (_, at) => ({ name: `s${at}`, rows: textRow(1, "a") })) });
  expect(sheetNames(sheets(500), file)).toHaveLength(500);
  expect(() => sheetNames(sheets(501), file)).toThrow(
    expect.objectContaining({ code: "source-too-large", message: expect.stringContaining("501 sheets") }),
  );
});

it("of a workbook with very many sheets, an error names twenty", async () => {
  const sheets = Array.from({ length: 3_000 }, (_, at) => ({ name: `s${at}`, rows: textRow(1, "a") }));
  const error = await readTable(workbookFile({ sheets }), { file, sheet: "absent" }).catch(asMusterdError);
  expect(error).toMatchObject({
    code: "source-sheet-unknown",
    message: expect.stringMatching(/it has: "s0", .*, "s19" and 2,980 more$/),
  });
});

it("a list of texts that is named twice is read once", async () => {
  const parts = workbookParts({ sheets: [{ name: "s", rows: rowOf(1, (at) => `<c r="${at}" t="s"><v>0</v></c>`) }] });
  const relations = String(parts.get("xl/_rels/workbook.xml.rels"));
  const [again = ""] = /<Relationship Id="t"[^>]*>/.exec(relations) ?? [];
  const twice = relations.replace(again, again + again.replace('"t"', '"u"'));
  const texts = Buffer.from("<sst><si><t>account</t></si></sst>");
  const bytes = zipOf(
    new Map([...parts, ["xl/_rels/workbook.xml.rels", Buffer.from(twice)], ["xl/texts.xml", texts]] as const),
  );
  expect((await readTable(bytes, { file })).header).toEqual(["account"]);
});

describe("a table written as a workbook", () => {
  it("reads back to the same cells and rows", async () => {
    const character = fc.constantFrom("許", "功", "𠮷", "堃", "a", "0", " ", "-", ",", '"', "<", "&", "\n", "=");
    const cell = fc.array(character, { maxLength: 5 }).map((parts) => parts.join(""));
    const row = fc.array(cell, { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 6 }), async (rows) => {
        const header = ["欄0", "欄1", "欄2"];
        const bytes = await writeExcelFile([header, ...rows]).toBuffer();
        const read = await readTable(bytes, { file });
        expect(read.header).toEqual(header);
        const written = rows.map((cells, index) => [index + 2, ...cells] as const);
        expect(read.records).toEqual(written.filter(([, ...cells]) => cells.some((text) => text.trim() !== "")));
        expect(read.facts.rows).toBe(read.records.length);
      }),
      seed,
    );
  });

  it("is refused or reads the same if one byte is changed or its end is cut off", async () => {
    const rows = Array.from({ length: 30 }, (_, index) => [`E${index}`, `王${index}`]);
    const bytes = await writeExcelFile([["number", "name"], ...rows]).toBuffer();
    const whole = await readTable(bytes, { file });
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 }), async (at, mask) => {
        const damaged = Buffer.from(mask === 0 ? bytes.subarray(0, at) : bytes);
        if (mask > 0) damaged[at] = (damaged[at] ?? 0) ^ mask;
        const read = await readTable(damaged, { file }).catch(asMusterdError);
        const outcome = read instanceof MusterdError ? read.code : read.records;
        expect(["source-xlsx-invalid", "source-sheet-unknown", "source-too-large", whole.records]).toContainEqual(
          outcome,
        );
      }),
      { ...seed, ...cases(400) },
    );
  });

  it("gives numbers, dates and booleans as text", async () => {
    const date = (iso: string) => ({ value: new Date(iso), type: Date, format: "yyyy/mm/dd" });
    const bytes = await writeExcelFile([
      ["number", "date", "truth"],
      [123_456_789_012, date("2024-02-29T00:00:00Z"), true],
      [-3, date("2024-05-01T18:30:15Z"), false],
      [0.1 + 0.2, date("1912-01-01T00:00:00Z"), true],
    ]).toBuffer();
    expect((await readTable(bytes, { file })).records).toEqual([
      [2, "123456789012", "2024-02-29", "true"],
      [3, "-3", "2024-05-01T18:30:15", "false"],
      [4, "0.3", "1912-01-01", "true"],
    ]);
  });
});

describe("a cell of a workbook", () => {
  it.each([
    ["<v>12</v>", "12"],
    ["<v>1.23456789012E+11</v>", "123456789012"],
    ["<v>1E-07</v>", "0.0000001"],
    ["<v>41.899999999999999</v>", "41.9"],
    ["<v>123456789012345</v>", "123456789012345"],
    ["<v>1.23456789012345E+17</v>", "1.23456789012345E+17"],
    ["<v>1234567890123450</v>", "1.23456789012345E+15"],
    ["<v>1234567890123456</v>", "1234567890123456"],
  ])("with the number %s is %s", async (value, text) => {
    expect(await valuesOf([`<c r="@">${value}</c>`])).toEqual([text]);
  });

  it("is a date by its format, the ROC calendar of Taiwan included, and a number without one", async () => {
    const formats = [
      "[$-404]e/m/d",
      "yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;;@",
      "0000000",
      "h:mm",
      "[$-411]ggge&quot;年&quot;m&quot;月&quot;d&quot;日&quot;",
      "[$-404]gge.m.d",
      "[$-D070000]d/mm/bbbb",
      "B2yyyy/mm/dd",
      "0.0b",
    ];
    const dates: readonly (readonly [style: number, value: string, text: string])[] = [
      [0, "45413", "2024-05-01"],
      [1, "45413", "2024-05-01"],
      [2, "45413", "0045413"],
      [1, "45413.99999421", "2024-05-01T23:59:59"],
      [1, "45413.9999999", "2024-05-02"],
      [1, "59", "1900-02-28"],
      [1, "61", "1900-03-01"],
      [1, "1", "1900-01-01"],
      [1, "0", "0"],
      [3, "0.75", "0.75"],
      [4, "45413", "2024-05-01"],
      [5, "45413", "2024-05-01"],
      [6, "45413", "2024-05-01"],
      [7, "45413", "2024-05-01"],
      [8, "45413", "45413"],
    ];
    const cells = dates.map(([style, value]) => `<c r="@" s="${style}"><v>${value}</v></c>`);
    expect(await valuesOf(cells, { formats })).toEqual(dates.map(([, , text]) => text));
  });

  it.each([
    ["fullCalcOnLoad", "1", "0"],
    ["forceFullCalc", "true", "false"],
    ["calcCompleted", "0", "1"],
  ])("with a formula of 0 is lost where the workbook says by %s that it is not calculated", async (mark, yes, no) => {
    const cells = [
      '<c r="@"><f>A1</f><v>0</v></c>',
      '<c r="@" t="str"><f>A1</f><v></v></c>',
      '<c r="@"><f>A1</f><v>7</v></c>',
      '<c r="@"><v>0</v></c>',
    ];
    expect(await valuesOf(cells, { calculation: `${mark}="${yes}"` })).toEqual([
      notCalculated,
      notCalculated,
      "7",
      "0",
    ]);
    expect(await valuesOf(cells, { calculation: `${mark}="${no}"` })).toEqual(["0", "", "7", "0"]);
  });

  it("is told where it is struck out, in a column that is used", async () => {
    const cells = ['<c r="@" s="0"><v>1</v></c>', '<c r="@" s="0"/>', '<c r="@"><v>3</v></c>'];
    const [one, blank, other] = cells.map((cell) => (at: string) => cell.replace("@", at));
    const rows = textRow(1, "a", "b", "c") + rowOf(2, other!, one!, one!) + rowOf(3, one!, blank!, other!);
    const told = async (struck: boolean, columns: readonly string[]) => {
      const bytes = workbookFile({ sheets: [{ name: "s", rows }], formats: ["0"], struck });
      return (await readTable(bytes, { file, columns })).facts.struck;
    };
    expect(await told(true, ["a", "b"])).toEqual({ count: 2, first: "B2" });
    expect(await told(true, ["z"])).toBeUndefined();
    expect(await told(false, ["a", "b"])).toBeUndefined();
  });

  it("is told where a part of its text is struck out", async () => {
    const run = "<r><rPr><strike/></rPr><t>old</t></r><r><t>new</t></r>";
    const whole = '<r><rPr><strike val="0"/></rPr><t>new</t></r>';
    const cells = [run, whole].flatMap((text, index) => [
      (at: string) => `<c r="${at}" t="inlineStr"><is>${text}</is></c>`,
      (at: string) => `<c r="${at}" t="s"><v>${index}</v></c>`,
    ]);
    const rows = textRow(1, "a", "b", "c", "d") + rowOf(2, ...cells.toReversed());
    const bytes = workbookFile({ sheets: [{ name: "s", rows }], texts: `<si>${run}</si><si>${whole}</si>` });
    expect((await readTable(bytes, { file, columns: ["a", "b", "c", "d"] })).facts.struck).toEqual({
      count: 2,
      first: "C2",
    });
  });

  it("is a date by its code where a writer gives its own formats ids from 50 on", async () => {
    const codes = ["yyyy/mm/dd", "0000", "000-00", "hh:mm", "[$-404]e/m/d"];
    const ids = [61, 57, 71, 60, 80];
    const styles =
      `<styleSheet><numFmts>${codes.map((code, at) => `<numFmt numFmtId="${ids[at]}" formatCode="${code}"/>`).join("")}` +
      `</numFmts><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join("")}</cellXfs></styleSheet>`;
    const values = ["45413", "413", "413", "45413.5", "45413"];
    const cells = values.map((value, style) => (at: string) => `<c r="${at}" s="${style}"><v>${value}</v></c>`);
    const rows = textRow(1, "a", "b", "c", "d", "e") + rowOf(2, ...cells);
    const parts = workbookParts({ sheets: [{ name: "s", rows }] }).set("xl/styles.xml", Buffer.from(styles));
    const { records } = await readTable(zipOf(parts), { file });
    expect(records).toEqual([[2, "2024-05-01", "0413", "004-13", "2024-05-01T12:00:00", "2024-05-01"]]);
  });

  it("is a date by a format that every program knows, and by that of the format on which its own is based", async () => {
    const styles =
      '<styleSheet><cellStyleXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="22"/>' +
      '<xf xfId="1"/><xf numFmtId="0" xfId="1"/><xf numFmtId="27"/><xf numFmtId="49"/></cellXfs></styleSheet>';
    const cells = [0, 1, 2, 3, 4].map((style) => (at: string) => `<c r="${at}" s="${style}"><v>45413</v></c>`);
    const rows = textRow(1, "a", "b", "c", "d", "e") + rowOf(2, ...cells);
    const parts = workbookParts({ sheets: [{ name: "s", rows }] }).set("xl/styles.xml", Buffer.from(styles));
    const { records } = await readTable(zipOf(parts), { file });
    expect(records).toEqual([[2, "2024-05-01", "2024-05-01", "45413", "2024-05-01", "45413"]]);
  });

  it.each([
    ["a comment inside its value", '<c r="@"><v>1<!-- 2 -->3</v></c>'],
    ["an unknown type", '<c r="@" t="x"><v>1</v></c>'],
    ["a text that is not there", '<c r="@" t="s"><v>7</v></c>'],
    ["a format that is not there", '<c r="@" s="7"><v>1</v></c>'],
    ["an address before it", '<c r="A2"><v>1</v></c>'],
    ["an element that is not closed", '<c r="@"><is><v>1</v></c>'],
  ])("with %s is refused", async (_, cell) => {
    await expect(valuesOf([cell])).rejects.toMatchObject({ code: "source-xlsx-invalid" });
  });

  it("counts days from 1904 where the workbook says so", async () => {
    for (const properties of ['date1904="1"', 'date1904="true"']) {
      expect(await valuesOf(['<c r="@" s="0"><v>43951</v></c>'], { formats: ["yyyy-mm-dd"], properties })).toEqual([
        "2024-05-01",
      ]);
    }
  });

  it("with an ISO date is that date, whatever zone follows it", async () => {
    const cells = ["2024-05-01T00:00:00.000Z", "2024-05-01T00:00:00", "2024-05-01", "2024-05-01T18:30:00Z"];
    expect(await valuesOf(cells.map((value) => `<c r="@" t="d"><v>${value}</v></c>`))).toEqual([
      "2024-05-01",
      "2024-05-01",
      "2024-05-01",
      "2024-05-01T18:30:00",
    ]);
  });

  it("with a formula is its stored result", async () => {
    const cells = [
      '<c r="@" t="str"><f>A1&amp;"x"</f><v>R&amp;D</v></c>',
      '<c r="@"><f>1+1</f><v>2</v></c>',
      '<c r="@" t="b"><f>TRUE()</f><v>1</v></c>',
      '<c r="@" t="str"><f>""</f><v></v></c>',
    ];
    expect(await valuesOf(cells)).toEqual(["R&D", "2", "true", ""]);
  });

  it.each([
    ["a formula", `<c s="0" r='@' t='e'><f>1/0</f><v>#DIV/0!</v></c>`, "#DIV/0!"],
    ["XML with a prefix", '<x:c xmlns:x="y" r="@" t="e"><x:v>#REF!</x:v></x:c>', "#REF!"],
    ["nothing else", '<c r="@" t="e"><v>#N/A</v></c>', "#N/A"],
    ["no word for it", '<c r="@" t="e"><v/></c>', "\uFFFD"],
  ])("with an error and %s shows the error", async (_, cell, text) => {
    expect(await valuesOf([cell], { formats: ["0"] })).toEqual([text]);
  });

  it.each([
    ["a formula that nobody has computed", '<c r="@"><f>A1</f></c>'],
    ["a formula with an empty result", '<c r="@"><f>A1</f><v></v></c>'],
    ["a shared formula without a result", '<c r="@"><f t="shared" si="0"/><v/></c>'],
    ["a text formula that nobody has computed", '<c r="@" t="str"><f>A1</f></c>'],
  ])("with %s is a lost value, never a blank one", async (_, cell) => {
    expect(await valuesOf([cell], { formats: ["0"] })).toEqual([notCalculated]);
  });

  it("with a reference to no character is a lost value", async () => {
    expect(await valuesOf(['<c r="@" t="inlineStr"><is><t>&#x110000;</t></is></c>'])).toEqual(["\uFFFD"]);
  });

  it("with an entity that XML does not define is lost, not its name", async () => {
    expect(await valuesOf(['<c r="@" t="str"><v>a&b;&amp;</v></c>'])).toEqual(["a\uFFFD&"]);
  });

  it("keeps rich text, shared text, CDATA, escapes and characters beyond U+FFFF, and leaves out readings", async () => {
    const texts =
      "<si><r><t>王</t></r><r><rPr><b/></rPr><t>小明</t></r></si><si><t>&#134071;&#x20BB7;&#x738B;</t></si>" +
      "<si><t>東京</t><rPh sb='0' eb='2'><t>トウキョウ</t></rPh></si><si><t><![CDATA[R&D <1>]]></t></si><si><t>a_x000D_b</t></si>";
    const cells = [0, 1, 2, 3, 4].map((index) => `<c r="@" t="s"><v>${index}</v></c>`);
    expect(await valuesOf(cells, { texts })).toEqual(["王小明", "𠮷𠮷王", "東京", "R&D <1>", "a\rb"]);
  });
});

describe("a sheet", () => {
  const one = (name: string, state?: string) => ({
    name,
    rows: textRow(1, "key") + textRow(2, name),
    ...(state === undefined ? {} : { state }),
  });

  it("is the first that is not hidden and has cells, or the one that is named, hidden or not", async () => {
    const bytes = workbookFile({
      sheets: [
        one("lists", "hidden"),
        one("deep", "veryHidden"),
        { ...one("chart"), chart: true },
        one("R&amp;D 員工"),
        one("last"),
      ],
    });
    const read = async (sheet?: string) =>
      (await readTable(bytes, { file, ...(sheet === undefined ? {} : { sheet }) })).records;
    expect(await read()).toEqual([[2, "R&amp;D 員工".replace("&amp;", "&")]]);
    expect(await read("R&D 員工")).toEqual(await read());
    expect(await read("lists")).toEqual([[2, "lists"]]);
    expect(await read(" last ")).toEqual([[2, "last"]]);
  });

  it("reaches up to the last column that a workbook has, and no further", async () => {
    const rows = (last: string) => `${textRow(1, "a")}<row r="2"><c r="A2" t="str"><v>1</v></c>${cellAt(last)}</row>`;
    const cellAt = (column: string) => `<c r="${column}2" t="str"><v>2</v></c>`;
    const read = (last: string) => readTable(workbookFile({ sheets: [{ name: "s", rows: rows(last) }] }), { file });
    const { records } = await read("XFD");
    expect([records[0]?.length, records[0]?.at(-1)]).toEqual([1 + 16_384, "2"]);
    await expect(read("XFE")).rejects.toMatchObject({ code: "source-xlsx-invalid" });
  });

  it("keeps the numbers of its rows after blank ones, titles, gaps and merged cells", async () => {
    const rows =
      textRow(1, "員工名冊") +
      textRow(3, "工號", "姓名", "部門") +
      textRow(4, "001", "王", "研發") +
      textRow(7, "002", "李") +
      '<row r="8"><c r="A8" s="0"/></row>' +
      textRow(9, " ", "") +
      textRow(12, "003") +
      textRow(13, "合計", "", "3") +
      '<row r="400"><c r="Z400" s="0"/></row>';
    const bytes = workbookFile({ sheets: [{ name: "s", rows }], formats: ["0"] });
    const read = await readTable(bytes, { file, skipTopRows: 2 });
    expect(read).toMatchObject({
      header: ["工號", "姓名", "部門"],
      records: [
        [4, "001", "王", "研發"],
        [7, "002", "李", ""],
        [12, "003", "", ""],
      ],
      facts: { rows: 3, trailers: [{ line: 13, text: "合計", count: 3 }] },
    });
  });
});
