/**
 * Recognises the errors that a spreadsheet shows if a formula has failed, such as #N/A (ECMA-376 part 1, section
 * 18.17.3), and the #### of a column that is too narrow. Such a text is neither a value nor a text that somebody wrote.
 */

import { type FieldSpec, isDispensable } from "../mapping/fields.ts";
import type { Converted } from "../values/cell.ts";
import { formatUnclear, notCalculated } from "../values/lost-cells.ts";

const errors = new Set("#N/A #REF! #VALUE! #NAME? #DIV/0! #NULL! #NUM! #GETTING_DATA #SPILL! #CALC!".split(" "));

const sign = "#".charCodeAt(0);

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
export const formulaError = (text: string, spec: FieldSpec): Converted | undefined => {
  if (text.charCodeAt(0) !== sign) return undefined;
  const reason = reasonOf(text);
  if (reason === undefined) return undefined;
  return { bad: { code: "formula-error", reason, ...(isDispensable(spec) && { keepsRecord: true as const }) } };
};

const reasonOf = (text: string): string | undefined => {
  if (Object.hasOwn(reasons, text)) return reasons[text];
  if (tooNarrow.test(text)) {
    return "the column was too narrow to show the value (####): widen it in the spreadsheet, and export again";
  }
  if (!errors.has(text.toUpperCase())) return undefined;
  return `the formula of the cell has failed (${text}): correct it in the spreadsheet, or export its value`;
};
