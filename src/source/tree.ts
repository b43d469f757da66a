/**
 * Checks the department tree of the source. Whether a parent exists is checked by the planner, which also knows the
 * target.
 */

import { MusterdError } from "../lib/errors.ts";
import { canonicalKey } from "../model/canonical.ts";
import type { SourceRow } from "./rows.ts";

/** Fails with `source-tree-cycle` and the codes of the first cycle if a department lies below itself. */
export const refuseCycles = (departments: readonly SourceRow[]): void => {
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

const cycle = (rows: readonly SourceRow[]): MusterdError => {
  const codes = rows.map((row) => String(row.values["code"]));
  const what = `departments lie below themselves: ${[...codes, codes[0]].join(" → ")}`;
  return new MusterdError("source-tree-cycle", what, {
    place: { file: rows[0]?.file, line: rows[0]?.line },
    hint: "correct the parent of one of these departments in the source, then run again",
  });
};
