/**
 * Resolves references to departments by distinguished name. Such a name means the nearest department at or above its
 * entry in the directory tree. The parent of a department is found in the same way. The names are replaced with codes
 * of departments before anything is checked or assembled.
 */
import { oncePer } from "../../lib/once.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import type { ReferenceBy } from "../mapping/field-settings.ts";
import type { Table } from "../mapping/fields.ts";
import { type AllRows, nameKey, rejectedRow, type SourceRow } from "../rows/rows.ts";
import { canonicalDn, dnKey, parentDn } from "../values/dn.ts";

/**
 * Replaces the names in place. The parent of a top department, an entry above the departments or one out of scope, becomes null. A
 * reference is left out and reported if it leads to no department, or to a department entry without a readable code: the next department
 * above that entry would be the wrong one.
 */
export const resolveDepartments = (read: AllRows): readonly RejectedRow[] => {
  const codes = new Map<string, string | typeof unreadable>();
  for (const { dn, values, excluded } of read.departments?.rows ?? []) {
    const code = values["code"];
    const entry = dn === undefined ? undefined : canonicalDn(dn);
    if (entry !== undefined && !excluded) codes.set(entry, typeof code === "string" ? code : unreadable);
  }
  /** Remembers the department of every entry on the way up, because most entries share their parents. */
  const departmentAt = oncePer((dn: string): string | typeof unreadable | undefined =>
    dn === "" ? undefined : (codes.get(canonicalDn(dn) ?? "") ?? departmentAt(parentDn(dn))),
  );
  const tops = entriesAbove(read.departments?.rows ?? []);
  const rejected: RejectedRow[] = [];
  const resolve = (table: Table, field: string, of: (row: SourceRow) => Record<string, FieldValue> | undefined) => {
    const rows = read[table];
    if (rows?.by[field] !== "dn") return;
    for (const row of rows.rows) {
      const values = of(row);
      const dn = values?.[field];
      if (!values || typeof dn !== "string") continue;
      const code = departmentAt(dn);
      if (typeof code === "string") values[field] = code;
      else if (table === "departments" && code === undefined && tops.has(canonicalDn(dn) ?? "")) values[field] = null;
      else {
        delete values[field];
        if (table === "posts") row.rejected = true;
        if (!row.excluded) rejected.push(rejectedRow(table, row, rows.columns[field] ?? field, departmentUnknown));
      }
    }
  };
  resolve("departments", "parent", ({ values }) => values);
  resolve("employees", "department", ({ post }) => post);
  resolve("posts", "department", ({ values }) => values);
  return rejected;
};

/** The canonical names of all entries above those of departments, and of departments out of scope. */
const entriesAbove = (departments: readonly SourceRow[]): ReadonlySet<string> => {
  const above = new Set<string>();
  for (const { dn = "", excluded } of departments) {
    for (let at = excluded ? dn : parentDn(dn); at !== ""; at = parentDn(at)) {
      const name = canonicalDn(at);
      if (name === undefined || above.size === above.add(name).size) break;
    }
  }
  return above;
};

/** Marks a department entry that has no readable code. */
const unreadable = Symbol("unreadable");

const departmentUnknown = {
  code: "department-unknown",
  reason: "neither the entry nor any above it is a department of the source, or the nearest one does not show its code",
};

/** The text under which a reference is looked up. Distinguished names have a canonical form of their own. */
export const referenceKey = (reference: string, by: ReferenceBy): string => {
  if (by === "dn") return dnKey(reference);
  return by === "name" ? nameKey(reference) : canonicalKey(reference);
};
