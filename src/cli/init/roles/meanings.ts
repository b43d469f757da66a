/** Says what the columns of a table may mean, by their headers, and of those only what their cells can be. */

import { oncePer } from "../../../lib/once.ts";
import type { Meaning } from "../knowledge/headers.ts";
import { otherSubjects, sequenceHeaders } from "../knowledge/headers.ts";
import { scores } from "../knowledge/scores.ts";
import type { Column } from "../tables/columns.ts";
import { isEmail, isIdCard, isLogin, isMostly, isNumberLike, isUnique, shareOf } from "../tables/columns.ts";
import { type DateFit, dateFit } from "../tables/dates.ts";
import { genderOf, type HeaderFit, meaningsOf, plainWord } from "../tables/known-words.ts";
import type { Table } from "../tables/tables.ts";

/** A column with what its header may mean. */
type Candidate = { readonly column: Column; readonly fit: HeaderFit };

export type Meanings = {
  /** The columns that may have a meaning, the best first. */
  readonly all: (meaning: Meaning) => readonly Candidate[];
  /** The best of them whose header means this and nothing else, or nearly so. */
  readonly best: (meaning: Meaning) => Column | undefined;
  /** The addresses: what a header names so, else a column without a known header whose cells are all addresses. */
  readonly email: Column | undefined;
  /** A column without any filled cell whose header means this and nothing else. */
  readonly blank: (meaning: Meaning) => Column | undefined;
  /** The formats of the days in a column; undefined if it has none. */
  readonly dates: (column: Column) => DateFit | undefined;
};

/** The columns that may have one of the meanings. */
export const columnsOf = ({ all }: Pick<Meanings, "all">, ...meanings: readonly Meaning[]): readonly Column[] =>
  meanings.flatMap((meaning) => all(meaning).map(({ column }) => column));

/** Those whose headers mean it and nothing else. */
export const plainColumnsOf = ({ all }: Pick<Meanings, "all">, ...meanings: readonly Meaning[]): readonly Column[] =>
  meanings.flatMap((meaning) => all(meaning).flatMap(({ column, fit }) => (fit === "plain" ? [column] : [])));

const dateMeanings = new Set<Meaning>([
  "birthDate",
  "hireDate",
  "resignationDate",
  "leaveFrom",
  "leaveUntil",
  "expiredTime",
  "validFrom",
  "validUntil",
]);

const isText = (column: Column): boolean => shareOf(column, (cell) => /\p{L}/u.test(cell)) >= 0.9;

/** What the cells of a column have to be for a meaning; meanings that are not here accept everything. */
const shapes: { readonly [meaning in Meaning]?: (column: Column) => boolean } = {
  number: (column) => isMostly(column, isNumberLike) && !isMostly(column, isIdCard),
  account: (column) =>
    isMostly(column, (cell) => /^[!-~]+$/.test(cell)) && (isMostly(column, isLogin) || isMostly(column, isNumberLike)),
  name: isText,
  givenName: isText,
  familyName: isText,
  englishName: isText,
  gender: (column) =>
    column.texts.length <= 5 && shareOf(column, (cell) => genderOf(cell) !== undefined) >= scores.named,
  email: (column) => isMostly(column, isEmail),
  emailEx: (column) => isMostly(column, isEmail),
  phoneNumber: (column) => isMostly(column, (cell) => /^[+\d][\d\s()+\-./#*x分機轉]{4,24}$/iu.test(cell)),
  idCardNumber: (column) => isMostly(column, (cell) => /^[A-Z0-9-]{7,20}$/i.test(cell)),
  rank: (column) => isMostly(column, (cell) => /^\d{1,4}$/.test(cell)),
  order: (column) => isMostly(column, (cell) => /^\d{1,6}$/.test(cell)),
  titleName: isText,
  departmentName: ({ filled }) => filled > 0,
};

/** Headers of the address at work, which counts where people have one of their own, too. */
const workAddress = /work|business|company|corporate|office|公司|企業|企业|工作|社用|会社|dienst|firm/iu;

/** Headers of columns that have days. */
const dateHeader = /日|date|datum|geb|ein|aus|hired|born|left|start|begda|endda|dob|expir|ablauf|期限|到期/iu;

const fits: readonly HeaderFit[] = ["plain", "part", "weak"];

export const readMeanings = ({ columns }: Table): Meanings => {
  const isChinese = columns.some(({ name }) => /\p{Script=Han}/u.test(name));
  const found = new Map<Meaning, Candidate[]>();
  const datesOf = oncePer((column: Column) => dateFit(column, dateHeader.test(column.name), isChinese));
  for (const column of columns) {
    if (column.filled === 0) continue;
    for (const [meaning, fit] of meaningsOf(column.name)) {
      const isDate = dateMeanings.has(meaning);
      if (isDate && !datesOf(column)) continue;
      if (
        !isDate &&
        datesOf(column)?.formats.some((format) => format !== "excel" && format !== "yyyymmdd" && format !== "roc")
      )
        continue;
      if (shapes[meaning]?.(column) === false) continue;
      if (
        meaning === "number" &&
        fit === "weak" &&
        sequenceHeaders.test(plainWord(column.name)) &&
        column.texts.every((text) => /^\d{1,5}$/.test(text))
      )
        continue;
      found.set(meaning, [...(found.get(meaning) ?? []), { column, fit }]);
    }
  }
  const all = (meaning: Meaning): readonly Candidate[] =>
    (found.get(meaning) ?? []).toSorted((a, b) => fits.indexOf(a.fit) - fits.indexOf(b.fit));
  return {
    all,
    email:
      (all("email").find(({ column }) => workAddress.test(column.name)) ?? all("email")[0])?.column ??
      columns.find(
        (column) =>
          isUnique(column) &&
          shareOf(column, isEmail) === 1 &&
          meaningsOf(column.name).size === 0 &&
          !otherSubjects.test(column.name),
      ),
    best: (meaning) => all(meaning).find(({ fit }) => fit !== "weak")?.column,
    blank: (meaning) =>
      columns.find((column) => column.filled === 0 && meaningsOf(column.name).get(meaning) === "plain"),
    dates: datesOf,
  };
};
