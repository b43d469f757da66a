/** Reads a workbook that somebody has filled in: the rows of its first sheet, with the limits and refusals of HR's files. */
import { readXlsx } from "../source/files/workbook.ts";

/** Fails with `source-xlsx-invalid` or `source-too-large`. */
export const readRows = (bytes: Buffer): readonly (readonly string[])[] => {
  const rows: (readonly string[])[] = [];
  readXlsx(
    bytes,
    { file: "answers.xlsx", sheet: undefined, pattern: "answers.xlsx" },
    { add: (_number, cells) => void rows.push(cells) },
  );
  return rows;
};
