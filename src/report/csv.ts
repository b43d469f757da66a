/**
 * Writes the changes of a report as CSV (RFC 4180): one row for each field that changes. It begins with a byte order mark, without
 * which Excel takes the file for another encoding. No cell can be taken for a formula.
 */
import type { Report } from "./report.ts";
import { safeCell } from "./safe-cell.ts";
import { reportTables } from "./tables.ts";

export const csvReport = (report: Report): string => {
  const [, { columns, rows }] = reportTables(report);
  const lines = [line(columns)];
  for (const row of rows()) lines.push(line(row));
  return `\ufeff${lines.join("\r\n")}\r\n`;
};

const line = (cells: readonly string[]): string => cells.map(quoted).join(",");

const quoted = (text: string): string => {
  const cell = safeCell(text);
  return /[",\r\n]/.test(cell) || cell.trim() !== cell ? `"${cell.replaceAll('"', '""')}"` : cell;
};
