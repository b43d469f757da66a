/**
 * Positions of rows among their siblings. By default a row is inserted, the others shift, and the numbers have no gaps (R28,
 * R41, R47). For the kinds in the quirk `assignedPositions`, the number is stored as sent and no other row moves. Stored
 * positions count from 1 for titles and from 0 for all other kinds; the quirks `firstPosition` and `positionStep` change only the
 * numbers in requests and answers (R20).
 */
import { stored, type Table } from "../kernel/company/table.ts";
import type { Company, OrderedRow } from "./tables.ts";

type Ordered<R extends OrderedRow> = Pick<Table<R, "siblings">, "kind" | "keys" | "get" | "by" | "put" | "remove">;

/** A position in a group: the number in a request, or one end of the group. */
export type Place = number | "first" | "last";

/** Sorts rows by position; of two rows with the same position, the older one comes first. */
export const inOrder = <R extends OrderedRow>(rows: readonly R[]): R[] =>
  [...rows].sort((a, b) => a.seq - b.seq || a.id - b.id);

/** How a kind is numbered: from `base` in the store; from `first`, in steps, in requests and answers. */
const numbering = ({ quirks }: Company, { kind }: { readonly kind: string }) => {
  const { firstPosition: first, positionStep: step } = quirks;
  const isAssigned = quirks.assignedPositions.some((assigned) => assigned === kind);
  return kind === "title" ? { base: 1, first: 1, step: 1, isAssigned } : { base: 0, first, step, isAssigned };
};

/** The number of a row in answers. */
export const shownSeq = (company: Company, table: { readonly kind: string }, { seq }: OrderedRow): number => {
  const { base, first, step } = numbering(company, table);
  return (seq - base + first) * step;
};

/** The rows among which `row` has its position, in order; it may itself be missing. */
const siblingsOf = <R extends OrderedRow>(table: Ordered<R>, row: R): R[] =>
  inOrder(table.keys.siblings(row).flatMap((key) => table.by("siblings", key)));

/** Closes the gaps in the numbers of ordered rows. Does nothing for kinds with assigned positions. */
export const renumber = <R extends OrderedRow>(company: Company, table: Ordered<R>, ordered: readonly R[]): void => {
  const { base, isAssigned } = numbering(company, table);
  if (isAssigned) return;
  for (const [at, row] of ordered.entries()) if (row.seq !== at + base) table.put({ ...row, seq: at + base });
};

/**
 * Puts a new or changed row at a place among its siblings, and closes the gap where it was before. A number before the first
 * means the first place, and one beyond the end the last; one between two numbers means the second. Returns the stored row.
 */
export const place = <R extends OrderedRow>(company: Company, table: Ordered<R>, row: R, to: Place): R => {
  const { base, first, step, isAssigned } = numbering(company, table);
  const before = table.get(row.id);
  const others = siblingsOf(table, row).filter(({ id }) => id !== row.id);
  const asked = typeof to === "number" ? Math.ceil(to / step) - first : 0;
  if (isAssigned) {
    return stored(table, { ...row, seq: to === "last" ? (others.at(-1)?.seq ?? base - 1) + 1 : asked + base });
  }
  const position = to === "last" ? others.length : Math.min(Math.max(asked, 0), others.length);
  const placed = stored(table, { ...row, seq: position + base });
  renumber(company, table, others.toSpliced(position, 0, placed));
  if (before) renumber(company, table, siblingsOf(table, before));
  return placed;
};

/** Removes a row, and closes the gap that it leaves. */
export const removeOrdered = <R extends OrderedRow>(company: Company, table: Ordered<R>, row: R): void => {
  table.remove(row.id);
  renumber(company, table, siblingsOf(table, row));
};
