/** Parts of ZIP files whose sizes and places are written in 64 bits, as by programs that do not know the sizes beforehand. */
import { crc32 } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openZip } from "../../../../src/source/files/sheets/zip.ts";

type Field = readonly [bytes: 2 | 4 | 8, value: number];

const fields = (...all: readonly Field[]): Buffer =>
  Buffer.concat(
    all.map(([bytes, value]) => {
      const field = Buffer.alloc(8);
      field.writeBigUInt64LE(BigInt(value));
      return field.subarray(0, bytes);
    }),
  );

/** In 64 bits elsewhere. */
const extended = 0xffff_ffff;
const content = Buffer.from("<worksheet/>");
const name = Buffer.from("sheet.xml");
const size = content.length;

const extra = (type: number, ...values: readonly Field[]): Buffer => {
  const said = fields(...values);
  return Buffer.concat([fields([2, type], [2, said.length]), said]);
};

type Short = { readonly size: number; readonly packed: number; readonly offset: number };

/** A ZIP file with one part that is not compressed. `short`: the fields in 32 bits; `start`: where it says that its directory is. */
const zipWith = (short: Short, more: Buffer, { start = extended, count = 1, end64 = 0x06064b50 } = {}): Buffer => {
  const place = 7;
  const common: readonly Field[] = [
    [2, 0],
    [2, 0],
    [4, 0],
    [4, crc32(content)],
  ];
  const sizes: readonly Field[] = [
    [4, short.packed],
    [4, short.size],
    [2, name.length],
  ];
  const local = Buffer.concat([fields([4, 0x04034b50], [2, 45], ...common, ...sizes, [2, 0]), name, content]);
  const ofEntry: readonly Field[] = [
    [2, more.length],
    [2, 0],
    [2, 0],
    [2, 0],
    [4, 0],
    [4, short.offset],
  ];
  const entry = Buffer.concat([fields([4, 0x02014b50], [2, 45], [2, 45], ...common, ...sizes, ...ofEntry), name, more]);
  const directoryAt = place + local.length;
  const endAt = directoryAt + entry.length;
  return Buffer.concat([
    Buffer.alloc(place),
    local,
    entry,
    fields([4, end64], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, 1], [8, 1], [8, entry.length], [8, directoryAt]),
    fields([4, 0x07064b50], [4, 0], [8, endAt], [4, 1]),
    fields(
      [4, 0x06054b50],
      [2, 0],
      [2, 0],
      [2, count],
      [2, count],
      [4, entry.length],
      [4, start === 0 ? directoryAt : start],
      [2, 0],
    ),
  ]);
};

const read = (file: Buffer) => openZip(file, "people.xlsx")("sheet.xml")?.toString();
const all = { size: extended, packed: extended, offset: extended };
const time = extra(0x5455, [2, 1], [4, 0], [2, 0]);

describe("a part", () => {
  it.each([
    ["sizes and place", all, extra(1, [8, size], [8, size], [8, 7])],
    ["sizes and place behind the time of the file", all, Buffer.concat([time, extra(1, [8, size], [8, size], [8, 7])])],
    ["only the place", { ...all, size, packed: size }, extra(1, [8, 7])],
    ["only the sizes", { ...all, offset: 7 }, extra(1, [8, size], [8, size])],
    ["nothing", { size, packed: size, offset: 7 }, time],
  ])("with %s in 64 bits is read", (_, short, more) => {
    expect(read(zipWith(short, more))).toBe("<worksheet/>");
    expect(read(zipWith(short, more, { start: 0 }))).toBe("<worksheet/>");
    expect(read(zipWith(short, more, { start: 0, count: 0xffff }))).toBe("<worksheet/>");
  });

  it("whose size is nowhere is not read", () => {
    expect(() => read(zipWith(all, time))).toThrow("4,294,967,295 bytes unpacked");
    expect(() => read(zipWith({ ...all, size, packed: size }, time))).toThrow("out of range");
  });

  it("is not read if the directory in 64 bits is none", () => {
    expect(() => read(zipWith(all, time, { end64: 0 }))).toThrow("the ZIP directory is damaged");
  });
});
