/** The encodings of files: all that iconv-lite knows. A file is decoded completely or not at all. */
import iconv from "iconv-lite";
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
  // iconv-lite leaves out a last half of a UTF-16 character and keeps half a pair.
  const isHalf = /^(?:utf16|ucs2)/.test(family) && bytes.length % 2 === 1;
  const found = text.toWellFormed().indexOf(lost);
  if (found === -1 && !isHalf) return { text };
  const at = found === -1 ? text.length : found;
  return { line: lineCounter(Buffer.from(text.slice(0, at), "utf8"))(Number.POSITIVE_INFINITY) };
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

/** Returns the offset of the first byte that is not UTF-8: there, decoding has lost bytes. `bytes` must contain one. */
export const badUtf8Offset = (bytes: Buffer): number => {
  const text = bytes.toString("utf8");
  let [offset, from] = [0, 0];
  for (let at = text.indexOf(lost); at !== -1; at = text.indexOf(lost, at + 1)) {
    offset += Buffer.byteLength(text.slice(from, at));
    from = at;
    // The file itself may contain the character that stands for lost bytes.
    if (!bytes.subarray(offset, offset + lostBytes.length).equals(lostBytes)) return offset;
  }
  return bytes.length;
};

const lost = "\uFFFD";
const lostBytes = Buffer.from(lost);

/**
 * Decodes Big5 in the variant of Windows in Taiwan (CP950), or returns the offset of the first byte that is not Big5. Its
 * user-defined area is for characters that each site has drawn itself. Decoders with the Hong Kong extensions read these
 * as wrong but plausible characters. Here they become a private-use character, which no name or key accepts.
 */
const decodeBig5 = (bytes: Buffer): { readonly text: string } | { readonly badOffset: number } => {
  const units = new Uint16Array(bytes.length);
  let length = 0;
  for (let offset = 0; offset < bytes.length; offset++) {
    const lead = bytes[offset] ?? 0;
    if (lead < 0x80) {
      units[length++] = lead;
      continue;
    }
    const unit = pairs()[(lead << 8) | (bytes[offset + 1] ?? 0)] ?? 0;
    if (unit === 0) return { badOffset: offset };
    units[length++] = unit;
    offset++;
  }
  return { text: Buffer.from(units.buffer, 0, length * 2).toString("utf16le") };
};

const userDefined = 0xe000;

const isTrail = (byte: number): boolean => (byte >= 0x40 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xfe);

/**
 * Returns the UTF-16 unit of a pair of bytes, or 0 if there is none. `lead` is the first of the two bytes, and `decoded` is
 * the character that iconv-lite returns for the pair.
 */
const unitOf = (lead: number, decoded: string): number => {
  if (lead < 0xa1 || lead > 0xf9) return userDefined;
  const unit = decoded.charCodeAt(0);
  if (unit !== 0xfffd) return unit;
  return lead >= 0xc6 && lead <= 0xc8 ? userDefined : 0;
};

let table: Uint16Array | undefined;

/** Returns the table pair of bytes → UTF-16 unit (0 if there is none). It is made when the first Big5 file is read. */
const pairs = (): Uint16Array => {
  if (table) return table;
  const codes: number[] = [];
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) if (isTrail(trail)) codes.push((lead << 8) | trail);
  }
  const lines = Buffer.from(codes.flatMap((pair) => [pair >> 8, pair & 0xff, 10]));
  const decoded = iconv.decode(lines, "big5").split("\n");
  const made = new Uint16Array(0x10000);
  for (const [index, pair] of codes.entries()) made[pair] = unitOf(pair >> 8, decoded[index] ?? "");
  table = made;
  return made;
};
