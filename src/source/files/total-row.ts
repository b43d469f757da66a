/**
 * The line under an export that sums it up (合計, 總筆數:120, Total). It is no record, and the number in it says how many
 * records there should be. A person may well be called Sum, so a Latin word alone proves nothing beside other text.
 */

export type Total = {
  readonly text: string;
  /** The only number of the row, where it has exactly one and that is an integer. */
  readonly count?: number;
};

/** What the row says when it is a total row of a table of `width` columns; `first` is its first cell that is not blank. */
export const totalOf = (cells: readonly string[], first: number, width: number): Total | undefined => {
  const cell = cells[first] ?? "";
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

/** First characters of the words below, full-width ones too: most rows are told from totals by one look. */
const mayBegin = new Set(Array.from("合總小共計TtSsGgＴｔＳｓＧｇ", (character) => character.charCodeAt(0)));

const label =
  /^(?:合計|總計|小計|總筆數|總人數|共計|計|(?<latin>(?:grand |sub)?total|sum)) ?:? ?(?<number>\d[\d,]*)? ?[筆人位名]?$/iu;

const amount = /^(\d[\d,]*(?:\.\d+)?)\s*[筆人位名]?$/u;
