/**
 * Reads the parts of a ZIP file by its directory (PKWARE's APPNOTE.TXT, section 4.3). The length and the CRC of every part
 * are checked, so a damaged workbook cannot pass for a smaller or different one. Problems are thrown as plain Errors.
 */
import { crc32, inflateRawSync } from "node:zlib";
import { figure, limits, tooLarge } from "../limits.ts";

/** Name of a part → its bytes; undefined if the file does not have it. */
export type ZipParts = (name: string) => Buffer | undefined;

/** Parts are unpacked on request. A request that would exceed a limit fails with `source-too-large` before unpacking. */
export const openZip = (bytes: Buffer, file: string): ZipParts => {
  const entries = directoryOf(bytes);
  let unpackedBytes = 0;
  return (name) => {
    const entry = entries.get(name);
    if (!entry) return undefined;
    unpackedBytes += entry.bytes;
    if (unpackedBytes > limits.unpackedBytes) {
      throw tooLarge(file, `its parts are ${figure(unpackedBytes)} bytes unpacked`, limits.unpackedBytes);
    }
    const ratio = Math.floor(entry.bytes / Math.max(1, entry.packedBytes));
    if (entry.bytes > limits.anyRatioBytes && ratio > limits.ratio) {
      throw tooLarge(file, `${name} is unpacked ${figure(ratio)} times as large as packed`, limits.ratio);
    }
    return contentOf(bytes, name, entry);
  };
};

const signatures = { local: 0x04034b50, entry: 0x02014b50, end: 0x06054b50, end64: 0x06064b50, locator64: 0x07064b50 };
const encrypted = 0x0001;
const stored = 0;
const deflated = 8;
/** The value of a 32-bit field whose real value is in the ZIP64 extension. */
const extended = 0xffff_ffff;

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

type Entry = ReturnType<typeof entryOf>;

const directoryOf = (bytes: Buffer): ReadonlyMap<string, Entry> => {
  const end = bytes.lastIndexOf(word(signatures.end));
  if (end === -1) throw new Error("the ZIP directory is missing: the file has been cut off or is no ZIP file");
  const { count, start } = directoryPlace(bytes, end);
  const entries = new Map<string, Entry>();
  let at = start;
  for (let index = 0; index < count; index++) {
    if (bytes.readUInt32LE(at) !== signatures.entry) throw new Error("the ZIP directory is damaged");
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
    entries.set(bytes.toString("utf8", at + 46, nameEnd), entryOf(bytes, at, bytes.subarray(nameEnd, extraEnd)));
    at = extraEnd + bytes.readUInt16LE(at + 32);
  }
  return entries;
};

const directoryPlace = (bytes: Buffer, end: number): { readonly count: number; readonly start: number } => {
  const place = { count: bytes.readUInt16LE(end + 10), start: bytes.readUInt32LE(end + 16) };
  if (place.start !== extended && place.count !== 0xffff) return place;
  const locator = end - 20;
  if (locator < 0 || bytes.readUInt32LE(locator) !== signatures.locator64) return place;
  const end64 = Number(bytes.readBigUInt64LE(locator + 8));
  if (bytes.readUInt32LE(end64) !== signatures.end64) throw new Error("the ZIP directory is damaged");
  return { count: Number(bytes.readBigUInt64LE(end64 + 32)), start: Number(bytes.readBigUInt64LE(end64 + 48)) };
};

const entryOf = (bytes: Buffer, at: number, extra: Buffer) => {
  const long = zip64Values(extra);
  const size = (offset: number): number => {
    const short = bytes.readUInt32LE(at + offset);
    return short === extended ? (long.shift() ?? short) : short;
  };
  const sizes = { bytes: size(24), packedBytes: size(20), offset: size(42) };
  return {
    ...sizes,
    flags: bytes.readUInt16LE(at + 8),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
  };
};

/** Returns the 64-bit fields of the ZIP64 extension (type 0x0001), in order. */
const zip64Values = (extra: Buffer): number[] => {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    const fields = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2));
    return Array.from({ length: fields.length >> 3 }, (_, index) => Number(fields.readBigUInt64LE(index * 8)));
  }
  return [];
};

const contentOf = (bytes: Buffer, name: string, entry: Entry): Buffer => {
  if (entry.flags & encrypted) throw new Error(`the part ${name} is encrypted`);
  if (bytes.readUInt32LE(entry.offset) !== signatures.local) throw new Error("the ZIP directory is damaged");
  const start = entry.offset + 30 + bytes.readUInt16LE(entry.offset + 26) + bytes.readUInt16LE(entry.offset + 28);
  const packed = bytes.subarray(start, start + entry.packedBytes);
  const content = unpacked(packed, name, entry);
  if (content.length === entry.bytes && crc32(content) === entry.crc) return content;
  throw new Error(`the part ${name} is damaged (its checksum does not fit)`);
};

const unpacked = (packed: Buffer, name: string, entry: Entry): Buffer => {
  if (entry.method === stored) return packed;
  if (entry.method === deflated) return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.bytes) });
  throw new Error(`the part ${name} is compressed in an unknown way (${entry.method})`);
};
