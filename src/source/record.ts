/**
 * Records as a feed has them, before any mapping: the cells of a file's row, or the attributes of a directory entry, in
 * the order of a header. Every feed hands its records on one by one, so that none has to hold all of them.
 */

/** A cell of a file, or an attribute: absent is "", one value is a string, several are a list. */
export type Cell = string | readonly string[];

export type RawRecord = {
  /** The file (and its sheet), or the distinguished name of the entry. */
  readonly file: string;
  /** Physical line in the file, 1-based, of the record's first character; absent for an entry. */
  readonly line?: number;
  readonly cells: readonly Cell[];
};

/**
 * Takes the header (column or attribute names) and gives back what takes each record. `place`: the file, and of several
 * sheets the sheet; absent for a directory.
 */
export type OnHeader = (header: readonly string[], place?: FilePlace) => (record: RawRecord) => void;

/** One of the files and sheets that a part is read from. */
export type FilePlace = {
  readonly file: string;
  readonly sheet?: string | undefined;
  /** What it is called in messages. */
  readonly label: string;
};

/** A record, or one for every value of the cell at `eachIndex`. */
export const recordsOf = (record: RawRecord, eachIndex: number | undefined): readonly RawRecord[] =>
  eachIndex === undefined
    ? [record]
    : [record.cells[eachIndex] ?? ""]
        .flat()
        .filter((value) => value !== "")
        .map((value) => ({ ...record, cells: record.cells.with(eachIndex, value) }));
