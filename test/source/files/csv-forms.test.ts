/** Text files that quote no cell (`quote: none`), and those whose rows end with a delimiter (`trailingDelimiter`). */
import * as fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { cases } from "../../support/suites/runs.ts";
import { readCsv } from "../csv-folder.ts";
import { failure, readTable } from "./read-table.ts";

const cell = fc.string({ unit: fc.constantFrom("a", "é", "王", '"', "'", " ", "1", "\\", "=", ","), maxLength: 6 });
const isPlain = (text: string): boolean => text.trim() === text && text !== "" && !/^[-="]/.test(text);

/** Tables whose first column is plain, so that no row is blank, a ruler or a total. */
const tables = fc
  .integer({ min: 2, max: 4 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }))
  .map((rows) => rows.map((cells, at) => [`E${at}`, ...cells]));

const headerOf = (rows: readonly (readonly string[])[]) => (rows[0] ?? []).map((_, at) => `column ${at}`);

const isWrapped = (text: string): boolean => text.length > 1 && text.startsWith('"') && text.endsWith('"');

describe("a file without quotes", () => {
  const options = { quote: "none", delimiter: ";" } as const;

  it("keeps every quote as text, and one row in each line", async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.constantFrom("\n", "\r\n"), async (rows, newLine) => {
        fc.pre(!rows.some((cells) => cells.some((text) => isWrapped(text) || text.startsWith('="'))));
        const text = [headerOf(rows), ...rows].map((cells) => cells.join(";") + newLine).join("");
        const { records } = await readTable(text, options);
        expect(records).toEqual(rows.map((cells, at) => [at + 2, ...cells]));
      }),
      { seed: 20_261_123, ...cases(150) },
    );
  });

  it("is refused without the setting where a quote would swallow rows, and the hint names it", async () => {
    const text = 'number;name\nE1;"Bob\nE2;Ann\n';
    expect(await failure(text, { delimiter: ";" })).toMatchObject({
      code: "source-csv-invalid",
      hint: expect.stringContaining("quote: none"),
    });
    expect((await readTable(text, options)).records).toEqual([
      [2, "E1", '"Bob'],
      [3, "E2", "Ann"],
    ]);
  });

  it("is not believed if its cells are in quotes", async () => {
    const quoted = 'number;name\n"E1";"Bob"\n"E2";"Ann"\n';
    expect(await failure(quoted, options)).toMatchObject({ code: "source-csv-invalid", place: { column: "1" } });
    const nickname = 'number;nickname\nE1;"Bob"\nE2;Ann\n';
    expect((await readTable(nickname, options)).records).toHaveLength(2);
  });

  it('keeps the zeros of `="0012"`', async () => {
    const { records } = await readTable('number;name\n="0012";Ann\n="0013";Bob\n', options);
    expect(records.map(([, number]) => number)).toEqual(["0012", "0013"]);
  });

  it("has its encoding proved by its words, whatever quotes stand before them", async () => {
    const text = iconv.encode('備註;姓名\n"x;王一\ny;王二\n', "big5");
    const { records } = await readTable(text, { ...options, columns: ["姓名"] });
    expect(records.map(([, , name]) => name)).toEqual(["王一", "王二"]);
  });
});

describe("a file whose first line states the delimiter", () => {
  it("has its encoding proved by its words, whatever delimiter the feed has", async () => {
    const text = iconv.encode("sep=;\n工號;姓名\n1;王一\n", "big5");
    const { records } = await readTable(text, { columns: ["姓名"] });
    expect(records).toEqual([[3, "1", "王一"]]);
    const titled = await readTable("sep=;\nStaff list\nnumber;name\n1;Ann\n", { skipTopRows: 2 });
    expect(titled.header).toEqual(["number", "name"]);
  });
});

describe("a file whose rows end with a delimiter", () => {
  const options = { trailingDelimiter: true } as const;
  const line = (cells: readonly string[], ends = true) =>
    `${cells.map((text) => (/[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join(",")}${ends ? "," : ""}\n`;

  it("reads as one without, whether or not its header ends with one", async () => {
    await fc.assert(
      fc.asyncProperty(tables, fc.boolean(), async (rows, headerEnds) => {
        fc.pre(rows.every((cells) => cells.slice(1).every((text) => text === "" || isPlain(text))));
        const text = [line(headerOf(rows), headerEnds), ...rows.map((cells) => line(cells))].join("");
        const { header, records } = await readTable(text, options);
        expect(header).toEqual(headerOf(rows));
        expect(records).toEqual(rows.map((cells, at) => [at + 2, ...cells]));
      }),
      { seed: 20_261_123, ...cases(80) },
    );
  });

  it("rejects a row that lacks a cell, or its last delimiter, or has one too many", async () => {
    const employees = { file: "e.csv", columns: { number: "number", account: "account", name: "name" } };
    const text = "number,account,name\nE1,u1,Ann,\nE2,u2,\nE3,u3,Carl\nE4,u4,Lee, Dan,\nE5,u5,Eve,\n";
    const source = { files: options, employees, quality: { "rejected-many": "off" } };
    const { directory, rejected } = await readCsv({ "e.csv": text }, source);
    expect(directory.employees?.map(({ number, name }) => [number, name])).toEqual([
      ["E1", "Ann"],
      ["E5", "Eve"],
    ]);
    expect(rejected.map(({ line: at, code }) => [at, code])).toEqual([
      [3, "cell-count"],
      [4, "cell-count"],
      [5, "cell-count"],
    ]);
  });

  it("is seen to be cut off", async () => {
    expect((await failure("number,name,mail,\nE1,Ann,a@x.com,\nE2,Bob,", options)).code).toBe("source-file-cut");
  });

  it("is rejected without the setting, and the reason names it", async () => {
    const employees = { file: "e.csv", columns: { number: "number", account: "account" } };
    const source = { employees, quality: { "rejected-many": "off" } };
    const { rejected } = await readCsv({ "e.csv": "number,account\nE1,u1,\nE2,u2,\n" }, source);
    expect(rejected.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("trailingDelimiter: true"),
      expect.stringContaining("trailingDelimiter: true"),
    ]);
    const { directory } = await readCsv({ "e.csv": "number,account,\nE1,u1,\nE2,u2,\n" }, { employees });
    expect(directory.employees).toHaveLength(2);
  });
});

it.each([
  ["UTF-8", "utf8", "\r\n"],
  ["Big5", "cp950", ""],
] as const)("a text in %s that ends with the marks of DOS is read without them", async (_, encoding, end) => {
  const text = iconv.encode(`工號,姓名\r\n000001,王小明\r\n000002,林大為${end}\x1a\x1a`, encoding);
  const { records } = await readTable(text, { columns: ["工號", "姓名"] });
  expect(records).toEqual([
    [2, "000001", "王小明"],
    [3, "000002", "林大為"],
  ]);
});
