/**
 * Texts that stand for a cell of a workbook whose value is not known. Each begins like the error of a formula, so that
 * formula-errors.ts says what it means, and has U+FFFD, which no field accepts, for cells that become part of another text.
 */

/** A formula that no program has calculated. */
export const notCalculated = "#\uFFFDNOT CALCULATED";
/** A number whose format shows zeros in a way that is not followed. */
export const formatUnclear = "#\uFFFDFORMAT";
