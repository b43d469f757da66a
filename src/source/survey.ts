/**
 * What must be known of all records of a file before any of them is read: which of several formats the dates of a column
 * are in. The fields that ask are read twice, all others once.
 */
import type { Converted } from "./cell.ts";
import type { DateColumn } from "./date-columns.ts";
import type { Cell, RawRecord } from "./record.ts";

/** What the fields of one header share. While it is `on` their readers only look, and say nothing. */
export type Survey = {
  on: boolean;
  /** The record that is looked at. */
  record: RawRecord | undefined;
  readonly columns: DateColumn[];
};

export const newSurvey = (): Survey => ({ on: true, record: undefined, columns: [] });

/** Takes every record; after `settle`, which fails with `source-date-ambiguous`, they can be read. */
export type Surveyor = { readonly see: (record: RawRecord) => void; readonly settle: () => void };

/** Undefined where nothing asks. `width`: cells of the header; a row with another number of them shows nothing. */
export const surveyorOf = (
  survey: Survey,
  readers: readonly ((cells: readonly Cell[]) => Converted)[],
  width: number,
): Surveyor | undefined => {
  if (readers.length === 0) return undefined;
  return {
    see: (record) => {
      if (record.cells.length !== width) return;
      survey.record = record;
      for (const read of readers) read(record.cells);
    },
    settle: () => {
      for (const column of survey.columns) column.settle();
      survey.on = false;
    },
  };
};
