/**
 * Makes a text safe as a cell: spreadsheets take a cell of a CSV file that begins with one of these signs for a formula, East Asian
 * editions also its full-width form. An apostrophe before it makes the cell a text. Where lists are separated by semicolons,
 * Excel begins a cell behind each of them, quotes or not.
 */

const formulaStart = /(?<=^|;)(?=["\s]*[=+\-@\uff1d\uff0b\uff0d\uff20|])|^(?=[\t\r\n])/gu;

export const safeCell = (text: string): string => text.replaceAll(formulaStart, "'");
