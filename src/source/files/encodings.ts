/** The encodings of files: all that iconv-lite knows. A file is decoded completely or not at all. */
import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { decodeBig5 } from "./big5.ts";
import { lineCounter } from "./line-counter.ts";

/** The text of a file, or the place of the first bytes that are invalid in the encoding. */
export type Reading = { readonly text: string } | FailedReading;

export type FailedReading = { readonly line: number; readonly badOffset?: number };

/** Whether the name is `auto` or a text encoding. */
export const isEncoding = (name: string): boolean =>
  name === "auto" || (/^[a-z0-9]/i.test(name) && !transfers.has(plain(name)) && iconv.encodingExists(name));

/** Returns one name for all spellings of an encoding and for its subsets, so that names can be compared. */
export const encodingFamily = (name: string): string => {
  const known = families.get(plain(name));
  if (known !== undefined) return known;
  const { encodingName } = iconv.getCodec(name) as { readonly encodingName?: string };
  return families.get(encodingName ?? "") ?? encodingName ?? plain(name);
};

/** Decodes all bytes, or returns the place of the first bad ones. UTF-8 is not decoded here, but in decode.ts. */
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

/** Normalises a name in the same way as iconv-lite. */
const plain = (name: string): string => name.toLowerCase().replace(/:\d{4}$|[^0-9a-z]/g, "");

/** Names that iconv-lite knows, but that are no encodings of text files. */
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

/**
 * Returns the offset of the first byte that is not UTF-8. It finds the first bad line, and then the bad byte in that line.
 * This is possible because a line end never lies inside a character.
 */
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

/** Steps over valid characters of one to four bytes until it meets the bad byte, which `bytes` must contain. */
const badOffset = (bytes: Buffer): number => {
  let good = 0;
  for (;;) {
    const width = [1, 2, 3, 4].find((size) => good + size <= bytes.length && isUtf8(bytes.subarray(good, good + size)));
    if (width === undefined) return good;
    good += width;
  }
};
