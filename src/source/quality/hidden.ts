/**
 * Entries of a directory that the last good reading had, and that are missing now although the server may still have them:
 *
 *   an access rule hides them, the unit above them, or all that is in it    rule `entries-hidden`
 *   they lack an attribute that the filter of the search tests for          rule `attribute-vanished`
 *   they are gone while others are hidden or lack such an attribute, so     the same rule as for these
 *   they may be where the search does not find them
 *   they are gone, and the server takes us for another account than then    rule `reader-changed`
 *
 * Each of them gets a rejected row, so it is left as it is. It is remembered until it is seen again, or somebody accepts the rule.
 */
import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { QualityRule, RememberedEntries, RememberedEntry, SourceProfile } from "../../model/plan/quality.ts";
import type { Absence, FeedServer, Part } from "../feeds/feed.ts";
import { kindOf, type Table } from "../mapping/fields.ts";
import { keyFields, keyIn, rejectedRow, type SourceRow } from "../rows/rows.ts";
import type { PartRows } from "../tables/join.ts";
import { dnKey, parentDn } from "../values/dn.ts";
import { shortDigest } from "../values/short-digest.ts";
import type { Found } from "./found.ts";
import { textOf } from "./profile.ts";
import { isOtherReader } from "./servers.ts";

/** `Feeds.servers`. */
type Servers = ReadonlyMap<string, FeedServer>;

/** `Feeds.absences`. */
type Ask = (part: Part, dns: readonly string[]) => Promise<ReadonlyMap<string, Absence>>;

export type HiddenWatch = {
  /** Returns the parts of one table with a rejected row for each entry in doubt. Called once for a table. */
  readonly judge: (
    table: Table,
    parts: readonly PartRows[],
    ask: Ask,
    servers: Servers,
  ) => Promise<readonly PartRows[]>;
  readonly found: () => readonly Found[];
  /** To be remembered if the reading is good. */
  readonly profile: () => readonly RememberedEntries[];
  /** Feeds of which entries are left alone because of `reader-changed`. */
  readonly unsettled: () => ReadonlySet<string>;
};

/** `permitted`: how many entries of a kind may leave by each rule; undefined if the rule is off or accepted. */
export const watchHidden = (last: SourceProfile | undefined, permitted: Permitted): HiddenWatch => {
  const found: Found[] = [];
  const profile: RememberedEntries[] = [];
  /** Feeds that hide something. The units come before the people, and whoever is gone may be in a hidden unit. */
  const hiding = new Set<string>();
  const unsettled = new Set<string>();
  return {
    judge: async (table, parts, ask, servers) => {
      const kind = kindOf[table];
      const judged = [...parts];
      const before = (last?.entries ?? []).filter((one) => one.kind === kind);
      for (const { feed, entries } of before) {
        const own = parts.filter(({ part }) => part.from === feed);
        const isPresent = presentIn(table, own);
        const absent = entries.filter((entry) => !isPresent(entry));
        const doubts = await doubtsAbout(absent, own, ask);
        const byRule = [...Map.groupBy(doubts, ruleOf)].filter(([rule, some]) => some.length > (permitted[rule] ?? 0));
        const left = byRule.flatMap(([rule, some]) => (permitted[rule] === undefined ? [] : some));
        if (left.some(({ why }) => why === "hidden")) hiding.add(feed);
        const isOther = permitted["reader-changed"] !== undefined && isOtherReader(last, feed, servers.get(feed));
        const why = hiding.has(feed) ? "moved" : (left[0]?.why ?? (isOther ? "other" : undefined));
        const rest = restOf(absent, left, own, why);
        if (isOther && left.length + rest.length > 0) unsettled.add(feed);
        const all = Map.groupBy([...byRule.flatMap(([, some]) => some), ...rest], ruleOf);
        for (const [rule, some] of all) found.push(finding(rule, kind, some, entries.length, permitted[rule] ?? 0));
        for (const [of, doubtful] of Map.groupBy([...left, ...rest], ({ of }) => of)) {
          const at = parts.indexOf(of);
          const one = judged[at];
          if (one) judged[at] = withRows(table, one, doubtful);
        }
      }
      for (const { feed, entries } of before) {
        const keys = new Map(entries.map((entry) => [dnKey(entry[0]), entry]));
        for (const [at, one] of judged.entries()) if (one.part.from === feed) judged[at] = withKeys(table, one, keys);
      }
      for (const [feed, own] of Map.groupBy(judged, ({ part }) => part.from ?? "")) {
        const entries = own.flatMap((one) => (one.part.kind?.hasEntries ? entriesOf(table, one) : []));
        if (entries.length > 0) profile.push({ kind, feed, entries });
      }
      return judged;
    },
    found: () => found,
    profile: () => profile,
    unsettled: () => unsettled,
  };
};

type Rule = Extract<QualityRule, "entries-hidden" | "attribute-vanished" | "reader-changed">;
type Permitted = Readonly<Record<Rule, number | undefined>>;

/** An entry in doubt. `of`: the part that would have it. */
type Doubt = {
  readonly entry: RememberedEntry;
  readonly of: PartRows;
  readonly why: "hidden" | "moved" | "other" | readonly string[];
};

const ruleOf = ({ why }: Doubt): Rule =>
  typeof why !== "string" ? "attribute-vanished" : why === "other" ? "reader-changed" : "entries-hidden";

const doubtsAbout = async (
  absent: readonly RememberedEntry[],
  own: readonly PartRows[],
  ask: Ask,
): Promise<Doubt[]> => {
  const doubts: Doubt[] = [];
  if (absent.length === 0) return doubts;
  const known = new Set<RememberedEntry>();
  for (const of of own) {
    const answers = await ask(
      of.part,
      absent.map(([dn]) => dn),
    );
    for (const entry of absent) {
      const answer = answers.get(entry[0]);
      if (!answer || answer.why === "gone" || known.size === known.add(entry).size) continue;
      doubts.push({ entry, of, why: answer.why === "lacks" ? answer.attributes : "hidden" });
    }
  }
  return doubts;
};

/** Whoever is gone from their place, and may be where the search does not find them; nobody if `why` is undefined. */
const restOf = (
  absent: readonly RememberedEntry[],
  left: readonly Doubt[],
  [of]: readonly PartRows[],
  why: Doubt["why"] | undefined,
): readonly Doubt[] => {
  if (why === undefined || !of) return [];
  const known = new Set(left.map(({ entry }) => entry));
  return absent.filter((entry) => !known.has(entry)).map((entry) => ({ entry, of, why }));
};

const finding = (rule: Rule, kind: Found["kind"], doubts: readonly Doubt[], base: number, limit: number): Found => {
  const count = doubts.length;
  const common = { rule, kind, count, limit, base, ...(count < base && { mild: true as const }) };
  if (rule === "attribute-vanished") {
    const field = [...new Set(doubts.flatMap(({ why }) => (typeof why === "string" ? [] : why)))].sort().join(", ");
    const message = `${count} entries of ${kind} lack ${field}, which the filter tests for; they are left as they are`;
    const hint =
      "check that the bind account may still read the attribute; if it was really removed, accept `attribute-vanished` once";
    return { ...common, field, message, hint };
  }
  if (rule === "reader-changed") {
    const message = `${count} entries of ${kind} are gone, and the server identifies the bind account as a different one than last time; they are left as they are`;
    const hint =
      "check that the account may read everything; if these entries should count as gone, accept `reader-changed` once";
    return { ...common, message, hint };
  }
  const hidden = doubts.filter(({ why }) => why === "hidden").length;
  const units = new Set(doubts.map(({ entry: [dn] }) => parentDn(dn)));
  const others =
    count > hidden ? `, and ${count - hidden} are gone and may be where the bind account sees nothing` : "";
  const message = `${hidden} entries of ${kind} are on the server, and the bind account may no longer see them${others}; all are left as they are (in ${units.size} units, for example ${[...units][0] ?? ""})`;
  const hint =
    "give the bind account the right to read them; if they should count as gone, accept `entries-hidden` once";
  return { ...common, message, hint };
};

const withRows = (table: Table, { part, read }: PartRows, doubts: readonly Doubt[]): PartRows => {
  const added = doubts.map((doubt) => doubtfulRow(table, doubt));
  return {
    part,
    read: {
      ...read,
      rows: [...read.rows, ...added.map(({ row }) => row)],
      rejected: [...read.rejected, ...added.map(({ rejected }) => rejected)],
    },
  };
};

const doubtfulRow = (
  table: Table,
  { entry, why }: Doubt,
): { readonly row: SourceRow; readonly rejected: RejectedRow } => {
  const [dn, key, number] = entry;
  const [field = ""] = keyFields(table);
  const values = { ...(key !== "" && { [field]: key }), ...(number !== "" && { number }) };
  const row: SourceRow = { file: dn, dn, values, rejected: true };
  const [code, reason] =
    typeof why === "string"
      ? ["entry-hidden", reasons[why]]
      : [
          "attribute-vanished",
          "the attribute is missing, by which the search found the entry at the last good reading",
        ];
  return { row, rejected: rejectedRow(table, row, typeof why === "string" ? "*" : why.join(", "), { code, reason }) };
};

/** Gives rejected rows without a key the one that their entry had, because its attribute may be hidden. */
const withKeys = (table: Table, { part, read }: PartRows, known: ReadonlyMap<string, RememberedEntry>): PartRows => {
  const [field = ""] = keyFields(table);
  const found = new Map<string, string>();
  const rows = read.rows.map((row) => {
    const { dn, values, rejected } = row;
    if (dn === undefined || !rejected || values[field] !== undefined || values["number"] !== undefined) return row;
    const [, key = "", number = ""] = known.get(dnKey(dn)) ?? [];
    if (key === "" && number === "") return row;
    found.set(row.file, key || number);
    return { ...row, values: { ...values, ...(key !== "" && { [field]: key }), ...(number !== "" && { number }) } };
  });
  if (found.size === 0) return { part, read };
  const rejected = read.rejected.map((one) => {
    const key = found.get(one.file);
    return key === undefined ? one : { ...one, key };
  });
  return { part, read: { ...read, rows, rejected } };
};

const reasons = {
  hidden: "the server has the entry, but the bind account may no longer see it",
  moved: "the entry is not where it was, and the bind account may not see all of the directory any more",
  other: "the entry is gone, and the server identifies the bind account as a different one than last time",
};

/** What is remembered of the entries in scope. What has no key cannot be left alone. */
const entriesOf = (table: Table, { read }: PartRows): readonly RememberedEntry[] => {
  const [field = ""] = keyFields(table);
  return read.rows.flatMap(({ dn, values, excluded }): RememberedEntry[] => {
    const [key, number] = [textOf(values[field]), table === "employees" ? textOf(values["number"]) : ""];
    return dn === undefined || excluded || (key === "" && number === "") ? [] : [[dn, key, number, idOf(values["id"])]];
  });
};

/** An entry is present by its key, number or id; a post, whose key is a person, by the entry that has it. */
const presentIn = (table: Table, parts: readonly PartRows[]): ((entry: RememberedEntry) => boolean) => {
  const [field = ""] = keyFields(table);
  const names = new Set<string>();
  for (const { values, dn } of parts.flatMap(({ read }) => read.rows)) {
    if (dn !== undefined) names.add(`dn ${dnKey(dn)}`);
    if (table === "posts") continue;
    names.add(`key ${keyIn(values[field]) ?? ""}`);
    names.add(`number ${keyIn(values["number"]) ?? ""}`);
    names.add(`id ${idOf(values["id"])}`);
  }
  const has = (kind: string, text: string): boolean => text !== "" && names.has(`${kind} ${text}`);
  return ([dn, key, number, id]) =>
    has("dn", dnKey(dn)) || has("key", keyIn(key) ?? "") || has("number", keyIn(number) ?? "") || has("id", id);
};

const idOf = (value: unknown): string => {
  const id = keyIn(value);
  return id === undefined || id === "" ? "" : shortDigest(id);
};
