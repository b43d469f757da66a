/** Tests files as HR systems and spreadsheets really write them: the records of a file, or the error with which it is refused. */
import { createHash } from "node:crypto";
import { appendFile, mkdir, mkdtemp, open, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { asMusterdError } from "../../src/lib/errors.ts";
import { readSettled } from "../../src/source/files/places/read-bytes.ts";
import { readFileTable } from "../../src/source/files/read-file.ts";
import { failure, type ReadOptions, readTable } from "../source/files/read-table.ts";
import { textRow, workbookFile, workbookParts, zipOf } from "../source/files/workbook-file.ts";

const bytes = (...parts: readonly (string | number)[]): Buffer =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from([part]))));

const utf16 = (text: string, ...end: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from(`\uFEFF${text}`, "utf16le"), Buffer.from(end)]);

const sheet = workbookFile({ sheets: [{ name: "員工", rows: textRow(1, "帳號") + textRow(2, "ann") }] });

/** Returns the start of a compound file (the old Office format) with a stream of this name; the name is in UTF-16. */
const compound = (name: string): Buffer =>
  Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(504), Buffer.from(name, "utf16le")]);

type Refused = readonly [
  what: string,
  content: string | Buffer,
  options: ReadOptions,
  code: string,
  place: object,
  says: RegExp,
];

const csv: ReadOptions = {};
const xlsx: ReadOptions = { file: "people.xlsx" };

const refused: readonly Refused[] = [
  ["nothing", "", csv, "source-empty", {}, /no header/],
  ["blank rows only", ",,\r\n\r\n , \r", csv, "source-empty", {}, /no header/],
  ["only the rows above the header", "員工名冊\n\n", { skipTopRows: 2 }, "source-empty", {}, /no header/],
  ["a NUL byte", bytes("a,b\n1,2\n3,", 0, "\n"), csv, "source-undecodable", { line: 3 }, /NUL/],
  ["UTF-16 without mark", utf16("a,b\n1,2\n").subarray(2), csv, "source-undecodable", { line: 1 }, /NUL/],
  ["UTF-16 with half a character", utf16("a,b\n王,2\n", 0x31), csv, "source-undecodable", { line: 3 }, /offset 18/],
  ["UTF-16 with half a pair", utf16("a,b\n\uD842,2\n"), csv, "source-undecodable", { line: 2 }, /offset 10/],
  [
    "UTF-16 that only the settings name, with half a character",
    utf16("a,b\n王,2\n", 0x31).subarray(2),
    { encoding: "utf-16le" },
    "source-undecodable",
    { line: 3 },
    /utf-16le/,
  ],
  [
    "UTF-16 that only the settings name, with half a pair",
    utf16("a,b\n\uD842,2\n").subarray(2),
    { encoding: "utf-16le" },
    "source-undecodable",
    { line: 2 },
    /utf-16le/,
  ],
  ["a compressed file", gzipSync("a,b\n1,2\n"), csv, "source-format-foreign", {}, /\.gz/],
  ["a PDF", "%PDF-1.7\n1 0 obj\n", csv, "source-format-foreign", {}, /a PDF/],
  ["LDIF", "version: 1\n\ndn: ou=x,dc=y\nou: x\n", csv, "source-format-foreign", {}, /LDIF/],
  ["a web page in capitals", "<HTML>\n<TABLE>", csv, "source-format-foreign", {}, /a web page/],
  ["JSON", '{"error":"unauthorized"}', csv, "source-format-foreign", {}, /JSON/],
  ["bytes of no encoding", bytes("a,b\r王,", 0xff, "\r"), csv, "source-undecodable", { line: 2 }, /offset 8/],
  ["a workbook under the name of a CSV file", sheet, csv, "source-format-foreign", {}, /a workbook/],
  [
    "a quote that is never closed",
    'a,b\n1,"2\n3,4\n',
    csv,
    "source-csv-invalid",
    { line: 2, column: "2" },
    /never closed/,
  ],
  ["a quote inside a cell", 'a,b\r1,2\r3"x,4\r', csv, "source-csv-invalid", { line: 3, column: "1" }, /quote is where/],
  [
    "text after a quoted cell",
    'a;b\r\n\r\n1;"2"x\r\n',
    { delimiter: ";" },
    "source-csv-invalid",
    { line: 3, column: "2" },
    /quote is/,
  ],
  [
    "a formula that is more than a wrapper",
    'a,b\n="1"&"2",3\n',
    csv,
    "source-csv-invalid",
    { line: 2, column: "1" },
    /quote is/,
  ],
  [
    "a formula after a quoted text",
    'a,b\n"1"="2",3\n',
    csv,
    "source-csv-invalid",
    { line: 2, column: "1" },
    /quote is/,
  ],
  ["rows eaten by a quote", 'a,b\n1,"2\n3,4","5"\n', csv, "source-csv-invalid", { line: 2 }, /several lines/],
  [
    "rows between two quotes that stand alone",
    'number,name,remark\nE27,Ann,"see note\nE28,Bob,\nE29,Cid,\nE30,Dan,monitor 27"\n',
    csv,
    "source-csv-invalid",
    { line: 2, column: "3" },
    /holds other rows/,
  ],
  ["a file that is not a workbook", "帳號,姓名\n", xlsx, "source-xlsx-invalid", {}, /not a workbook/],
  ["an empty workbook file", "", xlsx, "source-xlsx-invalid", {}, /not a workbook/],
  ["an old workbook", compound("Workbook"), xlsx, "source-format-foreign", {}, /old format/],
  ["a protected workbook", compound("EncryptedPackage"), xlsx, "source-format-foreign", {}, /password/],
  ["half a workbook", sheet.subarray(0, sheet.length >> 1), xlsx, "source-xlsx-invalid", {}, /cut off/],
  ["another ZIP file", zipOf(new Map([["a", Buffer.from("b")]])), xlsx, "source-xlsx-invalid", {}, /no part/],
  [
    "a sheet that is not there",
    sheet,
    { ...xlsx, sheet: "部門" },
    "source-sheet-unknown",
    {},
    /"部門"; it has: "員工"/,
  ],
  ["an empty sheet", workbookFile({ sheets: [{ name: "s", rows: "" }] }), xlsx, "source-empty", {}, /no header/],
];

describe("a file feed refuses", () => {
  it.each(refused)("a file with %s", async (_, content, options, code, place, says) => {
    const error = await failure(content, options);
    expect(error.code).toBe(code);
    expect(error.place).toEqual({ file: options.file ?? "people.csv", ...place });
    expect(error.text).toMatch(says);
    expect(error.hint).not.toBe("");
  });

  it("a workbook whose visible sheets are all charts or hidden, and names those it has", async () => {
    const rows = textRow(1, "a");
    const content = workbookFile({
      sheets: [
        { name: "data", rows, state: "hidden" },
        { name: "chart", rows, chart: true },
      ],
    });
    const { code, text } = await failure(content, xlsx);
    expect(code).toBe("source-sheet-unknown");
    expect(text).toContain('it has: "data" (hidden)');
    expect((await failure(content, { ...xlsx, sheet: "chart" })).code).toBe("source-sheet-unknown");
  });

  it("a workbook whose texts or formats are missing or are not XML", async () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c></row>`;
    for (const name of ["xl/texts.xml", "xl/styles.xml", "xl/sheets/s1.xml"]) {
      const parts = workbookParts({ sheets: [{ name: "s", rows }], texts: "<si><t>a</t></si>" });
      const whole = await readTable(zipOf(parts), xlsx);
      expect(whole.header).toEqual(["a"]);
      const without = new Map([...parts].filter(([part]) => part !== name));
      expect((await failure(zipOf(without), xlsx)).code).toBe("source-xlsx-invalid");
      const broken = new Map([...parts, [name, Buffer.from("<worksheet><sheetData><row>")]]);
      expect((await failure(zipOf(broken), xlsx)).code).toBe("source-xlsx-invalid");
    }
  });

  it("a missing file, and a folder in its place", async () => {
    const folder = await mkdtemp(join(tmpdir(), "musterd-file-"));
    try {
      await mkdir(join(folder, "folder.csv"));
      const read = (file: string) =>
        readFileTable({ folder, file }, { encoding: "auto", delimiter: "," }, () => () => undefined).catch(
          asMusterdError,
        );
      expect(await read("none.csv")).toMatchObject({
        code: "source-file-missing",
        message: expect.stringMatching(/^there is no file none\.csv in .+folder\.csv/),
        place: { file: "none.csv" },
      });
      expect(await read("folder.csv")).toMatchObject({ code: "source-file-unreadable", place: { file: "folder.csv" } });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("a file that grows or is replaced while it is read", async () => {
    const folder = await mkdtemp(join(tmpdir(), "musterd-file-"));
    const file = join(folder, "people.csv");
    await writeFile(file, "account\nann\n");
    /** Reads the file and calls `write` between the reading and the check after it, a moment too short to hit by chance. */
    const read = async (write: () => Promise<void>) => {
      await using handle = await open(file);
      const during = {
        stat: () => handle.stat(),
        readFile: async () => {
          const content = await handle.readFile();
          await write();
          return content;
        },
      };
      return await readSettled(during, "people.csv").catch((error: unknown) => asMusterdError(error).code);
    };
    try {
      expect(await read(() => appendFile(file, "bob\n"))).toBe("source-file-changing");
      const rewrite = async () => {
        await writeFile(file, "account\ncyd\nbob\n");
        await utimes(file, 1, 1);
      };
      expect(await read(rewrite)).toBe("source-file-changing");
      expect(await read(() => Promise.resolve())).toMatchObject({ modifiedMs: 1000 });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

type HandedOn = readonly [what: string, content: string | Buffer, options: ReadOptions, records: readonly unknown[]];

const handedOn: readonly HandedOn[] = [
  ["Excel's “Unicode text”", utf16("帳號\t姓名\r\nann\t王\r\n"), { delimiter: "\t" }, [[2, "ann", "王"]]],
  [
    "Big5, cut by the second byte of a character",
    iconv.encode("帳號|姓名\nann|許功育\n", "cp950"),
    { delimiter: "|", columns: ["帳號"] },
    [[2, "ann", "許功育"]],
  ],
  [
    "three kinds of line ends and none at the end",
    "a,b\r1,2\n3,4\r\n\r5,6",
    csv,
    [
      [2, "1", "2"],
      [3, "3", "4"],
      [5, "5", "6"],
    ],
  ],
  ["line ends in front of which a CR was added", "a,b\r\r\n1,2\r\r\n", csv, [[3, "1", "2"]]],
  [
    "blank rows between",
    "a,b\n\n1,2\n , \n\u3000,\n3,4\n",
    csv,
    [
      [3, "1", "2"],
      [6, "3", "4"],
    ],
  ],
  ["rows above the header", '員工名冊\n\n"製表\n日期",,\na,b\n1,2\n', { skipTopRows: 3 }, [[6, "1", "2"]]],
  [
    "columns without header",
    "a,b,,\n1,2,,\n3,4,x,\n",
    csv,
    [
      [2, "1", "2", "", ""],
      [3, "3", "4", "x", ""],
    ],
  ],
  [
    "rows of another width",
    "a,b\n1\n1,2,3\n,\n1,2\n",
    csv,
    [
      [2, "1"],
      [3, "1", "2", "3"],
      [5, "1", "2"],
    ],
  ],
  [
    "wrapped numbers",
    'a,b\n="0012","=""0034"""\n"=""a""""b""",=""\n',
    csv,
    [
      [2, "0012", "0034"],
      [3, 'a"b', ""],
    ],
  ],
  [
    "a wrapper inside a quoted cell",
    'a,b\n"x,="",y",2\n"n\n=""1""",3\n',
    csv,
    [
      [2, 'x,=",y', "2"],
      [3, 'n\n="1"', "3"],
    ],
  ],
  ["formulas that stay text", "a,b\n=1+1,=\n", csv, [[2, "=1+1", "="]]],
  ["a workbook", sheet, { file: "PEOPLE.XLSX" }, [[2, "ann"]]],
];

describe("a file feed returns", () => {
  it.each(handedOn)("every record of a file with %s", async (_, content, options, records) => {
    const read = await readTable(content, options);
    expect(read.records).toEqual(records);
    expect(read.facts).toMatchObject({ rows: records.length, trailers: [] });
  });

  it("the name, the records and the last change of the file", async () => {
    const beforeMs = Date.now() - 10_000;
    const { facts } = await readTable("a\n1\n2\n");
    expect(facts).toEqual({
      file: "people.csv",
      modifiedMs: expect.any(Number),
      headerLine: 1,
      rows: 2,
      trailers: [],
      repeats: [],
      isUnended: false,
    });
    expect(facts.modifiedMs).toBeGreaterThan(beforeMs);
  });

  it("a large file to the last record", async () => {
    const rows = Array.from(
      { length: 20_000 },
      (_, index) => `E${index},"王,${createHash("md5").update(`${index}`).digest("hex")}"`,
    );
    const { records } = await readTable(["number,name", ...rows].join("\r\n"));
    expect(records.length).toBe(20_000);
    expect(records.every(([line, number]) => number === `E${Number(line) - 2}`)).toBe(true);
  });
});

describe("a total row", () => {
  it.each([
    ["總筆數:120,,,", { text: "總筆數:120", count: 120 }],
    ["合計,,120,", { text: "合計", count: 120 }],
    ['合計：,,"1,234",', { text: "合計:", count: 1234 }],
    [",總人數 １２０人,,", { text: "總人數 120人", count: 120 }],
    ["總計,3,120,", { text: "總計" }],
    ["小計,,12.5,", { text: "小計" }],
    ["共計120筆", { text: "共計120筆", count: 120 }],
    ["計,120,,", { text: "計", count: 120 }],
    ["Total,120,,", { text: "Total", count: 120 }],
    ["GRAND TOTAL: 7,,,", { text: "GRAND TOTAL: 7", count: 7 }],
    ["Subtotal,,,3", { text: "Subtotal", count: 3 }],
    ["合計,,本月新進,", { text: "合計" }],
    ['"Total 1,234 rows"', { text: "Total 1,234 rows", count: 1234 }],
    ["Total rows: 7,,,", { text: "Total rows: 7", count: 7 }],
    ["(1234 rows affected)", { text: "(1234 rows affected)", count: 1234 }],
    ["1 row selected.", { text: "1 row selected.", count: 1 }],
  ])("(%s) is not a record, and its number is known", async (row, trailer) => {
    const read = await readTable(`account,name,department,title\nann,Ann,D1,T1\n${row}\n`);
    expect(read.records).toEqual([[2, "ann", "Ann", "D1", "T1"]]);
    expect(read.facts.trailers).toEqual([{ line: 3, ...trailer }]);
    expect(read.facts.rows).toBe(1);
  });

  it.each([
    "sum,Sum Wong,,",
    "total,120,D1,T1",
    "合計,男,六十,人",
    "合計員,,,",
    "計小明,,,",
    "ann,合計,,",
    "Totally,,,",
    "7 rows,,,",
    "Total Rowsell,,,",
  ])("is not a row that only begins like one (%s)", async (row) => {
    const read = await readTable(`account,name,department,title\n${row}\n`);
    expect(read.records).toEqual([[2, ...row.split(",")]]);
    expect(read.facts.trailers).toEqual([]);
  });
});
