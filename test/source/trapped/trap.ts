/** A trap: changes an export as real systems and people do. */
import type { Export } from "./drawn-export.ts";
import type { WrittenCell } from "./written-table.ts";

/** `at`: a random number that chooses the place. Returns undefined where the trap does not suit the export. */
export type Trap = (given: Export, at: number) => Export | undefined;

/** Changes the settings of employees. */
export const withEmployees = (given: Export, more: object): Export["settings"] => ({
  ...given.settings,
  employees: { ...(given.settings["employees"] as object), ...more },
});

/** Whether the row states somebody of the company, and not a header or a note. */
export const isPerson = ({ company }: Export, row: readonly WrittenCell[]): boolean =>
  company.people.some(({ number, account }) => number === textOf(row[0]) || account === textOf(row[1]));

/** The text or number of a cell. */
export const textOf = (cell: WrittenCell | undefined): string =>
  typeof cell === "string" ? cell.trim() : String(cell?.value);
