/**
 * Assembles the snapshot from the rows: checks that keys are unique and that departments form a tree, resolves
 * references, and gathers posts. A value that does not fit is left out and reported. A problem that makes the whole
 * source doubtful is an error.
 */
import { MusterdError } from "../../lib/errors.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Department, Directory, Employee, Post } from "../../model/directory/directory.ts";
import type { RejectedRow, Rename, SourceSnapshot } from "../../model/directory/snapshot.ts";
import { kindOf, tables } from "../mapping/fields.ts";
import { type AllRows, keyFields, type SourceRow, stringIn, type TableRows } from "../rows/rows.ts";
import type { SourceSettings } from "../schema/source-schema.ts";
import { type People, peopleIn, personUnknown } from "./people.ts";
import { gatherPosts } from "./posts.ts";
import { resolveDepartments } from "./references.ts";
import {
  quarantine,
  quarantinedIn,
  refuseDuplicates,
  repeatedPosts,
  repeatedRecords,
  waitingRenames,
} from "./unique-keys.ts";

/**
 * Fails with `source-tree-cycle`, or with `source-duplicate-key` if the setting `duplicates` is `refuse`. It changes
 * the rows of `joined`, so the caller must not use them again.
 */
export const assembleSnapshot = (
  joined: AllRows,
  {
    peopleBy,
    renames,
    duplicates,
  }: Pick<SourceSettings, "peopleBy" | "duplicates"> & { readonly renames: readonly Rename[] },
): SourceSnapshot => {
  const unresolved = resolveDepartments(joined);
  const all = inScope(joined);
  const findPeople = () => peopleIn(joined, peopleBy);
  const twice = repeatedRecords(all);
  if (duplicates === "refuse") {
    refuseDuplicates([...twice, ...repeatedPosts(withoutRepeatedMains(all, findPeople()), peopleBy)]);
  }
  const doubled = quarantine(twice, all);
  const waiting = waitingRenames(twice, renames, all);
  const people = findPeople();
  const read = withoutRepeatedMains(all, people);
  const doubledPosts = quarantine(repeatedPosts(read, peopleBy), read);
  const quarantined = [...quarantinedIn(twice), ...waiting.objects];
  placeTop(accepted(read.departments));
  refuseCycles(accepted(read.departments));
  const departments = withManagers(read.departments, people);
  const posts = gatherPosts(read, people);
  const employees = read.employees && withPosts(people.rows, posts.posts);
  const excluded = excludedIn(joined);
  const upcoming = upcomingRows(joined);
  const generated = people.rows.flatMap(({ generated: isMade, values }) =>
    isMade ? [canonicalKey(String(values["account"]))] : [],
  );
  const guarded = people.rows.filter((row) => row.guarded).map(({ values }) => String(values["account"]));
  return {
    directory: {
      ...plain(read),
      ...(departments && { departments: departments.records }),
      ...(employees && { employees }),
    },
    rejected: [
      ...tables.flatMap((table) => read[table]?.rejected ?? []),
      ...doubled,
      ...waiting.rejected,
      ...doubledPosts,
      ...unresolved,
      ...(departments?.rejected ?? []),
      ...posts.rejected,
    ],
    renames: renames.filter((rename) => !waiting.renames.has(rename)),
    ...(quarantined.length > 0 && { quarantined }),
    ...(excluded.length > 0 && { excluded }),
    ...(upcoming.length > 0 && { upcoming }),
    ...(posts.doubtful.length > 0 && { doubtfulPosts: posts.doubtful }),
    ...(generated.length > 0 && { generatedAccounts: new Set(generated) }),
    ...(guarded.length > 0 && { protectedAccounts: guarded }),
  };
};

const inScope = (read: AllRows): AllRows =>
  Object.fromEntries(
    Object.entries(read).map(([table, { rows, ...rest }]) => [
      table,
      { ...rest, rows: rows.some(({ excluded }) => excluded) ? rows.filter(({ excluded }) => !excluded) : rows },
    ]),
  );

/** For everybody of whom a later row is known, the day on which it begins to count. */
const upcomingRows = ({ employees }: AllRows): NonNullable<SourceSnapshot["upcoming"]> =>
  (employees?.rows ?? []).flatMap(({ nextDay, values }) => {
    const { account, name } = values;
    if (nextDay === undefined || typeof account !== "string") return [];
    return [{ date: nextDay, account, name: typeof name === "string" ? name : account }];
  });

/** The keys of all objects that have only rows out of scope; for people their numbers as well. */
const excludedIn = (read: AllRows): NonNullable<SourceSnapshot["excluded"]> =>
  tables.flatMap((table) => {
    const rows = read[table]?.rows ?? [];
    const out = rows.filter(({ excluded }) => excluded);
    if (out.length === 0) return [];
    const fields = [...keyFields(table), ...(table === "employees" ? ["number"] : [])];
    const keysOf = ({ values }: SourceRow) => fields.flatMap((field) => stringIn(values[field]));
    const present = new Set(rows.filter(({ excluded }) => !excluded).flatMap((row) => keysOf(row).map(canonicalKey)));
    return out
      .flatMap(keysOf)
      .filter((key) => !present.has(canonicalKey(key)))
      .map((key) => ({ kind: kindOf[table], key }));
  });

/** Removes posts that repeat a main post: in a directory, people are members of the group of their department. */
const withoutRepeatedMains = (read: AllRows, people: People): AllRows => {
  const { posts, employees } = read;
  if (!posts || !employees || posts.rows.every(({ dn }) => dn === undefined)) return read;
  const mains = new Map(
    people.rows.flatMap(({ values, post }) =>
      typeof post?.["department"] === "string" ? [[values["account"], canonicalKey(post["department"])]] : [],
    ),
  );
  const rows = posts.rows.filter(({ dn, values, rejected }) => {
    const { employee, department } = values;
    if (dn === undefined || rejected || typeof employee !== "string") return true;
    const person = people.find(employee, posts.by["employee"]);
    return !("account" in person) || mains.get(person.account) !== canonicalKey(String(department));
  });
  return { ...read, posts: { ...posts, rows } };
};

const accepted = (table: TableRows | undefined): readonly SourceRow[] =>
  (table?.rows ?? []).filter((row) => !row.rejected);

/** Tables whose rows become records unchanged. A table that is not configured is left out: it is not managed. */
const plain = (read: AllRows): Directory =>
  Object.fromEntries(
    (["levels", "titles", "categories", "functions"] as const).flatMap((table) =>
      read[table] ? [[table, accepted(read[table]).map(({ values }) => values)]] : [],
    ),
  );

const withManagers = (table: TableRows | undefined, people: People) => {
  if (!table) return undefined;
  const rejected: RejectedRow[] = [];
  const records = accepted(table).map((row) => {
    const { manager, ...rest } = row.values;
    if (typeof manager !== "string") return row.values as Department;
    const person = people.find(manager, table.by["manager"], { department: row.values["code"] });
    if ("account" in person) return { ...rest, manager: person.account } as Department;
    rejected.push(personUnknown("departments", "manager", row, table.columns["manager"], person));
    return rest as Department;
  });
  return { records, rejected };
};

/** The values object of each row becomes the employee: copying a hundred thousand takes noticeable time. */
const withPosts = (rows: readonly SourceRow[], posts: readonly (readonly Post[] | undefined)[]): readonly Employee[] =>
  rows.map(({ values }, at) => {
    const own = posts[at];
    const person: Record<string, unknown> = values;
    if (own !== undefined) person["posts"] = own;
    // The cast is safe: the mapping only produces known fields, and rows without a key were rejected.
    return person as object as Employee;
  });

/** Many HR systems state the department at the top as its own parent. It is meant so if no other can be at the top. */
const placeTop = (departments: readonly SourceRow[]): void => {
  const codes = new Map(departments.map((row) => [canonicalKey(String(row.values["code"])), row]));
  const parentOf = ({ values: { parent } }: SourceRow): SourceRow | undefined =>
    typeof parent === "string" ? codes.get(canonicalKey(parent)) : undefined;
  const [top, other] = departments.filter((row) => (parentOf(row) ?? row) === row);
  if (top && !other && parentOf(top) === top) top.values["parent"] = null;
};

/**
 * Fails with `source-tree-cycle` and the codes of the first cycle if a department lies below itself. Whether a parent
 * exists is checked by the planner, which also knows the target.
 */
const refuseCycles = (departments: readonly SourceRow[]): void => {
  const rows = new Map(departments.map((row) => [canonicalKey(String(row.values["code"])), row]));
  const cleared = new Set<SourceRow>();
  for (const start of departments) {
    const path = new Set<SourceRow>();
    let row: SourceRow | undefined = start;
    while (row && !cleared.has(row)) {
      if (path.has(row)) throw cycle([...path].slice([...path].indexOf(row)));
      path.add(row);
      const parent: unknown = row.values["parent"];
      row = typeof parent === "string" ? rows.get(canonicalKey(parent)) : undefined;
    }
    for (const passed of path) cleared.add(passed);
  }
};

/** Codes that the error names, which is logged, stored and told. */
const namedCodes = 20;

const cycle = (rows: readonly SourceRow[]): MusterdError => {
  const codes = rows.slice(0, namedCodes).map((row) => String(row.values["code"]));
  const more = rows.length > namedCodes ? [`… (${rows.length - namedCodes} more)`] : [];
  const what = `departments lie below themselves: ${[...codes, ...more, codes[0]].join(" → ")}`;
  return new MusterdError("source-tree-cycle", what, {
    place: { file: rows[0]?.file, line: rows[0]?.line },
    hint: "correct the parent of one of these departments in the source, then run again",
  });
};
