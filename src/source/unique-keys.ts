/**
 * Two rows with one key: which of them is true cannot be known, so nothing is read. Rejected rows count too, as far as
 * their key can be read: they are present.
 */

import { MusterdError } from "../lib/errors.ts";
import { canonicalKey } from "../model/canonical.ts";
import type { ReferenceBy } from "./mapping.ts";
import type { People } from "./people.ts";
import { referenceKey } from "./references.ts";
import type { AllRows, SourceRow } from "./rows.ts";

/** Fails with `source-duplicate-key` and all duplicates (20 at most are named). */
export const refuseDuplicates = (read: AllRows, peopleBy: ReferenceBy, people: People): void => {
  const duplicates = [
    ...single.flatMap(([table, field, what]) => {
      // The index by which people are found is there anyway.
      if (table === "employees" && field === peopleBy && people.areUnique(peopleBy)) return [];
      return repeated(what, read[table]?.rows ?? [], (row) => row.values[field]);
    }),
    ...repeated("post", postRows(read, peopleBy), ({ values }) => postKey(values["employee"], values["department"])),
  ];
  const [first] = duplicates;
  if (!first) return;
  const named = duplicates.slice(0, maxNamed).map(({ what, key, rows }) => `${what} "${key}": ${placesOf(rows)}`);
  const more = duplicates.length > maxNamed ? [`and ${duplicates.length - maxNamed} more`] : [];
  const message = `${duplicates.length} ${duplicates.length === 1 ? "key occurs" : "keys occur"} more than once`;
  throw new MusterdError("source-duplicate-key", [message, ...named, ...more].join("\n"), {
    place: {
      file: first.rows[0].file,
      ...(first.rows[0].line === undefined ? {} : { line: first.rows[0].line }),
    },
    wayOut: "give each row its own key, or take the superfluous row out of the export, then run again",
  });
};

const maxNamed = 20;

const single = [
  ["levels", "code", "level"],
  ["titles", "code", "title"],
  ["categories", "name", "category"],
  ["functions", "code", "function"],
  ["departments", "code", "department"],
  ["employees", "account", "account"],
  ["employees", "number", "employee number"],
  ["employees", "id", "id"],
  ["departments", "id", "department id"],
] as const;

type Duplicate = { readonly what: string; readonly key: string; readonly rows: readonly [SourceRow, ...SourceRow[]] };

const repeated = (
  what: string,
  rows: readonly SourceRow[],
  keyOf: (row: SourceRow) => unknown,
): readonly Duplicate[] => {
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const row of rows) {
    const key = keyOf(row);
    if (typeof key !== "string") continue;
    const folded = canonicalKey(key);
    if (seen.size === seen.add(folded).size) again.add(folded);
  }
  // Rows are gathered only where there is something to tell.
  return [...again].flatMap((folded) => {
    const [first, ...others] = rows.filter((row) => {
      const key = keyOf(row);
      return typeof key === "string" && canonicalKey(key) === folded;
    });
    return first ? [{ what, key: String(keyOf(first)), rows: [first, ...others] as const }] : [];
  });
};

/** The main posts of the employee rows in the form of posts rows, before the posts rows. */
const postRows = ({ employees, posts }: AllRows, peopleBy: ReferenceBy): readonly SourceRow[] => {
  const by = posts?.by["employee"] ?? peopleBy;
  const named = (reference: unknown) => (typeof reference === "string" ? referenceKey(reference, by) : null);
  const mains = (posts && employees ? employees.rows : []).map((row) => ({
    ...row,
    values: { employee: named(by === "dn" ? row.dn : row.values[by]), department: row.post?.["department"] ?? null },
  }));
  return [
    ...mains,
    ...(posts?.rows ?? []).map((row) => ({
      ...row,
      values: { ...row.values, employee: named(row.values["employee"]) },
    })),
  ];
};

const postKey = (person: unknown, department: unknown): string | undefined =>
  typeof person === "string" && typeof department === "string" ? `${person} in ${department}` : undefined;

const placesOf = (rows: readonly SourceRow[]): string => {
  const files = Map.groupBy(rows, ({ file }) => file);
  return [...files]
    .map(([file, inFile]) => {
      const lines = inFile.flatMap(({ line }) => (line === undefined ? [] : [line]));
      return lines.length === 0 ? file : `${file} lines ${lines.join(", ")}`;
    })
    .join("; ");
};
