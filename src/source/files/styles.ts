/**
 * What the styles of a workbook say about cells (ECMA-376 part 1, section 18.8): whether a number is shown as a date, the
 * digits and texts that are shown beside its digits, and whether the cell is struck out.
 */
import { attributesOf, eachTag, isEmpty } from "./xml-tags.ts";

/** `code`: the number format; "" for one that every program knows, such as General. */
export type CellStyle = { readonly isDate: boolean; readonly code: string; readonly struck: boolean };

type Format = { readonly numFmt: string | undefined; readonly font: string | undefined };

/**
 * Returns the style of each cell format. Refuses tags longer than `longestFormat`. A spreadsheet program permits only 255
 * characters in a number format.
 */
export const stylesOf = (xml: Buffer): readonly CellStyle[] => {
  const codes = new Map<string, string>();
  const struckFonts: boolean[] = [];
  const lists: Readonly<Record<string, Format[]>> = { cellStyleXfs: [], cellXfs: [] };
  let list: Format[] | undefined;
  let inFonts = false;
  eachTag(xml, (name, closing, start, end) => {
    if (end - start > longestFormat) throw new Error(`a format is longer than ${longestFormat} bytes`);
    if (Object.hasOwn(lists, name)) list = closing || isEmpty(xml, end) ? undefined : lists[name];
    if (name === "fonts") inFonts = !closing && !isEmpty(xml, end);
    if (closing) return;
    const attributes = attributesOf(xml, start, end);
    if (name === "numFmt") codes.set(attributes.get("numFmtId") ?? "", attributes.get("formatCode") ?? "");
    if (inFonts && name === "font") struckFonts.push(false);
    if (inFonts && isStrike(name, attributes)) struckFonts[struckFonts.length - 1] = true;
    // What a format does not say is as in the format on which it is based.
    const base = lists["cellStyleXfs"]?.[Number(attributes.get("xfId") ?? -1)];
    if (name === "xf") {
      list?.push({
        numFmt: attributes.get("numFmtId") ?? base?.numFmt,
        font: attributes.get("fontId") ?? base?.font,
      });
    }
  });
  return (lists["cellXfs"] ?? []).map(({ numFmt = "", font }) => {
    const code = codes.get(numFmt) ?? "";
    return { isDate: isDateFormat(Number(numFmt), code), code, struck: struckFonts[Number(font ?? -1)] === true };
  });
};

/** Whether a tag says that the text of its font or of its part of a text is struck out. */
export const isStrike = (name: string, attributes: ReadonlyMap<string, string>): boolean =>
  name === "strike" && !/^(?:0|false)$/.test(attributes.get("val") ?? "");

const longestFormat = 4_096;

/** Ids of the formats of dates that every spreadsheet program knows (ECMA-376 part 1, section 18.8.30). */
const dateFormats = /^(?:1[4-9]|2[0127-9]|3[0-6]|4[5-7]|5[0-8]|7[1-9]|8[01])$/;

/**
 * Parts of a format that stand for a part of a date or a time. `g` is an era such as 令和, `e` its year, `b` a year or
 * calendar of Thailand or of the Islamic world.
 */
const datePart = /^(?:s{1,2}|m{1,5}|h{1,2}|[ap]m?|d{1,4}|a{3,5}|b?y|b?yy|b?yyyy|b{1,4}|g{1,3}|g{0,3}(?:e|ee|eeee))$/;

/** A format is one of dates if at least one of its sections consists of such parts and of quoted or escaped texts. */
const isDateFormat = (id: number, code: string): boolean => {
  if (dateFormats.test(String(id))) return true;
  const sections = id < 100 ? [] : code.toLowerCase().replace(/\\./g, " ").split(";");
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
