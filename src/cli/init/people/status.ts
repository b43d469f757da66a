/**
 * Finds what says whether a person works here. Words are only believed if all of them mean the same everywhere, and no last day
 * contradicts them; everything else is asked, with the number of rows of each word.
 */

import { ask, type FieldLine, type Making, mappingOf } from "../draft.ts";
import { locks } from "../knowledge/directories.ts";
import { scores } from "../knowledge/scores.ts";
import { plainColumnsOf } from "../roles/meanings.ts";
import type { Seen } from "../roles/roles.ts";
import { type Column, isMostly, shareOf } from "../tables/columns.ts";
import { daysOf, firstYearOf, realDays } from "../tables/dates.ts";
import { isEmploymentType, plainWord, statusOf, statusOfList, yesNoOf } from "../tables/known-words.ts";

type Meaning = "active" | "inactive" | "leave" | undefined;

/** A word of the status: how many rows have it, how many of them a last day, and what it means everywhere. */
type Word = {
  readonly text: string;
  readonly rows: number;
  readonly lastDays: number;
  readonly meaning: Meaning;
  /** Whether it probably says that somebody works here, by the header of its column. */
  readonly worksHere?: boolean;
};

/** `lastDay`: the column of last days that is used. */
export const findStatus = (making: Making, seen: Seen, days: Column | undefined): readonly FieldLine[] => {
  const { words: say } = making;
  const fit = days && seen.meanings.dates(days);
  const lastDay = days && fit ? realDays(days, fit) : days;
  for (const [attribute, meaning] of Object.entries(locks)) {
    const column = seen.table.columns.find(({ name }) => name.toLowerCase() === attribute.toLowerCase());
    if (!column || column.filled === 0 || (attribute === "userAccountControl" && !isControl(column))) continue;
    making.used.add(column);
    const why = say.why.filled(column.filled, column.cells.length);
    return [{ field: "active", mapping: mappingOf(column, meaning), why }];
  }
  const column = statusColumn(making, seen, lastDay);
  if (!column) return hiddenStatus(making, seen);
  if ("open" in column) {
    const mapping = mappingOf(column.open, { values: {} });
    return [{ field: "active", mapping, why: say.why.openStatus }];
  }
  const plain = wordsOf(column, lastDay);
  const flagged = flagOf(seen, column) ? plain.map((word) => (word.text === "" ? word : ofFlag(word))) : plain;
  const words = saysWhoLeft(seen, column) ? flagged.map(ofLeftFlag) : flagged;
  const contradicted = contradictions(making, seen, words, column, lastDay);
  const isCertain = isStatusName(seen, column) && words.every(({ meaning }) => meaning) && contradicted.length === 0;
  const leaves = words.filter(({ meaning }) => meaning === "leave");
  const known = isCertain ? meaningsOf(making, words, leaves) : asked(making, column, words, contradicted);
  if (known === "no status") return [];
  const meanings = known ?? certain(isCertain, words);
  making.used.add(column);
  const { "": blank, ...values } = Object.fromEntries(meanings);
  const list = words.map(({ text, rows }) => say.count(text === "" ? say.blank : text, rows)).join(say.and);
  const mapping = mappingOf(column, { values, default: blank });
  const why = known === undefined ? say.why.openStatus : isCertain ? undefined : say.why.chosen;
  return [{ field: "active", mapping, why: [...(why === undefined ? [] : [why]), list].join(say.and) }];
};

/**
 * Every account of Active Directory has a status. Where it cannot be read it is written down all the same, so that nobody is read as active
 * (quality/vanished.ts).
 */
const hiddenStatus = ({ words: { why } }: Making, { table }: Seen): readonly FieldLine[] => {
  const has = (name: string): boolean => table.columns.some((column) => column.name === name);
  if (!table.search || !has("sAMAccountName") || has("userAccountControl")) return [];
  const mapping = { column: "userAccountControl", flag: "userAccountControl" };
  return [{ field: "active", mapping, why: why.filled(0, table.lines.length) }];
};

/** Every account of Active Directory has its bits. */
const isControl = (column: Column): boolean =>
  isMostly(column, (cell) => /^\d+$/.test(cell)) && column.filled === column.cells.length;

type Meanings = ReadonlyMap<string, boolean>;

/** What all words mean; undefined if somebody has to say whether people on leave keep their accounts. */
const meaningsOf = (making: Making, words: readonly Word[], leaves: readonly Word[]): Meanings | undefined => {
  const staysActive = leaves.length > 0 ? leaveMeaning(making, leavesText(making, leaves)) : true;
  if (staysActive === undefined) return undefined;
  return new Map(words.map(({ text, meaning }) => [text, meaning === "leave" ? staysActive : meaning === "active"]));
};

/** Until somebody decides, rows with the words that are left open are refused: nobody who has left looks as if they worked here. */
const certain = (isCertain: boolean, words: readonly Word[]): Meanings =>
  new Map(
    words.flatMap(({ text, meaning }) => (isCertain && meaning !== "leave" ? [[text, meaning === "active"]] : [])),
  );

/** Whether a column is the name of the list in which a row stands. */
const isPlace = ({ name }: Column): boolean => name === "@sheet" || name === "@file";

/** A name of a list says more than the word of a status. */
const statusIn = (column: Column): typeof statusOf => (isPlace(column) ? statusOfList : statusOf);

const isStatusName = ({ meanings }: Seen, column: Column): boolean =>
  isPlace(column) || plainColumnsOf(meanings, "status", "active").includes(column);

/** A column of yes and no under a header such as "active". */
const flagOf = ({ meanings }: Seen, column: Column): boolean =>
  plainColumnsOf(meanings, "active").includes(column) && column.texts.every((text) => yesNoOf(text) !== undefined);

const ofFlag = (word: Word): Word => ({ ...word, meaning: yesNoOf(word.text) === "yes" ? "active" : "inactive" });

/** A column whose yes says that somebody has left: 是否離職, is_deleted. */
const saysWhoLeft = ({ meanings }: Seen, column: Column): boolean =>
  plainColumnsOf(meanings, "inactive").includes(column);

const ofLeftFlag = (word: Word): Word => {
  const flag = word.text === "" ? "no" : yesNoOf(word.text);
  return flag === undefined ? word : { ...word, worksHere: flag === "no" };
};

/** Few words, and not all of them kinds of employment. */
const isShort = ({ texts, filled }: Column): boolean =>
  filled > 0 && texts.length <= scores.statusWords && !texts.every(isEmploymentType);

/** `open`: the first of several columns, of which nobody has chosen one. */
type StatusColumn = Column | { readonly open: Column } | undefined;

/** The column for a status: one that a header names, the sheet, or one whose words say that somebody has left. Several are asked about. */
const statusColumn = (making: Making, { table, meanings }: Seen, lastDay: Column | undefined): StatusColumn => {
  const plain = [...new Set(plainColumnsOf(meanings, "status", "active", "inactive").filter(isShort))];
  const [first, second] = plain.filter((column) => knownShare(column) > 0.5);
  if (first && second && !saysTheSame(first, second)) return chosenColumn(making, plain, lastDay);
  if (first) return first;
  const sheet = table.columns.find(
    (column) => isPlace(column) && column.texts.every((text) => statusOfList(text) !== undefined),
  );
  const hidden = table.columns.filter(
    (column) =>
      isShort(column) &&
      column.texts.length < column.filled &&
      !making.used.has(column) &&
      (column.texts.some((text) => statusIn(column)(text) === "inactive") || followsLastDay(column, lastDay)),
  );
  return sheet ?? plain[0] ?? hidden[0];
};

const chosenColumn = (making: Making, columns: readonly Column[], lastDay: Column | undefined): StatusColumn => {
  const { words } = making;
  const answer = ask(making, {
    id: "status-column",
    text: words.ask.statusColumn,
    options: columns.map((column) => ({
      value: column.name,
      label: `${column.name}: ${wordsOf(column, lastDay)
        .map(({ text, rows }) => words.count(text || words.blank, rows))
        .join(words.and)}`,
    })),
  });
  const [first] = columns;
  return columns.find(({ name }) => name === answer) ?? (answer === undefined && first ? { open: first } : undefined);
};

/** Whether two columns say in every row alike that somebody has left, or works here. */
const saysTheSame = (one: Column, other: Column): boolean => {
  const says = (text: string): string | undefined => {
    const status = statusOf(text);
    if (status !== undefined) return status === "inactive" ? "no" : "yes";
    return yesNoOf(text);
  };
  return one.cells.every((cell, at) => {
    const meaning = says(cell);
    return meaning !== undefined && meaning === says(other.cells[at] ?? "");
  });
};

const knownShare = (column: Column): number =>
  shareOf(column, (cell) => statusOf(cell) !== undefined || yesNoOf(cell) !== undefined);

/** Whether one word stands in the rows that have a last day, and hardly anywhere else. */
const followsLastDay = (column: Column, lastDay: Column | undefined): boolean =>
  lastDay !== undefined &&
  lastDay.filled > 1 &&
  column.texts.length > 1 &&
  wordsOf(column, lastDay).some(
    ({ rows, lastDays }) => lastDays >= rows * scores.lastDay && lastDays >= lastDay.filled * scores.lastDay,
  );

/** A blank cell counts as a word, "". */
const wordsOf = (column: Column, lastDay: Column | undefined): readonly Word[] =>
  [...column.texts, ...(column.filled < column.cells.length ? [""] : [])].map((text) => {
    const rows = column.cells.flatMap((cell, at) => (cell === text ? [at] : []));
    const lastDays = rows.filter((at) => (lastDay?.cells[at] ?? "") !== "").length;
    return { text, rows: rows.length, lastDays, meaning: statusIn(column)(text) };
  });

/** Rows whose word says something else than a last day that has passed, or lies ahead. */
const contradictions = (
  making: Making,
  { meanings }: Seen,
  words: readonly Word[],
  column: Column,
  lastDay: Column | undefined,
): readonly string[] => {
  const fit = lastDay && meanings.dates(lastDay);
  if (!lastDay || !fit) return [];
  const days = daysOf(lastDay, fit, firstYearOf("other", making.today));
  const byText = new Map(words.map(({ text, meaning }) => [text, meaning]));
  return column.cells.flatMap((cell, at) => {
    const day = days[at] ?? "";
    const says = byText.get(cell);
    const isPast = day !== "" && day < making.today;
    const isOdd = (says === "active" && isPast) || (says === "inactive" && day >= making.today);
    return isOdd ? [`${cell} · ${lastDay.name} ${lastDay.cells[at]}`] : [];
  });
};

/** Asks what the words mean: as they usually do, with the unknown ones one way or the other, or not at all; undefined: left open. */
const asked = (
  making: Making,
  column: Column,
  words: readonly Word[],
  contradicted: readonly string[],
): Meanings | "no status" | undefined => {
  const say = making.words;
  const byLastDay = words.some(({ lastDays }) => lastDays > 0);
  const guess = ({ meaning, rows, lastDays, text, worksHere }: Word): boolean => {
    // Whoever is on leave works here until somebody says otherwise.
    if (meaning) return meaning !== "inactive";
    if (worksHere !== undefined) return worksHere;
    if (byLastDay) return lastDays < rows * scores.lastDay;
    return yesNoOf(text) !== "no";
  };
  const choices = choicesOf(words, guess);
  const answer = ask(making, {
    id: "active",
    text: say.ask.active(column.name),
    shown: [
      ...words.map(({ text, rows, lastDays }) => say.ask.statusWord(text === "" ? say.blank : text, rows, lastDays)),
      ...contradicted.slice(0, 3).map((one) => say.ask.contradicts(one)),
    ],
    options: [
      ...choices.map((inactive) => ({
        value: inactive.length === 0 ? "all" : notWords(inactive),
        label: inactive.length === 0 ? say.ask.allActive : inactive.map((text) => text || say.blank).join(say.and),
      })),
      { value: "none", label: say.ask.noStatus },
    ],
  });
  if (answer === undefined) return undefined;
  if (answer === "none") return "no status";
  const inactive = choices.find((some) => answer === (some.length === 0 ? "all" : notWords(some))) ?? [];
  return new Map(words.map(({ text }) => [text, !inactive.includes(text)]));
};

/** The answer that names inactive words; a blank cell is `""`. */
const notWords = (words: readonly string[]): string => `not ${words.map((text) => text || '""').join(", ")}`;

/** Sets of inactive words to choose from: the likely one first, then each word alone, and the others of it. */
const choicesOf = (words: readonly Word[], guess: (word: Word) => boolean): readonly (readonly string[])[] => {
  const likely = words.filter((word) => !guess(word)).map(({ text }) => text);
  const opposite = words.filter(guess).map(({ text }) => text);
  const alone = words.length > 1 ? words.map(({ text }) => [text]) : [];
  const all = [likely, ...alone, ...(opposite.length < words.length ? [opposite] : []), []];
  const seen = new Set<string>();
  return all.filter((some) => {
    const key = some.map(plainWord).join("\n");
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
};

const leavesText = ({ words: { count, and } }: Making, leaves: readonly Word[]): string =>
  leaves.map(({ text, rows }) => count(text, rows)).join(and);

/** Whether people on leave keep their accounts; undefined if somebody has to say so. It is asked once, about words or days (`leaves`). */
export const leaveMeaning = (making: Making, leaves: string): boolean | undefined => {
  const { ask: say } = making.words;
  const isAsked = making.questions.some(({ id }) => id === "on-leave");
  const answer = ask(isAsked ? { ...making, questions: [] } : making, {
    id: "on-leave",
    text: say.onLeave(leaves),
    options: [
      { value: "active", label: say.staysActive },
      { value: "disabled", label: say.isDisabled },
    ],
  });
  return answer === undefined ? undefined : answer === "active";
};
