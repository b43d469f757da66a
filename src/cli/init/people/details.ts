/** Finds the columns that describe a person: names, days, gender, addresses, numbers of identity cards. */

import { ask, askColumn, countsText, type FieldLine, type Making, mappingOf } from "../draft.ts";
import { scores } from "../knowledge/scores.ts";
import type { Meanings } from "../roles/meanings.ts";
import type { Seen } from "../roles/roles.ts";
import { type Column, isIdCard, isMostly, isUnique, shareOf } from "../tables/columns.ts";
import { type DateFit, dayIn, daysOf, firstYearOf, hasShortYear, isBefore } from "../tables/dates.ts";
import { genderOf, isJapaneseName } from "../tables/known-words.ts";
import { blankLastDay, dateFields, isMeant, tellUnreadDays } from "./last-day.ts";
import { leaveMeaning } from "./status.ts";

export type FoundName = {
  readonly lines: readonly FieldLine[];
  /** The names as references may write them: the name itself, and "last, first". */
  readonly texts: readonly (readonly string[])[];
};

const swapped = { match: "^(.+?), ?(?:(?:Mr|Ms|Mrs|Dr|Prof)[.] )?(.+)$", with: "$2 $1" };

/** Whether all cells are "last, first". */
const isSwapped = (column: Column): boolean =>
  column.filled > 0 && column.texts.every((text) => /^[^,]+, ?[^,]+$/.test(text));

export const findName = (making: Making, seen: Seen): FoundName => {
  const { words } = making;
  const { meanings } = seen;
  const [given, family] = [meanings.best("givenName"), meanings.best("familyName")];
  // A column that is both, as "Last name, First name", is the name.
  const both = given === family ? given : undefined;
  const whole = meanings.all("name").find(({ fit }) => fit !== "weak")?.column ?? both;
  if (whole) {
    making.used.add(whole);
    const isTurned = isSwapped(whole);
    const replace = isTurned ? [swapped] : undefined;
    const why = isTurned ? words.why.swapped(whole.filled) : words.why.filled(whole.filled, whole.cells.length);
    const turned = whole.texts.map((text) => [isTurned ? text.replace(new RegExp(swapped.match), swapped.with) : text]);
    return { lines: [{ field: "name", mapping: mappingOf(whole, { replace }), why }], texts: turned };
  }
  if (!given || !family) return askName(making, seen);
  for (const column of [given, family]) making.used.add(column);
  const isChinese =
    isMostly(family, (cell) => /^\p{Script=Han}+$/u.test(cell)) &&
    isMostly(given, (cell) => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+$/u.test(cell));
  const isJapanese = isChinese && isJapaneseName(family.name);
  const middle = meanings.best("middleName");
  const texts = given.cells.map((cell, at) => [
    isChinese ? `${family.cells[at]}${isJapanese ? " " : ""}${cell}` : `${cell} ${family.cells[at]}`,
    `${family.cells[at]}, ${cell}`,
  ]);
  if (isChinese) {
    return {
      lines: [
        {
          field: "name",
          mapping: `{${family.name}}${isJapanese ? " " : ""}{${given.name}}`,
          why: words.why.familyFirst,
        },
      ],
      texts,
    };
  }
  if (!middle)
    return {
      lines: [{ field: "name", mapping: `{${given.name}} {${family.name}}`, why: words.why.givenFirst }],
      texts,
    };
  making.used.add(middle);
  const mapping = { concat: [given.name, middle.name, family.name], join: " " };
  return { lines: [{ field: "name", mapping, why: words.why.givenFirst }], texts };
};

/** The name in front of what stands in brackets behind it, such as a number: `Ann Lee (21000)`. */
const beforeBrackets = "^(.+?) *[(（][^()（）]+[)）]$";

/** Everybody needs a name, and no header says which column it is. */
const askName = (making: Making, { table }: Seen): FoundName => {
  const { ask: say, why } = making.words;
  const isName = (column: Column) =>
    column.filled === column.cells.length && column.counts.size >= column.filled * scores.named;
  const texts = table.columns.filter(
    (column) => !making.used.has(column) && isMostly(column, (cell) => /^\p{L}[^@\d]*\p{L}/u.test(cell)),
  );
  const columns = texts.some(isName) ? texts.filter(isName) : texts;
  const column = askColumn(making, { id: "name", text: say.nameColumn }, columns, say.noName);
  if (!column) return { lines: [], texts: [] };
  making.used.add(column);
  const pattern = new RegExp(beforeBrackets);
  const capture = column.texts.every((text) => pattern.test(text)) ? beforeBrackets : undefined;
  const forms = column.texts.map((text) => [pattern.exec(text)?.[1] ?? text, text]);
  return { lines: [{ field: "name", mapping: mappingOf(column, { capture }), why: why.chosen }], texts: forms };
};

const textFields = ["englishName", "idCardNumber", "phoneNumber", "email", "emailEx"] as const;

export const findDetails = (making: Making, seen: Seen): readonly FieldLine[] => {
  const { meanings, table } = seen;
  const lines: FieldLine[] = [];
  for (const field of textFields) {
    const named = field === "email" ? meanings.email : meanings.best(field);
    const column = named ?? (field === "idCardNumber" ? idCards(making, table.columns) : undefined);
    if (!column || (making.used.has(column) && field !== "email")) continue;
    making.used.add(column);
    if (field === "phoneNumber" && isMostly(column, isWithoutZero))
      making.notes.push(making.words.note.zerosLost(column.name));
    lines.push({ field, mapping: column.name, why: making.words.why.filled(column.filled, column.cells.length) });
  }
  const gender = meanings.best("gender");
  if (gender) {
    making.used.add(gender);
    const known = gender.texts.flatMap((text) => {
      const meaning = genderOf(text);
      return meaning === undefined ? [] : [[text, meaning] as const];
    });
    const values = Object.fromEntries(known);
    lines.push({ field: "gender", mapping: mappingOf(gender, { values }), why: countsText(making, gender) });
  }
  return lines;
};

/** A mobile phone of Taiwan, 0912345678, as a spreadsheet takes it for a number. */
const isWithoutZero = (cell: string): boolean => /^9\d{8}$/.test(cell);

/** A column of numbers of identity cards that no header names: every check digit is right. */
const idCards = ({ used }: Making, columns: readonly Column[]): Column | undefined =>
  columns.find((column) => !used.has(column) && isUnique(column) && shareOf(column, isIdCard) === 1);

const leaveFields = ["leaveFrom", "leaveUntil"] as const;
/** The days from and until which a row holds. */
const daysOfRows = ["validFrom", "validUntil"] as const;

export const findDates = (
  making: Making,
  seen: Seen,
): { readonly lines: readonly FieldLine[]; readonly lastDay: Column | undefined } => {
  const { meanings } = seen;
  const lines: FieldLine[] = [];
  const found = new Map<string, Column>();
  // Beside a last day, the first one is that of the row: of a post, a salary or a name.
  const hasPeriods = meanings.all("validUntil").length > 0 || meanings.blank("validUntil") !== undefined;
  for (const field of dateFields) {
    const column = meanings.all(field).find(({ column, fit }) => {
      const isEnough = fit !== "weak" || field === "resignationDate" || (field === "hireDate" && !hasPeriods);
      return isEnough && !making.used.has(column);
    })?.column;
    if (!column || !isMeant(making, field, column)) continue;
    const line = dateLine(making, meanings, field, column);
    if (!line) continue;
    making.used.add(column);
    found.set(field, column);
    lines.push(line);
  }
  tellUnreadDays(making, seen, found);
  const hired = found.get("hireDate");
  if (hired && !found.has("resignationDate")) lines.push(...blankLastDay(making, seen, lines, hired));
  return { lines: inOrder(making, meanings, lines, found), lastDay: found.get("resignationDate") };
};

/**
 * The days of a leave, if people on leave are disabled: from the first to the last, so one of them without the other is not read. A start
 * alone would disable whoever was on leave years ago.
 */
export const findLeave = (making: Making, { meanings }: Seen): readonly FieldLine[] => {
  const [from, until] = leaveFields.map(
    (field) => meanings.all(field).find(({ column, fit }) => !making.used.has(column) && fit !== "weak")?.column,
  );
  if (!from || !until || from === until) return [];
  const staysActive = leaveMeaning(making, making.words.count(from.name, from.filled));
  if (staysActive !== false) return [];
  const lines = [from, until].flatMap((column, at) => {
    const line = dateLine(making, meanings, leaveFields[at] ?? "", column);
    return line ? [line] : [];
  });
  if (lines.length < 2) return [];
  for (const column of [from, until]) making.used.add(column);
  return lines;
};

/** A birth after the hire says that one of the two columns is something else; then neither is used. */
const inOrder = (
  making: Making,
  meanings: Meanings,
  lines: readonly FieldLine[],
  found: ReadonlyMap<string, Column>,
): readonly FieldLine[] => {
  const [birth, hire] = [found.get("birthDate"), found.get("hireDate")];
  if (!birth || !hire) return lines;
  const [born, hired] = [birth, hire].map((column, at) => {
    const fit = meanings.dates(column);
    return fit ? daysOf(column, fit, firstYearOf(at === 0 ? "birthDate" : "hireDate", making.today)) : [];
  });
  if (isBefore(born ?? [], hired ?? []) !== false) return lines;
  making.notes.push(making.words.note.bornLate(birth.name, hire.name));
  for (const column of [birth, hire]) making.used.delete(column);
  return lines.filter(({ field }) => field !== "birthDate" && field !== "hireDate");
};

/** The line of a column of days; undefined if its format has to be asked first. */
const dateLine = (making: Making, meanings: Meanings, field: string, column: Column): FieldLine | undefined => {
  const { words } = making;
  const fit = meanings.dates(column);
  const decided = fit && decidedFormats(making, meanings, fit);
  if (!decided) return undefined;
  const { formats, why } = decided;
  const isClearable = field === "resignationDate" || field === "leaveFrom" || field === "leaveUntil";
  const mapping = mappingOf(column, {
    date: formats.length === 1 ? (formats[0] === "iso" ? undefined : formats[0]) : formats,
    twoDigitYears: hasShortYear(formats) ? firstYearOf(field, making.today) : undefined,
    capture: fit.offset ? "^([0-9]{4}-[0-9]{2}-[0-9]{2})" : undefined,
    empty: fit.endless.length > 0 ? [...fit.endless, ...column.fillers] : undefined,
    blank: isClearable ? "clear" : undefined,
  });
  return { field, mapping, why: fit.unread > 0 ? `${why}${words.and}${words.why.unreadDays(fit.unread)}` : why };
};

/** The formats of a column of days; undefined while it has to be asked which of two is meant. */
export const decidedFormats = (
  making: Making,
  meanings: Meanings,
  { formats, either }: DateFit,
): { readonly formats: readonly string[]; readonly why: string } | undefined => {
  if (!either) return { formats, why: making.words.why.dates(formats.join(", ")) };
  const answer = dateOrder(making, meanings, either);
  if (answer === undefined) return undefined;
  const decided = formats.map((format) => (either.formats.includes(format) ? answer.format : format));
  return { formats: [...new Set(decided)], why: answer.why };
};

/** Which of two formats is meant: another column of the file may tell, because an export writes all days alike. */
const dateOrder = (
  making: Making,
  meanings: Meanings,
  { formats, cells }: NonNullable<DateFit["either"]>,
): { readonly format: string; readonly why: string } | undefined => {
  const { words } = making;
  for (const { column } of [...dateFields, ...leaveFields, ...daysOfRows].flatMap((field) => meanings.all(field))) {
    const fit = meanings.dates(column);
    const told = fit && !fit.either ? formats.filter((format) => fit.formats.includes(format)) : [];
    if (told.length === 1 && told[0] !== undefined)
      return { format: told[0], why: words.why.asColumn(column.name, told[0]) };
  }
  const answer = ask(making, {
    id: "dates",
    text: words.ask.dates,
    shown: cells.map((cell) => words.ask.twoDays(cell, dayIn(formats[0], cell), dayIn(formats[1], cell))),
    options: formats.map((format) => ({ value: format, label: format })),
  });
  return answer === undefined ? undefined : { format: answer, why: words.why.chosen };
};
