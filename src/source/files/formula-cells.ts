/**
 * Handles cells that exports write as `="0012"`, so that a spreadsheet keeps the leading zeros. The `=` in front of the
 * quote is removed before parsing, so that the parser's rules for quotes can stay strict.
 */

/** Removes the `=` of every unquoted `="…"` at the start of a cell; line numbers stay the same. */
export const dropFormulaSigns = (bytes: Buffer, delimiter: string): Buffer => {
  let at = bytes.indexOf(sign);
  if (at === -1) return bytes;
  const separator = Buffer.from(delimiter);
  const startsCell = (offset: number): boolean =>
    offset === 0 ||
    bytes[offset - 1] === 10 ||
    bytes[offset - 1] === 13 ||
    bytes.subarray(Math.max(0, offset - separator.length), offset).equals(separator);
  const kept: Buffer[] = [];
  let from = 0;
  let counted = 0;
  let quoted = false;
  for (; at !== -1; at = bytes.indexOf(sign, at + 1)) {
    if (oddQuotes(bytes, counted, at)) quoted = !quoted;
    counted = at;
    if (quoted || !startsCell(at)) continue;
    kept.push(bytes.subarray(from, at));
    from = at + 1;
  }
  return Buffer.concat([...kept, bytes.subarray(from)]);
};

/** Whether the file may contain a quoted `"=""0012"""`, which the parser reads as `="0012"`. */
export const mayHoldFormulas = (bytes: Buffer): boolean => bytes.includes(quotedSign);

/** `="0012"` → `0012`; any other text is unchanged. */
export const withoutFormula = (cell: string): string =>
  cell.length > 2 && cell.startsWith(sign) && cell.endsWith('"') ? cell.slice(2, -1).replaceAll('""', '"') : cell;

const sign = '="';
const quotedSign = '"=""';

/** Whether the number of quotes between the two offsets is odd. If it is even, every quote among them is closed. */
const oddQuotes = (bytes: Buffer, from: number, to: number): boolean => {
  let odd = false;
  for (let at = bytes.indexOf(34, from); at !== -1 && at < to; at = bytes.indexOf(34, at + 1)) odd = !odd;
  return odd;
};
