/**
 * Recognises the errors that a spreadsheet shows if a formula has failed, such as #N/A (ECMA-376 part 1, section
 * 18.17.3), the #### of a column that is too narrow, and a formula that stands in place of its value (`=VLOOKUP(…)`). Such a text is
 * neither a value nor a text that somebody wrote; a formula may also be meant for whoever opens a list in a spreadsheet.
 */

import { type FieldSpec, isDispensable } from "../mapping/fields.ts";
import type { BadCell } from "../values/cell.ts";
import { formatUnclear, notCalculated } from "../values/lost-cells.ts";

/** Errors in the languages of spreadsheets: #REF!, #BEZUG!, #VALEUR!, #¿NOMBRE?, #DIV/0!, #ERROR!; Err:502 of LibreOffice. */
const error = /^(?:#[\p{L}\p{N}/_¡¿]{2,20}[!?]|Err:\d{3})$/u;

/** Those that end without a mark: "not available" in a dozen languages, and values that are still being fetched. */
const unmarked = new Set("#N/A #NV #N/D #N/B #I/T #YOK #Н/Д #HIÁNYZIK #NENÍ_K_DISPOZICI #GETTING_DATA".split(" "));

const [sign, equals] = ["#".charCodeAt(0), "=".charCodeAt(0)];

/** `=VLOOKUP(`, `=Sheet2!A3`, `='HR 1'!A3`, `=[x.xlsx]Sheet2!A3`, `=B2&C2`, `=cmd|'…'!A1`, `=-1+…`; `=E7=8E=8B` is none. */
const formula =
  /^=\s*(?:[-+@(]|\[|'[^']*'!|[\p{L}_][\p{L}\p{N}_.]*\s*[(!|]|\$?[A-Z]{1,3}\$?\d{1,7}\s*(?:$|[-+*/^&:,)]))/iu;

/** What a spreadsheet shows of a number or a date for which its column is too narrow. */
const tooNarrow = /^#{3,}$/;

/** What is wrong with a cell that has no value of its own, and what to do. */
const reasons: Readonly<Record<string, string>> = {
  [notCalculated]:
    "the formula of the cell was never calculated: open the workbook in a spreadsheet and save it, or export its value",
  [formatUnclear]:
    "the number format of the cell shows leading zeros in a way that is not followed: format the column as text",
};

/** The bad cell for the error of a formula or another value that is not known; undefined for any other text. */
export const formulaError = (text: string, spec: FieldSpec): { readonly bad: BadCell } | undefined => {
  const bad = failedFormula(text);
  return bad && { bad: { ...bad, ...(isDispensable(spec) && { keepsRecord: true as const }) } };
};

/** The same for a cell that is of no field. */
export const failedFormula = (text: string): BadCell | undefined => {
  const first = text.charCodeAt(0);
  if (first !== sign && first !== equals && !text.startsWith("Err:")) return undefined;
  const reason = reasonOf(text);
  return reason === undefined ? undefined : { code: "formula-error", reason };
};

/** Whether a cell has no value of its own because its formula failed or was never calculated, or its column was too narrow. */
export const isFormulaError = (text: string): boolean => failedFormula(text) !== undefined;

const reasonOf = (text: string): string | undefined => {
  if (Object.hasOwn(reasons, text)) return reasons[text];
  if (formula.test(text)) return "the cell has a formula instead of its value: export the values, not the formulas";
  if (tooNarrow.test(text)) {
    return "the column was too narrow to show the value (####): widen it in the spreadsheet, and export again";
  }
  if (!error.test(text) && !unmarked.has(text.toUpperCase())) return undefined;
  return `the formula of the cell has failed (${text}): correct it in the spreadsheet, or export its value`;
};
