/**
 * Laws: a table that is written in any valid form of CSV is read back with the same cells and the correct line of each
 * record.
 */
import * as fc from "fast-check";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { failure, readTable } from "./read-table.ts";

const seed = { seed: 20_261_121, numRuns: 150 };

/** Characters whose second Big5 byte is `\` or `|`, and every character with a meaning in CSV. */
const common = ["許", "功", "蓋", "育", "王", "a", "0", " ", "-", ",", ";", "|", "\t", '"', "\n", "\r\n", "\r"];
const cellOf = (characters: readonly string[]) =>
  fc.array(fc.constantFrom(...characters), { maxLength: 5 }).map((parts) => parts.join(""));

const tableOf = (characters: readonly string[]) =>
  fc.integer({ min: 2, max: 5 }).chain((width) => {
    const row = fc.array(cellOf(characters), { minLength: width, maxLength: width });
    return fc.record({
      header: fc.constant(headerOf(width)),
      rows: fc.array(row, { maxLength: 6 }),
    });
  });

const style = fc.record({
  delimiter: fc.constantFrom(",", ";", "\t", "|"),
  quoting: fc.constantFrom("all", "needed", "some" as const),
  lineEnds: fc.array(fc.constantFrom("\r\n", "\n", "\r"), { minLength: 1, maxLength: 3 }),
  blankLines: fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
  lastLineEnd: fc.boolean(),
});
type Style = typeof style extends fc.Arbitrary<infer Value> ? Value : never;

const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** Returns the CSV text, and the lines on which its rows start. */
const write = (rows: readonly (readonly string[])[], said: Style): { text: string; lines: readonly number[] } => {
  let text = "";
  const lines = rows.map((cells, index) => {
    const lineEnd = said.lineEnds[index % said.lineEnds.length] ?? "\n";
    const line = (text.match(/\r\n|\n|\r/g) ?? []).length + 1;
    const written = cells.map((cell, column) => {
      const needs = cell.includes(said.delimiter) || /["\r\n]/.test(cell);
      return needs || said.quoting === "all" || (said.quoting === "some" && (index + column) % 2 === 0)
        ? quoted(cell)
        : cell;
    });
    const blank = said.blankLines[index % said.blankLines.length] ?? 0;
    text += written.join(said.delimiter) + lineEnd.repeat(1 + blank);
    return line;
  });
  return { text: said.lastLineEnd ? text : text.replace(/[\r\n]+$/, ""), lines };
};

const headerOf = (width: number): readonly string[] => Array.from({ length: width }, (_, index) => `欄${index}`);

const isRecord = (cells: readonly string[]): boolean => cells.some((cell) => cell.trim() !== "");

const utf16be = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, "utf16le").swap16();

describe("a table written as delimited text", () => {
  it.each([
    ["UTF-8", (text: string) => Buffer.from(text), "auto", ["堃", "𠮷"]],
    ["UTF-8 with byte order mark", (text: string) => Buffer.from(`\uFEFF${text}`), "auto", ["堃", "𠮷"]],
    ["UTF-16LE with byte order mark", (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le"), "auto", ["堃", "𠮷"]],
    ["UTF-16BE with byte order mark", utf16be, "utf-8", ["堃", "𠮷"]],
    ["Big5", (text: string) => iconv.encode(text, "cp950"), "big5", ["碁", "恒"]],
  ] as const)("reads back to the same cells and lines from %s", async (_, encode, encoding, more) => {
    await fc.assert(
      fc.asyncProperty(tableOf([...common, ...more]), style, async ({ header, rows }, said) => {
        const { text, lines } = write([header, ...rows], said);
        const read = await readTable(encode(text), { encoding, delimiter: said.delimiter });
        expect(read.header).toEqual(header);
        const written = rows.map((cells, index) => [lines[index + 1], ...cells]);
        expect(read.records).toEqual(written.filter(([, ...cells]) => isRecord(cells as string[])));
        expect(read.facts).toMatchObject({ rows: read.records.length, trailers: [] });
      }),
      seed,
    );
  });

  it("with one quote too many or too few is refused, so that no record vanishes behind it", async () => {
    await fc.assert(
      fc.asyncProperty(tableOf(common), style, fc.nat(), fc.boolean(), async ({ header, rows }, said, at, adds) => {
        const { text } = write([header, ...rows], said);
        const quotes = [...text.matchAll(/"/g)].map(({ index }) => index);
        fc.pre(adds || quotes.length > 0);
        const place = adds ? at % (text.length + 1) : (quotes[at % quotes.length] ?? 0);
        const damaged = adds
          ? `${text.slice(0, place)}"${text.slice(place)}`
          : text.slice(0, place) + text.slice(place + 1);
        const { code, place: where } = await failure(damaged, { delimiter: said.delimiter });
        expect(code).toBe("source-csv-invalid");
        expect(where).toMatchObject({ file: "people.csv", line: expect.any(Number) });
      }),
      { ...seed, numRuns: 300 },
    );
  });

  it("with a delimiter or a line end too many or too few shows it in the width of a record", async () => {
    const plain = tableOf(["王", "a", "0"]).filter(({ rows }) => rows.length > 0 && rows.every(isRecord));
    await fc.assert(
      fc.asyncProperty(plain, fc.nat(), fc.constantFrom(",", "\n"), fc.boolean(), async (table, at, mark, adds) => {
        const text = table.rows.map((cells) => `${cells.join(",")}\n`).join("");
        const marks = [...text.matchAll(mark === "," ? /,/g : /\n(?!$)/g)].map(({ index }) => index);
        fc.pre(adds || marks.length > 0);
        const place = adds ? at % text.length : (marks[at % marks.length] ?? 0);
        const damaged = adds
          ? text.slice(0, place) + mark + text.slice(place)
          : text.slice(0, place) + text.slice(place + 1);
        const { records } = await readTable(`${table.header.join(",")}\n${damaged}`);
        const odd = records.filter((record) => record.length !== table.header.length + 1);
        // A line end that is inserted next to another one makes a blank line, which is not damage.
        const same = JSON.stringify(records.map(([, ...cells]) => cells)) === JSON.stringify(table.rows);
        expect(odd.length > 0 || same).toBe(true);
      }),
      seed,
    );
  });
});

describe("a cell of several lines", () => {
  const swallowing = fc.record({
    width: fc.integer({ min: 2, max: 6 }),
    column: fc.nat(),
    rows: fc.integer({ min: 2, max: 6 }),
    lineEnd: fc.constantFrom("\n", "\r\n", "\r"),
    delimiter: fc.constantFrom(",", ";", "\t"),
    keys: fc.constantFrom(
      "E10 E11 E12 E13 E14 E15 E16 E17",
      "ann bob cid dan eve fay gus hal",
      "部甲 部乙 部丙 部丁 部戊 部己 部庚 部辛",
    ),
  });

  it("is refused where two quotes that stand alone make one cell of several rows, although their number of cells is right", async () => {
    await fc.assert(
      fc.asyncProperty(swallowing, async ({ width, column, rows, lineEnd, delimiter, keys }) => {
        const at = 1 + (column % (width - 1));
        const table = Array.from({ length: rows + 2 }, (_, y) =>
          Array.from({ length: width }, (__, x) => (x === 0 ? keys.split(" ")[y] : `text ${x}`)),
        );
        const marked = table.map((row, y) => {
          if (y === 1) return row.with(at, `"${row[at]}`);
          return y === rows ? row.with(at, `${row[at]}"`) : row;
        });
        const text = [headerOf(width), ...marked].map((row) => row.join(delimiter) + lineEnd).join("");
        const { code, place } = await failure(text, { delimiter });
        expect([code, place]).toEqual(["source-csv-invalid", { file: "people.csv", line: 3, column: String(at + 1) }]);
      }),
      seed,
    );
  });

  it.each([
    ["an address", "No. 3,\nRoad 5, 7th floor, Taipei,\nTaiwan, 100"],
    ["a list", "1,2,3\n4,5,6\nE1,7"],
    ["the number of somebody else", "deputy of\nE1235\nE1236, E1237"],
  ])("is read where it is %s", async (_, text) => {
    const { records } = await readTable(`number,name,remark,phone\nE1234,Ann,${quoted(text)},1\n`);
    expect(records).toEqual([[2, "E1234", "Ann", text, "1"]]);
  });
});

describe("blank lines", () => {
  it.each(["\n", "\r\n", "\r"])(
    "by the hundred thousand before the last record (%j) are left out in time",
    async (lineEnd) => {
      const blank = lineEnd.repeat(300_000);
      const before = process.cpuUsage();
      const { records } = await readTable(`a,b${lineEnd}1,2${lineEnd}${blank}3,4${lineEnd}`);
      const { user, system } = process.cpuUsage(before);
      expect(records).toEqual([
        [2, "1", "2"],
        [300_003, "3", "4"],
      ]);
      expect((user + system) / 1_000).toBeLessThan(5_000);
    },
  );
});

describe("a cell that a spreadsheet shall treat as text", () => {
  const inside = cellOf(["0", "1", "A", "王", " ", ",", '"', "\n"]);

  it("is read without its wrapper, quoted or not, and everything else keeps its cells and lines", async () => {
    const wrapped = fc.record({ text: inside, way: fc.constantFrom("bare", "quoted", "none" as const) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(wrapped, wrapped), { minLength: 1, maxLength: 5 }), async (rows) => {
        const cell = ({ text, way }: { text: string; way: string }): string => {
          if (way === "bare") return `=${quoted(text)}`;
          return quoted(way === "quoted" ? `=${quoted(text)}` : text);
        };
        const text = ["first,second,third", ...rows.map(([a, b]) => `${cell(a)},x,${cell(b)}`)].join("\r\n");
        const read = await readTable(text);
        expect(read.records.map(([, ...cells]) => cells)).toEqual(rows.map(([a, b]) => [a.text, "x", b.text]));
        const inner = (text: string): number => text.split("\n").length - 1;
        let line = 2;
        for (const [index, [a, b]] of rows.entries()) {
          expect(read.records[index]?.[0]).toBe(line);
          line += 1 + inner(a.text) + inner(b.text);
        }
      }),
      seed,
    );
  });
});
