/** Collects the words that a mapping expects in the cells of a file. They may prove the encoding of the file. */

import type { Part } from "../feed.ts";
import { fieldsOf, type Table } from "../fields.ts";
import { columnNames } from "../mapping.ts";

export type ExpectedWords = {
  readonly columns: readonly string[];
  /** Words that `values` and conditions of the mapping name. */
  readonly words: readonly string[];
  /** Columns that hold names of people, departments or titles. */
  readonly nameColumns: readonly string[];
};

/** `table` is undefined for a lookup table. */
export const expectedWords = (table: Table | undefined, part: Part): ExpectedWords => {
  const { columns = {}, only = [], except = [], protect = [] } = part;
  const fields = table === undefined ? {} : fieldsOf(table);
  return {
    columns: columnNames(part),
    words: [
      ...Object.values(columns).flatMap(({ values = {} }) => Object.keys(values)),
      ...[...only, ...except, ...protect].flatMap(({ is = [] }) => is),
    ],
    nameColumns: Object.entries(columns).flatMap(([field, { column }]) =>
      fields[field]?.type === "name" ? (column ?? []) : [],
    ),
  };
};
