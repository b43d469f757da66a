/**
 * Texts that stand for a value that is not known. Those for a cell of a workbook begin like the error of a formula, so that
 * formula-errors.ts says what they mean. All have U+FFFD, which no field accepts, for cells that become part of another text.
 */

/** A formula that no program has calculated. */
export const notCalculated = "#\uFFFDNOT CALCULATED";
/** A number whose format shows zeros in a way that is not followed. */
export const formatUnclear = "#\uFFFDFORMAT";

/** A value that is not known: a cell that a workbook has lost, or bytes of a directory that are no text. No field accepts it. */
export const lostValue = "\uFFFD";
