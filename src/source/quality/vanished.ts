/**
 * The rule `attribute-vanished`: an attribute that decided about entries at the last good reading and is missing now. Its
 * absence is no value, because an access rule that hides it looks the same. What is in doubt is left as it is:
 *
 *   the attribute is missing …                            what is left alone
 *   from an entry about which it decided                  the entry, unless no more than `records` of its kind lost it
 *   from an entry that was in scope by it                 likewise
 *   from all entries of a unit, of which some had it      newcomers in this unit too
 *   from all entries, of which some had it                the kind: the finding holds it
 *   from all entries at the first reading, and it is      the kind, until somebody accepts it once
 *   the status
 *
 * Fields that a blank clears: vanished-values.ts. A row left alone counts as rejected, and what is remembered about it stays until
 * somebody accepts the rule.
 */
import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { AttributeHolders, DecidingProfile, KindProfile, SourceProfile } from "../../model/plan/quality.ts";
import { fieldColumns } from "../feeds/part-columns.ts";
import { kindOf, type Table } from "../mapping/fields.ts";
import type { DecidingAttributes } from "../rows/deciding-attributes.ts";
import { keyFields, keyIn, rejectedRow, type SourceRow, type TableRows } from "../rows/rows.ts";
import type { PartRows } from "../tables/join.ts";
import { dnKey } from "../values/dn.ts";
import { shortDigest } from "../values/short-digest.ts";
import type { Found } from "./found.ts";
import { unitOf } from "./units.ts";
import { keepClearedValues } from "./vanished-values.ts";

export type VanishedWatch = {
  /** Returns the parts of one table with the rows in doubt rejected. Called once for a table. */
  readonly judge: (table: Table, parts: readonly PartRows[]) => readonly PartRows[];
  readonly found: () => readonly Found[];
  /** To be remembered if the reading is good. */
  readonly profile: () => readonly DecidingProfile[];
};

/** `permitted`: how many records of a kind may lose an attribute; undefined if the rule is off or accepted. */
export const watchVanished = (last: SourceProfile | undefined, permitted: number | undefined): VanishedWatch => {
  const found: Found[] = [];
  const profile: DecidingProfile[] = [];
  return {
    judge: (table, parts) => {
      const kind = kindOf[table];
      const rows = parts.flatMap(({ read }) => read.rows).filter(isJudged);
      if (rows.length === 0) return parts;
      const { attributes: before = {}, clearing } = last?.deciding?.find((one) => one.kind === kind) ?? {};
      const now = countsOf(table, rows);
      const isKnown = knownIn(table, last?.kinds[kind]);
      const doubts = new Map<SourceRow, string>();
      for (const attribute of parts.flatMap(({ part }) => statusAttributes(part)))
        if (!before[attribute] && now.get(attribute)?.units.size === 0)
          found.push(neverSeen(kind, attribute, rows.length));
      for (const [attribute, then] of Object.entries(before)) {
        const seen = now.get(attribute);
        if (!seen) continue;
        for (const name of absentOf(table, rows, then)) seen.decided.add(name);
        const lost = lostOf(table, rows, attribute, then, seen, isKnown, permitted ?? 0);
        if (lost.rows.length === 0 && !lost.everywhere) continue;
        const had = Object.values(then.units).reduce((sum, count) => sum + count, 0);
        found.push(finding(kind, attribute, lost, had, permitted ?? 0));
        if (permitted === undefined) continue;
        for (const row of lost.rows) doubts.set(row, attribute);
        carryOver(table, seen, then, lost.rows);
      }
      const doubted =
        doubts.size === 0 ? parts : parts.map((one) => ({ ...one, read: withDoubts(table, one.read, doubts) }));
      const values = keepClearedValues(table, doubted, clearing ?? {}, permitted);
      found.push(...values.found);
      profile.push({ kind, attributes: profileOfCounts(now), clearing: values.holders });
      return values.parts;
    },
    found: () => found,
    profile: () => profile,
  };
};

type SeenRow = SourceRow & { readonly deciding: DecidingAttributes };

const isJudged = (row: SourceRow): row is SeenRow => row.deciding !== undefined;

type Counts = { readonly units: Map<string, number>; readonly decided: Set<string> };

/** For each deciding attribute that was asked for: who has it now. */
const countsOf = (table: Table, rows: readonly SeenRow[]): Map<string, Counts> => {
  const counts = new Map<string, Counts>();
  const of = (attribute: string): Counts => {
    const known = counts.get(attribute) ?? { units: new Map(), decided: new Set() };
    counts.set(attribute, known);
    return known;
  };
  for (const row of rows) {
    const unit = unitOf(row);
    for (const attribute of row.deciding.blank) of(attribute);
    for (const attribute of row.deciding.filled) {
      const { units } = of(attribute);
      units.set(unit, (units.get(unit) ?? 0) + 1);
    }
    for (const attribute of row.deciding.decided)
      for (const name of namesOf(table, row)) of(attribute).decided.add(name);
  }
  return counts;
};

type Lost = { readonly rows: readonly SeenRow[]; readonly everywhere: boolean };

const lostOf = (
  table: Table,
  rows: readonly SeenRow[],
  attribute: string,
  then: AttributeHolders,
  now: Counts,
  isKnown: (row: SourceRow) => boolean,
  permitted: number,
): Lost => {
  const decided = new Set(then.decided);
  const had = Object.keys(then.units);
  const lacking = rows.filter(({ deciding, rejected }) => !rejected && deciding.blank.includes(attribute));
  const own = lacking.filter(
    (row) =>
      (decided.size > 0 && namesOf(table, row).some((name) => decided.has(name))) ||
      (had.length > 0 && row.deciding.missed.includes(attribute) && isKnown(row)),
  );
  // If those who had it are gone, the attribute went with them; then it is not hidden.
  const wentAlong = then.decided.length > 0 && own.length === 0;
  const everywhere = had.length > 0 && now.units.size === 0 && !wentAlong;
  const units = new Set(had.filter((unit) => !now.units.has(unit)));
  const isOrdinary = own.length <= permitted && !everywhere;
  const newcomers =
    units.size === 0 || wentAlong
      ? []
      : lacking.filter((row) => !row.excluded && units.has(unitOf(row)) && !isKnown(row));
  return { rows: [...new Set([...(isOrdinary ? [] : own), ...newcomers])], everywhere };
};

const finding = (kind: Found["kind"], field: string, lost: Lost, base: number, limit: number): Found => {
  const count = lost.rows.length;
  const message = lost.everywhere
    ? `none of the entries of ${kind} has ${field} any more, which decides about them; ${base} had it`
    : `${count} entries of ${kind} lack ${field}, which decided about them last time; they are left as they are`;
  const hint =
    "check that the bind account may still read the attribute; if it was really removed, accept `attribute-vanished` once";
  const found: Found = { rule: "attribute-vanished", kind, field, count, limit, base, message, hint };
  return lost.everywhere ? found : { ...found, mild: true };
};

/** The attributes that say who is active, in lower case, unless the mapping gives a meaning to their absence. */
const statusAttributes = ({ columns }: PartRows["part"]): readonly string[] => {
  const status = columns?.["active"];
  const isMeant = status?.default !== undefined || status?.flag === "pwdAccountLockedTime" || status?.function;
  return !status || isMeant ? [] : fieldColumns(status).map((name) => name.toLowerCase());
};

/** Without its status everybody would be created as active, whoever has left too. */
const neverSeen = (kind: Found["kind"], field: string, count: number): Found => ({
  rule: "attribute-vanished",
  kind,
  field,
  count,
  limit: 0,
  base: 0,
  message: `none of the ${count} entries of ${kind} has ${field}, which says who is active`,
  hint: "check how the attribute is spelt, and that the bind account may read it; if nobody has it yet, accept `attribute-vanished` once",
});

/** Keeps what is known about the rows in doubt, so that the next reading doubts them too. */
const carryOver = (table: Table, now: Counts, then: AttributeHolders, rows: readonly SeenRow[]): void => {
  const before = new Set(then.decided);
  for (const row of rows) {
    for (const name of namesOf(table, row)) if (before.has(name)) now.decided.add(name);
    const unit = unitOf(row);
    if (!now.units.has(unit) && then.units[unit] !== undefined) now.units.set(unit, then.units[unit]);
  }
};

/** The names of entries that are not in this reading. They may be hidden, and come back without the attribute. */
const absentOf = (table: Table, rows: readonly SeenRow[], { decided }: AttributeHolders): readonly string[] => {
  if (decided.length === 0) return decided;
  const present = new Set(rows.flatMap((row) => namesOf(table, row)));
  return decided.filter((name) => !present.has(name));
};

const profileOfCounts = (counts: ReadonlyMap<string, Counts>): DecidingProfile["attributes"] =>
  Object.fromEntries(
    [...counts].map(([attribute, { units, decided }]) => [
      attribute,
      { units: Object.fromEntries(units), decided: [...decided] },
    ]),
  );

const withDoubts = (table: Table, part: TableRows, doubts: ReadonlyMap<SourceRow, string>): TableRows => {
  const rejected: RejectedRow[] = [];
  const rows = part.rows.map((row) => {
    const attribute = doubts.get(row);
    if (attribute === undefined) return row;
    const doubted = { ...row, rejected: true, excluded: undefined };
    const reason = "the attribute is missing, which decided about this entry at the last good reading";
    rejected.push(rejectedRow(table, doubted, attribute, { code: "attribute-vanished", reason }));
    return doubted;
  });
  return { ...part, rows, rejected: [...part.rejected, ...rejected] };
};

/** Returns whether a row is of a record that was in the last good reading. */
const knownIn = (table: Table, profile: KindProfile | undefined): ((row: SourceRow) => boolean) => {
  let keys: ReadonlySet<string> | undefined;
  const [field = ""] = keyFields(table);
  return ({ values }) => {
    keys ??= new Set([...(profile?.keys ?? []), ...(profile?.traces.number ?? [])]);
    const own = [values[field], values["number"]].map(keyIn);
    return own.some((key) => key !== undefined && key !== "" && keys?.has(key));
  };
};

/**
 * The names under which an entry is remembered: its key and its id or, if it has neither, a digest of its distinguished
 * name. The key of a post is a person, so a post is remembered by its entry.
 */
const namesOf = (table: Table, { values, dn = "" }: SourceRow): readonly string[] => {
  const key = table === "posts" ? undefined : keyIn(values[keyFields(table)[0] ?? ""]);
  const id = keyIn(values["id"]);
  const names = [...(key === undefined ? [] : [key]), ...(id === undefined ? [] : [`#${id}`])];
  return names.length > 0 ? names : [`#${shortDigest(dnKey(dn))}`];
};
