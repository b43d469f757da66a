/**
 * Recognises the errors that a spreadsheet shows if a formula has failed, such as #N/A (ECMA-376 part 1, section
 * 18.17.3). Such an error is neither a value nor a text.
 */
import type { Converted } from "./cell.ts";
import type { FieldSpec } from "./fields.ts";

const errors = new Set("#N/A #REF! #VALUE! #NAME? #DIV/0! #NULL! #NUM! #GETTING_DATA #SPILL! #CALC!".split(" "));

const sign = "#".charCodeAt(0);

/** The bad cell for the error of a formula; undefined for any other text. */
export const formulaError = (text: string, spec: FieldSpec): Converted | undefined => {
  if (text.charCodeAt(0) !== sign || !errors.has(text.toUpperCase())) return undefined;
  const reason = `the formula of the cell has failed (${text}): mend it in the spreadsheet, or export its value`;
  // A record is complete enough without a name or a text, so only this field is left out.
  const keepsRecord = !spec.key && (spec.type === "name" || spec.type === "text");
  return { bad: { code: "formula-error", reason, ...(keepsRecord && { keepsRecord: true as const }) } };
};
