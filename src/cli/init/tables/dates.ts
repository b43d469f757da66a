/**
 * Finds in which formats a column of days is written. A text that is a day in two formats is never decided here: texts of the same
 * file that only one of the two reads decide, or somebody is asked.
 */
import { oncePer } from "../../../lib/once.ts";
import { dateReader } from "../../../source/values/dates.ts";
import { dateFormats, exchanged, yearsBack } from "../knowledge/date-formats.ts";
import { scores } from "../knowledge/scores.ts";
import { endlessDays } from "../knowledge/words.ts";
import { type Column, columnOf, shareOf } from "./columns.ts";

/**
 * `formats`: the fewest that read all cells. `either`: two formats that read all of its cells as different days, with up to three of
 * them. `endless`: cells for days that never come, which no format reads. `offset`: all cells end with an offset of hours.
 */
export type DateFit = {
  readonly formats: readonly string[];
  readonly either?: { readonly formats: readonly [string, string]; readonly cells: readonly string[] };
  readonly endless: readonly string[];
  readonly offset: boolean;
  readonly unread: number;
};

type Format = (typeof dateFormats)[number];

/** Undefined if the column has no days. `isNamed`: its name says that it has. `isChinese`: years may be those of the Republic of China. */
export const dateFit = (column: Column, isNamed: boolean, isChinese: boolean): DateFit | undefined => {
  if (column.filled === 0 || !column.texts.some((text) => /\d/.test(text))) return undefined;
  const offset = column.texts.every((text) => /^\d{4}-\d\d-\d\d[-+]\d\d:\d\d$/.test(text));
  if (offset) return { formats: ["iso"], endless: [], offset, unread: 0 };
  const endless = column.texts.filter((text) => endlessDays.test(text));
  const days = column.texts.filter((text) => !endless.includes(text));
  // Where nobody has left yet, the days to come are written as those that never come.
  const texts = days.length > 0 ? days : endless.map((text) => text.replace(/4712|9999/, "2030"));
  const isRoc = isChinese || texts.some((text) => text.includes("民國"));
  const usable = dateFormats
    .filter(({ format }) => isRoc || format !== "roc")
    .filter(({ named, form }) => (isNamed || !named) && texts.some((text) => form.test(text)));
  const reading = usable.map((format) => ({ format, read: new Set(texts.filter((text) => reads(format, text))) }));
  const chosen: Format[] = [];
  let left = new Set(texts);
  while (left.size > 0) {
    const [best] = reading
      .map(({ format, read }) => ({ format, more: [...read].filter((text) => left.has(text)).length }))
      .toSorted((a, b) => b.more - a.more);
    if (!best || best.more === 0) break;
    chosen.push(best.format);
    const { read } = reading.find(({ format }) => format === best.format) ?? {};
    left = new Set([...left].filter((text) => !read?.has(text)));
  }
  const unread = left;
  const least = isNamed ? scores.named : scores.shape;
  if (chosen.length === 0 || shareOf(column, (cell) => !unread.has(cell)) < least) return undefined;
  const formats = [...new Set(chosen.map(({ format }) => format))];
  const either = undecided(formats, texts, reading);
  return { formats, ...(either && { either }), endless, offset: false, unread: unread.size };
};

const undecided = (
  formats: readonly string[],
  texts: readonly string[],
  reading: readonly { readonly format: Format; readonly read: ReadonlySet<string> }[],
): DateFit["either"] => {
  for (const pair of exchanged) {
    if (!pair.some((format) => formats.includes(format))) continue;
    const [one, other] = pair.map((name) => reading.find(({ format }) => format.format === name)?.read ?? new Set());
    const decided = texts.some((text) => one?.has(text) !== other?.has(text));
    const different = texts.filter(
      (text) => one?.has(text) && other?.has(text) && dayIn(pair[0], text) !== dayIn(pair[1], text),
    );
    if (!decided && different.length > 0) return { formats: pair, cells: different.slice(0, 3) };
  }
  return undefined;
};

/** The day that a text is in a format, YYYY-MM-DD; "" for none. */
export const dayIn = (format: string, text: string): string => {
  const found = readerOf(format)(text);
  return typeof found === "object" ? (found.date ?? "") : "";
};

/** Any hundred years will do to find out whether a text has the format. */
const readerOf = oncePer((format: string) => dateReader(format, { firstYear: 1950 }));

const reads = ({ format, form }: Format, text: string): boolean => form.test(text) && readerOf(format)(text) !== "bad";

/** The days of a column in one of its formats, "" for cells that are none; for comparing columns. */
export const daysOf = (column: Column, { formats, offset }: DateFit, firstYear: number): readonly string[] => {
  const all = formats.map((format) => dateReader(format, { firstYear }));
  return column.cells.map((cell) => {
    for (const read of all) {
      const found = read(offset ? cell.slice(0, 10) : cell);
      if (typeof found === "object") return found.date ?? new Date(found.epochMs).toISOString().slice(0, 10);
    }
    return "";
  });
};

/** A column of days without the cells that stand for none, such as 00000000, 0 and 9999-12-31. */
export const realDays = (column: Column, { formats, endless }: DateFit): Column => {
  const isNone = (text: string): boolean =>
    endless.includes(text) ||
    formats.some((format) => ["none", "never"].some((none) => none === readerOf(format)(text)));
  const none = new Set(column.texts.filter(isNone));
  return none.size === 0
    ? column
    : columnOf(
        column.name,
        column.cells.map((cell) => (none.has(cell) ? "" : cell)),
      );
};

export const hasShortYear = (formats: readonly string[]): boolean =>
  formats.some((format) => /(?<!y)yy(?!y)/.test(format));

/** The first of the hundred years that two digits mean in a field on a day: nobody is born in future, and a last day may lie ahead. */
export const firstYearOf = (field: string, today: string): number =>
  Number(today.slice(0, 4)) - (yearsBack[field] ?? yearsBack["other"] ?? 90);

/** Whether in nearly all rows with both days the first column's is the earlier one; undefined without such rows. */
export const isBefore = (one: readonly string[], other: readonly string[]): boolean | undefined => {
  const rows = one.flatMap((day, at) => (day && other[at] ? [day < (other[at] ?? "")] : []));
  if (rows.length === 0) return undefined;
  return rows.filter(Boolean).length >= rows.length * scores.birthFirst;
};
