/** Prints the lists of the commands. */
import { textTable } from "../../report/text/text-table.ts";
import { print } from "./output.ts";

/** Prints rows as a table, with a note below it; `none`: what is said instead where there is no row. */
export const printTable = (
  head: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
  note?: string,
): void => {
  if (rows.length === 0) return print(none);
  const table = textTable(head, rows, tableWidth());
  print(note === undefined ? table : `${table}\n\n${note}`);
};

/** That of the terminal; a pipe or a file gets a line for each row, however long. */
const tableWidth = (): number => process.stdout.columns ?? Number.POSITIVE_INFINITY;
