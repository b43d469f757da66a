/**
 * The formats of cells of a workbook (ECMA-376 part 1, section 18.8): whether they show numbers as dates, what they add to a number,
 * and whether they strike the cell out.
 */
import { oncePer } from "../../../lib/once.ts";
import { longestCode, numberFormat } from "./number-format.ts";
import { attributesOf, eachTag, isEmpty } from "./xml-tags.ts";

export type CellFormat = {
  readonly isDate: boolean;
  /** What the format shows of a plain decimal number; absent where it adds nothing to it. */
  readonly shown?: (number: string) => string;
  readonly isStruck: boolean;
};

/** Returns the formats to which cells refer. Refuses tags longer than `longestFormat`, of which a program permits 255 characters, and very many. */
export const cellFormatsOf = (xml: Buffer): readonly CellFormat[] => {
  const codes = new Map<string, string>();
  const struckFonts: boolean[] = [];
  type Style = { readonly format: string; readonly font: string };
  const lists: Readonly<Record<string, Style[]>> = { cellStyleXfs: [], cellXfs: [] };
  let list: Style[] | undefined;
  let inFonts = false;
  let count = 0;
  eachTag(xml, (name, closing, start, end) => {
    if (end - start > longestFormat) throw new Error(`a format is longer than ${longestFormat} bytes`);
    if (Object.hasOwn(lists, name)) list = closing ? undefined : lists[name];
    if (name === "fonts") inFonts = !closing && !isEmpty(xml, end);
    if (closing) return;
    if (kept.test(name) && ++count > mostFormats) throw new Error(`it has more than ${mostFormats} formats`);
    const attributes = attributesOf(xml, start, end);
    if (inFonts && name === "font") struckFonts.push(false);
    if (inFonts && isStrike(name, attributes)) struckFonts[struckFonts.length - 1] = true;
    if (name === "numFmt") {
      codes.set(attributes.get("numFmtId") ?? "", attributes.get("formatCode") ?? "");
      if (codes.size > mostCodes) throw new Error(`it has more than ${mostCodes} formats of numbers`);
    }
    // A format without a number format has that of the format on which it is based.
    const base = lists["cellStyleXfs"]?.[Number(attributes.get("xfId") ?? -1)];
    if (name === "xf")
      list?.push({
        format: attributes.get("numFmtId") ?? base?.format ?? "",
        font: attributes.get("fontId") ?? base?.font ?? "",
      });
  });
  // Of a code once: thousands of formats may have one that takes milliseconds.
  const read = oncePer((format: string) => readFormat(Number(format), codes.get(format) ?? ""));
  return (lists["cellXfs"] ?? []).map(({ format, font }) => ({
    ...read(format),
    isStruck: struckFonts[Number(font)] === true,
  }));
};

const readFormat = (id: number, code: string): Omit<CellFormat, "isStruck"> => {
  // A code that no spreadsheet takes would take milliseconds.
  const isDate = code.length <= longestCode && isDateFormat(id, code);
  const shown = isDate ? undefined : numberFormat(code);
  return { isDate, ...(shown && { shown }) };
};

/** Whether a tag says that the text of its font, or of its part of a text, is struck out. */
export const isStrike = (name: string, attributes: ReadonlyMap<string, string>): boolean =>
  name === "strike" && !/^(?:0|false)$/.test(attributes.get("val") ?? "1");

const longestFormat = 4_096;

/** The elements of which something is kept. A program permits 65,490 formats of cells, and writes most of them twice. */
const kept = /^(?:xf|font|numFmt)$/;
const mostFormats = 300_000;

/** A program permits some hundreds of its user's own. Each is read, which takes a tenth of a millisecond. */
const mostCodes = 10_000;

/** Ids of the formats of dates that every spreadsheet program knows (ECMA-376 part 1, section 18.8.30). */
const dateFormats = /^(?:1[4-9]|2[0127-9]|3[0-6]|4[5-7]|5[0-8]|7[1-9]|8[01])$/;

/**
 * Parts of a format that stand for a part of a date or a time. `g` is an era such as 令和, `e` its year, `b` a year or
 * calendar of Thailand or of the Islamic world.
 */
const datePart = /^(?:s{1,2}|m{1,5}|h{1,2}|[ap]m?|d{1,4}|a{3,5}|b?y|b?yy|b?yyyy|b{1,4}|g{1,3}|g{0,3}(?:e|ee|eeee))$/;

/**
 * A format is one of dates if at least one of its sections consists of such parts and of quoted or escaped texts. Some writers of
 * workbooks give their own formats ids from 50 on, which have a meaning in some languages only: there the code counts.
 */
const isDateFormat = (id: number, code: string): boolean => {
  if (code === "" || id < 50) return dateFormats.test(String(id));
  const sections = code.toLowerCase().replace(/\\./g, " ").split(";");
  return sections.some((section) => {
    const shown = section
      .replace(/"[^"]*"/g, " ")
      .replace(/(\[?[smhd]{1,2}\]?)[.,]00?0?/g, "$1")
      .replace(/\[([smhd]{1,2})\]/g, "$1")
      .replace(/\[[^[\]]*\]/g, "")
      .replace(/b[12]/g, "b");
    const parts = shown.split(/[^a-z0#?%]+/).filter((part) => part !== "");
    return parts.length > 0 && parts.every((part) => datePart.test(part));
  });
};
