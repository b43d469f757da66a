/**
 * From the bytes of a file to UTF-8, all or nothing. Decided per file, never per cell: a short Big5 cell can look like
 * UTF-8. Decoded before it is parsed, because the second byte of a Big5 character can be `\` or `|`.
 */
import { isUtf8 } from "node:buffer";
import { MusterdError } from "../../lib/errors.ts";
import { decodeBig5 } from "./big5.ts";
import { lineCounter } from "./line-counter.ts";

export type Encoding = "auto" | "utf-8" | "big5";

/**
 * UTF-8 without byte order mark. A byte order mark (UTF-8, UTF-16) is believed whatever the setting says. Fails with
 * `source-undecodable` (byte offset and line of the first bad byte; a NUL is bad in every encoding).
 */
export const decodeFile = (bytes: Buffer, encoding: Encoding, file: string): Buffer => {
  const decoded = decode(bytes, encoding, file);
  const nul = decoded.indexOf(0);
  if (nul === -1) return decoded;
  throw undecodable(file, lineCounter(decoded)(nul), "there is a NUL byte, which no text holds");
};

const marks = {
  utf8: Buffer.from([0xef, 0xbb, 0xbf]),
  utf16le: Buffer.from([0xff, 0xfe]),
  utf16be: Buffer.from([0xfe, 0xff]),
  zip: Buffer.from("PK\x03\x04"),
  compound: Buffer.from([0xd0, 0xcf, 0x11, 0xe0]),
};

const decode = (bytes: Buffer, encoding: Encoding, file: string): Buffer => {
  const startsWith = (mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);
  if (startsWith(marks.zip) || startsWith(marks.compound)) throw undecodable(file, 1, "this is a workbook, not text");
  if (startsWith(marks.utf16le) || startsWith(marks.utf16be))
    return decodeUtf16(bytes, startsWith(marks.utf16be), file);
  const marked = startsWith(marks.utf8);
  if (encoding !== "big5" || marked) {
    if (isUtf8(bytes)) return marked ? bytes.subarray(3) : bytes;
    if (encoding === "utf-8" || marked) throw badByte(file, bytes, badUtf8Offset(bytes), "UTF-8");
  }
  const big5 = decodeBig5(bytes);
  if ("text" in big5) return Buffer.from(big5.text, "utf8");
  if (encoding === "big5") throw badByte(file, bytes, big5.badOffset, "Big5");
  // Of two encodings that fail, the one that gets farther is the one that was meant.
  throw badByte(file, bytes, Math.max(big5.badOffset, badUtf8Offset(bytes)), "UTF-8 or Big5");
};

/** UTF-16 as Excel writes “Unicode text”. */
const decodeUtf16 = (bytes: Buffer, bigEndian: boolean, file: string): Buffer => {
  const body = bytes.subarray(2, bytes.length - (bytes.length % 2));
  const text = (bigEndian ? Buffer.from(body).swap16() : body).toString("utf16le");
  const lone = text.search(loneSurrogate);
  if (lone === -1 && bytes.length % 2 === 0) return Buffer.from(text, "utf8");
  const good = lone === -1 ? text : text.slice(0, lone);
  const line = lineCounter(Buffer.from(good, "utf8"))(Number.POSITIVE_INFINITY);
  throw undecodable(file, line, `the character at offset ${2 + good.length * 2} is not UTF-16`);
};

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

const badByte = (file: string, bytes: Buffer, offset: number, expected: string): MusterdError =>
  undecodable(file, lineCounter(bytes)(offset), `the byte at offset ${offset} is not ${expected}`);

const undecodable = (file: string, line: number, what: string): MusterdError =>
  new MusterdError(
    "source-undecodable",
    `${what}; the file is damaged or of another kind, and nothing of it was used`,
    {
      place: { file, line },
      wayOut: "export the file again as UTF-8 (Excel: “CSV UTF-8”), or name its encoding in the settings of the feed",
    },
  );

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
