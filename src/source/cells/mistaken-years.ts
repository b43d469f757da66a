/**
 * Notices a column of ROC dates in which a spreadsheet has mistaken the years. It takes 88/5/1 for the 1st of May 1988 and makes a date
 * of it, but leaves 101/5/1 a text, as it knows no year 101. Then all dates that it made are of the last century, and all texts have years
 * from 100 on.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { RawRecord } from "../feeds/record.ts";
import type { FoundDate } from "../values/calendar.ts";
import type { DatePlace } from "./exchanged-days.ts";

/** `roc`: the index of the format `roc`, or -1: then nothing is noticed. */
export const mistakenYears = (roc: number, place: DatePlace) => {
  let [made, left, against] = [0, 0, 0];
  let first: RawRecord | undefined;
  return {
    /** Takes a text of the column, and the days that the formats make of it. */
    see: (text: string, days: readonly FoundDate[]): void => {
      if (typeof (days[roc] ?? "bad") === "string" && !madeDate.test(text)) return;
      if (madeOfTwoDigits.test(text)) made++;
      else if (fromHundred.test(text)) {
        left++;
        first ??= place.record();
      } else against++;
    },
    /** Fails with `source-date-ambiguous`. To be called after the last text. */
    refuse: (): void => {
      if (roc === -1 || made === 0 || left === 0 || against > 0) return;
      throw new MusterdError(
        "source-date-ambiguous",
        `in the column "${place.column}" all ${made} dates that a spreadsheet has made are of 1930 to 1999, and all ${left} texts have ROC ` +
          "years from 100 on: it has probably taken ROC years of two digits for years of the last century",
        {
          place: { file: first?.file, line: first?.line, column: place.column, setting: place.setting },
          hint: "read the export itself, or write these years with three digits (088/05/01); if the dates are right, write the texts as dates, too",
        },
      );
    },
  };
};

/** A date of a workbook, or one that a spreadsheet has written to a text file. */
const madeDate = /^\d{4}[-/]/;
/** What a spreadsheet makes of the years 30 to 99. */
const madeOfTwoDigits = /^19[3-9]\d[-/]/;
const fromHundred = /^[1-9]\d\d[-/]/;
