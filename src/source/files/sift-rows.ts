/**
 * From the rows of a sheet, whatever wrote it, to a header and records: rows above the header, blank rows and total rows
 * are none. Every other row is handed on, whatever is wrong with it.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { OnHeader, RawRecord } from "../record.ts";
import { totalOf } from "./total-row.ts";

/** A total row below the records; `text` is the cell that says so. */
export type Trailer = { readonly line: number; readonly text: string; readonly count?: number };

/** Takes rows in their order, blank ones too. */
export type SiftedRows = {
  readonly add: (line: number, cells: readonly string[]) => void;
  /** Cells of the header; 0 before it has come. */
  readonly width: () => number;
  /** What was handed on; fails with `source-empty` when no header has come. */
  readonly end: () => { readonly rows: number; readonly trailers: readonly Trailer[] };
};

/** Hands on header and records; `skipTopRows` counts rows as a spreadsheet shows them, blank ones included. */
export const siftRows = (file: string, skipTopRows: number, onHeader: OnHeader): SiftedRows => {
  let above = skipTopRows;
  let width = 0;
  let rows = 0;
  let onRecord: ((record: RawRecord) => void) | undefined;
  const trailers: Trailer[] = [];

  const add = (line: number, cells: readonly string[]): void => {
    if (above > 0) {
      above--;
      return;
    }
    const first = firstFilled(cells);
    if (first === cells.length) return;
    if (!onRecord) {
      width = cells.length;
      onRecord = onHeader(cells);
      return;
    }
    const total = totalOf(cells, first, width);
    if (total) {
      trailers.push({ line, ...total });
      return;
    }
    rows++;
    onRecord({ file, line, cells });
  };

  const end = () => {
    if (onRecord) return { rows, trailers };
    throw new MusterdError("source-empty", "the file has no header row", {
      place: { file },
      wayOut: "check that the export has run; if this kind shall not be managed, take it out of the configuration",
    });
  };

  return { add, width: () => width, end };
};

/** Index of the first cell with content, or the number of cells. */
export const firstFilled = (cells: readonly string[]): number => {
  let index = 0;
  while (index < cells.length && isBlank(cells[index] ?? "")) index++;
  return index;
};

const isBlank = (cell: string): boolean => cell === "" || cell.trim() === "";
