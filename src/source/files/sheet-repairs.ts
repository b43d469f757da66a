/**
 * What the reader of cells would turn into blanks or into other characters without a word, written so that it reads
 * right: error values, formulas nobody has computed, ISO dates, CDATA, and references to characters beyond U+FFFF.
 */

/** U+FFFD in the place of a value that is lost, which no field accepts. */
export const lostValue = "\uFFFD";

/** Texts that many cells share. The bytes given are left as they are. */
export const repairTexts = (xml: Buffer): Buffer => {
  const plain = xml.includes(dataStart) ? withoutData(xml) : xml;
  return plain.includes("&#") ? withoutReferences(plain, plain === xml) : plain;
};

const dataStart = Buffer.from("<![CDATA[");
const dataEnd = Buffer.from("]]>");
const escapes: ReadonlyMap<number, Buffer> = new Map([
  [0x26, Buffer.from("&amp;")],
  [0x3c, Buffer.from("&lt;")],
]);

/** One that does not end stays as it is, and is refused as a declaration that does not end. */
const withoutData = (xml: Buffer): Buffer => {
  const sections: (readonly [start: number, end: number])[] = [];
  let size = xml.length;
  for (let at = xml.indexOf(dataStart), end = 0; at !== -1; at = xml.indexOf(dataStart, end)) {
    end = xml.indexOf(dataEnd, at) + dataEnd.length;
    if (end < at) break;
    sections.push([at, end]);
    for (let place = at; place < end; place++) size += (escapes.get(xml[place] ?? 0)?.length ?? 1) - 1;
  }
  const plain = Buffer.alloc(size);
  let length = 0;
  let from = 0;
  for (const [start, end] of sections) {
    length += xml.copy(plain, length, from, start);
    for (let at = start + dataStart.length; at < end - dataEnd.length; at++) {
      const escape = escapes.get(xml[at] ?? 0);
      if (escape) length += escape.copy(plain, length);
      else plain[length++] = xml[at] ?? 0;
    }
    from = end;
  }
  length += xml.copy(plain, length, from);
  return plain.subarray(0, length);
};

/** What takes the place of a reference is never longer, so the bytes are moved forward in their own buffer. */
const withoutReferences = (given: Buffer, copies: boolean): Buffer => {
  let xml = given;
  let length = -1;
  let from = 0;
  for (let at = xml.indexOf("&#"); at !== -1; at = xml.indexOf("&#", at + 2)) {
    const found = reference.exec(xml.toString("latin1", at, at + longestReference));
    if (!found) continue;
    const point = found[1] === undefined ? Number(found[2]) : Number.parseInt(found[1], 16);
    if (point <= 0xffff) continue;
    if (length === -1) {
      if (copies) xml = Buffer.from(given);
      length = 0;
    }
    length += xml.copy(xml, length, from, at);
    length += xml.write(point > 0x10ffff ? lostValue : String.fromCodePoint(point), length);
    from = at + found[0].length;
  }
  if (length === -1) return given;
  length += xml.copy(xml, length, from);
  return xml.subarray(0, length);
};

const reference = /^&#(?:x([0-9a-f]+)|(\d+));/i;
const longestReference = 24;

/** What is known of a cell that has content. */
export type CellContent = {
  /** The attribute `t`; without it a number (ECMA-376 part 1, 18.18.11). */
  readonly type: string;
  readonly formula: boolean;
  /** The text of `<v>` as XML; undefined without that element. */
  readonly value: string | undefined;
};

/** The text, as XML, that takes the place of the content; undefined where the reader of cells reads it right. */
export const repairedText = ({ type, formula, value }: CellContent): string | undefined => {
  if (type === "e") return value === undefined || value === "" ? lostValue : value;
  // A text that is empty is a result.
  if (formula && (value === undefined || (value === "" && type !== "str"))) return lostValue;
  return type === "d" && value !== undefined ? dateText(value) : undefined;
};

/** Dates of a sheet have no zone, even where a Z is written: a reader that minds it moves them to another day. */
const dateText = (iso: string): string =>
  iso
    .trim()
    .replace(/(?:\.\d{1,9})?Z?$/, "")
    .replace(/T00:00(?::00)?$/, "");
