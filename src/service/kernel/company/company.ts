/**
 * The company in memory: all tables, which rules read and change directly. The journal holds the changes of the current piece
 * of work (one `write` of `company-file.ts`) until they are stored or undone.
 */
import type { Clock } from "../../../lib/clock.ts";
import type { Quirks } from "../quirks/quirks.ts";
import { createRefreshTables, type RefreshTables } from "./refreshes.ts";
import type { AnyTable, ReportChange, Row } from "./table.ts";

/** The changed rows by id, each with its state before the first of the changes; undefined if it did not exist. */
export type Journal = Map<number, { readonly table: AnyTable; readonly before: Row | undefined }>;

/** What a company is, whatever tables the features add to it. */
export type CompanyFacts = {
  readonly corpCode: string;
  readonly corpName: string;
  readonly clock: Clock;
  /** The sandbox replaces this object as a whole. */
  quirks: Quirks;
};

/** The company without the tables of features. Each feature's `tables.ts` has a type of this name with the tables it may use. */
export type Company = CompanyFacts &
  RefreshTables & {
    readonly journal: Journal;
    readonly newId: () => number;
    /** Adds a stored row to its table; false when no table has this kind. */
    readonly adopt: (kind: string, row: Row) => boolean;
  };

/** `createTables` returns the tables of features, and a function that is called before every change of an existing row. */
export const createCompanyWith = <Tables extends Readonly<Record<string, AnyTable>>>(
  facts: CompanyFacts,
  createTables: (report: ReportChange, newId: () => number) => { tables: Tables; beforeChange: ReportChange },
): Company & Tables => {
  const journal: Journal = new Map();
  let lastId = 0;
  const newId = (): number => {
    lastId += 1;
    return lastId;
  };
  const report: ReportChange = (table, id, before, after) => {
    if (!journal.has(id)) journal.set(id, { table, before });
    if (before) beforeChange(table, id, before, after);
  };
  const { tables, beforeChange } = createTables(report, newId);
  const all = { ...createRefreshTables(report), ...tables };
  const byKind = new Map<string, AnyTable>(Object.values(all).map((table) => [table.kind, table]));
  return {
    ...all,
    ...facts,
    journal,
    newId,
    adopt: (kind, row) => {
      const table = byKind.get(kind);
      table?.restore(row.id, row as never);
      lastId = Math.max(lastId, row.id);
      return table !== undefined;
    },
  };
};

/** Undoes the changes in the journal, and empties it. */
export const undo = (journal: Journal): void => {
  for (const [id, { table, before }] of journal) table.restore(id, before as never);
  journal.clear();
};
