/** The permission refreshes (P1) that were made, and the number of changes since the last one (R24). */
import { createTable, type ReportChange, type Row } from "./table.ts";

/** One successful P1. */
type RefreshRow = Row & {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Number of successful changes between the previous refresh and this one. */
  readonly dirtyBefore: number;
};

/** Number of changes since the last refresh; there is at most one such row. */
type DirtyRow = Row & { readonly mutations: number };

export const createRefreshTables = (report: ReportChange) => ({
  refreshes: createTable<RefreshRow, never>("refresh", {}, report),
  dirty: createTable<DirtyRow, never>("dirty", {}, report),
});

export type RefreshTables = ReturnType<typeof createRefreshTables>;

/** Answer of `GET /sandbox/refreshes`. */
export type Refreshes = {
  /** Successful P1 calls, oldest first, each with the number of changes since the previous one. */
  readonly refreshes: readonly Omit<RefreshRow, "id">[];
  /** Number of changes since the last successful P1. */
  readonly dirty: number;
};

export const refreshesOf = (company: RefreshTables): Refreshes => ({
  refreshes: company.refreshes.all().map(({ id: _, ...refresh }) => refresh),
  dirty: mutationsOwed(company),
});

/** Number of changes since the last refresh. */
export const mutationsOwed = ({ dirty }: RefreshTables): number => dirty.all()[0]?.mutations ?? 0;

export const setMutationsOwed = (company: RefreshTables & { readonly newId: () => number }, mutations: number): void =>
  company.dirty.put({ id: company.dirty.all()[0]?.id ?? company.newId(), mutations });
