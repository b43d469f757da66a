/**
 * Records as a feed has them, before any mapping: the cells of a file's row, or the attributes of a directory entry, in
 * the order of a header. Every feed hands its records on one by one, so that none has to hold all of them.
 */

/** A cell of a file, or an attribute: absent is "", one value is a string, several are a list. */
export type Cell = string | readonly string[];

export type RawRecord = {
  /** The file, or the distinguished name of the entry. */
  readonly file: string;
  /** Physical line in the file, 1-based, of the record's first character; absent for an entry. */
  readonly line?: number;
  readonly cells: readonly Cell[];
};

/** Takes the header (column or attribute names) and gives back what takes each record. */
export type OnHeader = (header: readonly string[]) => (record: RawRecord) => void;
