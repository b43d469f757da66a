/**
 * From the bytes of a file to UTF-8, all or nothing. Decided per file, never per cell: a short Big5 cell can look like
 * UTF-8. Decoded before it is parsed, because the second byte of a Big5 character can be `\` or `|`.
 */
import { isUtf8 } from "node:buffer";
import { MusterdError } from "../../lib/errors.ts";
import type { CsvSettings } from "../mapping.ts";
import { decodeBig5 } from "./big5.ts";

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** UTF-8 without byte order mark. Fails with `source-undecodable` (byte offset and line of the first bad byte). */
export const decodeFile = (bytes: Buffer, encoding: CsvSettings["encoding"], file: string): Buffer => {
  const marked = bytes.subarray(0, 3).equals(byteOrderMark);
  if (encoding !== "big5" || marked) {
    if (isUtf8(bytes)) return marked ? bytes.subarray(3) : bytes;
    if (encoding === "utf-8" || marked) throw undecodable(file, bytes, badUtf8Offset(bytes), "UTF-8");
  }
  const big5 = decodeBig5(bytes);
  if ("text" in big5) return Buffer.from(big5.text, "utf8");
  if (encoding === "big5") throw undecodable(file, bytes, big5.badOffset, "Big5");
  throw undecodable(file, bytes, Math.max(big5.badOffset, badUtf8Offset(bytes)), "UTF-8 or Big5");
};

/** Of two encodings that fail, the one that gets farther is the one that was meant. */
const undecodable = (file: string, bytes: Buffer, offset: number, expected: string): MusterdError => {
  const line = lineAt(bytes, offset);
  return new MusterdError(
    "source-undecodable",
    `the byte at offset ${offset} is not ${expected}; the file is damaged or in another encoding, and nothing of it was used`,
    {
      place: { file, line },
      wayOut: "export the file again as UTF-8 (Excel: “CSV UTF-8”), or name its encoding in `source.csv.encoding`",
    },
  );
};

/** Physical line, 1-based, of a byte. */
const lineAt = (bytes: Buffer, offset: number): number => {
  let line = 1;
  for (let at = bytes.indexOf(10); at !== -1 && at < offset; at = bytes.indexOf(10, at + 1)) line++;
  return line;
};

/** Line ends never lie inside a character, so the first bad line is found first and its first bad byte inside it. */
const badUtf8Offset = (bytes: Buffer): number => {
  let start = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(10, start);
    const line = bytes.subarray(start, end === -1 ? bytes.length : end + 1);
    if (!isUtf8(line)) return start + badOffset(line);
    start += line.length;
  }
  return start;
};

/** Steps over characters of one to four bytes; the bytes as a whole are known to be bad. */
const badOffset = (bytes: Buffer): number => {
  let good = 0;
  for (;;) {
    const width = [1, 2, 3, 4].find((size) => good + size <= bytes.length && isUtf8(bytes.subarray(good, good + size)));
    if (width === undefined) return good;
    good += width;
  }
};
