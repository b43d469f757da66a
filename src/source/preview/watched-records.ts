/**
 * The records of a reading with the rows that were made of them, found by the keys of the objects they are about. They are kept
 * only for a reading in which somebody wants to see what becomes of single records; packed, because as objects those of 100,000
 * people take 300 MiB, and only a few are ever looked at.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { AdoptedKind } from "../../model/directory/identity.ts";
import type { RejectedRow } from "../../model/directory/snapshot.ts";
import type { Part } from "../feeds/feed.ts";
import { mayRepeat } from "../feeds/part-columns.ts";
import type { RawRecord } from "../feeds/record.ts";
import { kindOf, type Table } from "../mapping/fields.ts";
import { keyIn, type SourceRow } from "../rows/rows.ts";
import type { Watch } from "../rows/table-reader.ts";

/** Records under one header. */
export type Layout = { readonly table: Table; readonly part: Part; readonly header: readonly string[] };

export type Watched = {
  readonly layout: Layout;
  readonly record: RawRecord;
  /** `values`: as the row was read, with the fields of the main post. */
  readonly row: Pick<SourceRow, "file" | "line" | "values" | "dn" | "excluded">;
  readonly rejected: readonly RejectedRow[];
};

export type WatchedRecords = {
  /** In the order of the reading, part by part. */
  readonly all: () => readonly Watched[];
  /** The records about one object, in the same order. `key`: a code, or an account, number or DN of a person. */
  readonly about: (kind: AdoptedKind, key: string) => readonly Watched[];
};

/** `records` is called once the reading has ended. */
export const watchRecords = (): { readonly watch: Watch; readonly records: () => WatchedRecords } => {
  const byPart = new Map<Part, PartRecords>();
  return {
    records: () => searched([...byPart.values()]),
    watch: (table, part, header, file) => {
      // A header without a file means that the reading starts again. With files, each header adds records.
      const records = (file && byPart.get(part)) ?? partRecords();
      byPart.set(part, records);
      const layout = { table, part, header };
      return (record, row, rejected) => records.add({ layout, record, row, rejected });
    },
  };
};

type PartRecords = ReturnType<typeof partRecords>;

/** Number of records that are packed together: more take less memory, and more time to unpack one of them. */
const packSize = 25;

/** A record as it is packed: number of the layout, and what `Watched` has. */
type Packed = readonly [layout: number, RawRecord, Watched["row"]];

/** The records of one part. Each is packed at once, because the snapshot takes over the values of its row and changes them. */
const partRecords = () => {
  const layouts: Layout[] = [];
  const positions = new Map<string, number | number[]>();
  const rejections = new Map<number, readonly RejectedRow[]>();
  const packs: Buffer[] = [];
  let open: string[] = [];
  let unpacked: { readonly pack: number; readonly lines: readonly string[] } | undefined;

  const linesOf = (pack: number): readonly string[] => {
    const bytes = packs[pack];
    if (bytes === undefined) return open;
    if (unpacked?.pack !== pack) unpacked = { pack, lines: inflateRawSync(bytes).toString().split("\n") };
    return unpacked.lines;
  };
  const at = (position: number): Watched[] => {
    const line = linesOf(Math.floor(position / packSize))[position % packSize];
    if (line === undefined) return [];
    const [number, record, row] = JSON.parse(line) as Packed;
    const layout = layouts[number];
    return layout ? [{ layout, record, row, rejected: rejections.get(position) ?? [] }] : [];
  };
  const size = () => packs.length * packSize + open.length;

  return {
    add: ({ layout, record, row, rejected }: Omit<Watched, "row"> & { readonly row: SourceRow }): void => {
      if (layouts.at(-1) !== layout) layouts.push(layout);
      const position = size();
      const kept = {
        file: row.file,
        line: row.line,
        values: { ...row.values, ...row.post },
        dn: row.dn,
        excluded: row.excluded,
      };
      open.push(JSON.stringify([layouts.length - 1, record, kept] satisfies Packed));
      if (rejected.length > 0) rejections.set(position, rejected);
      for (const name of namesOf(layout.table, kept)) {
        const known = positions.get(name);
        if (known === undefined) positions.set(name, position);
        else if (typeof known === "number") positions.set(name, [known, position]);
        else known.push(position);
      }
      if (open.length < packSize) return;
      packs.push(deflateRawSync(open.join("\n"), { level: 1 }));
      open = [];
    },
    /** Positions of the records with a name, such as `department rd`. */
    named: (name: string): readonly number[] => [positions.get(name) ?? []].flat(),
    at: (found: Iterable<number>): readonly Watched[] => [...found].flatMap(at),
    all: (): readonly Watched[] => Array.from({ length: size() }, (_, position) => at(position)).flat(),
  };
};

/** The keys in a value. There may be several: until an account is generated, the value is a list of candidates. */
export const keyText = (value: unknown): string[] => [value].flat().flatMap((one) => keyIn(one) ?? []);

const searched = (parts: readonly PartRecords[]): WatchedRecords => {
  /** Parts identify a person by different keys, so the keys of each found record are searched for, too. */
  const aboutPerson = (wanted: string): readonly Watched[] => {
    const keys = new Set([canonicalKey(wanted)]);
    const people = parts.map((part) => ({ part, found: new Set<number>() }));
    for (const key of keys) {
      for (const { part, found } of people) {
        const more = part.named(`employees ${key}`).filter((position) => !found.has(position));
        for (const position of more) found.add(position);
        for (const own of part.at(more).flatMap(({ row }) => personKeys(row))) keys.add(own);
      }
    }
    return people.flatMap(({ part, found }) => {
      const posts = [...keys].flatMap((key) => part.named(`posts ${key}`));
      return part.at([...new Set([...found, ...posts])].sort((a, b) => a - b));
    });
  };

  /** Of records that repeat an object, such as the people of a department, the first one stands for all. */
  const aboutCode = (kind: AdoptedKind, code: string): readonly Watched[] =>
    parts.flatMap((part) => {
      const found = part.at(part.named(`${kind} ${canonicalKey(code)}`));
      return found[0] && mayRepeat(found[0].layout.part) ? found.slice(0, 1) : found;
    });

  return {
    all: () => parts.flatMap((part) => part.all()),
    about: (kind, key) => (kind === "employee" ? aboutPerson(key) : aboutCode(kind, key)),
  };
};

const personKeys = ({ values, dn }: Watched["row"]): readonly string[] => [
  ...["account", "number", "id"].flatMap((field) => keyText(values[field])),
  ...keyText(dn),
];

const namesOf = (table: Table, row: Watched["row"]): ReadonlySet<string> => {
  if (table === "employees") return new Set(personKeys(row).map((key) => `employees ${key}`));
  if (table === "posts") return new Set(keyText(row.values["employee"]).map((key) => `posts ${key}`));
  return new Set(keyText(row.values["code"]).map((code) => `${kindOf[table]} ${code}`));
};
