/**
 * Counts the physical lines of a file. A line ends with CRLF, LF or, on old systems, CR alone. The file is first scanned for
 * CR alone, because a file that has none can be counted much faster.
 */

/** Offset → physical line, 1-based. Offsets must ascend, so that the file is counted only once. */
export type LineCounter = (offset: number) => number;

export const lineCounter = (bytes: Buffer, loneReturns = hasLoneReturn(bytes)): LineCounter => {
  const next = loneReturns ? afterAnyLineEnd : afterLineFeed;
  let line = 1;
  let start = next(bytes, 0);
  return (offset) => {
    while (start !== 0 && start <= offset) {
      line++;
      start = next(bytes, start);
    }
    return line;
  };
};

const hasLoneReturn = (bytes: Buffer): boolean => {
  for (let at = bytes.indexOf(13); at !== -1; at = bytes.indexOf(13, at + 1)) if (bytes[at + 1] !== 10) return true;
  return false;
};

/** Returns the start of the line after the one at `from`, or 0 if there is none. */
const afterLineFeed = (bytes: Buffer, from: number): number => bytes.indexOf(10, from) + 1;

const afterAnyLineEnd = (bytes: Buffer, from: number): number => {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] === 10 || (bytes[at] === 13 && bytes[at + 1] !== 10)) return at + 1;
  }
  return 0;
};
