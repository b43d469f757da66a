/**
 * The organisation as of the last permission refresh, which determines the signers of routes (R87). Only rows that differ are
 * stored twice: the first relevant change after a refresh copies the old row to a table of past rows, and the next refresh
 * empties these tables. Rows added after the refresh are recognised by their ids.
 */
import type { Company as AgentsCompany } from "../agents/tables.ts";
import { createTable, type Key, type ReportChange, type Row, type Table } from "../kernel/company/table.ts";
import type { Section } from "../kernel/http/feature.ts";

/** A copy of a row as it was at the last refresh. */
type PastRow<R extends Row> = Row & { readonly row: R };
type PastTable<R extends Row, I extends string> = Table<PastRow<R>, I | "original">;

/** The highest id at the last refresh; there is one such row per watched table. */
type RefreshMarkRow = Row & { readonly name: Names; readonly newestId: number };

/**
 * The watched tables of the sections `organisation` and `agents` of a company document. When a section is loaded, its tables
 * count as refreshed.
 */
export const organisationTables = ["departments", "employees", "functions"] as const;
export const agentTables = ["agentTimes", "agentUsers"] as const;
const names = [...organisationTables, ...agentTables];
type Names = (typeof names)[number];

/** The tables that routes read as of the last refresh. */
export type Watched = Pick<AgentsCompany, Names>;
type RowOf<Name extends Names> = NonNullable<ReturnType<Watched[Name]["get"]>>;

/** For each table, a function that returns true when a change to a row can affect a route. */
const matters: { readonly [Name in Names]: (before: RowOf<Name>, after: RowOf<Name>) => boolean } = {
  departments: (before, after) =>
    before.code !== after.code || before.parentId !== after.parentId || before.managerId !== after.managerId,
  employees: (before, after) =>
    before.posts !== after.posts ||
    before.data.account !== after.data.account ||
    before.data.employeeNumber !== after.data.employeeNumber,
  functions: (before, after) => before.code !== after.code,
  agentTimes: () => true,
  agentUsers: () => true,
};

const createPast = <R extends Row, I extends string>(table: Table<R, I>, report: ReportChange): PastTable<R, I> => {
  const keys: Record<string, (past: PastRow<R>) => readonly Key[]> = { original: ({ row }) => [row.id] };
  for (const [name, keysOf] of Object.entries<(row: R) => readonly Key[]>(table.keys)) {
    keys[name] = ({ row }) => keysOf(row);
  }
  return createTable(`past-${table.kind}`, keys as PastTable<R, I>["keys"], report);
};

export const createPastTables = (watched: Watched, report: ReportChange) => ({
  departmentsPast: createPast(watched.departments, report),
  employeesPast: createPast(watched.employees, report),
  functionsPast: createPast(watched.functions, report),
  agentTimesPast: createPast(watched.agentTimes, report),
  agentUsersPast: createPast(watched.agentUsers, report),
  refreshMarks: createTable("refresh-mark", { name: (row: RefreshMarkRow) => [row.name] }, report),
});

export type PastTables = ReturnType<typeof createPastTables>;
type Organisation = Watched & PastTables;
type Refreshable = Organisation & Pick<AgentsCompany, "newId">;

const newestIdOf = ({ refreshMarks }: PastTables, name: Names): number =>
  refreshMarks.by("name", name)[0]?.newestId ?? 0;

/** Returns a function to be called before every change to a row, which copies what the next refresh would lose. */
export const createPastRecorder =
  (tables: Organisation, newId: () => number): ReportChange =>
  ({ kind }, id, before, after) => {
    const name = names.find((one) => tables[one].kind === kind);
    if (!name || !before || id > newestIdOf(tables, name)) return;
    const differs = matters[name] as (before: Row, after: Row) => boolean;
    const past = tables[`${name}Past`];
    if ((after && !differs(before, after)) || past.by("original", id).length > 0) return;
    past.put({ id: newId(), row: before as never });
  };

/** Makes the rows with ids up to `newestId` the state that routes read of these tables; 0 means that they were empty. */
const mark = (tables: Refreshable, marked: readonly Names[], newestId: number): void => {
  for (const name of marked) {
    tables[`${name}Past`].clear();
    const id = tables.refreshMarks.by("name", name)[0]?.id ?? tables.newId();
    tables.refreshMarks.put({ id, name, newestId });
  }
};

/** Notes the present state of these tables as the state that routes read until the next refresh. */
export const noteRefresh = (company: Refreshable, refreshed: readonly Names[] = names): void =>
  mark(company, refreshed, company.newId());

/**
 * Returns the section with a `load` that counts as a refresh of these tables: it needs no permission refresh afterwards (R87).
 * During the load they count as empty at the last refresh, so that no replaced row is copied.
 */
export const loadedAsRefreshed = <C, Content>(
  section: Section<C, Content>,
  loaded: readonly Names[],
): Section<C & Refreshable, Content> => ({
  ...section,
  load: (company, content) => {
    mark(company, loaded, 0);
    section.load(company, content);
    noteRefresh(company, loaded);
  },
});

/** The rows of a table as of the last refresh, to be read only. */
const viewOf = <R extends Row, I extends string>(table: Table<R, I>, past: PastTable<R, I>, newestId: number) => {
  const isUnchanged = ({ id }: R): boolean => id <= newestId && past.by("original", id).length === 0;
  return {
    get: (id: number): R | undefined => past.by("original", id)[0]?.row ?? (id <= newestId ? table.get(id) : undefined),
    by: (index: I, key: Key): readonly R[] => [
      ...table.by(index, key).filter(isUnchanged),
      ...past.by(index, key).map(({ row }) => row),
    ],
  };
};

/** The organisation as of the last refresh; it is empty if the service was never refreshed or loaded. */
export const asOfRefresh = (tables: Organisation) => ({
  departments: viewOf(tables.departments, tables.departmentsPast, newestIdOf(tables, "departments")),
  employees: viewOf(tables.employees, tables.employeesPast, newestIdOf(tables, "employees")),
  functions: viewOf(tables.functions, tables.functionsPast, newestIdOf(tables, "functions")),
  agentTimes: viewOf(tables.agentTimes, tables.agentTimesPast, newestIdOf(tables, "agentTimes")),
  agentUsers: viewOf(tables.agentUsers, tables.agentUsersPast, newestIdOf(tables, "agentUsers")),
});

export type OrganisationAsOf = ReturnType<typeof asOfRefresh>;
