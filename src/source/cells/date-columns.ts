/**
 * Reads a column of dates that may have one of several formats. The format is chosen for the whole column, never for a
 * single cell. If a text is one day in one format and another day in another (03/04/2024), the texts that only one of
 * the two formats can read (13/04/2024) decide. If there are no such texts, or they contradict each other, the column
 * is refused.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { RawRecord } from "../feeds/record.ts";
import type { FoundDate } from "../values/calendar.ts";
import { type DatePlace, exchangedDays, mistakenYears } from "./mistaken-dates.ts";

export type DateColumn = {
  /** Takes every text of the column before any is converted. */
  readonly see: (text: string) => void;
  /** Chooses the format; fails with `source-date-ambiguous`. */
  readonly settle: () => void;
  readonly read: (text: string) => FoundDate;
};

/** `isExchangeable`: whether its day and month are numbers before the year, so that a spreadsheet may have exchanged them. */
type Format = {
  readonly name: string;
  readonly read: (text: string) => FoundDate;
  readonly isExchangeable: boolean;
};

/** How many texts were counted, and the first of them. */
type Seen = { readonly count: number; readonly text: string; readonly record: RawRecord | undefined };

/**
 * Evidence about two formats. `alone`: texts that the first format can read and the second cannot. `both`: texts that
 * are different days in the two formats.
 */
type Pair = { alone?: Seen; both?: Seen };

export const dateColumn = (formats: readonly Format[], place: DatePlace): DateColumn => {
  const exchangeable = formats.map(({ isExchangeable }) => isExchangeable);
  const roc = formats.findIndex(({ name }) => name === "roc");
  const mistakes = [exchangedDays(exchangeable, place), ...(roc === -1 ? [] : [mistakenYears(roc, place)])];
  const pairs = formats.map(() => formats.map((): Pair => ({})));
  const pairOf = (one: number, other: number): Pair => pairs[one]?.[other] ?? {};
  const wins = (one: number, other: number): boolean =>
    pairOf(one, other).alone !== undefined && pairOf(other, one).alone === undefined;
  const more = (seen: Seen | undefined, text: string): Seen =>
    seen ? { ...seen, count: seen.count + 1 } : { count: 1, text, record: place.record() };
  return {
    see: (text) => {
      const days = formats.map(({ read }) => read(text));
      for (const mistake of mistakes) mistake.see(text, days);
      for (const [one, day] of days.entries()) {
        if (typeof day === "string") continue;
        for (const [other, another] of days.entries()) {
          const pair = pairOf(one, other);
          if (another === "bad") pair.alone = more(pair.alone, text);
          else if (!sameDay(day, another)) pair.both = more(pair.both, text);
        }
      }
    },
    settle: () => {
      for (const mistake of mistakes) mistake.refuse();
      for (const [one, format] of formats.entries()) {
        for (const [other, second] of formats.entries()) {
          const { both, alone } = pairOf(one, other);
          if (!both || wins(one, other) || wins(other, one)) continue;
          throw ambiguous(place, both, [format.name, alone], [second.name, pairOf(other, one).alone]);
        }
      }
    },
    read: (text) => {
      const days = formats.map(({ read }) => read(text));
      const able = [...days.keys()].filter((at) => days[at] !== "bad");
      const best = able.find((at) => !able.some((other) => wins(other, at)));
      return best === undefined ? "bad" : (days[best] ?? "bad");
    },
  };
};

const sameDay = (one: FoundDate, other: FoundDate): boolean => JSON.stringify(one) === JSON.stringify(other);

type Evidence = readonly [format: string, alone: Seen | undefined];

const ambiguous = (place: DatePlace, both: Seen, one: Evidence, other: Evidence): MusterdError => {
  const first = ({ record, text }: Seen): string => {
    const line = record?.line === undefined ? [] : [`line ${record.line}`];
    return [...line, ...(place.personal ? [] : [`“${text}”`])].join(" ");
  };
  const only = ([format, alone]: Evidence): string[] =>
    alone ? [`${alone.count} can only be ${format} (first: ${first(alone)})`] : [];
  const evidence = [...only(one), ...only(other)].join(", ") || "no other date decides";
  return new MusterdError(
    "source-date-ambiguous",
    `${both.count} dates of the column "${place.column}" are different days as ${one[0]} and as ${other[0]} ` +
      `(first: ${first(both)}); ${evidence}`,
    {
      place: { file: both.record?.file, line: both.record?.line, column: place.column, setting: place.setting },
      hint: "name the one format that the export writes in `date`, or let it write dates as yyyy-MM-dd",
    },
  );
};
