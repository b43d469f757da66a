/**
 * Notices a column in which a spreadsheet has exchanged days and months. Where it expects the month first, it takes 03/04/2024 for the
 * 4th of March and makes a date of it, but leaves 13/04/2024 a text, as no month has the number 13. Then all dates that it made are
 * of the 1st to 12th and all texts of the 13th to 31st, and what its dates say is not what HR wrote.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { RawRecord } from "../feeds/record.ts";
import type { FoundDate } from "../values/calendar.ts";

/** A column of dates, for messages. */
export type DatePlace = {
  readonly setting: string;
  readonly column: string;
  /** Whether messages must not show the texts of the column. */
  readonly personal: boolean;
  readonly record: () => RawRecord | undefined;
};

/** `exchangeable`: for each format, whether its day and month are numbers before the year. */
export const exchangedDays = (exchangeable: readonly boolean[], place: DatePlace) => {
  let [made, left, against] = [0, 0, 0];
  let first:
    | { readonly text: string; readonly line: number | undefined; readonly file: string | undefined }
    | undefined;
  return {
    /** Takes a text of the column, and the days that the formats make of it. */
    see: (text: string, days: readonly FoundDate[]): void => {
      const isMade = yearFirst.test(text);
      for (const [at, found] of days.entries()) {
        const date = typeof found === "string" ? undefined : found.date;
        if (date === undefined || !(isMade || exchangeable[at])) continue;
        const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8))];
        if (isMade === day > 12) against++;
        // The 5th of May stays what it was.
        else if (isMade && day !== month) made++;
        else if (!isMade) {
          left++;
          const { file, line } = place.record() ?? {};
          first ??= { text, file, line };
        }
        if (isMade) return;
      }
    },
    /** Fails with `source-date-ambiguous`. To be called after the last text. */
    refuse: (): void => {
      if (made === 0 || left === 0 || against > 0) return;
      const shown = place.personal ? "" : ` (first: “${first?.text}”)`;
      throw new MusterdError(
        "source-date-ambiguous",
        `in the column "${place.column}" all ${made} dates that a spreadsheet has made are of the 1st to 12th, and all ${left} texts of the ` +
          `13th to 31st${shown}: it has probably exchanged day and month of the former when it opened the export`,
        {
          place: { file: first?.file, line: first?.line, column: place.column, setting: place.setting },
          hint: "read the export itself, or import the column as text; if the dates are right, write those texts as dates, too",
        },
      );
    },
  };
};

/** A date of a workbook, or one that a spreadsheet has written to a text file with the year in front. */
const yearFirst = /^\d{4}[-/]/;
