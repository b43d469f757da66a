/** Writes a table as HR systems do: as delimited text in many encodings, or as a workbook by three libraries. */
import * as XLSX from "@e965/xlsx";
import iconv from "iconv-lite";
import writeExcelFile from "write-excel-file/node";
import populate from "xlsx-populate";

/** A cell: text, or a number with the format that a workbook shows it in. */
export type WrittenCell = string | { readonly value: number; readonly format: string };

export type Table = readonly (readonly WrittenCell[])[];

export type TextForm = {
  readonly encoding: string;
  readonly delimiter: string;
  readonly quote: "all" | "needed" | "none";
  readonly newLine: string;
  /** The rows that end with a delimiter. */
  readonly trailing?: "all" | "allButHeader";
  /** Whether the first line states the delimiter. */
  readonly sep?: boolean;
};

const shown = (cell: WrittenCell): string => (typeof cell === "string" ? cell : String(cell.value));

const writtenText = (rows: Table, form: TextForm): Buffer => {
  const { encoding, delimiter, quote, newLine, trailing, sep } = form;
  const cellOf = (cell: WrittenCell): string => {
    const text = shown(cell);
    const needs = quote !== "none" && (quote === "all" || text.includes(delimiter) || text.includes('"'));
    return needs ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const endOf = (y: number): string => (trailing === "all" || (trailing && y > 0) ? delimiter : "") + newLine;
  const lines = rows.map((row, y) => row.map(cellOf).join(delimiter) + endOf(y));
  const text = (sep ? `sep=${delimiter}${newLine}` : "") + lines.join("");
  return iconv.encode(text, encoding.replace(/-bom$/, ""), {
    addBOM: encoding.endsWith("-bom") || encoding === "utf-16le",
  });
};

export const workbookWriters = ["write-excel-file", "sheetjs", "xlsx-populate"] as const;

const writtenWorkbook = async (rows: Table, writer: (typeof workbookWriters)[number]): Promise<Buffer> => {
  switch (writer) {
    case "write-excel-file": {
      const cells = rows.map((row) =>
        row.map((cell) => (typeof cell === "string" ? { value: cell, type: String } : { ...cell, type: Number })),
      );
      return writeExcelFile(cells as never).toBuffer();
    }
    case "sheetjs": {
      const sheet = XLSX.utils.aoa_to_sheet(
        rows.map((row) =>
          row.map((cell) => (typeof cell === "string" ? cell : { t: "n", v: cell.value, z: cell.format })),
        ),
      );
      const book = XLSX.utils.book_new();
      XLSX.utils.book_append_sheet(book, sheet, "人員");
      return XLSX.write(book, { type: "buffer", bookType: "xlsx" }) as Buffer;
    }
    case "xlsx-populate": {
      const book = await populate.fromBlankAsync();
      const sheet = book.sheet(0);
      for (const [y, row] of rows.entries())
        for (const [x, cell] of row.entries()) {
          const at = sheet.cell(y + 1, x + 1);
          if (typeof cell === "string") at.value(cell);
          else at.value(cell.value).style("numberFormat", cell.format);
        }
      return book.outputAsync("nodebuffer");
    }
  }
};

export const writtenTable = async (
  rows: Table,
  form:
    | ({ readonly kind: "text" } & TextForm)
    | { readonly kind: "workbook"; readonly writer: (typeof workbookWriters)[number] },
): Promise<Buffer> => (form.kind === "text" ? writtenText(rows, form) : writtenWorkbook(rows, form.writer));
