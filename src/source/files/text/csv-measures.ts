/**
 * Measures a delimited text before it is parsed, because the parser keeps a row in memory until the row ends, however long
 * the row is.
 */
import type { MusterdError } from "../../../lib/errors.ts";
import { figure, limits, tooLarge } from "../limits.ts";
import { lineCounter } from "../line-counter.ts";

/** Returns whether a line ends with CR alone. `isQuoted`: whether quoted cells may contain line ends. Fails with `source-too-large`. */
export const measureCsv = (bytes: Buffer, delimiter: string, isQuoted: boolean, file: string): boolean =>
  !isOrdinary(bytes) && measureRows(bytes, delimiter, isQuoted, file);

/**
 * True if nothing needs to be counted, because the text has few quotes and no CR alone, and its lines are too short to
 * have too many cells. The text is searched with indexOf, because a loop over every byte would take a tenth of the time
 * that parsing takes.
 */
const isOrdinary = (bytes: Buffer): boolean => {
  let [nextQuote, nextReturn] = [bytes.indexOf(quote), bytes.indexOf(carriageReturn)];
  let rows = 0;
  let quotes = 0;
  for (let start = 0; start < bytes.length; rows++) {
    const found = bytes.indexOf(lineFeed, start);
    const end = found === -1 ? bytes.length : found;
    if (end - start > limits.columns || rows > limits.rows) return false;
    const before = quotes;
    while (nextQuote !== -1 && nextQuote < end) {
      quotes++;
      nextQuote = bytes.indexOf(quote, nextQuote + 1);
    }
    if ((quotes - before) % 2 === 1 || quotes > 4 * rows + 1000) return false;
    if (nextReturn !== -1 && nextReturn < end) {
      if (nextReturn !== end - 1 || found === -1) return false;
      nextReturn = bytes.indexOf(carriageReturn, end);
    }
    start = end + 1;
  }
  return true;
};

const measureRows = (bytes: Buffer, delimiter: string, isQuoted: boolean, file: string): boolean => {
  const separator = Buffer.from(delimiter);
  const first = separator[0] ?? 0;
  const plain = Math.max(first, quote);
  const { length } = bytes;
  let loneReturns = false;
  let quoted = false;
  let rowStart = 0;
  let columns = 1;
  let rows = 0;
  for (let at = 0; at <= length; at++) {
    const byte = at === length ? lineFeed : (bytes[at] ?? 0);
    if (byte > plain) continue;
    if (byte === first && !quoted) {
      if (separator.length === 1 || isSeparator(bytes, at, separator)) columns++;
    } else if (byte === quote) quoted = isQuoted && !quoted;
    else if (byte === lineFeed || byte === carriageReturn) {
      if (byte === carriageReturn) {
        if (bytes[at + 1] === lineFeed) continue;
        loneReturns = true;
      }
      if (quoted && at < length) continue;
      rows++;
      if (columns > limits.columns || at - rowStart > limits.rowBytes || rows > limits.rows) {
        throw rowTooLarge(file, lineCounter(bytes)(rowStart), columns, at - rowStart, rows, quoted);
      }
      rowStart = at + 1;
      columns = 1;
    }
  }
  return loneReturns;
};

const rowTooLarge = (
  file: string,
  line: number,
  columns: number,
  rowBytes: number,
  rows: number,
  open: boolean,
): MusterdError => {
  if (columns > limits.columns) return tooLarge(file, `a row has ${figure(columns)} cells`, limits.columns, line);
  if (rows > limits.rows) return tooLarge(file, `the file has more than ${figure(limits.rows)} rows`, limits.rows);
  const why = open ? ", because a quote in it is never closed" : "";
  return tooLarge(file, `a row has ${figure(rowBytes)} bytes${why}`, limits.rowBytes, line);
};

const [lineFeed, carriageReturn, quote] = [10, 13, 34];

const isSeparator = (bytes: Buffer, at: number, separator: Buffer): boolean =>
  bytes.subarray(at, at + separator.length).equals(separator);
