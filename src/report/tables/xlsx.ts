/**
 * Writes a report as an Excel workbook (ECMA-376), a sheet for each of its tables. A text has the type and the format of a text,
 * so none is a formula, not even after it has been edited, and codes keep their zeros; counts are numbers, days are dates. The sheets are compressed piece by piece,
 * because the rows of 100,000 changes would need more memory than the program should take.
 */

import { strToU8, Zip, ZipDeflate } from "fflate";
import { dayMs } from "../../lib/clock.ts";
import type { Report } from "../entries/report.ts";
import { displayWidth } from "../text/wrap-text.ts";
import { type Cell, reportTables, type Table } from "./tables.ts";

export const workbookType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Returns the bytes of the workbook; the same report gives the same bytes. */
export const xlsxReport = (report: Report): Uint8Array => workbookOf(reportTables(report), 1_000_000);

/** A table with more rows than `rowsPerSheet` continues in further sheets. Excel permits 1,048,576 rows in a sheet. */
export const workbookOf = (tables: readonly Table[], rowsPerSheet: number): Uint8Array => {
  const chunks: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  const add = (name: string, parts: Iterable<string>) => {
    const entry = new ZipDeflate(name, { level: 1 });
    entry.mtime = "2000-01-01T00:00:00";
    zip.add(entry);
    for (const part of parts) entry.push(strToU8(part));
    entry.push(new Uint8Array(), true);
  };
  const names: string[] = [];
  for (const { name, columns, rows } of tables) {
    const widths = widthsOf(columns, rows());
    const rest = rows()[Symbol.iterator]();
    for (let first = rest.next(), part = 1; part === 1 || !first.done; part += 1) {
      names.push(part === 1 ? name : `${name} ${part}`);
      add(`xl/worksheets/sheet${names.length}.xml`, sheetParts({ columns, widths }, first, rest, rowsPerSheet));
      first = rest.next();
    }
  }
  const sheets = names.map((_, index) => `worksheets/sheet${index + 1}.xml`);
  add("[Content_Types].xml", [contentTypes(sheets)]);
  add("_rels/.rels", [relations([["officeDocument", "xl/workbook.xml"]])]);
  add("xl/workbook.xml", [workbook(names)]);
  add("xl/_rels/workbook.xml.rels", [
    relations([...sheets.map((sheet) => ["worksheet", sheet] as const), ["styles", "styles.xml"]]),
  ]);
  add("xl/styles.xml", [styles]);
  zip.end();
  return Buffer.concat(chunks);
};

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const spreadsheet = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const contentTypes = (sheets: readonly string[]): string =>
  [
    `${declaration}<Types xmlns="${packages}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    `<Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>`,
    `<Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>`,
    ...sheets.map((sheet) => `<Override PartName="/xl/${sheet}" ContentType="${spreadsheet}.worksheet+xml"/>`),
    "</Types>",
  ].join("");

const relations = (targets: readonly (readonly [type: string, target: string])[]): string =>
  [
    `${declaration}<Relationships xmlns="${packages}/relationships">`,
    ...targets.map(
      ([type, target], index) => `<Relationship Id="rId${index + 1}" Type="${documents}/${type}" Target="${target}"/>`,
    ),
    "</Relationships>",
  ].join("");

const workbook = (names: readonly string[]): string =>
  [
    `${declaration}<workbook xmlns="${main}" xmlns:r="${documents}"><sheets>`,
    ...names.map((name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`),
    "</sheets></workbook>",
  ].join("");

/** Style 0 is unused, 1 is text (format 49, `@`), 2 is bold text, 3 a number (`#,##0`), 4 a date. */
const styles = [
  `${declaration}<styleSheet xmlns="${main}">`,
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  '<cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>',
  '<xf numFmtId="3" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>',
  '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>',
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
  "</styleSheet>",
].join("");

/** Yields a sheet in parts of about 64 KB, with `first` and further rows of `rest`. The first row of the sheet stays in view. */
const sheetParts = function* (
  { columns, widths }: { readonly columns: readonly string[]; readonly widths: readonly number[] },
  first: IteratorResult<readonly Cell[]>,
  rest: Iterator<readonly Cell[]>,
  rowsPerSheet: number,
): Generator<string> {
  let part = [
    `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join("")}</cols><sheetData>`,
    rowXml(columns, 1, 2),
  ].join("");
  let next = first;
  let last = 1;
  for (let at = 2; !next.done; at += 1) {
    last = at;
    part += rowXml(next.value, at, 1);
    if (part.length >= 65_536) {
      yield part;
      part = "";
    }
    if (at > rowsPerSheet) break;
    next = rest.next();
  }
  // A table whose columns have names can be filtered by them.
  const filter = columns.some(Boolean) ? `<autoFilter ref="A1:${letter(columns.length - 1)}${last}"/>` : "";
  const paper =
    '<pageSetup orientation="landscape"/><headerFooter><oddFooter>&amp;P / &amp;N</oddFooter></headerFooter>';
  yield `${part}</sheetData>${filter}${paper}</worksheet>`;
};

const letter = (index: number): string => String.fromCharCode(65 + index);

/** As wide as the first rows need, within reason. */
const widthsOf = (columns: readonly string[], rows: Iterable<readonly Cell[]>): readonly number[] => {
  const widths = columns.map((name) => displayWidth(name) + 4);
  let seen = 0;
  for (const row of rows) {
    for (const [at, cell] of row.entries())
      widths[at] = Math.max(widths[at] ?? 0, displayWidth(typeof cell === "object" ? cell.date : String(cell)) + 2);
    seen += 1;
    if (seen === 200) break;
  }
  return widths.map((width) => Math.min(60, Math.max(8, width)));
};

/** The number of a day, counted from 30 December 1899. */
const dayNumber = (date: string): number => (Date.parse(date) - Date.UTC(1899, 11, 30)) / dayMs;

const rowXml = (cells: readonly Cell[], at: number, style: 1 | 2): string => {
  let xml = `<row r="${at}">`;
  for (const [index, cell] of cells.entries()) {
    if (cell === "") continue;
    const place = `${letter(index)}${at}`;
    if (typeof cell !== "string") {
      const [number, format] = typeof cell === "number" ? [cell, 3] : [dayNumber(cell.date), 4];
      xml += `<c r="${place}" s="${format}"><v>${number}</v></c>`;
      continue;
    }
    const space = outerSpace.test(cell) ? ' xml:space="preserve"' : "";
    xml += `<c r="${place}" s="${style}" t="inlineStr"><is><t${space}>${escapeXml(cell)}</t></is></c>`;
  }
  return `${xml}</row>`;
};

const outerSpace = /^\s|\s$/;

const longestCell = 32_767;

/** Characters that no XML document may contain, and those that change the writing direction, are replaced. */
export const escapeXml = (text: string): string => {
  if (plain.test(text) && text.length <= longestCell) return text;
  return text
    .slice(0, longestCell)
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]/gu, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
};

/** Most texts need no look at every character. */
const plain = /^[^\p{Cc}\p{Cs}&<>"\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]*$/u;
