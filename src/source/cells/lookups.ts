/**
 * Reads the tables of `source.lookups`: files in which texts are looked up. Their rows do not become records. They are
 * read once, before everything else.
 */
import { MusterdError } from "../../lib/errors.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { Part } from "../feeds/feed.ts";
import type { Feeds } from "../feeds/feeds.ts";
import type { Lookup } from "../mapping/field-settings.ts";
import type { SourceSettings } from "../schema/source-schema.ts";
import { compact } from "../values/texts.ts";
import { blankTest } from "./column-text.ts";
import { isFormulaError } from "./formula-errors.ts";

/**
 * Finds the row whose column `key` contains the text, and returns the text in its column `take`: "" for a blank cell,
 * undefined if there is no such row, null if several such rows differ. Keys are compared the way codes are compared.
 * Fails with `source-column-unknown`.
 */
export type Lookups = (lookup: Lookup) => {
  readonly find: (text: string) => string | undefined | null;
  /** What a message says about rows that were left out; "" if there are none. */
  readonly leftOut: string;
};

/** Reads the tables; fails with a code `source-…`. Leaves out a row that has more or fewer cells than the header. */
export const readLookups = async (settings: SourceSettings, feeds: Feeds): Promise<LookupTables> =>
  new Map(
    await Promise.all(
      Object.entries(settings.lookups).map(
        async ([name, part]) => [name, await readLookup(settings, feeds, part)] as const,
      ),
    ),
  );

export type LookupTables = ReadonlyMap<string, LookupTable>;

/** Each row: column → text, which is "" for a blank cell. */
type LookupTable = {
  readonly columns: ReadonlySet<string>;
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** Columns whose name stands more than once in a header. */
  readonly twice: ReadonlySet<string>;
  /** The places of the rows that were left out. */
  readonly leftOut: readonly string[];
};

const readLookup = async ({ empty }: SourceSettings, feeds: Feeds, part: Part): Promise<LookupTable> => {
  const isBlank = blankTest(part.empty ?? empty);
  const rows: Readonly<Record<string, string>>[] = [];
  const leftOut: string[] = [];
  const twice = new Set<string>();
  let columns: ReadonlySet<string> | undefined;
  await feeds.read(undefined, part, (header) => {
    const names = header.map((name) => compact(name));
    columns = columns?.intersection(new Set(names)) ?? new Set(names);
    for (const [at, column] of names.entries()) if (names.indexOf(column) < at) twice.add(column);
    return ({ cells, file, line }) => {
      if (cells.length !== names.length) {
        leftOut.push(`${file}:${line}`);
        return;
      }
      const texts = cells.map((cell) => String(cell).trim());
      rows.push(Object.fromEntries(texts.map((text, at) => [names[at] ?? "", isBlank(text) ? "" : text])));
    };
  });
  return { columns: columns ?? new Set(), twice, rows, leftOut };
};

/** Builds each index when it is first needed, and keeps it. */
export const lookupsIn = (tables: LookupTables): Lookups => {
  const indexes = new Map<string, ReadonlyMap<string, string | null>>();
  return ({ table, key, take }) => {
    const name = JSON.stringify([table, key, take]);
    const index = indexes.get(name) ?? indexOf(tables.get(table), table, compact(key), compact(take));
    indexes.set(name, index);
    const { leftOut = [] } = tables.get(table) ?? {};
    const [first] = leftOut;
    const rows = `${leftOut.length} of its rows`;
    return {
      find: (text) => index.get(canonicalKey(text)),
      leftOut:
        first === undefined
          ? ""
          : `; ${rows} were left out, as they have more or fewer cells than its header (${first})`,
    };
  };
};

const indexOf = (
  table: LookupTable | undefined,
  name: string,
  key: string,
  take: string,
): ReadonlyMap<string, string | null> => {
  const missing = [key, take].find((column) => !table?.columns.has(column));
  if (!table || missing !== undefined) throw columnUnknown(name, missing ?? key, table);
  const doubled = [key, take].find((column) => table.twice.has(column));
  if (doubled !== undefined) throw columnTwice(name, doubled);
  const index = new Map<string, string | null>();
  for (const row of table.rows) {
    const text = row[key] ?? "";
    if (text === "") continue;
    const code = canonicalKey(text);
    const known = index.get(code);
    const taken = row[take] ?? "";
    // A formula that has failed says nothing about what the other rows state.
    if (known !== undefined && isFormulaError(taken)) continue;
    const agrees = known === undefined || known === taken || (known !== null && isFormulaError(known));
    index.set(code, agrees ? taken : null);
  }
  return index;
};

const columnUnknown = (name: string, column: string, table: LookupTable | undefined): MusterdError =>
  new MusterdError(
    "source-column-unknown",
    `the lookup table ${name} has no column "${column}"; it has: ${[...(table?.columns ?? [])].join(", ")}`,
    {
      place: { setting: `source.lookups.${name}` },
      hint: "give the header names exactly as the file has them; if the export has changed, change the mapping",
    },
  );

const columnTwice = (name: string, column: string): MusterdError =>
  new MusterdError("source-column-twice", `the lookup table ${name} has more than one column "${column}"`, {
    place: { setting: `source.lookups.${name}` },
    hint: "give each column a name of its own in the file; which of them is meant cannot be told",
  });
