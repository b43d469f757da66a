/**
 * Reads an entry from the bytes of its LDAP message (RFC 4511, section 4.5.2). ldapts is not used for this, because it
 * makes an object of every value. With a hundred thousand entries, that would cost as much as the rest of the reading.
 */
import { isUtf8 } from "node:buffer";
import { MusterdError } from "../../../lib/errors.ts";
import { type AttributeValues, isBinary } from "./attribute-text.ts";

export type EntryMessage = { readonly name: string; readonly attributes: readonly AttributeValues[] };

/** Fails with `source-ldap-protocol` if the bytes are not the message of an entry. */
export const readEntryMessage = (bytes: Buffer): EntryMessage => {
  const cursor = { at: 0 };
  let parts = 0;
  /**
   * Moves the cursor to the content of the next element, which must have this tag and must not be longer than the element
   * around it, and returns the end of the element.
   */
  const enter = (tag: number, outerEnd: number): number => {
    if ((parts += 1) > mostParts) throw notAnEntry(`it has more than ${mostParts} attributes and values`);
    const found = bytes[cursor.at];
    let length = bytes[cursor.at + 1] ?? 0;
    cursor.at += 2;
    if (length >= 0x80) {
      const size = length - 0x80;
      if (size < 1 || size > 6 || cursor.at + size > outerEnd) throw wrongTag(found, cursor.at);
      length = bytes.readUIntBE(cursor.at, size);
      cursor.at += size;
    }
    if (found !== tag || cursor.at + length > outerEnd) throw wrongTag(found, cursor.at);
    return cursor.at + length;
  };
  const text = (end: number): string => {
    const found = bytes.toString("utf8", cursor.at, end);
    cursor.at = end;
    return found;
  };

  const messageEnd = enter(sequence, bytes.length);
  cursor.at = enter(integer, messageEnd);
  const entryEnd = enter(entryTag, messageEnd);
  const name = text(enter(octets, entryEnd));
  const listEnd = enter(sequence, entryEnd);
  const attributes: AttributeValues[] = [];
  while (cursor.at < listEnd) {
    const attributeEnd = enter(sequence, listEnd);
    const typeEnd = enter(octets, attributeEnd);
    const { type, binary } = typeIn(bytes, cursor.at, typeEnd, attributes.length);
    cursor.at = typeEnd;
    const setEnd = enter(set, attributeEnd);
    const values: (string | Buffer)[] = [];
    const parsedBuffers: Buffer[] = [];
    while (cursor.at < setEnd) {
      const end = enter(octets, setEnd);
      const start = cursor.at;
      const value = text(end);
      if (binary) parsedBuffers.push(bytes.subarray(start, end));
      // U+FFFD stands for invalid bytes, but a valid text may contain it too, so the bytes are checked.
      const broken = value.includes("\uFFFD") && !isUtf8(bytes.subarray(start, end));
      values.push(broken ? bytes.subarray(start, end) : value);
    }
    attributes.push({ type, values, parsedBuffers });
  }
  return { name, attributes };
};

type AttributeType = { readonly bytes: Buffer; readonly type: string; readonly binary: boolean };

/**
 * The types of the attributes of the last entry, by position. The entries of a search mostly have the same attributes in the
 * same order, and to compare the bytes of a name is faster than to decode them.
 */
const lastTypes: AttributeType[] = [];

const typeIn = (bytes: Buffer, start: number, end: number, position: number): AttributeType => {
  const known = lastTypes[position];
  if (known && known.bytes.length === end - start && isAt(bytes, start, known.bytes)) return known;
  const type = bytes.toString("utf8", start, end);
  const found = { bytes: Buffer.from(bytes.subarray(start, end)), type, binary: isBinary(type) };
  if (position < mostTypes && found.bytes.length < longType) lastTypes[position] = found;
  return found;
};

const mostTypes = 100;
const longType = 200;

const isAt = (bytes: Buffer, start: number, wanted: Buffer): boolean => {
  for (let index = 0; index < wanted.length; index++) if (bytes[start + index] !== wanted[index]) return false;
  return true;
};

/** An attribute or value takes a few bytes of a message and up to a hundred times as much memory. */
const mostParts = 500_000;

const wrongTag = (tag: number | undefined, at: number): MusterdError => notAnEntry(`tag ${tag} near byte ${at}`);

const notAnEntry = (why: string): MusterdError => strangeEntry(`that is not one (${why})`);

/** The error for an entry that a server cannot mean. */
export const strangeEntry = (what: string): MusterdError =>
  new MusterdError("source-ldap-protocol", `the server sent an entry ${what}`, {
    hint: "look into the server's log; a proxy or load balancer between may be at fault, too",
  });

/** Tags of the elements of the message (RFC 4511, section 4.1.1; X.690). */
const [integer, octets, sequence, set, entryTag] = [0x02, 0x04, 0x30, 0x31, 0x64];
