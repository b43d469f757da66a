/**
 * Laws and examples for rows that are not records (repeated headers, page titles), and for the blank cells that merged
 * cells leave.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { siftRows } from "../../../src/source/files/rows/sift-rows.ts";
import { failure, readTable } from "./read-table.ts";
import { rowOf, textRow, workbookParts, zipOf } from "./workbook-file.ts";

const seed = { seed: 20_261_122, numRuns: 200 };

const headers = [
  ["工號", "姓名", "部門"],
  ["Number", "Name", "Department"],
  ["社員番号", "氏名", "部署"],
  ["사번", "이름", "부서"],
] as const;

/** Ways to spell the same cell: unchanged, with spaces, in upper case, with full-width letters. */
const ways: readonly ((cell: string) => string)[] = [
  (cell) => cell,
  (cell) => ` ${cell} `,
  (cell) => cell.toUpperCase(),
  (cell) => cell.replace(/[a-z]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
];

describe("the header among the rows", () => {
  it("is dropped and reported wherever it is, and every record stays", async () => {
    const row = fc.tuple(fc.nat(99), fc.constantFrom("王小明", "Name", "李"), fc.constantFrom("D1", "", "部門"));
    const repeat = fc.record({ way: fc.constantFrom(...ways), blank: fc.constantFrom(-1, 0, 1, 2) });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...headers),
        fc.array(fc.oneof(row, repeat), { minLength: 1, maxLength: 20 }),
        async (header, body) => {
          const lines = body.map((one) =>
            Array.isArray(one) ? one.map(String) : header.map((cell, at) => (at === one.blank ? "" : one.way(cell))),
          );
          const read = await readTable([header, ...lines].map((cells) => cells.join(",")).join("\n") + "\n");
          const records = lines.flatMap((cells, at) => (Array.isArray(body[at]) ? [[at + 2, ...cells]] : []));
          expect(read.records).toEqual(records);
          expect(read.facts.repeats).toEqual(body.flatMap((one, at) => (Array.isArray(one) ? [] : [at + 2])));
        },
      ),
      seed,
    );
  });

  it.each([
    ["one cell of it", "工號,,"],
    ["a name that is like a column", "001,姓名,部門"],
    ["a cell that is another", "工號,姓名,研發"],
    ["the same cell three times", "姓名,姓名,姓名"],
  ])("is not what has only %s", async (_, row) => {
    const read = await readTable(`工號,姓名,部門\n${row}\n`);
    expect(read.records).toEqual([[2, ...row.split(",")]]);
    expect(read.facts.repeats).toEqual([]);
  });

  it("is dropped with the titles of its page, page numbers included, and nothing else", async () => {
    const page = (at: number) => `員工名冊,,\n第 ${at} 頁,,\n\n工號,姓名,部門\n00${at},王,D1\n`;
    const read = await readTable([1, 2, 12].map(page).join("") + "員工名冊,,\n005,李,D2\n", { skipTopRows: 3 });
    expect(read.records).toEqual([
      [5, "001", "王", "D1"],
      [10, "002", "王", "D1"],
      [15, "0012", "王", "D1"],
      [16, "員工名冊", "", ""],
      [17, "005", "李", "D2"],
    ]);
    expect(read.facts.repeats).toEqual([6, 7, 9, 11, 12, 14]);
  });

  it("is dropped with a title whose cells stand in other columns", async () => {
    const text = "員工名冊,,第 1 頁\n\n工號,姓名,部門\n001,王,D1\n,員工名冊,第 2 頁\n工號,姓名,部門\n002,李,D1\n";
    const read = await readTable(text, { skipTopRows: 2 });
    expect(read.records.map(([, number]) => number)).toEqual(["001", "002"]);
    expect(read.facts.repeats).toEqual([5, 6]);
  });

  it("is refused in another order of columns, because all that follows would be misread", async () => {
    const { code, place } = await failure("工號,姓名,部門\n001,王,D1\n姓名,工號,部門\n李,002,D2\n");
    expect({ code, place }).toEqual({ code: "source-header-moved", place: { file: "people.csv", line: 3 } });
  });
});

describe("a file without its end", () => {
  it("is refused if its last line is short and has no line end, and read if only the line end is missing", async () => {
    expect(await failure("a,b\n1,2\n3")).toMatchObject({ code: "source-file-cut", place: { line: 3 } });
    expect((await readTable("a,b\n1,2\n3,4")).records).toHaveLength(2);
    expect((await readTable("a,b\n1,2\n3\n")).records).toEqual([
      [2, "1", "2"],
      [3, "3"],
    ]);
    expect((await readTable("a,b\n1,2\n合計:1")).facts.trailers).toEqual([{ line: 3, text: "合計:1", count: 1 }]);
  });
});

const sheetOf = (rows: string, merged: readonly string[]): Buffer => {
  const parts = workbookParts({ sheets: [{ name: "s", rows }] });
  const cells = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join("");
  const whole = String(parts.get("xl/sheets/s1.xml")).replace(
    "</worksheet>",
    `<mergeCells>${cells}</mergeCells></worksheet>`,
  );
  return zipOf(new Map([...parts, ["xl/sheets/s1.xml", Buffer.from(whole)]]));
};

describe("merged cells", () => {
  it("by the hundred thousand are filled down in time, and no blank cell between them", () => {
    const merged = Array.from({ length: 100_000 }, (_, at) => ({
      top: 3 * at + 2,
      bottom: 3 * at + 3,
      left: 1,
      right: 1,
    }));
    const filled: string[] = [];
    const rows = siftRows("p.xlsx", { fillDown: ["部門"] }, merged.toReversed(), () => ({ cells }) => {
      filled.push(String(cells[0]));
    });
    const before = process.cpuUsage();
    rows.add(1, ["部門", "工號"]);
    for (let line = 2; line < 300_002; line++) rows.add(line, [line % 3 === 2 ? `D${line}` : "", `${line}`]);
    const { user, system } = process.cpuUsage(before);
    expect(filled.every((text, at) => text === (at % 3 === 2 ? "" : `D${at - (at % 3) + 2}`))).toBe(true);
    expect((user + system) / 1_000).toBeLessThan(5_000);
  });

  const cell = (text: string) => (at: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const blank = (at: string) => `<c r="${at}"/>`;
  const rows =
    textRow(1, "名冊") +
    textRow(2, "部門", "姓名", "備註") +
    textRow(3, "研發", "王", "x") +
    rowOf(4, blank, cell("李")) +
    rowOf(5, blank, cell("陳")) +
    textRow(6, "行政", "林");
  const bytes = sheetOf(rows, ["A1:C1", "A3:A5", "C3:C5"]);
  const options = { file: "people.xlsx", skipTopRows: 1, columns: ["部門", "姓名"] };

  it("are reported if they leave blanks in a column that is used", async () => {
    const read = await readTable(bytes, options);
    expect(read.records.map(([, department]) => department)).toEqual(["研發", "", "", "行政"]);
    expect(read.facts.merged).toEqual({ count: 1, first: "A3:A5" });
  });

  it("are filled from above, and no blank cell outside of them", async () => {
    const more = rows + rowOf(7, blank, cell("新"));
    const read = await readTable(sheetOf(more, ["A1:C1", "A3:A5", "C3:C5"]), { ...options, fillDown: ["部門"] });
    expect(read.records.map(([, department]) => department)).toEqual(["研發", "研發", "研發", "行政", ""]);
    const unmerged = await readTable(sheetOf(more, ["A1:C1", "C3:C5"]), { ...options, fillDown: ["部門"] });
    expect(unmerged.records.map(([, department]) => department)).toEqual(["研發", "研發", "研發", "行政", "行政"]);
  });

  it.each([
    ["a range of its own", ["A3:A5", "A6:A8"], ["研發", "研發", "研發", "", "", ""]],
    ["a range that begins in another column", ["A3:A5", "@6:A8"], ["研發", "研發", "研發", "", "", ""]],
    ["a range whose first row is blank", ["A3:A5", "A7:A9"], ["研發", "研發", "研發", "", "", ""]],
  ])("get no text from above another range: %s without one", async (_, merged, departments) => {
    const first = textRow(2, "處", "部門", "姓名") + textRow(3, "管理", "研發", "王");
    const others = [4, 5, 6, 8, 9].map((row) => rowOf(row, blank, blank, cell("李"))).join("");
    const shifted = merged.map((ref) => ref.replaceAll("A", "B").replace("@", "A"));
    const read = await readTable(sheetOf(first + others, shifted), {
      file: "p.xlsx",
      skipTopRows: 1,
      fillDown: ["部門"],
    });
    expect(read.records.map(([, , department]) => department)).toEqual(departments);
  });

  it("are filled from above if the mapping says so, like every other blank of that column", async () => {
    const read = await readTable(bytes, { ...options, fillDown: [" 部門"] });
    expect(read.records.map(([, department]) => department)).toEqual(["研發", "研發", "研發", "行政"]);
    expect(read.facts.merged).toBeUndefined();
    const text = await readTable("部門,姓名\n研發,王\n,李\n合計,,2\n行政,林\n , 陳\n", { fillDown: ["部門"] });
    expect(text.records.map(([, department]) => department)).toEqual(["研發", "研發", "行政", "行政"]);
  });
});

describe("a header of several rows", () => {
  const read = (...lines: readonly string[]) => readTable(`${lines.join("\n")}\n`, { skipTopRows: lines.length - 2 });

  it.each<[string, readonly string[], string]>([
    ["a name over both rows", ["部門,資料,,日期,", ",工號,姓名,到職日,離職日"], "部門,工號,姓名,到職日,離職日"],
    ["a name over three rows", ["部門,資料,", ",人員,", ",工號,姓名"], "部門,工號,姓名"],
    ["a name of a group, which is none of a column", ["資料,,", "工號,姓名,"], "工號,姓名,"],
    ["a title above a blank row", ["人員名冊,,", ",,", ",工號,姓名"], ",工號,姓名"],
    ["a name that another column has", ["工號,,", ",工號,姓名"], ",工號,姓名"],
  ])("names its columns by what is merged over its rows: %s", async (_, above, header) => {
    const { header: names, records } = await read(...above, "D1,001,王小明,,");
    expect(names.join(",")).toBe(header);
    expect(records).toHaveLength(1);
  });
});
