/**
 * The rule `attribute-vanished` for fields that a blank clears, such as `supervisor` with `blank: clear`. If entries of a unit had the
 * attribute at the last good reading and none has it now, an access rule may hide it there: the field is not stated for this unit, so
 * it stays as it is. What few lose is a change like any other.
 */
import { oncePer } from "../../lib/once.ts";
import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { AttributeHolders } from "../../model/plan/quality.ts";
import { fieldColumns } from "../feeds/part-columns.ts";
import { kindOf, type Table } from "../mapping/fields.ts";
import { rejectedRow, type SourceRow, type TableRows } from "../rows/rows.ts";
import type { PartRows } from "../tables/join.ts";
import type { Found } from "./found.ts";
import { unitOf } from "./units.ts";

/** Attribute in lower case → unit → the number of entries that have it. */
export type Holders = Readonly<Record<string, AttributeHolders["units"]>>;

type Judged = { readonly parts: readonly PartRows[]; readonly found: readonly Found[]; readonly holders: Holders };

/** Fewer entries that lose an attribute together are an ordinary change. */
const fewestLost = 3;

/** `before`: the holders at the last good reading. `permitted`: undefined if the rule is off or accepted. */
export const keepClearedValues = (
  table: Table,
  parts: readonly PartRows[],
  before: Holders,
  permitted: number | undefined,
): Judged => {
  const now = holdersOf(parts);
  const found: Found[] = [];
  const hidden = new Map<string, ReadonlySet<string>>();
  const holders: Record<string, AttributeHolders["units"]> = {};
  for (const [attribute, { filled, lacking }] of now) {
    const lost = Object.entries(before[attribute] ?? {}).filter(([unit]) => !filled.has(unit) && lacking.has(unit));
    const count = lost.reduce((sum, [unit, had]) => sum + Math.min(had, lacking.get(unit) ?? 0), 0);
    const isDoubted = count >= Math.max(fewestLost, (permitted ?? 0) + 1);
    if (isDoubted) found.push(finding(table, attribute, count, before[attribute] ?? {}, permitted ?? 0));
    const kept = isDoubted && permitted !== undefined ? lost : [];
    if (kept.length > 0) hidden.set(attribute, new Set(kept.map(([unit]) => unit)));
    holders[attribute] = { ...Object.fromEntries(filled), ...Object.fromEntries(kept) };
  }
  return { parts: hidden.size === 0 ? parts : parts.map((one) => withoutHidden(table, one, hidden)), found, holders };
};

type Counts = { readonly filled: Map<string, number>; readonly lacking: Map<string, number> };

const holdersOf = (parts: readonly PartRows[]): ReadonlyMap<string, Counts> => {
  const counts = new Map<string, Counts>();
  const of = oncePer((): Counts => ({ filled: new Map(), lacking: new Map() }), counts);
  const add = (to: Map<string, number>, unit: string) => to.set(unit, (to.get(unit) ?? 0) + 1);
  for (const row of parts.flatMap(({ read }) => read.rows)) {
    if (!row.deciding || row.excluded) continue;
    const unit = unitOf(row);
    for (const attribute of row.deciding.stated) add(of(attribute).filled, unit);
    for (const attribute of row.deciding.unstated) add(of(attribute).lacking, unit);
  }
  return counts;
};

const finding = (
  table: Table,
  field: string,
  count: number,
  before: AttributeHolders["units"],
  limit: number,
): Found => {
  const kind = kindOf[table];
  const base = Object.values(before).reduce((sum, had) => sum + had, 0);
  const message = `${count} entries of ${kind} lack ${field} in units where others had it last time and nobody has it now; what it says is left as it is`;
  const hint =
    "check that the bind account may still read the attribute there; if it was really removed, accept `attribute-vanished` once";
  return { rule: "attribute-vanished", kind, field, count, limit, base, message, hint, mild: true };
};

const withoutHidden = (
  table: Table,
  { part, read }: PartRows,
  hidden: ReadonlyMap<string, ReadonlySet<string>>,
): PartRows => {
  const fields = Object.entries(part.columns ?? {}).flatMap(([field, mapping]) =>
    mapping.blank === "clear" ? [{ field, reads: fieldColumns(mapping).map((name) => name.toLowerCase()) }] : [],
  );
  const rejected: RejectedRow[] = [];
  const rows = read.rows.map((row) => {
    const unit = unitOf(row);
    const gone = fields.flatMap(({ field, reads }) => {
      const attribute = reads.find((one) => row.deciding?.unstated.includes(one) && hidden.get(one)?.has(unit));
      return attribute === undefined || row.excluded ? [] : [{ field, attribute }];
    });
    if (gone.length === 0) return row;
    if (!row.rejected) rejected.push(...gone.map(({ attribute }) => rejectedRow(table, row, attribute, problem)));
    return unstated(
      row,
      gone.map(({ field }) => field),
    );
  });
  return { part, read: { ...read, rows, rejected: [...read.rejected, ...rejected] } satisfies TableRows };
};

const problem = {
  code: "attribute-vanished",
  reason: "nobody in this unit has the attribute any more, which others had there at the last good reading",
};

const unstated = (row: SourceRow, fields: readonly string[]): SourceRow => {
  const without = (values: SourceRow["values"]): SourceRow["values"] =>
    Object.fromEntries(Object.entries(values).filter(([field]) => !fields.includes(field)));
  return {
    ...row,
    values: without(row.values),
    post: row.post && without(row.post),
    lost: [...(row.lost ?? []), ...fields],
  };
};
