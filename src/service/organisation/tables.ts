/**
 * The rows of the organisation. Every row has an id and refers to other rows by id. A new code or account (D3, V3, T3, J6,
 * E11) therefore changes only its own row, and all references follow it (R33).
 */
import type { Employee } from "../../contract/records/organisation.ts";
import type { Company as KernelCompany } from "../kernel/company/company.ts";
import { createTable, type ReportChange, type Row } from "../kernel/company/table.ts";
import { fold, foldOptional } from "../kernel/identity.ts";

/** A row with a position among its siblings: the rows with the same key in the index `siblings` of its table. */
export type OrderedRow = Row & { readonly seq: number };

/** A row with a code, which can be disabled. */
type CodedRow = OrderedRow & { readonly code: string; readonly active: boolean };

export type LevelRow = CodedRow & { readonly name: string };

export type TitleRow = CodedRow & { readonly title: string; readonly rank: number };

export type CategoryRow = OrderedRow & { readonly name: string };

export type FunctionRow = CodedRow & { readonly name: string; readonly categoryId: number };

export type DepartmentRow = CodedRow & {
  readonly name: string;
  readonly description: string | null;
  readonly levelId: number;
  /** Null: top level. */
  readonly parentId: number | null;
  readonly managerId: number | null;
};

export type PostRow = {
  readonly departmentId: number;
  readonly main: boolean;
  readonly titleId: number | null;
  readonly functionIds: readonly number[];
  /** Chosen supervisor (E13); null: the department manager approves. */
  readonly supervisorId: number | null;
};

export type EmployeeRow = Row & {
  /** Exactly what E1 returns: every field is present, null if there is no value. */
  readonly data: Employee;
  readonly resignationDate: string | null;
  /** The home company of a person of another company, whose posts here are all part-time (R64). */
  readonly corpCode?: string;
  readonly posts: readonly PostRow[];
};

/** The key of a person in the indexes `account` and `number`. Each company has its own accounts and numbers. */
export const personKey = (code: string, corpCode?: string): string =>
  corpCode === undefined ? fold(code) : `${fold(code)}\n${fold(corpCode)}`;

/**
 * The key of an index that needs only one: of departments at the top level and of the rows of a kind with a single sequence in
 * `siblings`, and of all people of other companies in `other`.
 */
export const soleKey = 0;

/** A table of ordered rows with codes; rows with the same result of `parentOf` are siblings. */
const codedTable = <R extends CodedRow>(kind: string, parentOf: (row: R) => number, report: ReportChange) =>
  createTable(kind, { code: (row: R) => [fold(row.code)], siblings: (row) => [parentOf(row)] }, report);

export const createOrganisationTables = (report: ReportChange) => ({
  levels: codedTable<LevelRow>("level", () => soleKey, report),
  titles: codedTable("title", ({ rank }: TitleRow) => rank, report),
  categories: createTable(
    "category",
    { code: (row: CategoryRow) => [fold(row.name)], siblings: () => [soleKey] },
    report,
  ),
  functions: codedTable("function", ({ categoryId }: FunctionRow) => categoryId, report),
  departments: codedTable("department", ({ parentId }: DepartmentRow) => parentId ?? soleKey, report),
  employees: createTable(
    "employee",
    {
      account: (row: EmployeeRow) => [personKey(row.data.account, row.corpCode)],
      number: (row) => foldOptional(row.data.employeeNumber).map((number) => personKey(number, row.corpCode)),
      other: (row) => (row.corpCode === undefined ? [] : [soleKey]),
      department: (row) => row.posts.map((post) => post.departmentId),
      function: (row) => row.posts.flatMap((post) => post.functionIds),
    },
    report,
  ),
});

export type Company = KernelCompany & ReturnType<typeof createOrganisationTables>;

/** The departments to which an item is limited: one, one with all below it, or the whole company. */
export type Scope = { readonly departmentId: number; readonly containsChildren: boolean } | "company";

/**
 * The stored form of an organisation item: it contains row ids, so a new code changes nothing in it (R33). `org-items.ts` creates
 * and interprets it.
 */
export type StoredItem =
  | DepartmentItem
  | { readonly kind: "employee"; readonly employeeId: number }
  | { readonly kind: "title"; readonly titleId: number; readonly scope: Scope }
  | { readonly kind: "function"; readonly functionId: number; readonly scope: Scope };
export type DepartmentItem = { readonly kind: "department"; readonly scope: Scope };
