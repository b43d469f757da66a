/**
 * The measures of a delimited text, taken in one pass before it is parsed: the parser keeps a row until it ends, however
 * long it is.
 */
import { figure, limits, tooLarge } from "./limits.ts";
import { lineCounter } from "./line-counter.ts";

export type CsvMeasures = {
  /** Whether a CR without LF stands anywhere. */
  readonly loneReturns: boolean;
};

/** Fails with `source-too-large`. */
export const measureCsv = (bytes: Buffer, delimiter: string, file: string): CsvMeasures => {
  const separator = Buffer.from(delimiter);
  const first = separator[0] ?? 0;
  const plain = Math.max(first, quote);
  let loneReturns = false;
  let quoted = false;
  let rowStart = 0;
  let columns = 1;
  let rows = 0;

  const endRow = (end: number): void => {
    const line = () => lineCounter(bytes, loneReturns)(rowStart);
    if (columns > limits.columns) {
      throw tooLarge(file, `a row has ${figure(columns)} cells`, limits.columns, line());
    }
    if (end - rowStart > limits.rowBytes) {
      const why = quoted ? ", because a quote in it is never closed" : "";
      throw tooLarge(file, `a row has ${figure(end - rowStart)} bytes${why}`, limits.rowBytes, line());
    }
    if (++rows > limits.rows) throw tooLarge(file, `the file has more than ${figure(limits.rows)} rows`, limits.rows);
    rowStart = end + 1;
    columns = 1;
  };

  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte > plain) continue;
    if (byte === lineFeed) {
      if (!quoted) endRow(at);
    } else if (byte === carriageReturn) {
      if (bytes[at + 1] === lineFeed) continue;
      loneReturns = true;
      if (!quoted) endRow(at);
    } else if (byte === quote) quoted = !quoted;
    else if (byte === first && !quoted && isSeparator(bytes, at, separator)) columns++;
  }
  endRow(bytes.length);
  return { loneReturns };
};

const [lineFeed, carriageReturn, quote] = [10, 13, 34];

const isSeparator = (bytes: Buffer, at: number, separator: Buffer): boolean =>
  separator.length === 1 || bytes.subarray(at, at + separator.length).equals(separator);
