/** Makes workbooks with content that no library writes: errors, formulas, hidden sheets, foreign XML. */
import { zipSync } from "fflate";

type SheetXml = { readonly name: string; readonly rows: string; readonly state?: string; readonly chart?: boolean };

const spreadsheet = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

export type WorkbookParts = {
  readonly sheets: readonly SheetXml[];
  /** The content of the element `<sst>`: the shared texts. */
  readonly texts?: string;
  /** The codes of number formats. The style with index n uses the format with index n. */
  readonly formats?: readonly string[];
  readonly properties?: string;
  /** Attributes of `<calcPr>`. */
  readonly calculation?: string;
  /** Whether the fonts of all formats strike their text out. */
  readonly struck?: boolean;
};

/** The parts (files in the ZIP) of a workbook, by name. */
export const workbookParts = ({
  sheets,
  texts = "",
  formats = [],
  properties = "",
  calculation,
  struck,
}: WorkbookParts) => {
  const relations = sheets.map(
    ({ chart }, index) =>
      `<Relationship Id="rId${index + 1}" Type="${office}/${chart ? "chartsheet" : "worksheet"}" Target="sheets/s${index + 1}.xml"/>`,
  );
  const styles = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`);
  return new Map(
    Object.entries({
      "xl/workbook.xml": `<workbook xmlns="${spreadsheet}" xmlns:r="${office}"><workbookPr ${properties}/><sheets>${sheets
        .map(({ name, state }, index) => {
          const hidden = state === undefined ? "" : ` state="${state}"`;
          return `<sheet name="${name}" sheetId="${index + 1}"${hidden} r:id="rId${index + 1}"/>`;
        })
        .join("")}</sheets>${calculation === undefined ? "" : `<calcPr ${calculation}/>`}</workbook>`,
      "xl/_rels/workbook.xml.rels": `<Relationships>${relations.join("")}<Relationship Id="t" Type="${office}/sharedStrings" Target="/xl/texts.xml"/><Relationship Id="f" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
      "xl/texts.xml": `<sst xmlns="${spreadsheet}">${texts}</sst>`,
      "xl/styles.xml": `<styleSheet xmlns="${spreadsheet}"><numFmts>${styles.join("")}</numFmts><fonts><font/><font>${struck ? "<strike/>" : ""}</font></fonts><cellXfs>${formats
        .map((_, index) => `<xf numFmtId="${164 + index}" fontId="1"/>`)
        .join("")}</cellXfs></styleSheet>`,
      ...Object.fromEntries(
        sheets.map(({ rows }, index) => [
          `xl/sheets/s${index + 1}.xml`,
          `<worksheet xmlns="${spreadsheet}"><sheetData>${rows}</sheetData></worksheet>`,
        ]),
      ),
    }).map(([name, xml]) => [name, Buffer.from(xml)] as const),
  );
};

export const workbookFile = (parts: WorkbookParts): Buffer => zipOf(workbookParts(parts));

/** A ZIP file with these parts, which are not compressed. */
export const zipOf = (parts: ReadonlyMap<string, Uint8Array>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(parts), { level: 0 }));

/** A row of text cells in the columns A, B, C … */
export const textRow = (row: number, ...cells: readonly string[]): string =>
  rowOf(row, ...cells.map((cell) => (at: string) => `<c r="${at}" t="inlineStr"><is><t>${cell}</t></is></c>`));

/** A row of cells; each function gets the address of its cell. */
export const rowOf = (row: number, ...cells: readonly ((at: string) => string)[]): string =>
  `<row r="${row}">${cells.map((cell, index) => cell(`${String.fromCharCode(65 + index)}${row}`)).join("")}</row>`;
