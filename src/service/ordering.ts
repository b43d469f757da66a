/** Positions among equals: insert and shift, then renumber without gaps (R28, R41, R47). */
import type { OrderedRow } from "./rows.ts";
import type { Table } from "./table.ts";

type Sink<R extends OrderedRow> = Pick<Table<R, never>, "put">;

export const inOrder = <R extends OrderedRow>(rows: readonly R[]): R[] =>
  [...rows].sort((a, b) => a.seq - b.seq || a.id - b.id);

/** Writes the numbers `from`, `from` + 1, … to rows that are in order; only changed rows are put. */
export const renumber = <R extends OrderedRow>(table: Sink<R>, ordered: readonly R[], from: 0 | 1): void => {
  for (const [position, row] of ordered.entries()) {
    if (row.seq !== position + from) table.put({ ...row, seq: position + from });
  }
};

/**
 * Puts `row` at number `seq` among `group` (which may or may not hold it already), the first being `from`; beyond the
 * end or undefined is last. Returns the row as it is stored.
 */
export const place = <R extends OrderedRow>(
  table: Sink<R>,
  group: readonly R[],
  row: R,
  seq: number | undefined,
  from: 0 | 1,
): R => {
  const ordered = inOrder(group.filter((other) => other.id !== row.id));
  const position = Math.min((seq ?? Number.POSITIVE_INFINITY) - from, ordered.length);
  const placed = { ...row, seq: position + from };
  table.put(placed);
  renumber(table, ordered.toSpliced(position, 0, placed), from);
  return placed;
};
