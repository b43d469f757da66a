/**
 * Memory: what musterd itself remembers between runs, because the service cannot be asked for it. Handed to the planner
 * as a value; the store keeps it.
 */
import type { Counts } from "./plan.ts";

export type Memory = {
  /** `subject field` → value last written there by musterd (`ledgerKey`); null: cleared. */
  readonly written: ReadonlyMap<string, string | null>;
  /** Rows per kind in the last complete source snapshot that was applied or found in step; absent before the first. */
  readonly lastCounts?: Counts;
};

/** Key of a ledger value. Subjects: `employee/ACCOUNT`, `post/ACCOUNT/DEPARTMENT`, `category/NAME`. */
export const ledgerKey = (subject: string, field: string): string => `${subject} ${field}`;

/** The parts of a ledger key about a post, or undefined; accounts and codes have no `/` in them (R15). */
export const parsePostKey = (
  key: string,
): { readonly account: string; readonly department: string; readonly field: string } | undefined => {
  const [, account, department, field] = /^post\/([^/]+)\/(.+) ([^ ]+)$/.exec(key) ?? [];
  return account !== undefined && department !== undefined && field !== undefined
    ? { account, department, field }
    : undefined;
};

export const emptyMemory: Memory = { written: new Map() };
