/** References to people: a department names its manager, a post its holder and supervisor. */
import type { Kind } from "../model/plan.ts";
import type { RejectedRow } from "../model/snapshot.ts";
import type { Table } from "./fields.ts";
import type { ReferenceBy } from "./mapping.ts";
import { referenceKey } from "./references.ts";
import { rejectedRow, type SourceRow } from "./rows.ts";

/** `rejected`: the source has the person, but in a row that could not be used; `excluded`: out of scope. */
type FoundPerson =
  | { readonly account: string }
  | { readonly rejected: boolean; readonly excluded?: true; readonly reason: string };

export type People = {
  /** `by`: how this reference names people; without it as the configuration says for all. */
  readonly find: (reference: string, by?: ReferenceBy) => FoundPerson;
  readonly rows: readonly SourceRow[];
};

/** People under each kind of reference that is used; none is a fallback for another. */
export const peopleIn = (rows: readonly SourceRow[], peopleBy: ReferenceBy): People => {
  const indexes = new Map<ReferenceBy, ReadonlyMap<string, SourceRow>>();
  const indexBy = (by: ReferenceBy): ReadonlyMap<string, SourceRow> => {
    const known = indexes.get(by);
    if (known) return known;
    const index = new Map<string, SourceRow>();
    for (const row of rows) {
      const reference = by === "dn" ? row.dn : row.values[by];
      if (typeof reference === "string") index.set(referenceKey(reference, by), row);
    }
    indexes.set(by, index);
    return index;
  };
  // Many have one supervisor.
  const found = {
    number: new Map<string, FoundPerson>(),
    account: new Map<string, FoundPerson>(),
    dn: new Map<string, FoundPerson>(),
  };
  return {
    rows: rows.filter((row) => !row.rejected && !row.excluded),
    find: (reference, by = peopleBy) => {
      const known = found[by].get(reference);
      if (known) return known;
      const person = personOf(indexBy(by).get(referenceKey(reference, by)), by);
      found[by].set(reference, person);
      return person;
    },
  };
};

/** The reference itself is not repeated: in a column that has slipped it is somebody's phone. */
const personOf = (row: SourceRow | undefined, by: ReferenceBy): FoundPerson => {
  if (!row) return { rejected: false, reason: `no person with this ${by} is in the source` };
  if (row.excluded) {
    return { rejected: false, excluded: true, reason: `the person with this ${by} is out of scope` };
  }
  if (row.rejected) return { rejected: true, reason: `the row of the person with this ${by} was rejected` };
  return { account: String(row.values["account"]) };
};

/** A reference that leads nowhere: the field is left unsaid, the record stays. */
export const personUnknown = (
  table: Table,
  kind: Kind,
  row: Pick<SourceRow, "file" | "line" | "values" | "rejected">,
  column: string | undefined,
  reason: string,
): RejectedRow => ({ ...rejectedRow(table, row, column ?? kind, { code: "person-unknown", reason }), kind });
