/** The encodings that a file can be read in: all that iconv-lite knows, each whole or not at all. */
import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { decodeBig5 } from "./big5.ts";
import { lineCounter } from "./line-counter.ts";

/** The text of a file, or where its first bytes lie that the encoding does not know. */
export type Reading = { readonly text: string } | FailedReading;

export type FailedReading = { readonly line: number; readonly badOffset?: number };

/** Whether the name is `auto` or that of an encoding of text. */
export const isEncoding = (name: string): boolean =>
  name === "auto" || (/^[a-z0-9]/i.test(name) && !transfers.has(plain(name)) && iconv.encodingExists(name));

/** One name for all the names of an encoding and of those that are parts of it, so that they can be compared. */
export const encodingFamily = (name: string): string => {
  const known = families.get(plain(name));
  if (known !== undefined) return known;
  const { encodingName } = iconv.getCodec(name) as { readonly encodingName?: string };
  return families.get(encodingName ?? "") ?? encodingName ?? plain(name);
};

/** Decodes all or nothing. UTF-8 is no matter of this function. */
export const readAs = (bytes: Buffer, encoding: string): Reading => {
  const family = encodingFamily(encoding);
  if (family === "big5") {
    const big5 = decodeBig5(bytes);
    if ("text" in big5) return big5;
    return { line: lineCounter(bytes)(big5.badOffset), badOffset: big5.badOffset };
  }
  const text = iconv.decode(bytes, encoding);
  const lost = text.indexOf("\uFFFD");
  if (lost === -1) return { text };
  return { line: lineCounter(Buffer.from(text.slice(0, lost), "utf8"))(Number.POSITIVE_INFINITY) };
};

/** As iconv-lite compares names. */
const plain = (name: string): string => name.toLowerCase().replace(/:\d{4}$|[^0-9a-z]/g, "");

/** Codes for bytes, not for text. */
const transfers = new Set(["base64", "hex", "binary", "utf7", "utf7imap", "unicode11utf7"]);

const families: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "utf-8": ["utf8", "unicode11utf8"],
    big5: ["big5", "cp950", "950", "ms950", "windows950", "cnbig5", "xxbig5", "csbig5"],
    gb18030: ["gb18030", "gbk", "cp936"],
    shift_jis: ["shiftjis"],
    "euc-kr": ["cp949"],
  }).flatMap(([family, names]) => names.map((name) => [name, family] as const)),
);

/** Line ends never lie inside a character, so the first bad line is found first and its first bad byte inside it. */
export const badUtf8Offset = (bytes: Buffer): number => {
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
