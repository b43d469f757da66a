/**
 * The rows of the company in memory. Every row has an id and refers to other rows by id. A new code or account (D3, V3, T3, J6,
 * E11) therefore changes only its own row, and all references follow it (R33).
 */
import type { Employee } from "../../contract/records.ts";

/** Ids are unique across all kinds and increase with time. */
export type Row = { readonly id: number };

/** A row with a position among its siblings. */
export type OrderedRow = Row & { readonly seq: number };

export type LevelRow = OrderedRow & { readonly code: string; readonly name: string; readonly active: boolean };

export type TitleRow = OrderedRow & {
  readonly code: string;
  readonly title: string;
  readonly rank: number;
  readonly active: boolean;
};

export type CategoryRow = OrderedRow & { readonly name: string };

export type FunctionRow = OrderedRow & {
  readonly code: string;
  readonly name: string;
  readonly categoryId: number;
  readonly active: boolean;
};

export type DepartmentRow = OrderedRow & {
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly active: boolean;
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
  readonly posts: readonly PostRow[];
};

/** One successful P1. */
export type RefreshRow = Row & {
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** Number of successful changes between the previous refresh and this one. */
  readonly dirtyBefore: number;
};

/** Number of changes since the last refresh; there is at most one such row. */
export type DirtyRow = Row & { readonly mutations: number };
