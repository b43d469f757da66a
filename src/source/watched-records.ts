/**
 * The records of a reading with the rows that were made of them, found by the keys of the objects they are about. They are kept
 * only for a reading in which somebody wants to see what becomes of single records.
 */
import { canonicalKey } from "../model/canonical.ts";
import type { AdoptedKind } from "../model/identity.ts";
import type { RejectedRow } from "../model/snapshot.ts";
import type { Part } from "./feed.ts";
import { kindOf, type Table } from "./fields.ts";
import { mayRepeat } from "./mapping.ts";
import type { Watch } from "./read-tables.ts";
import type { RawRecord } from "./record.ts";
import type { SourceRow } from "./rows.ts";

export type Watched = {
  readonly table: Table;
  readonly part: Part;
  readonly header: readonly string[];
  readonly record: RawRecord;
  readonly row: SourceRow;
  readonly rejected: readonly RejectedRow[];
};

export type WatchedRecords = {
  readonly all: readonly Watched[];
  /** The records about one object, in the order of the reading. `key`: a code, or an account, number or DN of a person. */
  readonly about: (kind: AdoptedKind, key: string) => readonly Watched[];
};

/** `records` is called once the reading has ended. */
export const watchRecords = (): { readonly watch: Watch; readonly records: () => WatchedRecords } => {
  const byPart = new Map<Part, Watched[]>();
  return {
    records: () => indexed([...byPart.values()].flat()),
    watch: (table, part, header, file) => {
      // A header without a file means that the reading starts again. With files, each header adds records.
      const records: Watched[] = (file && byPart.get(part)) ?? [];
      byPart.set(part, records);
      return (record, row, rejected) => {
        // The snapshot takes the values object of the row and changes it, so a copy is kept here.
        const kept = { ...row, values: { ...row.values, ...row.post } };
        records.push({ table, part, header, record, row: kept, rejected });
      };
    },
  };
};

/** The keys in a value. There may be several: until an account is generated, the value is a list of candidates. */
export const keyText = (value: unknown): string[] =>
  [value].flat().flatMap((one) => (typeof one === "string" ? [canonicalKey(one)] : []));

const indexed = (all: readonly Watched[]): WatchedRecords => {
  // Positions in `all`; one number where a single record has the key, which is nearly always.
  const positions = new Map<string, number | number[]>();
  all.forEach((watched, position) => {
    for (const name of namesIn(watched)) {
      const known = positions.get(name);
      if (known === undefined) positions.set(name, position);
      else if (typeof known === "number") positions.set(name, [known, position]);
      else known.push(position);
    }
  });
  const at = (name: string): readonly number[] => [positions.get(name) ?? []].flat();
  const recordsAt = (found: Iterable<number>): readonly Watched[] =>
    [...new Set(found)].sort((a, b) => a - b).flatMap((position) => all[position] ?? []);

  /** Parts identify a person by different keys, so the keys of each found record are searched for, too. */
  const aboutPerson = (wanted: string): readonly Watched[] => {
    const keys = new Set([canonicalKey(wanted)]);
    const found = new Set<number>();
    for (const key of keys) {
      for (const position of at(`employees ${key}`)) {
        found.add(position);
        for (const own of personKeys(all[position])) keys.add(own);
      }
    }
    return recordsAt([...found, ...[...keys].flatMap((key) => at(`posts ${key}`))]);
  };

  /** Of records that repeat an object, such as the people of a department, the first one stands for all. */
  const aboutCode = (kind: AdoptedKind, code: string): readonly Watched[] => {
    const found = recordsAt(at(`${kind} ${canonicalKey(code)}`));
    return [...Map.groupBy(found, ({ part }) => part)].flatMap(([part, own]) =>
      mayRepeat(part) ? own.slice(0, 1) : own,
    );
  };

  return { all, about: (kind, key) => (kind === "employee" ? aboutPerson(key) : aboutCode(kind, key)) };
};

const personKeys = (watched: Watched | undefined): readonly string[] =>
  watched
    ? [
        ...["account", "number", "id"].flatMap((field) => keyText(watched.row.values[field])),
        ...keyText(watched.row.dn),
      ]
    : [];

const namesIn = (watched: Watched): ReadonlySet<string> => {
  const { table, row } = watched;
  if (table === "employees") return new Set(personKeys(watched).map((key) => `employees ${key}`));
  if (table === "posts") return new Set(keyText(row.values["employee"]).map((key) => `posts ${key}`));
  return new Set(keyText(row.values["code"]).map((code) => `${kindOf[table]} ${code}`));
};
