/** A directory as rows of a source before they are joined: people by account, posts in a separate table. */
import type { Directory } from "../../../src/model/directory/directory.ts";
import type { Rename, SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import type { FieldValue } from "../../../src/model/plan/plan.ts";
import type { Table } from "../../../src/source/mapping/fields.ts";
import type { AllRows } from "../../../src/source/rows/rows.ts";
import { assembleSnapshot } from "../../../src/source/snapshot/assemble.ts";

export type RowValues = Readonly<Record<string, FieldValue>>;

/** The values of each row, by table; the table `posts` is present if any person has a post. */
export type ValuesByTable = { readonly [table in Table]?: readonly RowValues[] };

export const valuesOf = ({ employees, ...rest }: Directory): ValuesByTable => {
  const posts = (employees ?? []).flatMap(({ account, posts: own = [] }) =>
    own.map((post) => ({ employee: account, ...post })),
  );
  return {
    ...(rest as ValuesByTable),
    ...(employees && { employees: employees.map(({ posts: _posts, ...person }) => person as RowValues) }),
    ...(posts.length > 0 && { posts }),
  };
};

/** Makes the snapshot from the rows; the rows of each table are in a file of their own, from line 2. */
export const assembled = (values: ValuesByTable, renames: readonly Rename[]): SourceSnapshot => {
  const rows = Object.entries(values).map(([table, list]) => [
    table,
    {
      rows: list.map((one, at) => ({ file: `${table}.csv`, line: at + 2, values: { ...one }, rejected: false })),
      rejected: [],
      columns: {},
      by: {},
    },
  ]);
  return assembleSnapshot(Object.fromEntries(rows) as AllRows, {
    peopleBy: "account",
    renames,
    duplicates: "quarantine",
  });
};
