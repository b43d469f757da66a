/**
 * Shows what becomes of single records: their cells, the values made of them, and what was dropped and why. Only mapped
 * columns are shown, and cells with ID numbers, birth dates and phones are masked.
 */
import { oncePer } from "../../lib/once.ts";
import { canonicalKey } from "../../model/directory/canonical.ts";
import type { AdoptedKind } from "../../model/directory/identity.ts";
import type { Kind } from "../../model/directory/kind.ts";
import { isPersonal } from "../../model/directory/known-fields.ts";
import type { RejectedRow, SourceSnapshot } from "../../model/directory/snapshot.ts";
import type { FieldValue } from "../../model/plan/plan.ts";
import { maskValue, maskValues } from "../../model/plan/sensitive.ts";
import type { SourceTrace, TracedField, TracedRecord } from "../../model/runs/explanation.ts";
import { columnNames, fieldColumns } from "../feeds/part-columns.ts";
import type { Cell } from "../feeds/record.ts";
import { kindOf } from "../mapping/fields.ts";
import { placeKey } from "../rows/rows.ts";
import { partSetting, type SourceSettings } from "../schema/source-schema.ts";
import { compact } from "../values/texts.ts";
import { keyText, type Layout, type Watched, type WatchedRecords } from "./watched-records.ts";

/** One person by account or number; otherwise `limit` records of every part, and as many rejected ones. */
export type PreviewChoice = { readonly employee?: string | undefined; readonly limit: number };

type PreviewRecord = Omit<TracedRecord, "fields"> & {
  readonly kind: Kind;
  /** The raw record: column → cell, masked. */
  readonly cells: Readonly<Record<string, string | readonly string[]>>;
  /** The mapped record: field → value, masked. */
  readonly values: Readonly<Record<string, FieldValue>>;
};

export type SourcePreview = {
  readonly records: readonly PreviewRecord[];
  /** The person as assembled from the whole source, masked; absent unless `employee` was chosen and found. */
  readonly employee?: Readonly<Record<string, unknown>>;
  /** What was dropped after the records had been mapped. */
  readonly dropped: readonly RejectedRow[];
};

export const previewOf = (
  settings: SourceSettings,
  snapshot: SourceSnapshot,
  records: WatchedRecords,
  choice: PreviewChoice,
): SourcePreview => {
  const { employee: wanted } = choice;
  const chosen = wanted === undefined ? firstOf(records.all(), choice.limit) : records.about("employee", wanted);
  const accounts = new Set(chosen.flatMap(({ row }) => keyText(row.values["account"])));
  const people = wanted === undefined ? [] : (snapshot.directory.employees ?? []);
  const person = people.find(({ account }) => accounts.has(canonicalKey(account)));
  return {
    records: chosen.map((watched) => shown(settings, watched)),
    ...(person && { employee: maskValues(person) }),
    dropped: droppedLater(snapshot)(chosen),
  };
};

/** Finds what was left out of records after they had been mapped. */
const droppedLater = ({ rejected }: SourceSnapshot): ((records: readonly Watched[]) => readonly RejectedRow[]) => {
  const byPlace = Map.groupBy(rejected, placeKey);
  return (records) => {
    const told = new Set(records.flatMap((watched) => watched.rejected));
    const places = new Set(records.map(({ row }) => placeKey(row)));
    return [...places].flatMap((place) => byPlace.get(place) ?? []).filter((row) => !told.has(row));
  };
};

const firstOf = (records: readonly Watched[], limit: number): readonly Watched[] =>
  [...Map.groupBy(records, ({ layout }) => layout.part).values()].flatMap((ofPart) => {
    const first = ofPart.slice(0, limit);
    const bad = ofPart.slice(limit).filter(({ rejected }) => rejected.length > 0);
    return [...first, ...bad.slice(0, limit)];
  });

/** Shows what the records about one object become, field by field. */
export const tracer = (
  settings: SourceSettings,
  snapshot: SourceSnapshot,
  records: WatchedRecords,
): ((kind: AdoptedKind, key: string) => SourceTrace) => {
  const dropped = droppedLater(snapshot);
  const maskerOf = oncePer(cellMasker);
  return (kind, key) => {
    const chosen = records.about(kind, key);
    return {
      records: chosen.map((watched) => traced(settings, watched, maskerOf(watched.layout))),
      dropped: dropped(chosen),
    };
  };
};

const about = (settings: SourceSettings, { layout, record, row, rejected }: Watched) => ({
  setting: partSetting(settings, layout.table, layout.part),
  file: record.file,
  ...(record.line === undefined ? {} : { line: record.line }),
  outOfScope: row.excluded === true,
  rejected,
});

const traced = (settings: SourceSettings, watched: Watched, cellsOf: ReturnType<typeof cellMasker>): TracedRecord => {
  const { layout, record, row } = watched;
  const cells = cellsOf(record.cells);
  const values = maskValues(row.values);
  const fields = Object.entries(layout.part.columns ?? {}).map(([field, mapping]): TracedField => {
    const names = fieldColumns(mapping).map((name) => compact(name));
    const value = values[field] as FieldValue | undefined;
    const { column: _column, ...rest } = mapping;
    return {
      field,
      cells: Object.fromEntries(names.map((name) => [name, cells[name] ?? ""])),
      ...(Object.keys(rest).length > 0 && { rule: JSON.stringify(rest) }),
      ...(value === undefined ? {} : { value }),
    };
  });
  return { ...about(settings, watched), fields };
};

/**
 * Returns a function from the cells of a record to those of mapped columns, by column name. Cells of sensitive fields are
 * masked. The keys of `part.columns` are names of fields, with or without the table before them.
 */
export const cellMasker = ({
  part,
  header,
}: Pick<Layout, "part" | "header">): ((all: readonly Cell[]) => Readonly<Record<string, Cell>>) => {
  const hidden = new Set(
    Object.entries(part.columns ?? {})
      .filter(([field]) => isPersonal(field.split(" ").at(-1) ?? field))
      .flatMap(([, mapping]) => fieldColumns(mapping))
      .map((name) => compact(name)),
  );
  const names = new Set(columnNames(part).map((name) => compact(name)));
  const shownColumns = [...header.map((name) => compact(name)).entries()].filter(([, name]) => names.has(name));
  return (all) =>
    Object.fromEntries(
      shownColumns.map(([index, name]) => {
        const cell = all[index] ?? "";
        return [name, hidden.has(name) ? String(maskValue(cell)) : cell];
      }),
    );
};

const shown = (settings: SourceSettings, watched: Watched): PreviewRecord => ({
  ...about(settings, watched),
  kind: kindOf[watched.layout.table],
  cells: cellMasker(watched.layout)(watched.record.cells),
  values: maskValues(watched.row.values) as PreviewRecord["values"],
});
