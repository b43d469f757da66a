/**
 * Finds the last working day where its header or its cells leave a doubt. A column that is wrongly left out keeps the accounts of people
 * who have left, and one that is wrongly read disables people; so what is not plain is asked, and what cannot be read is told.
 */

import { ask, type FieldLine, type Making, mappingOf, type Setting } from "../draft.ts";
import type { Seen } from "../roles/roles.ts";
import type { Column } from "../tables/columns.ts";
import { type HeaderFit, meaningsOf } from "../tables/known-words.ts";

export const dateFields = ["birthDate", "hireDate", "resignationDate", "expiredTime"] as const;

type DateField = (typeof dateFields)[number];

const fitOf = ({ name }: Column, field: DateField = "resignationDate"): HeaderFit | undefined =>
  meaningsOf(name).get(field);

/** Whether a header says more than that something ends. */
const isNamed = (column: Column, field: DateField): boolean => ["plain", "part"].includes(fitOf(column, field) ?? "");

/** Words without which a blank column may be anything about leaving, such as its reason. */
const dayWords = /日|일|date|day|datum|\btag|fecha|\bdata\b/iu;

/** A header that only contains the words of a day on which an account ends, as "Contract Expiry Date" does, is asked about. */
export const isMeant = (making: Making, field: DateField, column: Column): boolean => {
  if (meaningsOf(column.name).get(field) === "plain" || (field !== "resignationDate" && field !== "expiredTime"))
    return true;
  const { ask: say } = making.words;
  const end =
    field === "expiredTime"
      ? ({ id: "expiry", text: say.expiry(column.name) } as const)
      : ({ id: "last-day", text: say.lastDay(column.name) } as const);
  const answer = ask(making, {
    ...end,
    shown: column.texts.slice(0, 3),
    options: [
      { value: column.name, label: say.endsThere },
      { value: "none", label: say.doesNotEnd },
    ],
  });
  return answer === column.name;
};

/** Tells the columns of days whose cells are in no known form. `found`: the fields that another column has. */
export const tellUnreadDays = (
  { notes, words }: Making,
  { table, meanings }: Seen,
  found: ReadonlyMap<string, Column>,
): void => {
  for (const field of dateFields) {
    const unread = table.columns.find(
      (column) => isNamed(column, field) && !meanings.dates(column) && /\d\d/.test(column.texts[0] ?? ""),
    );
    if (unread && (field === "resignationDate" || !found.has(field)))
      notes.push(words.note.noDays[field](unread.name, unread.texts[0] ?? ""));
  }
};

/** Where nobody has left yet, the last days to come are written as the other days of the file. `hired`: the column of the first days. */
export const blankLastDay = (
  making: Making,
  { table, meanings }: Seen,
  lines: readonly FieldLine[],
  hired: Column,
): readonly FieldLine[] => {
  if (meanings.all("resignationDate").length > 0) return [];
  const blank = table.columns.filter(({ filled }) => filled === 0);
  const column =
    blank.find((one) => fitOf(one) === "plain") ?? blank.find((one) => fitOf(one) && dayWords.test(one.name));
  const line = lines.find(({ field }) => field === "hireDate");
  if (!column || !line || !isMeant(making, "resignationDate", column)) return [];
  making.used.add(column);
  const { date, twoDigitYears } = (typeof line.mapping === "string" ? {} : line.mapping) as {
    readonly [name: string]: Setting;
  };
  return [
    {
      field: "resignationDate",
      mapping: mappingOf(column, { date, twoDigitYears, blank: "clear" }),
      why: making.words.why.blankDays(hired.name),
    },
  ];
};
