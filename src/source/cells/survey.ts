/**
 * Collects what must be known about all records of a file before the first one can be read: the format of a date
 * column, and the answers of the user's own functions. Fields that need such knowledge are read twice, all others once.
 */

import { type Cell, type RawRecord, recordsOf } from "../feeds/record.ts";
import type { DateColumn } from "./date-columns.ts";

/** Shared by the fields of one header. While it is `on`, their readers only collect texts. */
export type Survey = {
  on: boolean;
  record: RawRecord | undefined;
  readonly columns: DateColumn[];
  /** How many fields must see all records before one can be read. */
  asking: number;
};

/** After `settle`, which may fail with `source-date-ambiguous`, the records can be read. */
export type Surveyor = { readonly see: (record: RawRecord) => void; readonly settle: () => void };

/**
 * Undefined if no field needs a survey. `width` is the number of columns in the header. If a row has more or
 * fewer cells, only its first cell is used, as in `tableReader`.
 */
export const surveyorOf = (
  survey: Survey,
  readers: readonly ((cells: readonly Cell[]) => unknown)[],
  width: number,
  eachIndex: number | undefined,
): Surveyor | undefined => {
  if (readers.length === 0) return undefined;
  return {
    see: (record) => {
      survey.record = record;
      for (const { cells } of recordsOf(record, eachIndex)) {
        const sure = cells.length === width ? cells : cells.slice(0, 1);
        for (const read of readers) read(sure);
      }
    },
    settle: () => {
      for (const column of survey.columns) column.settle();
      survey.on = false;
    },
  };
};
