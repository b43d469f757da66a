/**
 * Writes the changes of a report as CSV (RFC 4180): one row for each field that changes. It begins with a byte order mark, without
 * which Excel takes the file for another encoding. No cell can be taken for a formula.
 */

import type { Report } from "../entries/report.ts";
import { inParts } from "../json/parts.ts";
import { safeCell } from "./safe-cell.ts";
import { type Cell, reportTables } from "./tables.ts";

export const csvReport = (report: Report): string => [...csvParts(report)].join("");

/** Yields the same in parts, because the text of 100,000 changes takes as much memory as all else. */
export const csvParts = (report: Report): Iterable<string> => inParts(lines(report));

const lines = function* (report: Report): Generator<string> {
  const [, { columns, rows }] = reportTables(report);
  yield `\ufeff${csvLine(columns)}`;
  for (const row of rows()) yield csvLine(row);
};

/** A row with its line break; no cell can be taken for a formula. */
export const csvLine = (cells: readonly Cell[]): string =>
  `${cells.map((cell) => quoted(typeof cell === "object" ? cell.date : String(cell))).join(",")}\r\n`;

const quoted = (text: string): string => {
  const cell = safeCell(text);
  return /[",\r\n]/.test(cell) || cell.trim() !== cell ? `"${cell.replaceAll('"', '""')}"` : cell;
};
