/**
 * Finds rows that share a key. Nobody can know which of them is right, so all of them are quarantined, or the whole
 * source is refused. Rejected rows count too if their key can be read.
 */
import { MusterdError } from "../../lib/errors.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Kind } from "../../model/directory/kind.ts";
import { duplicateKey, type RejectedRow, type Rename, type SourceSnapshot } from "../../model/directory/snapshot.ts";
import type { ReferenceBy } from "../mapping/field-settings.ts";
import { kindOf, type Table, tables } from "../mapping/fields.ts";
import { type AllRows, keyFields, keyIn, placesText, reject, type SourceRow, stringIn } from "../rows/rows.ts";
import { referenceKey } from "./references.ts";

/** Rows of one table with the same key. `field` is the field that contains this key. */
type Duplicate = {
  readonly table: Table;
  readonly field: string;
  readonly key: string;
  readonly rows: readonly [SourceRow, ...SourceRow[]];
};

/** The duplicates of all tables but `posts`. */
export const repeatedRecords = (read: AllRows): readonly Duplicate[] =>
  uniqueFields.flatMap(([table, field]) => repeated(table, field, read[table]?.rows ?? [], (row) => row.values[field]));

/** Several posts of one person in one department, including the main post in the person's own row. */
export const repeatedPosts = ({ employees, posts }: AllRows, peopleBy: ReferenceBy): readonly Duplicate[] => {
  if (!posts) return [];
  const by = posts.by["employee"] ?? peopleBy;
  return repeated("posts", "department", [...(employees?.rows ?? []), ...posts.rows], (row) => {
    const { values, post, dn } = row;
    const [person, department] = isMainPost(row)
      ? [by === "dn" ? dn : values[by], post?.["department"]]
      : [values["employee"], values["department"]];
    if (typeof person !== "string" || typeof department !== "string") return undefined;
    return `${referenceKey(person, by)} in ${department}`;
  });
};

/** Whether the row comes from `employees` and contains a main post. A row of `posts` has the field `employee`. */
const isMainPost = ({ values }: SourceRow): boolean => values["employee"] === undefined;

/** Marks the rows as rejected and returns their reports. */
export const quarantine = (found: readonly Duplicate[], read: AllRows): RejectedRow[] =>
  found.flatMap(({ table, field, rows }) => {
    const reason = `the same ${nameOf(table, field)} is in ${placesText(rows)}; it cannot be known which row is right`;
    return rows.flatMap((row) => {
      // In a row of `employees` only the main post is in doubt, and the row of `posts` reports it.
      if (table === "posts" && isMainPost(row)) return [];
      return [reject(table, row, read[table]?.columns[field] ?? field, { code: duplicateKey, reason })];
    });
  });

type Objects = NonNullable<SourceSnapshot["quarantined"]>;

/** Every object with one of the keys. Categories are left out, because only their order is in doubt. */
export const quarantinedIn = (found: readonly Duplicate[]): Objects =>
  found.flatMap(({ table, rows }) => {
    if (table === "categories") return [];
    const fields = [...keyFields(table), ...(table === "employees" ? ["number", "id"] : [])];
    const keys = rows.flatMap(({ values }) => fields.flatMap((field) => stringIn(values[field])));
    return [...new Set(keys)].map((key) => ({ kind: kindOf[table], key }));
  });

/** Renames from or to a quarantined code must wait. Then their other code is in doubt too, and so on. */
export const waitingRenames = (found: readonly Duplicate[], renames: readonly Rename[], read: AllRows) => {
  const waiting = new Set<Rename>();
  const objects: Objects[number][] = [];
  const rejected: RejectedRow[] = [];
  const inDoubt = new Set(quarantinedIn(found).map(({ kind, key }) => nameIn(kind, key)));
  if (inDoubt.size === 0) return { renames: waiting, objects, rejected };
  const reason = "the configuration renames it from or to a code that occurs more than once";
  // The loop also reaches elements that are added to the set while it runs.
  for (const name of inDoubt) {
    for (const rename of renames) {
      const [from, to] = [nameIn(rename.kind, rename.from), nameIn(rename.kind, rename.to)];
      if (waiting.has(rename) || (from !== name && to !== name)) continue;
      waiting.add(rename);
      for (const [other, key] of [[from, rename.from] as const, [to, rename.to] as const]) {
        if (inDoubt.has(other)) continue;
        inDoubt.add(other);
        objects.push({ kind: rename.kind, key });
        const table = tables.find((one) => kindOf[one] === rename.kind) ?? "departments";
        for (const row of read[table]?.rows ?? []) {
          if (row.rejected || nameIn(rename.kind, String(row.values["code"])) !== other) continue;
          rejected.push(reject(table, row, read[table]?.columns["code"] ?? "code", { code: duplicateKey, reason }));
        }
      }
    }
  }
  return { renames: waiting, objects, rejected };
};

const nameIn = (kind: Kind, key: string): string => `${kind} ${canonicalKey(key)}`;

/** Fails with `source-duplicate-key`, naming up to 20 duplicates. */
export const refuseDuplicates = (found: readonly Duplicate[]): void => {
  const [first] = found;
  if (!first) return;
  const named = found
    .slice(0, maxNamed)
    .map(({ table, field, key, rows }) => `${nameOf(table, field)} "${key}": ${placesText(rows)}`);
  const more = found.length > maxNamed ? [`and ${found.length - maxNamed} more`] : [];
  const message = `${found.length} ${found.length === 1 ? "key occurs" : "keys occur"} more than once`;
  const { file, line } = first.rows[0];
  throw new MusterdError("source-duplicate-key", [message, ...named, ...more].join("\n"), {
    place: { file, line },
    hint: "give each row its own key, or take the superfluous row out of the export; `source.duplicates: quarantine` leaves such records alone and goes on with the rest",
  });
};

const maxNamed = 20;

const uniqueFields: readonly (readonly [Table, string])[] = [
  ...tables
    .filter((table) => table !== "posts")
    .flatMap((table) => keyFields(table).map((key) => [table, key] as const)),
  ["employees", "number"],
  ["employees", "id"],
  ["departments", "id"],
];

const nameOf = (table: Table, field: string): string => {
  if (table === "employees") return field === "number" ? "employee number" : field;
  return field === "id" ? `${kindOf[table]} id` : kindOf[table];
};

const repeated = (
  table: Table,
  field: string,
  rows: readonly SourceRow[],
  keyOf: (row: SourceRow) => unknown,
): readonly Duplicate[] => {
  const folded = (row: SourceRow): string => keyIn(keyOf(row)) ?? "";
  const seen = new Set<string>();
  const again = new Set<string>();
  for (const row of rows) {
    const key = folded(row);
    if (key !== "" && seen.size === seen.add(key).size) again.add(key);
  }
  if (again.size === 0) return [];
  // Only keys that repeat get a group.
  const repeats = rows.filter((row) => again.has(folded(row)));
  return [...Map.groupBy(repeats, folded).values()].flatMap(([first, ...others]) =>
    first ? [{ table, field, key: String(keyOf(first)), rows: [first, ...others] }] : [],
  );
};
