/** Traps in the form of a text: rows that end with a delimiter, files without quotes, a first line that states the delimiter. */
import type { Trap } from "./trap.ts";
import type { WrittenCell } from "./written-table.ts";

/** Quotes that do not belong together, in a column that nobody reads. */
const remarks = ['"', 'x "y', '5"', '""', "", '"a" b'];

/** A remark behind each row. */
const remarked = (row: readonly WrittenCell[], y: number, at: number): WrittenCell[] => [
  ...row,
  y === 0 ? "Remark" : (remarks[(at + y) % remarks.length] ?? ""),
];

export const formTraps: Readonly<Record<string, Trap>> = {
  sepLine: (given) => {
    const { form, files } = given;
    if (form.kind !== "text" || files["skipTopRows"] !== undefined) return undefined;
    const delimiter = form.delimiter === ";" ? "," : ";";
    return { ...given, form: { ...form, sep: true }, files: { ...files, delimiter } };
  },
  unquoted: (given, at) => {
    const { form, files, rows } = given;
    if (form.kind !== "text" || files["quote"] !== undefined) return undefined;
    return {
      ...given,
      form: { ...form, quote: "none" },
      files: { ...files, quote: "none" },
      rows: rows.map((row, y) => remarked(row, y, at)),
    };
  },
  quotedAfterAll: (given) => {
    const { form, files } = given;
    if (form.kind !== "text" || form.quote === "none") return undefined;
    return { ...given, form: { ...form, quote: "all" }, files: { ...files, quote: "none" }, refused: "must" };
  },
  trailingDelimiter: (given, at) => {
    const { form, files } = given;
    if (form.kind !== "text" || files["trailingDelimiter"] === true) return undefined;
    const trailing = at % 2 === 0 ? "all" : "allButHeader";
    return { ...given, form: { ...form, trailing }, files: { ...files, trailingDelimiter: true } };
  },
  noTrailingDelimiter: (given) => {
    const { form, files } = given;
    if (form.kind !== "text" || form.trailing) return undefined;
    return { ...given, files: { ...files, trailingDelimiter: true }, refused: "must" };
  },
};
