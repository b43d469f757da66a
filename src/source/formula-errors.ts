/**
 * Recognises the errors that a spreadsheet shows if a formula has failed, such as #N/A (ECMA-376 part 1, section
 * 18.17.3), and the #### of a column that is too narrow. Such a text is neither a value nor a text that somebody wrote.
 */
import type { Converted } from "./cell.ts";
import { type FieldSpec, isDispensable } from "./fields.ts";

const errors = new Set("#N/A #REF! #VALUE! #NAME? #DIV/0! #NULL! #NUM! #GETTING_DATA #SPILL! #CALC!".split(" "));

const sign = "#".charCodeAt(0);

/** What a spreadsheet shows of a number or a date for which its column is too narrow. */
const tooNarrow = /^#{3,}$/;

/** The bad cell for the error of a formula; undefined for any other text. */
export const formulaError = (text: string, spec: FieldSpec): Converted | undefined => {
  if (text.charCodeAt(0) !== sign) return undefined;
  if (tooNarrow.test(text)) return narrow(spec);
  if (!errors.has(text.toUpperCase())) return undefined;
  const reason = `the formula of the cell has failed (${text}): mend it in the spreadsheet, or export its value`;
  return { bad: { code: "formula-error", reason, ...(isDispensable(spec) && { keepsRecord: true as const }) } };
};

const narrow = (spec: FieldSpec): Converted => ({
  bad: {
    code: "formula-error",
    reason: "the column was too narrow to show the value (####): widen it in the spreadsheet, and export again",
    ...(isDispensable(spec) && { keepsRecord: true as const }),
  },
});
