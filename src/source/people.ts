/** References to people: a department names its manager, a post its holder and supervisor, all by number or by account. */
import { canonicalKey } from "../model/canonical.ts";
import type { Kind } from "../model/plan.ts";
import type { RejectedRow } from "../model/snapshot.ts";
import type { Table } from "./fields.ts";
import { rejectedRow, type SourceRow } from "./rows.ts";

/** `rejected`: the source has the person, but in a row that could not be used. */
type FoundPerson = { readonly account: string } | { readonly rejected: boolean; readonly reason: string };

export type People = { readonly find: (reference: string) => FoundPerson; readonly rows: readonly SourceRow[] };

/** People by the one kind of reference the configuration names; the other is no fallback. */
export const peopleIn = (rows: readonly SourceRow[], by: "number" | "account"): People => {
  const found = new Map<string, FoundPerson>();
  for (const { values, rejected } of rows) {
    const reference = values[by];
    if (typeof reference !== "string") continue;
    const person = rejected
      ? { rejected: true, reason: `the row of the person with ${by} "${reference}" was rejected` }
      : { account: String(values["account"]) };
    found.set(canonicalKey(reference), person);
  }
  return {
    rows: rows.filter((row) => !row.rejected),
    find: (reference) =>
      found.get(canonicalKey(reference)) ?? {
        rejected: false,
        reason: `no person with ${by} "${reference}" is in the source`,
      },
  };
};

/** A reference that leads nowhere: the field is left unsaid, the record stays. */
export const personUnknown = (
  table: Table,
  kind: Kind,
  row: Pick<SourceRow, "file" | "line" | "values">,
  column: string | undefined,
  reason: string,
): RejectedRow => ({ ...rejectedRow(table, row, column ?? kind, { code: "person-unknown", reason }), kind });
