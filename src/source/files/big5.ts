/**
 * Decodes Big5 in the variant of Windows in Taiwan (CP950). Its user-defined area is for characters that each site has
 * drawn itself. Decoders with the Hong Kong extensions read these as wrong but plausible characters. Here they become a
 * private-use character, which no name or key accepts.
 */
import iconv from "iconv-lite";

/** Returns the text, or the offset of the first byte that is not Big5. */
export const decodeBig5 = (bytes: Buffer): { readonly text: string } | { readonly badOffset: number } => {
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
const replacement = 0xfffd;

const isTrail = (byte: number): boolean => (byte >= 0x40 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xfe);

/**
 * Returns the UTF-16 unit of a pair of bytes, or 0 if there is none. `lead` is the first of the two bytes, and `decoded` is
 * the character that iconv-lite returns for the pair.
 */
const unitOf = (lead: number, decoded: string): number => {
  if (lead < 0xa1 || lead > 0xf9) return userDefined;
  const unit = decoded.charCodeAt(0);
  if (unit !== replacement) return unit;
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
