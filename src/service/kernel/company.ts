/**
 * The company in memory: all tables, which rules read and change directly. The journal holds the changes of the current piece
 * of work (one `write` of `company-file.ts`) until they are stored or undone.
 */
import type { Clock } from "../../lib/clock.ts";
import { createAccessTables } from "../access/tables.ts";
import { createAgentTables } from "../agents/tables.ts";
import { createDocumentTables } from "../documents/tables.ts";
import { createEverydayTables } from "../everyday/tables.ts";
import { createFormTables } from "../forms/tables.ts";
import type {
  CategoryRow,
  DepartmentRow,
  DirtyRow,
  EmployeeRow,
  FunctionRow,
  LevelRow,
  RefreshRow,
  Row,
  TitleRow,
} from "../organisation/tables.ts";
import { createPastRecorder, createPastTables } from "../signing/as-of-refresh.ts";
import { createSigningTables } from "../signing/tables.ts";
import { createUploadTables } from "../uploads/tables.ts";
import { fold, foldOptional } from "./identity.ts";
import type { Quirks } from "./quirks.ts";
import { type AnyTable, createTable, type ReportChange } from "./table.ts";

/** Key of top-level departments in the index `parent`. */
export const topLevel = 0;

const createTables = (report: ReportChange) => {
  const watched = { ...createOrganisationTables(report), ...createAgentTables(report) };
  return {
    ...watched,
    ...createPastTables(watched, report),
    ...createAccessTables(report),
    ...createFormTables(report),
    ...createSigningTables(report),
    ...createDocumentTables(report),
    ...createEverydayTables(report),
    ...createUploadTables(report),
  };
};

const createOrganisationTables = (report: ReportChange) => ({
  levels: createTable<LevelRow, "code">("level", { code: (row) => [fold(row.code)] }, report),
  titles: createTable<TitleRow, "code" | "rank">(
    "title",
    { code: (row) => [fold(row.code)], rank: (row) => [row.rank] },
    report,
  ),
  categories: createTable<CategoryRow, "code">("category", { code: (row) => [fold(row.name)] }, report),
  functions: createTable<FunctionRow, "code" | "category">(
    "function",
    { code: (row) => [fold(row.code)], category: (row) => [row.categoryId] },
    report,
  ),
  departments: createTable<DepartmentRow, "code" | "parent">(
    "department",
    { code: (row) => [fold(row.code)], parent: (row) => [row.parentId ?? topLevel] },
    report,
  ),
  employees: createTable<EmployeeRow, "account" | "number" | "department" | "function">(
    "employee",
    {
      account: (row) => [fold(row.data.account)],
      number: (row) => foldOptional(row.data.employeeNumber),
      department: (row) => row.posts.map((post) => post.departmentId),
      function: (row) => row.posts.flatMap((post) => post.functionIds),
    },
    report,
  ),
  refreshes: createTable<RefreshRow, never>("refresh", {}, report),
  dirty: createTable<DirtyRow, never>("dirty", {}, report),
});

type Tables = ReturnType<typeof createTables>;

/** `before` is the row before the current piece of work; undefined if it did not exist. */
type JournalEntry = { readonly table: AnyTable; readonly before: Row | undefined };

export type Company = Tables & {
  readonly corpCode: string;
  readonly corpName: string;
  readonly clock: Clock;
  /** The sandbox replaces this object as a whole. */
  quirks: Quirks;
  /** The changed rows by id, each with its state before the current piece of work. */
  readonly journal: Map<number, JournalEntry>;
  readonly newId: () => number;
  /** Adds a stored row to its table; false when no table has this kind. */
  readonly adopt: (kind: string, row: Row) => boolean;
};

export const createCompany = (corpCode: string, quirks: Quirks, clock: Clock, corpName = corpCode): Company => {
  const journal = new Map<number, JournalEntry>();
  let lastId = 0;
  const newId = (): number => {
    lastId += 1;
    return lastId;
  };
  const tables = createTables((table, id, before, after) => {
    if (!journal.has(id)) journal.set(id, { table, before });
    if (before) recordPast(table, before, after);
  });
  const recordPast = createPastRecorder(tables, newId);
  const byKind = new Map<string, AnyTable>(Object.values(tables).map((table) => [table.kind, table]));
  return {
    ...tables,
    corpCode,
    corpName,
    clock,
    quirks,
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

/** Undoes the current piece of work by restoring every row in the journal. */
export const undo = (company: Company): void => {
  for (const [id, { table, before }] of company.journal) table.restore(id, before as never);
  company.journal.clear();
};
