/**
 * Departments that are read from the rows of people (`distinct`), where a cell names several of them (`Legal;Sales`): such a list is none
 * of its own. `take` or `split` of the code says how such cells are meant, and is believed.
 */
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Part } from "../feeds/feed.ts";
import { keyIn, type SourceRow, type TableRows, withRejected } from "../rows/rows.ts";
import { listMarks } from "../values/texts.ts";

const bad = {
  code: "value-several",
  reason:
    "each part of the text is the code of a department: choose one with `split` and `take`, or set `take: unique` if the whole text is one code",
};

/** Rejects the rows whose code is a list of departments that other rows name. */
export const withoutLists = (read: TableRows, { columns = {} }: Part): TableRows => {
  const { code: mapping } = columns;
  if (mapping?.take !== undefined || mapping?.split !== undefined) return read;
  const codes = new Set(read.rows.flatMap(({ values, rejected }) => (rejected ? [] : (keyIn(values["code"]) ?? []))));
  const lists = read.rows.filter((row) => !row.rejected && !row.excluded && isList(row, codes));
  return withRejected("departments", read, "code", lists, () => bad);
};

const isList = ({ values: { code } }: SourceRow, codes: ReadonlySet<string>): boolean =>
  typeof code === "string" &&
  listMarks.some(
    (mark) => code.includes(mark) && code.split(mark).every((part) => codes.has(canonicalKey(part.trim()))),
  );
