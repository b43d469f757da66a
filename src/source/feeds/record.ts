/**
 * Records before mapping: the cells of a row of a file, or the attributes of a directory entry, in the order of a
 * header. Feeds pass records on one by one, so the records need not all be in memory.
 */

/** A cell of a file, or an attribute of an entry: "" if it is missing, a string for one value, a list for several. */
export type Cell = string | readonly string[];

/** The cells of a record, in the order of the header. */
export type Cells = readonly Cell[];

export type RawRecord = {
  /** The file (and its sheet), or the distinguished name of the entry. */
  readonly file: string;
  /** Physical line of the record's first character, 1-based; absent for an entry. */
  readonly line?: number;
  readonly cells: Cells;
};

/** Takes the header and returns what takes each record. `place` is absent for a feed without files. */
export type OnHeader = (header: readonly string[], place?: FilePlace) => (record: RawRecord) => void;

export type FilePlace = {
  readonly file: string;
  readonly sheet?: string | undefined;
  readonly label: string;
  /** The pattern or name of the settings that found the file. */
  readonly pattern?: string;
  /** A pattern found the file, or the settings name several of its sheets. */
  readonly isOneOfMany?: boolean;
  /** The row in which the header stands, 1-based. */
  readonly headerLine?: number;
};

/** Returns the record; with `eachIndex`, one record for every value of the cell at this index. */
export const recordsOf = (record: RawRecord, eachIndex: number | undefined): readonly RawRecord[] =>
  eachIndex === undefined
    ? [record]
    : [record.cells[eachIndex] ?? ""]
        .flat()
        .filter((value) => value !== "")
        .map((value) => ({ ...record, cells: record.cells.with(eachIndex, value) }));
