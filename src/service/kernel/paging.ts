/** Divides a list into pages: returns the rows on the requested page, and the totals for the caller (R77). */
import type { PageInfo, PageOptions } from "../../contract/records/shared.ts";
import { refuseInvalid } from "./refusal.ts";

/** Returns a negative number if `a` comes before `b` in ascending order. */
export type Comparator<R> = (a: R, b: R) => number;

/**
 * `by` is the index of the comparator that is used, by default the first. Rows that compare as equal keep their order in both
 * directions. A page beyond the last is empty; the default is the first page of 20 rows. Refuses an unknown `by`.
 */
export const pageOfRows = <R>(
  rows: readonly R[],
  { page: given, size: most, order, by }: PageOptions,
  comparators: readonly Comparator<R>[],
): { readonly pageInfo: PageInfo; readonly items: R[] } => {
  const [page, size] = [given ?? 0, most ?? 20];
  const compare = comparators[by ?? 0] ?? refuseInvalid("pageOptions.by", `must be at most ${comparators.length - 1}`);
  const sorted = rows.toSorted(order === 1 ? (a, b) => compare(b, a) : compare);
  return {
    pageInfo: {
      pageSize: size,
      itemsCount: rows.length,
      pageNumber: page,
      pageCount: Math.ceil(rows.length / size),
    },
    items: sorted.slice(page * size, (page + 1) * size),
  };
};

/** Compares texts by UTF-16 code units, so the order is the same on every machine. */
export const byText =
  <R>(textOf: (row: R) => string): Comparator<R> =>
  (a, b) => {
    const [left, right] = [textOf(a), textOf(b)];
    if (left === right) return 0;
    return left < right ? -1 : 1;
  };
