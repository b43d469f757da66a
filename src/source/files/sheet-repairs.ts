/**
 * Rewrites what the cell reader, read-excel-file, would silently turn into blanks or wrong characters: error values,
 * formulas without a result, ISO dates, CDATA, and references to characters beyond U+FFFF.
 */

/** U+FFFD stands for a value that is lost. No field accepts this character. */
export const lostValue = "\uFFFD";

/** Rewrites the CDATA and the character references in a part of a workbook. The given bytes stay as they are. */
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

/** Turns CDATA sections into ordinary text. A section that is not closed stays as it is. */
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

/**
 * Replaces references to characters beyond U+FFFF with the characters. A character is never longer than its reference, so
 * the bytes are moved within their buffer or, with `copies`, within a copy of it.
 */
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

export type CellContent = {
  /** The attribute `t` of the cell (ECMA-376 part 1, section 18.18.11). Without the attribute, the cell is a number. */
  readonly type: string;
  readonly formula: boolean;
  /** The text of `<v>` as XML; undefined without the element. */
  readonly value: string | undefined;
};

/** Returns the XML text to replace the content with, or undefined if the cell reader reads the cell correctly. */
export const repairedText = ({ type, formula, value }: CellContent): string | undefined => {
  if (type === "e") return value === undefined || value === "" ? lostValue : value;
  // An empty text is a valid result of a formula.
  if (formula && (value === undefined || (value === "" && type !== "str"))) return lostValue;
  return type === "d" && value !== undefined ? dateText(value) : undefined;
};

/**
 * Dates in a sheet have no time zone, even if they end in Z. The Z is dropped, because a program that respects it would
 * shift the date.
 */
const dateText = (iso: string): string =>
  iso
    .trim()
    .replace(/(?:\.\d{1,9})?Z?$/, "")
    .replace(/T00:00(?::00)?$/, "");
