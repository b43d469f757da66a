/**
 * From rows to the snapshot: keys are unique, the tree is a tree, people are found by their reference, and posts are
 * gathered. What does not fit and may be a slip is left unsaid and listed; what would make the whole doubtful is an error.
 */
import type { Department, Directory, Employee, Post } from "../model/directory.ts";
import type { RejectedRow, SourceSnapshot } from "../model/snapshot.ts";
import { sourceFields, tables } from "./fields.ts";
import type { CsvSettings } from "./mapping.ts";
import { type People, peopleIn, personUnknown } from "./people.ts";
import { gatherPosts } from "./posts.ts";
import type { AllRows, SourceRow, TableRows } from "./rows.ts";
import { refuseCycles } from "./tree.ts";
import { refuseDuplicates } from "./unique-keys.ts";

/** Fails with `source-duplicate-key` or `source-tree-cycle`. */
export const assembleSnapshot = (
  read: AllRows,
  { peopleBy, renames }: Pick<CsvSettings, "peopleBy" | "renames">,
): SourceSnapshot => {
  refuseDuplicates(read, peopleBy);
  refuseCycles(accepted(read.departments));
  const people = peopleIn(read.employees?.rows ?? [], peopleBy);
  const departments = withManagers(read.departments, people);
  const posts = gatherPosts(read, people);
  const employees = read.employees && withPosts(read.employees, posts.posts);
  return {
    directory: {
      ...plain(read, "levels"),
      ...plain(read, "titles"),
      ...plain(read, "categories"),
      ...plain(read, "functions"),
      ...(departments && { departments: departments.records }),
      ...(employees && { employees }),
    },
    rejected: [
      ...tables.flatMap((table) => read[table]?.rejected ?? []),
      ...(departments?.rejected ?? []),
      ...posts.rejected,
    ],
    renames,
  };
};

const accepted = (table: TableRows | undefined): readonly SourceRow[] =>
  (table?.rows ?? []).filter((row) => !row.rejected);

/** A table whose rows are records as they stand; a table that is not there is not managed. */
const plain = (read: AllRows, table: "levels" | "titles" | "categories" | "functions"): Directory => {
  const rows = read[table];
  return rows ? { [table]: accepted(rows).map((row) => row.values) } : {};
};

const withManagers = (table: TableRows | undefined, people: People) => {
  if (!table) return undefined;
  const rejected: RejectedRow[] = [];
  const records = accepted(table).map((row) => {
    const { manager, ...rest } = row.values;
    if (typeof manager !== "string") return row.values as Department;
    const person = people.find(manager);
    if ("account" in person) return { ...rest, manager: person.account } as Department;
    rejected.push(personUnknown("departments", "manager", row, table.columns["manager"], person.reason));
    return rest as Department;
  });
  return { records, rejected };
};

/** The fields of an employee row that are not said of the main post. */
const personFields = Object.keys(sourceFields.employees).filter(
  (field) => !["department", "title", "functions", "supervisor"].includes(field),
);

const withPosts = (table: TableRows, posts: ReadonlyMap<string, readonly Post[]>): readonly Employee[] =>
  accepted(table).map(({ values }) => {
    const person: Record<string, unknown> = {};
    for (const field of personFields) if (values[field] !== undefined) person[field] = values[field];
    const own = posts.get(String(values["account"]));
    if (own !== undefined) person["posts"] = own;
    return person as Employee;
  });
