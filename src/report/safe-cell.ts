/**
 * Makes a text safe as a cell: spreadsheets take a cell of a CSV file that begins with one of these signs for a formula, East Asian
 * editions also its full-width form. An apostrophe before it makes the cell a text.
 */

const formulaStart = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20|]|^[\t\r\n]/u;

export const safeCell = (text: string): string => (formulaStart.test(text) ? `'${text}` : text);
