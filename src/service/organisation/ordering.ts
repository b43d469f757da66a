/**
 * Positions of rows among their siblings. By default a row is inserted, the others shift, and the numbers have no gaps (R28,
 * R41, R47). For the kinds in the quirk `assignedPositions`, the number is stored as sent and no other row moves. Stored
 * positions count from 1 for titles and from 0 for all other kinds; the quirks `firstPosition` and `positionStep` change only the
 * numbers in requests and answers (R20).
 */
import { type Caller, serviceCaller } from "../kernel/caller.ts";
import { stored, type Table } from "../kernel/table.ts";
import type { Company, OrderedRow } from "./tables.ts";

type Ordered<R extends OrderedRow> = Pick<Table<R, "siblings">, "kind" | "keys" | "get" | "by" | "put" | "remove">;

/** A position in a group: the number in a request, or one end of the group. */
export type Place = number | "first" | "last";

/** Sorts rows by position; of two rows with the same position, the older one comes first. */
export const inOrder = <R extends OrderedRow>(rows: readonly R[]): R[] =>
  [...rows].sort((a, b) => a.seq - b.seq || a.id - b.id);

/** The position that a list returns. Do not use it for titles, which always count from 1. */
export const shownPosition = ({ quirks }: Company, seq: number): number =>
  (seq + quirks.firstPosition) * quirks.positionStep;

/** The stored number for a number in a request; a number between two positions means the second of them. */
const storedPosition = ({ quirks }: Company, kind: string, asked: number): number =>
  isTitle(kind) ? asked : Math.ceil(asked / quirks.positionStep) - quirks.firstPosition;

/** Returns where D2 and J5 put a new row (R32). A loaded document puts each new row last, which keeps the document's order. */
export const newPlace = ({ quirks }: Company, caller: Caller): Place =>
  caller === serviceCaller ? "last" : quirks.newPlace;

/** The rows among which `row` has its position, in order; it may itself be missing. */
const siblingsOf = <R extends OrderedRow>(table: Ordered<R>, row: R): R[] =>
  inOrder(table.keys.siblings(row).flatMap((key) => table.by("siblings", key)));

/** Closes the gaps in the positions of ordered rows. Does nothing for kinds with assigned positions. */
export const renumber = <R extends OrderedRow>(company: Company, table: Ordered<R>, ordered: readonly R[]): void => {
  if (isAssigned(company, table.kind)) return;
  const first = firstStored(table.kind);
  for (const [position, row] of ordered.entries()) {
    if (row.seq !== position + first) table.put({ ...row, seq: position + first });
  }
};

/**
 * Puts a new or changed row at a place among its siblings, and closes the gap where it was before. A number before the first
 * means the first place, and one beyond the end means the last. Returns the stored row.
 */
export const place = <R extends OrderedRow>(company: Company, table: Ordered<R>, row: R, to: Place): R => {
  const before = table.get(row.id);
  const others = siblingsOf(table, row).filter(({ id }) => id !== row.id);
  const first = firstStored(table.kind);
  const asked = typeof to === "number" ? storedPosition(company, table.kind, to) : first;
  if (isAssigned(company, table.kind)) {
    return stored(table, { ...row, seq: to === "last" ? (others.at(-1)?.seq ?? first - 1) + 1 : asked });
  }
  const position = to === "last" ? others.length : Math.min(Math.max(asked - first, 0), others.length);
  const placed = stored(table, { ...row, seq: position + first });
  renumber(company, table, others.toSpliced(position, 0, placed));
  if (before) renumber(company, table, siblingsOf(table, before));
  return placed;
};

/** Removes a row, and closes the gap that it leaves. */
export const removeOrdered = <R extends OrderedRow>(company: Company, table: Ordered<R>, row: R): void => {
  table.remove(row.id);
  renumber(company, table, siblingsOf(table, row));
};

const isTitle = (kind: string): boolean => kind === "title";

const firstStored = (kind: string): 0 | 1 => (isTitle(kind) ? 1 : 0);

const isAssigned = ({ quirks }: Company, kind: string): boolean =>
  quirks.assignedPositions.some((assigned) => assigned === kind);
