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
  readonly quote: "all" | "needed";
  readonly newLine: string;
};

const shown = (cell: WrittenCell): string => (typeof cell === "string" ? cell : String(cell.value));

const writtenText = (rows: Table, { encoding, delimiter, quote, newLine }: TextForm): Buffer => {
  const cellOf = (cell: WrittenCell): string => {
    const text = shown(cell);
    const needs = quote === "all" || text.includes(delimiter) || text.includes('"');
    return needs ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const text = rows.map((row) => row.map(cellOf).join(delimiter) + newLine).join("");
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
      return book.outputAsync("nodebuffer") as Promise<Buffer>;
    }
  }
};

export const writtenTable = async (
  rows: Table,
  form:
    | ({ readonly kind: "text" } & TextForm)
    | { readonly kind: "workbook"; readonly writer: (typeof workbookWriters)[number] },
): Promise<Buffer> => (form.kind === "text" ? writtenText(rows, form) : writtenWorkbook(rows, form.writer));
