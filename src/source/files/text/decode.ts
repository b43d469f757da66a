/**
 * Decodes all bytes of a file to UTF-8, or fails. One encoding is chosen for the whole file, because a short Big5 cell
 * alone can look like UTF-8. Decoding comes before parsing, because the second byte of a Big5 character can be `\` or
 * `|`, which a parser would misread.
 */
import { isAscii, isUtf8 } from "node:buffer";
import { MusterdError } from "../../../lib/errors.ts";
import { badUtf8Offset, encodingFamily, type FailedReading, readAs } from "../encodings.ts";
import { lineCounter } from "../line-counter.ts";
import { type Evidence, guessEncoding, isProven } from "./guess-encoding.ts";
import { provenOtherwise } from "./named-encoding.ts";

/** The text of a file in UTF-8 without a byte order mark, and the encoding that the file has. */
export type DecodedFile = {
  readonly text: Buffer;
  /** Undefined if every byte is ASCII, which is the same in most encodings. */
  readonly encoding: string | undefined;
  /** True if no other encoding fits: the file is Unicode, or words of the mapping in it prove its encoding. */
  readonly certain: boolean;
};

/**
 * `encoding`: `auto`, or a name that iconv-lite knows. A byte order mark (UTF-8, UTF-16) overrides it. Fails with `source-encoding-ambiguous` or
 * `source-undecodable`, which names the line of the first bad byte. A NUL character is bad in every encoding.
 */
export const decodeFile = (bytes: Buffer, encoding: string, evidence: Evidence, file: string): DecodedFile => {
  const whole = decode(bytes, encoding, evidence, file);
  const decoded = { ...whole, text: withoutEndMarks(whole.text) };
  const nul = decoded.text.indexOf(0);
  if (nul === -1 && isAscii(bytes)) return { ...decoded, encoding: undefined, certain: true };
  if (nul === -1)
    return { ...decoded, certain: isUnicode(decoded.encoding) || isProven(bytes, decoded.encoding, evidence) };
  throw undecodable(file, lineCounter(decoded.text)(nul), "there is a NUL byte, which no text holds");
};

/** DOS, and systems that are older still, end a text with a character of its own, and may fill its last block with it. */
const withoutEndMarks = (text: Buffer): Buffer => {
  let end = text.length;
  while (text[end - 1] === endMark) end--;
  return text.subarray(0, end);
};

const endMark = 0x1a;

const isUnicode = (encoding: string): boolean => encoding.startsWith("utf-");

type Decoded = { readonly text: Buffer; readonly encoding: string };

const marks = {
  utf8: Buffer.from([0xef, 0xbb, 0xbf]),
  utf16le: Buffer.from([0xff, 0xfe]),
  utf16be: Buffer.from([0xfe, 0xff]),
};

const decode = (bytes: Buffer, encoding: string, evidence: Evidence, file: string): Decoded => {
  const startsWith = (mark: Buffer): boolean => bytes.subarray(0, mark.length).equals(mark);
  if (startsWith(marks.utf16le)) return { text: decodeUtf16(bytes, false, file), encoding: "utf-16le" };
  if (startsWith(marks.utf16be)) return { text: decodeUtf16(bytes, true, file), encoding: "utf-16be" };
  const marked = startsWith(marks.utf8);
  if (marked || encoding === "auto" || encodingFamily(encoding) === "utf-8") {
    if (isUtf8(bytes)) return { text: marked ? bytes.subarray(3) : bytes, encoding: "utf-8" };
    if (encoding === "auto" && !marked) return guessed(bytes, evidence, file);
    const badOffset = badUtf8Offset(bytes);
    throw badBytes({ line: lineCounter(bytes)(badOffset), badOffset }, "UTF-8", file);
  }
  const others = isAscii(bytes) ? [] : provenOtherwise(bytes, encoding, evidence);
  if (others.length > 0) throw notAsNamed(encoding, others.join(" or "), file);
  const reading = readAs(bytes, encoding);
  const family = encodingFamily(encoding);
  if (!("text" in reading)) throw badBytes(reading, family === "big5" ? "Big5" : encoding, file);
  return { text: Buffer.from(reading.text, "utf8"), encoding: family };
};

const guessed = (bytes: Buffer, evidence: Evidence, file: string): Decoded => {
  const guess = guessEncoding(bytes, evidence, file);
  if ("text" in guess) return { text: Buffer.from(guess.text, "utf8"), encoding: guess.encoding };
  // UTF-8 and the guess have both failed. The encoding in which more of the file can be read was probably meant.
  const badUtf8 = badUtf8Offset(bytes);
  const isProven = guess.encoding !== undefined;
  if (isProven && (guess.badOffset ?? badUtf8) >= badUtf8) throw badBytes(guess, guess.encoding, file);
  const badOffset = Math.max(guess.badOffset ?? 0, badUtf8);
  throw badBytes({ line: lineCounter(bytes)(badOffset), badOffset }, isProven ? "UTF-8" : "UTF-8 or Big5", file);
};

/** Decodes UTF-16, the encoding in which Excel saves “Unicode text”. */
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

const badBytes = ({ line, badOffset }: FailedReading, expected: string, file: string): MusterdError => {
  const where = badOffset === undefined ? "bytes in this line are" : `the byte at offset ${badOffset} is`;
  return undecodable(file, line, `${where} not ${expected}`);
};

const notAsNamed = (named: string, found: string, file: string): MusterdError =>
  new MusterdError(
    "source-undecodable",
    `the text is ${found} by its bytes, and \`encoding\` names ${named}, in which every name would read as other characters; nothing of it was used`,
    { place: { file }, hint: `set \`encoding: auto\`, or name ${found}, in the settings of the feed` },
  );

const undecodable = (file: string, line: number, what: string): MusterdError =>
  new MusterdError(
    "source-undecodable",
    `${what}; the file is damaged or of another kind, and nothing of it was used`,
    {
      place: { file, line },
      hint: "export the file again as UTF-8 (Excel: “CSV UTF-8”), or name its encoding in the settings of the feed (utf-16le for “Unicode” without a byte order mark)",
    },
  );
