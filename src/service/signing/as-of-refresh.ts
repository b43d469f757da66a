/**
 * The organisation as of the last permission refresh, which determines the signers of routes (R87). Only rows that differ are
 * stored twice: the first relevant change after a refresh copies the old row to a table of past rows, and the next refresh
 * empties these tables. Rows added after the refresh are recognised by their ids.
 */
import type { Company as AgentsCompany } from "../agents/tables.ts";
import type { Section } from "../kernel/feature.ts";
import { type AnyTable, createTable, type Key, type ReportChange, type Row, type Table } from "../kernel/table.ts";

/** A copy of a row as it was at the last refresh. */
type PastRow<R extends Row> = Row & { readonly row: R };

/** The highest id at the last refresh; there is one such row per watched table. */
type RefreshMarkRow = Row & { readonly name: Names; readonly newestId: number };

type PastTable<R extends Row, Index extends string> = Table<PastRow<R>, Index | "original">;

/** The functions of a table that only read. */
export type View<R extends Row, Index extends string> = Pick<Table<R, Index>, "all" | "get" | "by">;

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

type RowOf<Name extends Names> = NonNullable<ReturnType<Watched[Name]["get"]>>;
type IndexOf<Name extends Names> = Parameters<Watched[Name]["by"]>[0];

export type PastTables = { readonly [Name in Names as `${Name}Past`]: PastTable<RowOf<Name>, IndexOf<Name>> } & {
  readonly refreshMarks: Table<RefreshMarkRow, "name">;
};

type Organisation = Watched & PastTables;
type Refreshable = Organisation & Pick<AgentsCompany, "newId">;

/** A table of past rows, for code that does not read their content. */
type AnyPast = Pick<Table<PastRow<Row>, "original">, "clear"> & {
  readonly by: (index: "original", id: number) => readonly PastRow<Row>[];
  readonly put: (past: PastRow<never>) => void;
};

const createPast = <R extends Row, I extends string>(table: Table<R, I>, report: ReportChange): PastTable<R, I> => {
  const keys: Record<string, (past: PastRow<R>) => readonly Key[]> = { original: ({ row }) => [row.id] };
  for (const [name, keysOf] of Object.entries<(row: R) => readonly Key[]>(table.keys)) {
    keys[name] = ({ row }) => keysOf(row);
  }
  return createTable<PastRow<R>, I | "original">(`past-${table.kind}`, keys as PastTable<R, I>["keys"], report);
};

export const createPastTables = (watched: Watched, report: ReportChange): PastTables => ({
  departmentsPast: createPast(watched.departments, report),
  employeesPast: createPast(watched.employees, report),
  functionsPast: createPast(watched.functions, report),
  agentTimesPast: createPast(watched.agentTimes, report),
  agentUsersPast: createPast(watched.agentUsers, report),
  refreshMarks: createTable<RefreshMarkRow, "name">("refresh-mark", { name: (row) => [row.name] }, report),
});

const newestIdOf = ({ refreshMarks }: Pick<PastTables, "refreshMarks">, name: Names): number =>
  refreshMarks.by("name", name)[0]?.newestId ?? 0;

/** Returns a function to be called before every change to an existing row. */
export const createPastRecorder = (tables: Organisation, newId: () => number) => {
  const nameOf = new Map<string, Names>(names.map((name) => [tables[name].kind, name]));
  return ({ kind }: AnyTable, before: Row, after: Row | undefined): void => {
    const name = nameOf.get(kind);
    if (!name || before.id > newestIdOf(tables, name)) return;
    const differs = matters[name] as (before: Row, after: Row) => boolean;
    const past: AnyPast = tables[`${name}Past`];
    if ((after && !differs(before, after)) || past.by("original", before.id).length > 0) return;
    past.put({ id: newId(), row: before as never });
  };
};

/** Makes the rows with ids up to `newestId` the state that routes read of this table; 0 means that it was empty. */
const mark = (tables: Refreshable, name: Names, newestId: number): void => {
  const past: AnyPast = tables[`${name}Past`];
  past.clear();
  const id = tables.refreshMarks.by("name", name)[0]?.id ?? tables.newId();
  tables.refreshMarks.put({ id, name, newestId });
};

/** Notes the present state of these tables as the state that routes read until the next refresh. */
export const noteRefresh = (company: Refreshable, refreshed: readonly Names[] = names): void => {
  for (const name of refreshed) mark(company, name, company.newId());
};

/**
 * Returns the section with a `load` that counts as a refresh of these tables: it needs no permission refresh afterwards (R87).
 * During the load they count as empty at the last refresh, so that no replaced row is copied.
 */
export const loadedAsRefreshed = <C, Content>(
  { refersTo, load, dump }: Section<C, Content>,
  loaded: readonly Names[],
): Section<C & Refreshable, Content> => ({
  refersTo,
  dump,
  load: (company, content) => {
    for (const name of loaded) mark(company, name, 0);
    load(company, content);
    noteRefresh(company, loaded);
  },
});

const viewOf = <R extends Row, I extends string>(
  table: Table<R, I>,
  past: PastTable<R, I>,
  newestId: number,
): View<R, I> => {
  const isUnchanged = ({ id }: R): boolean => id <= newestId && past.by("original", id).length === 0;
  return {
    all: () => [...table.all().filter(isUnchanged), ...past.all().map(({ row }) => row)].sort((a, b) => a.id - b.id),
    get: (id) => past.by("original", id)[0]?.row ?? (id <= newestId ? table.get(id) : undefined),
    by: (index, key) => [...table.by(index, key).filter(isUnchanged), ...past.by(index, key).map(({ row }) => row)],
  };
};

export type OrganisationAsOf = { readonly [Name in Names]: View<RowOf<Name>, IndexOf<Name>> };

/** The organisation as of the last refresh; it is empty if the service was never refreshed or loaded. */
export const asOfRefresh = (tables: Organisation): OrganisationAsOf => ({
  departments: viewOf(tables.departments, tables.departmentsPast, newestIdOf(tables, "departments")),
  employees: viewOf(tables.employees, tables.employeesPast, newestIdOf(tables, "employees")),
  functions: viewOf(tables.functions, tables.functionsPast, newestIdOf(tables, "functions")),
  agentTimes: viewOf(tables.agentTimes, tables.agentTimesPast, newestIdOf(tables, "agentTimes")),
  agentUsers: viewOf(tables.agentUsers, tables.agentUsersPast, newestIdOf(tables, "agentUsers")),
});
