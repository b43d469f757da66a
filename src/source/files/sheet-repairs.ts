/**
 * What the reader of cells would turn into blanks or into other characters without a word, written so that it reads
 * right: error values, formulas nobody has computed, ISO dates, CDATA, and references to characters beyond U+FFFF.
 */

/** U+FFFD in the place of a value that is lost, which no field accepts. */
export const lostValue = "\uFFFD";

/** Texts that many cells share. */
export const repairTexts = (xml: Buffer): Buffer => {
  if (!holdsAny(xml, ["&#", "<![CDATA["])) return xml;
  return Buffer.from(withPlainText(xml.toString("utf8")));
};

/** A sheet (ECMA-376 part 1, 18.3.1.4: cells). */
export const repairSheet = (xml: Buffer): Buffer => {
  const texts = repairTexts(xml);
  if (!holdsAny(texts, ['"e"', "'e'", '"d"', "'d'", "f>", "<f ", ":f "])) return texts;
  return Buffer.from(texts.toString("utf8").replace(cell, repairedCell));
};

const holdsAny = (xml: Buffer, signs: readonly string[]): boolean => signs.some((sign) => xml.includes(sign));

const withPlainText = (xml: string): string =>
  xml
    .replace(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;"))
    .replace(/&#(?:x([0-9a-f]+)|(\d+));/gi, (reference, hex: string | undefined, decimal: string) => {
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      if (point <= 0xffff) return reference;
      return point > 0x10ffff ? lostValue : String.fromCodePoint(point);
    });

/** A cell with content: prefix of its name space, attributes, content. */
const cell = /<((?:\w+:)?)c(\s[^>]*[^/>])>([\s\S]*?)<\/\1c>/g;

const repairedCell = (whole: string, prefix: string, attributes: string, content: string): string => {
  const type = typeOf(attributes);
  const value = /<(?:\w+:)?v>([^<]*)</.exec(content)?.[1];
  const withText = (text: string): string =>
    `<${prefix}c${attributes.replace(typePattern, "")} t="str"><${prefix}v>${text}</${prefix}v></${prefix}c>`;
  if (type === "e" || isUncomputed(type, content, value)) return withText(lostValue);
  return type === "d" && value !== undefined ? withText(dateText(value)) : whole;
};

const typePattern = /\st\s*=\s*["'](\w+)["']/;

const typeOf = (attributes: string): string => typePattern.exec(attributes)?.[1] ?? "n";

/** A formula without a stored result; an empty text is a result. */
const isUncomputed = (type: string, content: string, value: string | undefined): boolean => {
  if (!/<(?:\w+:)?f[\s>/]/.test(content)) return false;
  return type === "str" ? !/<(?:\w+:)?v[\s>/]/.test(content) : value === undefined || value === "";
};

/** Dates of a sheet have no zone, even where a Z is written: a reader that minds it moves them to another day. */
const dateText = (iso: string): string =>
  iso
    .trim()
    .replace(/(?:\.\d+)?Z?$/, "")
    .replace(/T00:00(?::00)?$/, "");
