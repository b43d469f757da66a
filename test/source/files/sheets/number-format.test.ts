/** Numbers of a workbook are read as people see them: with the zeros and texts that their format adds. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cellFormatsOf } from "../../../../src/source/files/sheets/cell-formats.ts";
import { numberFormat } from "../../../../src/source/files/sheets/number-format.ts";
import { formatUnclear } from "../../../../src/source/values/lost-cells.ts";
import { cases } from "../../../support/suites/runs.ts";
import { readCsv } from "../../csv-folder.ts";
import { rowOf, textRow, workbookFile } from "../workbook-file.ts";

const shownNumber = (number: string, code: string): string => numberFormat(code)?.(number) ?? number;

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
    ["1234567", "000000", "1234567"],
    ["912345678", "0000-000-000", "0912-345-678"],
    ["5", "[$-404]000;[Red]-000", "005"],
    ["1000", "0.00E+00", "1000"],
    ["123", "0,000", formatUnclear],
    ["123", "000000.0", formatUnclear],
    ["-5", "000", formatUnclear],
    ["12.5", "0000", formatUnclear],
  ])("shows %s as %s: %s", (number, code, text) => {
    expect(shownNumber(number, code)).toBe(text);
  });

  it("longer than any spreadsheet takes is not followed", () => {
    expect(shownNumber("7", `000${'"'.repeat(300)}`)).toBe(formatUnclear);
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
    const file = "people.xlsx";
    const cell = (xml: string) => (at: string) => xml.replace("@", at);
    const person = (row: number, number: number, style: number) =>
      rowOf(
        row,
        cell(`<c r="@" s="${style}"><v>${number}</v></c>`),
        cell(`<c r="@" t="inlineStr"><is><t>u${number}</t></is></c>`),
      );
    const rows = textRow(1, "number", "account") + person(2, 123, 0) + person(3, 45, 1);
    const { directory, rejected } = await readCsv(
      { [file]: workbookFile({ sheets: [{ name: "s", rows }], formats: ["000000", "0,000"] }) },
      { employees: { file, columns: { number: "number", account: "account" } } },
    );
    expect(directory.employees?.map(({ number }) => number)).toEqual(["000123"]);
    expect(rejected).toMatchObject([{ line: 3, code: "formula-error" }]);
    expect(rejected[0]?.reason).toContain("format the column as text");
  });
});

it("of which thousands of cell formats have the same long code is read in time", () => {
  const formats = `<xf numFmtId="164"/>`.repeat(20_000);
  const code = ";".repeat(3_900);
  const xml = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts><cellXfs>${formats}</cellXfs></styleSheet>`;
  const before = process.cpuUsage();
  expect(cellFormatsOf(Buffer.from(xml))).toHaveLength(20_000);
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(5_000);
});

const ofCodes = (count: number, code: string): Buffer => {
  const made = (of: (id: number) => string) => Array.from({ length: count }, (_, at) => of(164 + at)).join("");
  const codes = made((id) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`);
  return Buffer.from(`<s><numFmts>${codes}</numFmts><cellXfs>${made((id) => `<xf numFmtId="${id}"/>`)}</cellXfs></s>`);
};

it("longer than any spreadsheet takes is no date, and read in time however many there are", () => {
  const before = process.cpuUsage();
  const formats = cellFormatsOf(ofCodes(2_000, ";".repeat(3_900)));
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1_000).toBeLessThan(2_000);
  expect([formats[0]?.isDate, formats[0]?.shown?.("1")]).toEqual([false, formatUnclear]);
});

it("of which a workbook has more than any program writes is refused with it", () => {
  expect(cellFormatsOf(ofCodes(10_000, "000"))).toHaveLength(10_000);
  expect(() => cellFormatsOf(ofCodes(10_001, "000"))).toThrow("more than 10000 formats of numbers");
});

it.each(["0".repeat(255), "0\\-".repeat(85), `00${",#".repeat(120)}`, `00${'"a"'.repeat(80)}`, "0\\-".repeat(25)])(
  "that many cells have is worked out once, however long it is: %s",
  (code) => {
    const shown = numberFormat(code);
    const before = process.cpuUsage();
    for (let number = 0; number < 50_000; number += 1) shown?.(String(number));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  },
);

it("with more places than any code has is not followed", () => {
  expect(shownNumber("123", "0".repeat(50))).toBe("123".padStart(50, "0"));
  expect(shownNumber("123", "0".repeat(51))).toBe(formatUnclear);
});
