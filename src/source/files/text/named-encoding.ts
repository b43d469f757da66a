/**
 * Judges an encoding that somebody has named. Every sequence of bytes is valid in most single-byte encodings, so that a
 * file can be read in one of them proves nothing: the shape of the bytes may prove that the file has another encoding.
 */
import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";
import { encodingFamily, readAs } from "../encodings.ts";
import { type Evidence, isProven } from "./guess-encoding.ts";

/**
 * Returns the encodings that the bytes may have in spite of the name; usually none. Not to be asked about bytes that are all ASCII.
 *
 *   valid UTF-8        the file is UTF-8, unless a word of the mapping proves the named multi-byte encoding
 *   a single-byte      nearly all characters are common ones of a multi-byte encoding, most of them side by side: this
 *   encoding is named  encoding; Latin text has its accents alone among ASCII letters
 */
export const provenOtherwise = (bytes: Buffer, named: string, evidence: Evidence): readonly string[] => {
  const single = isSingleByte(named);
  if (isUtf8(bytes) && !bytes.includes(0)) {
    return !single && isProven(bytes, named, evidence) && !isProven(bytes, "utf-8", evidence) ? [] : ["utf-8"];
  }
  if (!single || isProven(bytes, named, evidence)) return [];
  return Object.keys(common).filter((encoding) => hasShape(bytes, encoding));
};

/** Whether each of the 256 bytes is a character of its own. */
const isSingleByte = (name: string): boolean =>
  iconv.decode(everyByte, name).length === 256 && !wide.test(encodingFamily(name));

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const wide = /^(?:utf|ucs|big5|gb|shift|euc|cp9[345])/;

/** For each multi-byte encoding, the bytes of two-byte characters that are in daily use. */
const common: Readonly<Record<string, RegExp>> = {
  big5: /[\xa4-\xc6][\x40-\x7e\xa1-\xfe]/g,
  gb18030: /[\xb0-\xd7][\xa1-\xfe]/g,
  shift_jis: /[\x82\x83\x88-\x9f][\x40-\x7e\x80-\xfc]/g,
  "euc-kr": /[\xb0-\xc8][\xa1-\xfe]/g,
};

const hasShape = (bytes: Buffer, encoding: string): boolean => {
  const reading = readAs(bytes, encoding);
  if (!("text" in reading)) return false;
  const found = reading.text.match(foreignRuns) ?? [];
  const all = found.join("");
  const sideBySide = found.reduce((sum, run) => (run.length > 1 ? sum + run.length : sum), 0);
  const usual =
    iconv
      .encode(all, encoding)
      .toString("latin1")
      .match(common[encoding] ?? never)?.length ?? 0;
  return sideBySide * 2 > all.length && usual * 10 >= all.length * 8;
};

const never = /$^/g;
const foreignRuns = /[^\p{ASCII}]+/gu;
