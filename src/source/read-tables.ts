/**
 * Reads every part of every table from its feed and puts the parts together. Everything that could make a half-read
 * source look like a smaller company is an error.
 */
import { MusterdError } from "../lib/errors.ts";
import type { CalendarDate } from "../model/directory/directory.ts";
import type { SourceProfile } from "../model/plan/quality.ts";
import type { Surroundings } from "./cells/field-place.ts";
import { type LookupTables, lookupsIn, readLookups } from "./cells/lookups.ts";
import { type FieldContext, loadFunctions, type MappingFunctions } from "./cells/mapping-functions.ts";
import type { StatusDays } from "./cells/status-days.ts";
import type { Part } from "./feeds/feed.ts";
import type { Feeds } from "./feeds/feeds.ts";
import { isPathPart, mayRepeat } from "./feeds/part-columns.ts";
import type { FilePlace, RawRecord } from "./feeds/record.ts";
import { kindOf, type Table, tables } from "./mapping/fields.ts";
import type { HiddenWatch } from "./quality/hidden.ts";
import type { OverlapWatch } from "./quality/overlaps.ts";
import type { VanishedWatch } from "./quality/vanished.ts";
import type { ConditionCells } from "./rows/condition-cells.ts";
import { distinctRows } from "./rows/distinct-rows.ts";
import { compileReader, type HeaderProblem } from "./rows/row-reader.ts";
import { type AllRows, keyFields, type TableRows } from "./rows/rows.ts";
import { rowsOfDay } from "./rows/rows-of-day.ts";
import { readRecords, tableReader, type Watch } from "./rows/table-reader.ts";
import { partSetting, type SourceSettings } from "./schema/source-schema.ts";
import { joinParts, type PartRows } from "./tables/join.ts";
import { withoutLists } from "./tables/listed-departments.ts";
import { quarantineOddRows } from "./tables/odd-rows.ts";
import { withParents } from "./tables/parent-rows.ts";
import { quarantineSameLines, withoutOtherDays } from "./tables/same-line-rows.ts";
import { unitedRows, winningRows } from "./tables/united-rows.ts";

/** What is looked at while reading, besides the records; `vanished` and `hidden` compare entries with the last good reading. */
export type ReadingWatches = {
  /** The profile of the last good reading. */
  readonly last: SourceProfile | undefined;
  readonly today: CalendarDate;
  readonly vanished: VanishedWatch;
  readonly hidden: HiddenWatch;
  readonly statusDays: StatusDays;
  readonly conditions: ConditionCells;
  readonly overlaps: OverlapWatch;
};

/** Fails with a code `source-…`; problems of all headers are reported together. */
export const readTables = async (
  settings: SourceSettings,
  feeds: Feeds,
  watches: ReadingWatches,
  watch?: Watch,
): Promise<AllRows> => {
  const functions = await loadFunctions(settings.mappingFile, functionNames(settings));
  try {
    return await readWith(settings, feeds, functions, watches, watch);
  } finally {
    await functions.close();
  }
};

const readWith = async (
  settings: SourceSettings,
  feeds: Feeds,
  functions: MappingFunctions,
  watches: ReadingWatches,
  watch: Watch | undefined,
): Promise<AllRows> => {
  const lookupTables = await readLookups(settings, feeds);
  const joined: { [table in Table]?: TableRows } = {};
  const settle = () => functions.settle(() => contextOf(joined, lookupTables));
  const lookups = lookupsIn(lookupTables);
  const tools = { ...watches, functions, lookups, lastDayIsRead: readsLastDay(settings), settle };
  const problems: HeaderProblem[] = [];
  const otherDays = new Set<string>();
  for (const table of tables) {
    const parts: PartRows[] = [];
    for (const part of settings.tables[table] ?? []) {
      const read = await readPart(settings, table, part, tools, feeds, problems, watch);
      if (!read) continue;
      parts.push({ part, read });
      if (table === "employees" || table === "posts") for (const place of read.otherDays ?? []) otherDays.add(place);
    }
    const judged = watches.vanished.judge(table, parts);
    const [first, ...rest] = await watches.hidden.judge(table, judged, feeds.absences, feeds.servers());
    if (!first || problems.length > 0) continue;
    joined[table] =
      table === "posts"
        ? unitedRows(first.read, ...rest.map(({ read }) => read))
        : joinParts(table, [first, ...rest], joinField(settings, table), watches.last?.kinds[kindOf[table]]);
    if (emptied(table, joined[table])) throw noRows(table, first.part);
  }
  if (problems.length > 0) throw headerError(problems);
  return withoutOtherDays(quarantineSameLines(joined), otherDays);
};

const readsLastDay = ({ tables: parts }: SourceSettings): boolean =>
  (parts.employees ?? []).some(({ columns }) => columns?.["resignationDate"] !== undefined);

const functionNames = (settings: SourceSettings): readonly string[] => [
  ...new Set(
    tables.flatMap((table) =>
      (settings.tables[table] ?? []).flatMap((part) =>
        Object.values(part.columns ?? {}).flatMap((mapping) => mapping.function ?? []),
      ),
    ),
  ),
];

/** Returns what mapping functions may see: everything that was read before the table that calls them. */
const contextOf = (read: AllRows, lookups: LookupTables): FieldContext => ({
  tables: Object.fromEntries(
    Object.entries(read).map(([table, { rows }]) => [
      table,
      rows.filter((row) => !row.rejected && !row.excluded).map(({ values, post }) => ({ ...values, ...post })),
    ]),
  ),
  lookups: Object.fromEntries([...lookups].map(([name, { rows }]) => [name, rows])),
});

/** The field that identifies the rows of a part: the join key for people in several parts, else the key of the table. */
const joinField = (settings: SourceSettings, table: Table): string =>
  table === "employees" ? settings.joinBy : (keyFields(table)[0] ?? "code");

type Tools = ReadingWatches &
  Pick<Surroundings, "functions" | "lookups" | "lastDayIsRead"> & { readonly settle: () => Promise<void> };

const readPart = async (
  settings: SourceSettings,
  table: Table,
  part: Part,
  { settle, today, overlaps, ...tools }: Tools,
  feeds: Feeds,
  problems: HeaderProblem[],
  watch: Watch | undefined,
): Promise<TableRows | undefined> => {
  const setting = partSetting(settings, table, part);
  if (part.records) return readRecords(table, part.records, setting);
  const several = (settings.tables[table] ?? []).length > 1 && table !== "posts";
  const keys = several ? [joinField(settings, table)] : keyFields(table);
  const read: TableRows[] = [];
  const places: FilePlace[] = [];
  const waiting: (() => void)[] = [];
  await feeds.read(table, part, (header, file) => {
    // A header without a file means that the reading starts again. With files, each file adds to the result.
    if (file === undefined) read.length = waiting.length = 0;
    const place = { setting, file: file?.label ?? part.from ?? "", names: header };
    const { peopleBy, empty } = settings;
    if (file) places.push(file);
    const compiled = compileReader(table, part, place, { ...tools, peopleBy, empty: part.empty ?? empty, file });
    problems.push(...compiled.problems);
    if (compiled.problems.length > 0) return ignore;
    const made = tableReader(table, part, header.length, keys, compiled.reader, watch?.(table, part, header, file));
    read.push(made.result);
    const { surveyor } = compiled.reader;
    if (!surveyor) return made.add;
    const records: RawRecord[] = [];
    waiting.push(() => {
      surveyor.settle();
      for (const record of records) made.add(record);
    });
    return (record) => {
      surveyor.see(record);
      records.push(record);
    };
  });
  if (waiting.length > 0) await settle();
  for (const readOn of waiting) readOn();
  const [first, ...others] = read;
  if (!first) return undefined;
  const united = quarantineOddRows(table, rowsOfDay(unitedRows(first, ...others), part, table, keys, today), keys);
  if (table === "employees") overlaps.see(part, places, united.rows, keys);
  const distinct = mayRepeat(part) ? distinctRows(united, isPathPart(part), keys) : united;
  const single =
    table === "departments" && part.distinct === true && !several ? withoutLists(distinct, part) : distinct;
  const result = part.addParents ? withParents(single, part) : single;
  return part.wins ? winningRows(result, part.wins, table, keys) : result;
};

const ignore = (): void => undefined;

/** Every company has departments and people. A feed without any is a failed export, or a filter that matches nothing. */
const emptied = (table: Table, read: TableRows | undefined): boolean =>
  (table === "departments" || table === "employees") && read?.rows.every(({ excluded }) => excluded) === true;

const noRows = (table: Table, part: Part): MusterdError => {
  const ofRecords = { file: undefined, noRows: "no record is in scope", noRowsHint: "check the records" };
  const words = part.kind?.wordsOf(part) ?? ofRecords;
  return new MusterdError("source-empty", `${words.noRows}, so it would empty all ${table}`, {
    place: { file: words.file, setting: `source.${table}` },
    hint: `${words.noRowsHint}; if ${table} should not be managed, remove them from \`source\``,
  });
};

/** A first row without any mapped column is probably the data of a person, not a header: it is not shown. */
const headerText = (file: string, header: readonly string[], problems: readonly HeaderProblem[]): string => {
  const missing = problems.filter((problem) => problem.file === file && problem.code === "source-column-unknown");
  const [first] = missing;
  const line = problems.find((problem) => problem.file === file)?.line;
  const row = line === undefined ? "" : ` (row ${line} was read as the header)`;
  return first && new Set(missing.map(({ name }) => name)).size >= first.wanted
    ? `${file} has none of them: the header line is missing, or \`delimiter\`, \`skipTopRows\` or \`sheet\` is wrong${row}`
    : `${file} has: ${header.map((name) => name.trim()).join(", ")}${row}`;
};

const headerError = (problems: readonly HeaderProblem[]): MusterdError => {
  const first = problems[0];
  const lines = problems.map(({ code, setting, name, file }) =>
    code === "source-column-unknown"
      ? `${setting}: ${file} has no column "${name}"`
      : `${setting}: ${file} has the column "${name}" more than once`,
  );
  const found = new Map(problems.map((problem) => [problem.file, problem.found]));
  const headers = [...found].map(([file, header]) => headerText(file, header, problems));
  return new MusterdError(first?.code ?? "source-column-unknown", [...lines, ...headers].join("\n"), {
    ...(first ? { place: { file: first.file, setting: first.setting } } : {}),
    hint: "give the header names exactly as the file has them; if the export has changed, change the mapping",
  });
};
