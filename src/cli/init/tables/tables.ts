/**
 * Opens the files that somebody named, finds the header of each file and sheet, and returns their columns. An encoding that the
 * bytes leave open is a question; everything else is decided here, with its evidence.
 */
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { MusterdError } from "../../../lib/errors.ts";
import {
  openUnmapped,
  recordsBelow,
  type StatedTotal,
  type TextReading,
  type UnmappedRows,
  type UnmappedText,
} from "../../../source/files/unmapped-file.ts";
import type { DirectoryAccess } from "../../../source/ldap/unmapped-directory.ts";
import { compact } from "../../../source/values/texts.ts";
import { scores } from "../knowledge/scores.ts";
import { blankBelow, technicalNames } from "./blank-below.ts";
import { type Column, columnOf } from "./columns.ts";
import { filledCells, filledCounts, type Rows } from "./filled-cells.ts";
import { isKnownHeader, provingWords } from "./known-words.ts";

/** How a text file is read. `proven`: known words prove the encoding; `isOpen`: it is only one of several; `isChosen`: somebody chose it of several. */
type TextForm = Pick<UnmappedText, "delimiter" | "quote" | "trailingDelimiter" | "proven" | "stated"> & {
  readonly encoding: string | undefined;
  readonly isOpen?: true;
  readonly isChosen?: true;
};

/** A text file or a sheet. `skipTopRows`: rows above the header. `labels`: a second header row, by a cell that only it has. */
export type Table = {
  readonly folder: string;
  readonly file: string;
  readonly sheet: string | undefined;
  readonly label: string;
  readonly form: TextForm | undefined;
  readonly skipTopRows: number;
  readonly headerLine: number;
  readonly fillDown: readonly string[];
  readonly columns: readonly Column[];
  /** Names of columns that no setting can name: they stand there twice, or have braces. */
  readonly unnameable: readonly string[];
  readonly lines: readonly number[];
  readonly total: StatedTotal | undefined;
  /** Lines at the end that are no records. */
  readonly footers: readonly number[];
  readonly labels: { readonly column: string; readonly text: string } | undefined;
  /** Lines above the header that have a header and rows of their own, and are not read. */
  readonly above?: readonly number[];
  /** The search of a directory that gives the rows, instead of a file; `multiple`: attributes of which somebody has several values. */
  readonly search?: {
    readonly base: string;
    readonly filter: string;
    readonly access: DirectoryAccess;
    readonly multiple?: readonly string[];
  };
  /** The pattern of the names of exports that pile up, of which this is the newest. */
  readonly pattern?: string;
};

/** The name of a file with * for the day or number in it. */
export const patternOf = ({ file }: Pick<Table, "file">): string => file.replace(/\d[\d._-]*\d/, "*");

/** A file that can be read in several encodings, with up to three cells that differ between them. */
export type OpenEncoding = {
  readonly file: string;
  readonly encodings: readonly string[];
  readonly cells: readonly { readonly line: number; readonly texts: readonly string[] }[];
};

export type Opened = {
  readonly tables: readonly Table[];
  readonly open: readonly OpenEncoding[];
  /** Files of a folder that could not be read, with the reason. */
  readonly skipped: readonly { readonly file: string; readonly error: MusterdError }[];
};

/** Files of a folder that may be exports; those of other formats are told, with what to do about them. */
const readable = /\.(?:csv|txt|tsv|tab|dat|xlsx|xls|xlsm|xlsb|ods|ldif|ldf|json|xml|html?|gz|zip)$/i;

/** The files that `names` mean: files, and the readable files of folders. Fails with `source-file-missing`. */
export const filesNamed = async (
  names: readonly string[],
): Promise<readonly { readonly path: string; readonly isNamed: boolean }[]> => {
  const found = await Promise.all(
    names.map(async (name) => {
      const info = await stat(name).catch(() => undefined);
      if (!info) {
        throw new MusterdError("source-file-missing", `there is no file or folder ${name}`, {
          place: { file: name },
          hint: "name HR's files, or the folder with them: musterd init employees.csv departments.csv",
        });
      }
      if (!info.isDirectory()) return [{ path: name, isNamed: true }];
      const inside = (await readdir(name)).filter((one) => readable.test(one) && !/^(?:~\$|\.)/.test(one)).toSorted();
      return inside.map((one) => ({ path: join(name, one), isNamed: false }));
    }),
  );
  // A file that is named twice, also by its folder, is read once: else each person would have two rows.
  const named = found.flat();
  return [...new Map(named.map((file) => [resolve(file.path), file])).values()];
};

/** Opens files. `encoding`: the encoding that somebody chose for files that leave it open. */
export const openTables = async (
  paths: Awaited<ReturnType<typeof filesNamed>>,
  encoding: string | undefined,
): Promise<Opened> => {
  const [tables, open, skipped]: [Table[], OpenEncoding[], { file: string; error: MusterdError }[]] = [[], [], []];
  for (const { path, isNamed } of paths) {
    const [folder, file] = [dirname(path), basename(path)];
    try {
      const opened = await openUnmapped(folder, file, provingWords);
      if ("sheets" in opened) {
        for (const { name, read } of opened.sheets) tables.push(...tableOf({ folder, file, sheet: name }, read()));
        continue;
      }
      const chosen = opened.readings.find((reading) => reading.encoding === encoding);
      const isOpen = opened.readings.length > 1 && !chosen;
      if (isOpen) open.push({ file, ...differences(opened.readings) });
      const read = chosen ?? opened.readings[0];
      if (!read) continue;
      const { readings: _, ...form } = opened;
      tables.push(
        ...tableOf({ folder, file }, read.read(), {
          ...form,
          ...(isOpen && { isOpen }),
          ...(opened.readings.length > 1 && chosen && { isChosen: true }),
          encoding: read.encoding,
        }),
      );
    } catch (error) {
      if (isNamed || !(error instanceof MusterdError)) throw error;
      skipped.push({ file, error });
    }
  }
  return { tables, open, skipped };
};

const mostCells = 3;

/** Cells that read differently, of the columns of names first: headers come before data, so the first that differ are shown. */
const differences = (readings: readonly TextReading[]): Pick<OpenEncoding, "encodings" | "cells"> => {
  const all = readings.map(({ read }) => read().rows);
  const cells: { line: number; texts: readonly string[] }[] = [];
  for (const [at, row] of (all[0] ?? []).entries()) {
    for (const column of row.cells.keys()) {
      const texts = all.map((rows) => compact(rows[at]?.cells[column] ?? ""));
      if (new Set(texts).size > 1 && !texts.some((text) => /\d/.test(text))) cells.push({ line: row.line, texts });
      if (cells.length === mostCells) return { encodings: encodingsOf(readings), cells };
    }
  }
  return { encodings: encodingsOf(readings), cells };
};

const encodingsOf = (readings: readonly TextReading[]): readonly string[] =>
  readings.map(({ encoding = "utf-8" }) => encoding);

type Place = { readonly folder: string; readonly file: string; readonly sheet?: string };

/** One table, or none for a sheet without a header and a row below it. */
const tableOf = (place: Place, read: UnmappedRows, form?: TextForm): readonly Table[] => {
  const rows = form?.trailingDelimiter
    ? {
        ...read,
        rows: read.rows.map((row) => ({ ...row, cells: row.cells.slice(0, row.cells.at(-1) === "" ? -1 : undefined) })),
      }
    : read;
  const at = headerAt(rows);
  if (at === undefined) return [];
  const isTitled = rows.rows.slice(0, at).some(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const skipTopRows = isTitled ? at : 0;
  const first = recordsBelow(rows, place.file, skipTopRows, []);
  const fillDown = form
    ? blankBelow(
        first.header,
        first.records.map(({ cells }) => cells),
      )
    : mergedColumns(rows, first);
  const { header, headerLine, records, total } =
    fillDown.length === 0 ? first : recordsBelow(rows, place.file, skipTopRows, fillDown);
  if (records.length === 0) return [];
  const labels =
    labelsOf(header, records[0]?.cells ?? []) ??
    technicalNames(
      header,
      records.map(({ cells }) => cells),
    );
  const all = labels ? records.slice(1) : records;
  const footers = footersOf(all.map(({ cells }) => cells));
  const kept = all.slice(0, all.length - footers);
  const names = header.map(compact).filter((name) => name !== "");
  const unnameable = new Set(names.filter((name, at) => /[{}]/.test(name) || names.indexOf(name) !== at));
  const columns = header.flatMap((name, index) => {
    const known = compact(name);
    const texts = (): readonly string[] => kept.map(({ cells }) => compact(cells[index] ?? ""));
    return known === "" || unnameable.has(known) ? [] : [columnOf(known, texts())];
  });
  return [
    {
      ...place,
      sheet: place.sheet,
      label: place.sheet === undefined ? place.file : `${place.file} ${place.sheet}`,
      form,
      skipTopRows,
      headerLine,
      fillDown,
      columns,
      unnameable: [...unnameable],
      lines: kept.map(({ line }) => line),
      total,
      above: tableAbove(rows.rows.slice(0, at)),
      labels,
      footers: all.slice(all.length - footers).map(({ line }) => line),
    },
  ];
};

/** The lines of another table among the rows above the header: two names of columns in a row, and a row below it. */
const tableAbove = (rows: UnmappedRows["rows"]): readonly number[] => {
  const from = rows.findIndex(({ cells }) => new Set(cells.map(compact).filter(isKnownHeader)).size >= 2);
  const records = rows.slice(from + 1).filter(({ cells }) => filledCells(cells).length >= 2);
  return from === -1 || records.length === 0 ? [] : [...rows.slice(from, from + 1), ...records].map(({ line }) => line);
};

/** How many rows at the end have so few cells that they are a signature or a note, and no records. */
const footersOf = (rows: Rows): number => {
  const { counts, usual } = filledCounts(rows);
  const footers = counts.length - 1 - counts.findLastIndex((count) => count > Math.min(2, usual / 3));
  return usual < 4 || footers > mostFooters ? 0 : footers;
};

const mostFooters = 5;

/**
 * The index of the header: the first row that has nearly as many known names as any other; else the first row that has nearly as
 * many different words as any other. Undefined if no row follows it.
 */
const headerAt = ({ rows }: UnmappedRows): number | undefined => {
  const head = rows.slice(0, scores.headerRows).map(({ cells }) => filledCells(cells).map(({ text }) => text));
  const known = head.map((cells) => new Set(cells.filter(isKnownHeader)).size);
  const words = head.map((cells) =>
    new Set(cells).size === cells.length ? cells.filter((cell) => !/^[\d\s./:-]+$/.test(cell)).length : 0,
  );
  const mostKnown = Math.max(0, ...known);
  const counts = mostKnown > 1 ? known : words;
  const most = Math.max(0, ...counts);
  const first = counts.findIndex((count) => count > 0 && count >= most * 0.75);
  const at = continuesBelow(rows[first]?.cells ?? [], rows[first + 1]?.cells ?? []) ? first + 1 : first;
  return at === -1 || at >= rows.length - 1 ? undefined : at;
};

/** Whether a header goes on in the next row: a name that spans several columns (日期) stands over theirs, and all others over blank cells. */
const continuesBelow = (header: readonly string[], below: readonly string[]): boolean => {
  const filled = filledCells(below);
  const isOfSeveral = filled.some(({ index }) => compact(header[index] ?? "") === "");
  return (
    filled.length > 1 && isOfSeveral && filled.length < header.length && filled.every(({ text }) => isKnownHeader(text))
  );
};

/** Columns that have merged cells below the header, one column wide, and blanks below the first of them. */
const mergedColumns = (
  { merged }: UnmappedRows,
  { header, headerLine }: ReturnType<typeof recordsBelow>,
): readonly string[] => {
  const found = merged.filter(({ top, bottom, left, right }) => top > headerLine && bottom > top && left === right);
  return [...new Set(found.map(({ left }) => compact(header[left - 1] ?? "")))].filter((name) => name !== "");
};

/** A row below the header that repeats it in other words: half of its cells are names of columns, and none has a digit. */
const labelsOf = (header: readonly string[], cells: readonly string[]): Table["labels"] => {
  const filled = filledCells(cells);
  const known = filled.filter(({ text }) => isKnownHeader(text));
  if (filled.length < 3 || known.length * 2 < filled.length || filled.some(({ text }) => /\d/.test(text)))
    return undefined;
  const [first] = known;
  return first && { column: compact(header[first.index] ?? ""), text: first.text };
};
