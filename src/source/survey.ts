/**
 * What must be known of all records of a file before any of them is read: which of several formats the dates of a column
 * are in, and what the user's own functions answer. The fields that ask are read twice, all others once.
 */
import type { Converted } from "./cell.ts";
import type { DateColumn } from "./date-columns.ts";
import { type Cell, type RawRecord, recordsOf } from "./record.ts";

/** What the fields of one header share. While it is `on` their readers only look, and say nothing. */
export type Survey = {
  on: boolean;
  /** The record that is looked at. */
  record: RawRecord | undefined;
  readonly columns: DateColumn[];
  /** Fields that ask. */
  asking: number;
};

export const newSurvey = (): Survey => ({ on: true, record: undefined, columns: [], asking: 0 });

/** Takes every record; after `settle`, which fails with `source-date-ambiguous`, they can be read. */
export type Surveyor = { readonly see: (record: RawRecord) => void; readonly settle: () => void };

/** Undefined where nothing asks. Of a row that has not `width` cells the first one is shown, as when it is read. */
export const surveyorOf = (
  survey: Survey,
  readers: readonly ((cells: readonly Cell[]) => Converted)[],
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
