/**
 * Divides UTF-8 text into rows and cells, by the strict rules for quotes (RFC 4180). A line without a quote, as nearly all are, is
 * decoded and split as a whole; a parser that looks at every byte takes many times as long.
 */

/** Where a quote is wrong, and how. */
export type WrongQuote = {
  readonly kind: "quote-not-closed" | "quote-inside" | "text-after-quote";
  /** Where the cell before it ends. */
  readonly offset: number;
  /** The index of the cell. */
  readonly column: number;
};

export type Separators = {
  readonly delimiter: string;
  /** Without quotes, a quote is a character like others. */
  readonly isQuoted: boolean;
  /** Whether CR alone ends a row. */
  readonly loneReturns: boolean;
};

/**
 * Passes on the cells of each row, and the offset behind its line end. A last row without a line end is passed on if it has a
 * character. Ends with the first wrong quote and returns it.
 */
export const splitCsv = (
  bytes: Buffer,
  { delimiter, isQuoted, loneReturns }: Separators,
  onRow: (cells: string[], end: number) => void,
): WrongQuote | undefined => {
  const { length } = bytes;
  const separator = Buffer.from(delimiter).toString("latin1");
  const nextQuote = finder(bytes, isQuoted ? quote : undefined);
  const nextFeed = finder(bytes, feed);
  const nextReturn = finder(bytes, loneReturns ? carriageReturn : undefined);
  const nextDelimiter = finder(bytes, delimiter);
  const text = (from: number, to: number): string => bytes.toString("utf8", from, to);
  /** Where the line ends that contains `at`. */
  const lineEnd = (at: number): number => {
    const end = Math.min(nextFeed(at), nextReturn(at));
    return end > at && bytes[end] === feed && bytes[end - 1] === carriageReturn ? end - 1 : end;
  };
  /** Where the next row begins if a line ends at `end`. */
  const after = (end: number): number =>
    Math.min(length, end + (bytes[end] === carriageReturn && bytes[end + 1] === feed ? 2 : 1));

  const quotedRow = (start: number): { readonly cells: string[]; readonly end: number } | WrongQuote => {
    const cells: string[] = [];
    let before = start;
    const wrong = (kind: WrongQuote["kind"]): WrongQuote => ({ kind, offset: before, column: cells.length });
    for (let at = start; ; ) {
      let cell = "";
      if (bytes[at] === quote) {
        let from = at + 1;
        let close = nextQuote(from);
        for (; bytes[close + 1] === quote; close = nextQuote(from)) {
          cell += text(from, close + 1);
          from = close + 2;
        }
        if (close >= length) return wrong("quote-not-closed");
        cell += text(from, close);
        at = close + 1;
        const endsCell = at === Math.min(nextDelimiter(at), lineEnd(at));
        // A NUL is not seen behind a quote.
        if (!endsCell && bytes[at] !== 0) return wrong("text-after-quote");
      }
      const end = lineEnd(at);
      const stop = Math.min(nextDelimiter(at), end);
      if (nextQuote(at) < stop) return wrong("quote-inside");
      cells.push(cell + text(at, stop));
      if (stop === end) return { cells, end };
      before = stop;
      at = stop + separator.length;
    }
  };
  for (let at = 0; at < length; ) {
    const end = lineEnd(at);
    if (nextQuote(at) >= end) {
      onRow(plainCells(bytes, at, end, separator), (at = after(end)));
      continue;
    }
    const row = quotedRow(at);
    if ("kind" in row) return row;
    onRow(row.cells, (at = after(row.end)));
  }
  return undefined;
};

const [feed, carriageReturn, quote] = [10, 13, 34];

/**
 * The cells of a line without quotes. Each byte is a character at first, so that the lengths of cells tell where they stand;
 * `separator` is the delimiter in this form.
 */
const plainCells = (bytes: Buffer, start: number, end: number, separator: string): string[] => {
  const line = bytes.toString("latin1", start, end);
  const cells = line.split(separator);
  const isAscii = !beyondAscii.test(line);
  let from = start;
  for (let at = 0; at < cells.length; at++) {
    const cell = cells[at] ?? "";
    const to = from + cell.length;
    if (cell.length > longestCopied || (!isAscii && beyondAscii.test(cell)))
      cells[at] = bytes.toString("utf8", from, to);
    from = to + separator.length;
  }
  return cells;
};

const beyondAscii = /[\x80-\xff]/;

/** V8 copies parts of up to so many characters; a longer part would keep its whole line in memory. */
const longestCopied = 12;

/**
 * Returns a function that finds the first place of a text or a byte at or behind an offset; without one, the end of the bytes. Offsets
 * must ascend, so that nothing is searched twice. What is undefined is nowhere.
 */
const finder = (bytes: Buffer, what: string | number | undefined): ((from: number) => number) => {
  let found = what === undefined ? bytes.length : -1;
  return (from) => {
    if (found >= from || what === undefined) return found;
    const next = from >= bytes.length ? -1 : bytes.indexOf(what, from);
    found = next === -1 ? bytes.length : next;
    return found;
  };
};
