/**
 * Finds the tags of a part of a workbook in one pass over its bytes. Regular expressions would search the rest of the part
 * for an end tag after every start tag. With a million elements that never end, this would take quadratic time.
 */
import { lostValue } from "../../values/lost-cells.ts";
import { limits } from "../limits.ts";

/** `start` is the offset of `<`, `end` the offset after `>`. */
export type OnTag = (name: string, closing: boolean, start: number, end: number) => void;

/**
 * Passes every tag with its local name to `onTag`, in order, but no comments, declarations, processing instructions and
 * CDATA. Fails with a plain Error if a tag does not end or is too long, or if an element is not closed.
 */
export const eachTag = (xml: Buffer, onTag: OnTag): void => {
  const unclosed: string[] = [];
  let at = 0;
  while (at < xml.length) {
    if (xml[at] !== open) {
      at++;
      continue;
    }
    const next = xml[at + 1];
    const other = next === exclamation || next === question;
    const end = other ? endOfOther(xml, at) : endOfTag(xml, at);
    if (!other) {
      const closing = next === slash;
      const name = nameAt(xml, at + (closing ? 2 : 1), end);
      onTag(name, closing, at, end);
      if (closing && unclosed.pop() !== name) throw new Error("an element has no end");
      if (!closing && !isEmpty(xml, end) && unclosed.push(name) > deepest) throw new Error("its elements are too deep");
    }
    at = end;
  }
  if (unclosed.length > 0) throw new Error("an element has no end");
};

/** No part of a workbook has more elements inside each other than this. */
const deepest = 100;

/** Whether the tag closes itself: `<c/>`. */
export const isEmpty = (xml: Buffer, end: number): boolean => xml[end - 2] === slash;

/** Passes every attribute of a tag to `onAttribute`: its local name, and the offsets where its raw value begins and ends. */
export const eachAttribute = (
  xml: Buffer,
  start: number,
  end: number,
  onAttribute: (name: string, from: number, to: number) => void,
): void => {
  let at = start + 1;
  while (at < end && !isSpace(xml[at])) at++;
  while (at < end) {
    while (at < end && isSpace(xml[at])) at++;
    let from = at;
    while (at < end && xml[at] !== equals && !isSpace(xml[at])) {
      if (xml[at] === colon) from = at + 1;
      at++;
    }
    const name = textOf(xml, from, at);
    while (at < end && isSpace(xml[at])) at++;
    if (xml[at] !== equals) return;
    at++;
    while (at < end && isSpace(xml[at])) at++;
    const quote = xml[at];
    if (quote !== doubleQuote && quote !== singleQuote) return;
    const close = xml.indexOf(quote, at + 1);
    onAttribute(name, at + 1, close);
    at = close + 1;
  }
};

/** The attributes of a tag, with their entities resolved. */
export const attributesOf = (xml: Buffer, start: number, end: number): ReadonlyMap<string, string> => {
  const attributes = new Map<string, string>();
  eachAttribute(xml, start, end, (name, from, to) => attributes.set(name, plainText(xml.toString("utf8", from, to))));
  return attributes;
};

const [open, close, slash, exclamation, question] = [0x3c, 0x3e, 0x2f, 0x21, 0x3f];
const [doubleQuote, singleQuote, equals, colon] = [0x22, 0x27, 0x3d, 0x3a];

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || (byte !== undefined && byte >= 9 && byte <= 13);

/** Most names are single letters, for which `fromCharCode` makes no new string. */
const textOf = (xml: Buffer, from: number, to: number): string =>
  to - from === 1 ? String.fromCharCode(xml[from] ?? 0) : xml.toString("latin1", from, to);

const nameAt = (xml: Buffer, start: number, end: number): string => {
  let from = start;
  let at = start;
  for (; at < end; at++) {
    const byte = xml[at];
    if (byte === colon) from = at + 1;
    else if (byte === slash || byte === close || isSpace(byte)) break;
  }
  return textOf(xml, from, at);
};

/** Returns the offset after the tag. A `>` inside quotes does not end the tag. */
const endOfTag = (xml: Buffer, start: number): number => {
  let quote = 0;
  for (let at = start + 1; at < xml.length; at++) {
    const byte = xml[at];
    if (quote === 0 && byte === close) return at + 1;
    if (byte === open) break;
    if (byte === quote) quote = 0;
    else if (quote === 0 && (byte === doubleQuote || byte === singleQuote)) quote = byte;
    if (at - start > limits.tagBytes) throw new Error(`a tag is longer than ${limits.tagBytes} bytes`);
  }
  throw new Error("a tag does not end");
};

const endOfOther = (xml: Buffer, start: number): number => {
  const head = xml.toString("latin1", start, start + cdata.length);
  const mark = head === cdata ? "]]>" : head.startsWith("<!--") ? "-->" : head.startsWith("<?") ? "?>" : ">";
  const end = xml.indexOf(mark, start);
  if (end === -1) throw new Error("a comment, a declaration or a section of text has no end");
  return end + mark.length;
};

const cdata = "<![CDATA[";

/** Returns the text between two tags with its CDATA and references resolved. Fails with a plain Error at a comment. */
export const textBetween = (xml: Buffer, from: number, to: number): string => {
  const pieces = xml.toString("utf8", from, to).split(/<!\[CDATA\[([^]*?)\]\]>/);
  return pieces.map((piece, at) => (at % 2 === 1 ? piece : plainText(piece))).join("");
};

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const plainText = (xml: string): string => {
  if (xml.includes("<")) throw new Error("a comment stands inside a text");
  if (!xml.includes("&")) return xml;
  return xml.replace(
    /&(?:#x([0-9a-f]{1,20})|#(\d{1,20})|(\w{1,32}));/gi,
    (_, hex?: string, decimal?: string, name = "") => {
      if (hex === undefined && decimal === undefined) return entities[name] ?? lostValue;
      const point = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return point > 0x10ffff ? lostValue : String.fromCodePoint(point);
    },
  );
};
