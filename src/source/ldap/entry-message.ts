/**
 * An entry out of the bytes of its message (RFC 4511, section 4.5.2), with what a cell needs and no more: on the way of a
 * hundred thousand entries, the objects that ldapts makes of each value cost as much as all the rest.
 */
import { isUtf8 } from "node:buffer";
import { type AttributeValues, isBinary } from "./attribute-text.ts";

export type EntryMessage = { readonly name: string; readonly attributes: readonly AttributeValues[] };

/** Throws a RangeError where the bytes are no such message; a server that sends those is not spoken with any further. */
export const readEntryMessage = (bytes: Buffer): EntryMessage => {
  const cursor = { at: 0 };
  /** Goes into the element at hand, which must have this tag, and tells where it ends. */
  const enter = (tag: number): number => {
    const found = bytes[cursor.at];
    let length = bytes[cursor.at + 1] ?? 0;
    cursor.at += 2;
    if (length > 0x80) {
      const size = length - 0x80;
      length = bytes.readUIntBE(cursor.at, size);
      cursor.at += size;
    }
    if (found !== tag || cursor.at + length > bytes.length)
      throw new RangeError(`no entry: tag ${found} at byte ${cursor.at}`);
    return cursor.at + length;
  };
  const text = (end: number): string => {
    const found = bytes.toString("utf8", cursor.at, end);
    cursor.at = end;
    return found;
  };

  enter(sequence);
  cursor.at = enter(integer);
  enter(entryTag);
  const name = text(enter(octets));
  const listEnd = enter(sequence);
  const attributes: AttributeValues[] = [];
  while (cursor.at < listEnd) {
    enter(sequence);
    const type = text(enter(octets));
    const setEnd = enter(set);
    const values: (string | Buffer)[] = [];
    const parsedBuffers: Buffer[] = [];
    const binary = isBinary(type);
    while (cursor.at < setEnd) {
      const end = enter(octets);
      const start = cursor.at;
      const value = text(end);
      if (binary) parsedBuffers.push(bytes.subarray(start, end));
      // The sign for what is no UTF-8 may also stand in the text itself.
      const broken = value.includes("\uFFFD") && !isUtf8(bytes.subarray(start, end));
      values.push(broken ? bytes.subarray(start, end) : value);
    }
    attributes.push({ type, values, parsedBuffers });
  }
  return { name, attributes };
};

/** Tags (RFC 4511, section 4.1.1; X.690). */
const [integer, octets, sequence, set, entryTag] = [0x02, 0x04, 0x30, 0x31, 0x64];
