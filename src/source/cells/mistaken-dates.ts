/**
 * Notices a column whose dates a spreadsheet has mistaken when it opened the export. What it took for a date became one, and the rest
 * stayed text. So all dates that it made are of one kind and all texts of another, and what its dates say is not what HR wrote:
 *
 *   it expects the month first    03/04/2024 becomes the 4th of March, and 13/04/2024 a text: no month has the number 13
 *   it takes ROC years for ours   88/5/1 becomes the 1st of May 1988, and 101/5/1 a text: it knows no year 101
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

export type MistakeWatch = {
  /** Takes a text of the column, and the days that the formats make of it. */
  readonly see: (text: string, days: readonly FoundDate[]) => void;
  /** Fails with `source-date-ambiguous`. To be called after the last text. */
  readonly refuse: () => void;
};

/** What a text shows: a date that was made in this way, a text that was left in this way, or that it was not so. */
type Sign = "made" | "left" | "against";

const watching = (
  place: DatePlace,
  signsOf: (text: string, days: readonly FoundDate[]) => readonly Sign[],
  problem: (
    counts: Readonly<Record<Sign, number>>,
    firstLeft: string,
  ) => { readonly what: string; readonly hint: string },
): MistakeWatch => {
  const counts = { made: 0, left: 0, against: 0 };
  let first: { readonly text: string; readonly record: RawRecord | undefined } | undefined;
  return {
    see: (text, days) => {
      for (const sign of signsOf(text, days)) {
        counts[sign]++;
        if (sign === "left") first ??= { text, record: place.record() };
      }
    },
    refuse: () => {
      if (!first || counts.made === 0 || counts.against > 0) return;
      const { what, hint } = problem(counts, place.personal ? "" : ` (first: “${first.text}”)`);
      throw new MusterdError("source-date-ambiguous", `in the column "${place.column}" ${what}`, {
        place: { file: first.record?.file, line: first.record?.line, column: place.column, setting: place.setting },
        hint,
      });
    },
  };
};

/** `exchangeable`: for each format, whether its day and month are numbers before the year. */
export const exchangedDays = (exchangeable: readonly boolean[], place: DatePlace): MistakeWatch =>
  watching(
    place,
    (text, days) => {
      const isMade = madeDate.test(text);
      const dates = days.flatMap((found, at) =>
        typeof found === "object" && (isMade || exchangeable[at]) ? (found.date ?? []) : [],
      );
      return (isMade ? dates.slice(0, 1) : dates).flatMap((date): Sign | readonly Sign[] => {
        const [month, day] = [Number(date.slice(5, 7)), Number(date.slice(8))];
        if (isMade === day > 12) return "against";
        if (!isMade) return "left";
        // The 5th of May stays what it was.
        return day === month ? [] : "made";
      });
    },
    ({ made, left }, firstLeft) => ({
      what:
        `all ${made} dates that a spreadsheet has made are of the 1st to 12th, and all ${left} texts of the 13th to 31st${firstLeft}: it has ` +
        "probably exchanged day and month of the former when it opened the export",
      hint: "read the export itself, or import the column as text; if the dates are right, write those texts as dates, too",
    }),
  );

/** `roc`: the index of the format `roc`. */
export const mistakenYears = (roc: number, place: DatePlace): MistakeWatch =>
  watching(
    place,
    (text, days) => {
      if (typeof (days[roc] ?? "bad") === "string" && !madeDate.test(text)) return [];
      if (madeOfTwoDigits.test(text)) return ["made"];
      return [fromHundred.test(text) ? "left" : "against"];
    },
    ({ made, left }) => ({
      what:
        `all ${made} dates that a spreadsheet has made are of 1930 to 1999, and all ${left} texts have ROC years from 100 on: it has ` +
        "probably taken ROC years of two digits for years of the last century",
      hint: "read the export itself, or write these years with three digits (088/05/01); if the dates are right, write the texts as dates, too",
    }),
  );

/** A date of a workbook, or one that a spreadsheet has written to a text file with the year in front. */
const madeDate = /^\d{4}[-/]/;
/** What a spreadsheet makes of the years 30 to 99. */
const madeOfTwoDigits = /^19[3-9]\d[-/]/;
const fromHundred = /^[1-9]\d\d[-/]/;
