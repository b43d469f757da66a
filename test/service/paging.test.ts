/** Pages of a list, compared with slices of a sorted list. */
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { byText, pageOfRows } from "../../src/service/kernel/paging.ts";
import { Refusal } from "../../src/service/kernel/refusal.ts";

type Row = { readonly id: number; readonly name: string };

const orders = [(a: Row, b: Row) => a.id - b.id, byText((row: Row) => row.name)];

const lists = fc
  .array(fc.constantFrom("a", "b", "B", "é", "中", ""))
  .map((names) => names.map((name, id): Row => ({ id, name })));

it("shows every row once, in order, whatever the size of the page", () => {
  const law = (rows: readonly Row[], size: number, by: 0 | 1, order: 0 | 1): void => {
    const { pageCount } = pageOfRows(rows, { page: 0, size }, orders).pageInfo;
    expect(pageCount).toBe(Math.ceil(rows.length / size));
    const pages = Array.from({ length: pageCount + 1 }, (_, page) =>
      pageOfRows(rows, { page, size, order, by }, orders),
    );
    for (const [page, { pageInfo, items }] of pages.entries()) {
      expect(pageInfo).toEqual({ pageSize: size, itemsCount: rows.length, pageNumber: page, pageCount });
      expect(items.length).toBe(page < pageCount - 1 ? size : Math.max(0, rows.length - page * size));
    }
    const shown = pages.flatMap(({ items }) => items);
    const rank = (row: Row): string | number => (by === 0 ? row.id : row.name);
    const sign = order === 0 ? 1 : -1;
    expect(shown.toSorted((a, b) => a.id - b.id)).toEqual(rows);
    /** True if `next` may follow `row`: rows that compare as equal keep their order. */
    const stands = (row: Row, next: Row): boolean =>
      rank(row) === rank(next) ? row.id < next.id : (rank(row) < rank(next) ? 1 : -1) === sign;
    expect(shown.every((row, at) => at === 0 || stands(shown[at - 1] as Row, row))).toBe(true);
  };
  const size = fc.integer({ min: 1, max: 5 });
  const choice = fc.constantFrom(0 as const, 1 as const);
  fc.assert(fc.property(lists, size, choice, choice, law), { seed: 77, numRuns: 300 });
});

it("refuses an unknown order", () => {
  expect(() => pageOfRows([], { page: 0, size: 1, by: 2 }, orders)).toThrow(
    new Refusal("OPA-REQUEST-INVALID", [{ error: "must be at most 1", expandoObject: { property: "pageOptions.by" } }]),
  );
});
