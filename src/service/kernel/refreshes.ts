/** The permission refreshes (P1) that were made, and the number of changes since the last one (R24). */
import { createTable, type ReportChange, type Row, type Table } from "./table.ts";

/** One successful P1. */
type RefreshRow = Row & {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Number of successful changes between the previous refresh and this one. */
  readonly dirtyBefore: number;
};

/** Number of changes since the last refresh; there is at most one such row. */
type DirtyRow = Row & { readonly mutations: number };

export type RefreshTables = {
  readonly refreshes: Table<RefreshRow, never>;
  readonly dirty: Table<DirtyRow, never>;
};

export const createRefreshTables = (report: ReportChange): RefreshTables => ({
  refreshes: createTable("refresh", {}, report),
  dirty: createTable("dirty", {}, report),
});

/** Number of changes since the last refresh. */
export const mutationsOwed = ({ dirty }: RefreshTables): number => dirty.all()[0]?.mutations ?? 0;

export const setMutationsOwed = (company: RefreshTables & { readonly newId: () => number }, mutations: number): void =>
  company.dirty.put({ id: company.dirty.all()[0]?.id ?? company.newId(), mutations });
