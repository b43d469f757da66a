/**
 * Recognises total rows, which sum up the rows above them (合計, 總筆數:120, Total 1,234 rows). A total row is not a record; its number
 * may be the number of records that there should be. A person may be called Sum, so a Latin word only counts if at least
 * half of the row is blank and the other cells are numbers.
 */

export type Total = {
  readonly text: string;
  /** The number in the row, if there is exactly one and it is an integer. */
  readonly count?: number;
};

/** The total row of a table of `width` columns, or undefined. `first`: index of the first filled cell. */
export const totalOf = (cells: readonly string[], first: number, width: number): Total | undefined => {
  const cell = cells[first] ?? "";
  if (cells.length === 1 && width > 1) {
    const count = rowCount.exec(cell.trim())?.[1];
    if (count !== undefined) return { text: cell.trim(), count: Number(count.replaceAll(",", "")) };
  }
  if (!mayBegin.has(cell.trimStart().charCodeAt(0))) return undefined;
  const text = cell.normalize("NFKC").trim().replace(/\s+/g, " ");
  const found = label.exec(text);
  if (!found) return undefined;
  const others = cells.slice(first + 1).map((other) => other.normalize("NFKC").trim());
  const filled = others.filter((other) => other !== "");
  const mostlyBlank = (width - filled.length - 1) * 2 >= width;
  const numbersOnly = filled.every((other) => amount.test(other));
  if (found.groups?.["latin"] === undefined ? !mostlyBlank && !numbersOnly : !mostlyBlank || !numbersOnly)
    return undefined;
  const numbers = [found.groups?.["number"] ?? "", ...filled].flatMap((other) => amount.exec(other)?.[1] ?? []);
  const count = numbers.length === 1 ? Number(numbers[0]?.replaceAll(",", "")) : Number.NaN;
  return Number.isSafeInteger(count) ? { text, count } : { text };
};

/** Whether the words of a total row can only mean the number of rows. 合計 ("total") does not, because it may be any sum. */
export const countsRows = (text: string): boolean => /筆|人數|rows?\b|records|count/i.test(text);

/** The first characters of the words in `label`, also in full width. They rule out most rows quickly. */
const mayBegin = new Set(
  Array.from("合總总小共計计합총TtSsGgAaＴｔＳｓＧｇＡａ", (character) => character.charCodeAt(0)),
);

const label =
  /^(?:合[計计]|[總总][計计]|小[計计]|[總总][筆笔][數数]|[總总]人[數数]|共[計计]|[計计]|합계|총계|소계|(?<latin>(?:(?:grand |sub)?total|sum|summe|gesamt(?:summe|zahl|anzahl)?|anzahl)(?: rows| records| count)?)) ?:? ?(?<number>\d[\d,]*)? ?(?:[筆笔人位名명]|rows|records)?$/iu;

/** The last line of a database's own export: `(1234 rows affected)`, `1234 rows selected.` */
const rowCount = /^\(?(\d[\d,]*) rows? ?(?:affected|selected|returned)?[.)]?$/i;

const amount = /^(\d[\d,]*(?:\.\d+)?)\s*[筆人位名]?$/u;
