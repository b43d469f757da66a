/** Cells of a workbook are believed as people see them: zeros that a format shows, formulas without a result, struck-out texts. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shownNumber } from "../../../src/source/files/number-format.ts";
import { formatUnclear, notCalculated, struckOut } from "../../../src/source/lost-cells.ts";
import { cases } from "../../support/runs.ts";
import { readCsv } from "../csv-folder.ts";
import { readTable } from "./read-table.ts";
import { rowOf, textRow, type WorkbookParts, workbookFile } from "./workbook-file.ts";

const file = "people.xlsx";
const cell =
  (xml: string) =>
  (at: string): string =>
    xml.replaceAll("@", at);
const inline = (text: string, style = "") => cell(`<c r="@"${style} t="inlineStr"><is><t>${text}</t></is></c>`);

const sheetOf = (rows: string, more: Omit<WorkbookParts, "sheets"> = {}): Buffer =>
  workbookFile({ sheets: [{ name: "s", rows }], ...more });

const valueOf = async (xml: string, more: Omit<WorkbookParts, "sheets">): Promise<unknown> => {
  const rows = textRow(1, "key", "value") + rowOf(2, inline("k"), cell(xml));
  return (await readTable(sheetOf(rows, more), { file })).records[0]?.[2];
};

describe("a number format", () => {
  it.each([
    ["123", "000000", "000123"],
    ["1234567", "000000", "1234567"],
    ["0", "000", "000"],
    ["7", '"E"0000', "E0007"],
    ["7", "\\E0000", "E0007"],
    ["12", '"E"0', "E12"],
    ["12", '"E"General', "E12"],
    ["12345", "0000-00", "0123-45"],
    ["1234567", "0000-00", "12345-67"],
    ["7", "[$-404]000", "007"],
    ["7", "[Red]000_)", "007"],
    ["5", "000;-000;000", "005"],
    ["0", '000;-000;"none"', "0"],
    ["21234567", "[<=9999999]###-####;(##) ###-####", "(2) 123-4567"],
    ["1234567", "[<=9999999]###-####;(##) ###-####", "123-4567"],
    ["123", "工0000號", "工0123號"],
    ["12", '0"人"', "12"],
    ["12", "General", "12"],
    ["12", "0", "12"],
    ["1234", "#,##0", "1234"],
    ["12.5", "0.00", "12.5"],
    ["0.5", "0%", "0.5"],
    ["50000", '"NT$"#,##0', "50000"],
    ["123", "0,000", formatUnclear],
    ["123", "000000.0", formatUnclear],
    ["-5", "000", formatUnclear],
    ["12.5", "0000", formatUnclear],
  ])("shows %s as %s: %s", (number, code, text) => {
    expect(shownNumber(number, code)).toBe(text);
  });

  it("of zeros never loses or changes a digit, whatever texts stand between them", () => {
    const literal = fc.constantFrom('"E"', "-", "\\X", "[$-404]", "[Red]", "工", "_)", " ");
    const format = fc.array(fc.oneof(fc.constant("0"), literal), { minLength: 1, maxLength: 14 });
    fc.assert(
      fc.property(fc.nat(999_999_999), format, (number, parts) => {
        const zeros = parts.filter((part) => part === "0").length;
        const shown = shownNumber(String(number), parts.join(""));
        expect(shown.replace(/\D/g, "")).toBe(String(number).padStart(zeros > 1 ? zeros : 1, "0"));
      }),
      { seed: 20_261_123, ...cases(300) },
    );
  });

  it("gives an employee the number that everybody sees, and asks where it cannot be followed", async () => {
    const person = (row: number, number: number, style: number) =>
      rowOf(row, cell(`<c r="@" s="${style}"><v>${number}</v></c>`), inline(`u${number}`));
    const rows = textRow(1, "number", "account") + person(2, 123, 0) + person(3, 45, 1);
    const { directory, rejected } = await readCsv(
      { [file]: sheetOf(rows, { formats: ["000000", "0,000"] }) },
      { employees: { file, columns: { number: "number", account: "account" } } },
    );
    expect(directory.employees?.map(({ number }) => number)).toEqual(["000123"]);
    expect(rejected).toMatchObject([{ line: 3, code: "formula-error" }]);
    expect(rejected[0]?.reason).toContain("format the column as text");
  });
});

describe("a formula", () => {
  const marks = ['fullCalcOnLoad="1"', 'forceFullCalc="true"', 'calcCompleted="0"'];
  const initial = ["<v>0</v>", "<v>0.0</v>", "<v></v>", ""];

  it.each(marks)("of a workbook that asks for a calculation (%s) has no result of 0 or nothing", async (mark) => {
    for (const value of initial) {
      for (const type of ["n", "str"].filter((one) => one === "n" || !value.includes("0"))) {
        const xml = `<c r="@" t="${type}"><f>B1</f>${value}</c>`;
        expect(await valueOf(xml, { calculation: `<calcPr ${mark}/>` })).toBe(notCalculated);
      }
    }
    expect(await valueOf('<c r="@"><f>B1</f><v>12</v></c>', { calculation: `<calcPr ${mark}/>` })).toBe("12");
    expect(await valueOf('<c r="@"><v>0</v></c>', { calculation: `<calcPr ${mark}/>` })).toBe("0");
  });

  it("of a calculated workbook may be 0 or an empty text", async () => {
    const calculation = '<calcPr calcId="191029" fullCalcOnLoad="0"/>';
    expect(await valueOf('<c r="@"><f>B1</f><v>0</v></c>', { calculation })).toBe("0");
    expect(await valueOf('<c r="@" t="str"><f>B1</f><v></v></c>', { calculation })).toBe("");
  });
});

describe("a struck-out cell", () => {
  const struck = { formats: ["0", "0"], struckFormat: 1 };

  it("has no value, by its font or by that of a part of its text", async () => {
    const run = "<r><rPr><strike/></rPr><t>old</t></r><r><t>new</t></r>";
    const notStruck = '<r><rPr><strike val="0"/></rPr><t>new</t></r>';
    const rows =
      textRow(1, "a", "b", "c") +
      rowOf(2, inline("k"), inline("l"), inline("x", ' s="1"')) +
      rowOf(3, inline("k"), inline("l"), cell('<c r="@" t="s"><v>0</v></c>')) +
      rowOf(4, inline("k"), inline("l"), cell(`<c r="@" t="inlineStr"><is>${run}</is></c>`)) +
      rowOf(5, inline("k"), inline("l"), cell('<c r="@" t="s"><v>1</v></c>'));
    const texts = `<si>${run}</si><si>${notStruck}</si>`;
    const { records } = await readTable(sheetOf(rows, { ...struck, texts }), { file });
    expect(records.map((cells) => cells[3])).toEqual([struckOut, struckOut, struckOut, "new"]);
  });

  it("holds its person if most of the row is struck out, and costs only its field otherwise", async () => {
    const rows =
      textRow(1, "number", "account", "name") +
      rowOf(2, inline("E1"), inline("ann"), inline("Ann")) +
      rowOf(3, inline("E2", ' s="1"'), inline("bob", ' s="1"'), inline("Bob")) +
      rowOf(4, inline("E3"), inline("carl"), inline("Carl", ' s="1"'));
    const { directory, rejected } = await readCsv(
      { [file]: sheetOf(rows, struck) },
      { employees: { file, columns: { number: "number", account: "account", name: "name" } } },
    );
    expect(directory.employees?.map(({ number, name }) => [number, name])).toEqual([
      ["E1", "Ann"],
      ["E3", undefined],
    ]);
    expect(rejected).toMatchObject([
      { line: 3, code: "row-odd", key: "bob" },
      { line: 4, code: "formula-error", dropped: "field" },
    ]);
  });
});
