/** Makes the tables of the command line, which have no borders and are at most as wide as the terminal. */
import Table from "cli-table3";
import { displayWidth, padText, wrapText } from "./wrap-text.ts";

/** Spaces between two columns. */
const gap = 2;

/** Minimum width of the last column; where there is less space, each row is written as lines. */
const leastWidth = 16;

const noBorders = Object.fromEntries(
  ["top", "bottom", "mid", "left", "right"].flatMap((side) =>
    ["", "-mid", "-left", "-right"].map((end) => [`${side}${end}`, ""]),
  ),
);

/** Returns lines of at most `width` columns. Only the last column is wrapped, so ids in other columns can be copied. */
export const textTable = (head: readonly string[], rows: readonly (readonly string[])[], width: number): string => {
  const before = head
    .slice(0, -1)
    .map((_, at) => Math.max(...[head, ...rows].map((row) => longestLine(row[at] ?? ""))));
  const left = width - before.reduce((sum, each) => sum + each + gap, 0);
  if (left < leastWidth) return records(head, rows, width);
  const table = new Table({
    chars: { ...noBorders, middle: " ".repeat(gap) },
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0 },
  });
  for (const row of [head, ...rows]) table.push([...row.slice(0, -1), wrapLines(row.at(-1) ?? "", left)]);
  return table.toString().replaceAll(/(?<! ) +$/gm, "");
};

/** Each row as lines `head  value`, with a blank line between the rows. A word that is longer than a line is not cut. */
const records = (head: readonly string[], rows: readonly (readonly string[])[], width: number): string => {
  const indent = Math.max(...head.map(displayWidth)) + gap;
  return rows
    .map((row) =>
      row
        .flatMap((cell, at) => {
          const space = Math.max(leastWidth, width - indent, longestLine(cell.includes(" ") ? "" : cell));
          const lines = cell === "" ? [] : wrapLines(cell, space).split("\n");
          return lines.map((line, index) => `${padText(index === 0 ? (head[at] ?? "") : "", indent)}${line}`);
        })
        .join("\n"),
    )
    .join("\n\n");
};

const longestLine = (cell: string): number => Math.max(...cell.split("\n").map(displayWidth));

const wrapLines = (cell: string, width: number): string =>
  cell
    .split("\n")
    .flatMap((line) => wrapText(line, width))
    .join("\n");
