/**
 * Reads a workbook into rows of text: finds the sheets among its parts (ECMA-376 part 1, sections 12.3 and 18.2), and what
 * their cells refer to, which is shared texts and the formats of dates.
 */
import { MusterdError } from "../../lib/errors.ts";
import type { FilePlace } from "../feeds/record.ts";
import { figure, limits, tooLarge } from "./limits.ts";
import type { SiftedRows } from "./rows/sift-rows.ts";
import { cellFormatsOf } from "./sheets/cell-formats.ts";
import type { SharedTexts } from "./sheets/cell-text.ts";
import { readSheet, richText, type SheetTable } from "./sheets/sheet.ts";
import { attributesOf, eachTag, isEmpty } from "./sheets/xml-tags.ts";
import { openZip, type ZipParts } from "./sheets/zip.ts";

/** Only a workbook has sheets. Without `sheet`, the first one that is not hidden is read. */
export type SheetPlace = Omit<FilePlace, "label">;

/** Returns what the cells do not say. Fails with `source-xlsx-invalid`, `source-sheet-unknown` or `source-too-large`. */
export const readXlsx = (
  bytes: Buffer,
  place: SheetPlace,
  sifted: Pick<SiftedRows, "add">,
): Omit<SheetTable, "rows"> & { readonly chosen: ChosenSheet } => {
  const { rows, ...rest } = orInvalid(bytes, place.file, () => oneSheet(bytes, place));
  for (const [index, cells] of rows.entries()) sifted.add(index + 1, cells);
  return rest;
};

/** Returns the names of the sheets that have cells and are not hidden, in order. Fails with `source-xlsx-invalid` or `source-too-large`. */
export const sheetNames = (bytes: Buffer, file: string): readonly string[] => {
  const { sheets } = orInvalid(bytes, file, () => directoryOf(openZip(bytes, file)));
  const names = sheets.filter(({ hidden, part }) => !hidden && part !== undefined).map(({ name }) => name);
  if (names.length <= limits.sheets) return names;
  throw tooLarge(file, `the workbook has ${figure(names.length)} sheets`, limits.sheets);
};

const orInvalid = <Result>(bytes: Buffer, file: string, read: () => Result): Result => {
  try {
    return read();
  } catch (error) {
    if (error instanceof MusterdError) throw error;
    const why = `the workbook cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    const what = bytes.subarray(0, 2).equals(zipMark) ? why : "the file is not a workbook";
    throw new MusterdError("source-xlsx-invalid", `${what}; nothing of it was used`, {
      place: { file },
      hint: "save the sheet as an Excel workbook (.xlsx) without a password, or as “CSV UTF-8”",
      cause: error,
    });
  }
};

const zipMark = Buffer.from("PK");

/** The sheet that was read, and those besides that have cells, hidden or not. */
type ChosenSheet = { readonly name: string; readonly others: readonly string[] };

/** Reads the named sheet, or the first that is not hidden. */
const oneSheet = (bytes: Buffer, place: SheetPlace): SheetTable & { readonly chosen: ChosenSheet } => {
  const parts = openZip(bytes, place.file);
  const { sheets, related, counts1904, isUncalculated } = directoryOf(parts);
  const wanted = place.sheet?.trim();
  const chosen = sheets.find(
    ({ name, hidden, part }) => part !== undefined && (wanted === undefined ? !hidden : name.trim() === wanted),
  );
  if (chosen?.part === undefined) throw unknownSheet(place, sheets);
  const texts = onlyPart(parts, related, "sharedStrings");
  const styles = onlyPart(parts, related, "styles");
  const table = readSheet(contentOf(parts, chosen.part), place.file, {
    ...(texts ? textsOf(texts, place.file) : { texts: [], struck: new Set<number>() }),
    formats: styles ? cellFormatsOf(styles) : [],
    counts1904,
    isUncalculated,
  });
  const others = sheets.flatMap(({ name, part }) => (part === undefined || name === chosen.name ? [] : [name]));
  return { ...table, chosen: { name: chosen.name, others } };
};

type Relation = { readonly id: string; readonly type: string; readonly part: string };
/** `part` is absent for sheets without cells, such as charts. */
type Sheet = { readonly name: string; readonly hidden: boolean; readonly part: string | undefined };

/** `counts1904`: are days counted from 1904 instead of 1900? `isUncalculated`: are the results of formulas still to be made? */
const directoryOf = (parts: ZipParts) => {
  const workbook = contentOf(parts, "xl/workbook.xml");
  const related = elementsOf(contentOf(parts, "xl/_rels/workbook.xml.rels"), "Relationship").map(relationOf);
  // Names are looked up, because both lists may be long; of two relations with one name, the first counts.
  const worksheets = new Map<string | undefined, string>(
    related.toReversed().flatMap(({ id, type, part }) => (type === "worksheet" ? [[id, part] as const] : [])),
  );
  const sheets = elementsOf(workbook, "sheet")
    .filter((attributes) => attributes.get("name"))
    .map(
      (attributes): Sheet => ({
        name: attributes.get("name") ?? "",
        hidden: (attributes.get("state") ?? "visible") !== "visible",
        part: worksheets.get(attributes.get("id")),
      }),
    );
  const properties = elementsOf(workbook, "workbookPr");
  const isSet = (all: ReadonlyMap<string, string>, name: string) => /^(?:1|true)$/.test(all.get(name) ?? "");
  return {
    sheets,
    related,
    counts1904: properties.some((all) => isSet(all, "date1904")),
    isUncalculated: elementsOf(workbook, "calcPr").some(
      (all) =>
        isSet(all, "fullCalcOnLoad") ||
        isSet(all, "forceFullCalc") ||
        /^(?:0|false)$/.test(all.get("calcCompleted") ?? ""),
    ),
  };
};

const contentOf = (parts: ZipParts, name: string): Buffer => {
  const content = parts(name);
  if (content) return content;
  throw new Error(`the workbook has no part ${name}`);
};

/** A workbook has one part of this kind at most; one that is named often would be read as often. */
const onlyPart = (parts: ZipParts, related: readonly Relation[], type: string): Buffer | undefined => {
  const [part, other] = new Set(related.filter((one) => one.type === type).map((one) => one.part));
  if (other !== undefined) throw new Error(`the workbook has several parts of the kind ${type}`);
  return part === undefined ? undefined : contentOf(parts, part);
};

const relationOf = (attributes: ReadonlyMap<string, string>): Relation => {
  const target = attributes.get("Target") ?? "";
  return {
    id: attributes.get("Id") ?? "",
    type: (attributes.get("Type") ?? "").split("/").at(-1) ?? "",
    part: target.startsWith("/") ? target.slice(1) : `xl/${target}`,
  };
};

/** Returns the attributes of all elements with this name. */
const elementsOf = (xml: Buffer, element: string): readonly ReadonlyMap<string, string>[] => {
  if (xml.length > longestList) throw new Error(`a part that lists others is longer than ${longestList} bytes`);
  const found: ReadonlyMap<string, string>[] = [];
  eachTag(xml, (name, closing, start, end) => {
    if (name === element && !closing) found.push(attributesOf(xml, start, end));
  });
  return found;
};

const longestList = 1_000_000;

const textsOf = (xml: Buffer, file: string): SharedTexts => {
  const texts: string[] = [];
  const struck = new Set<number>();
  const inParts = richText(xml);
  eachTag(xml, (name, closing, start, end) => {
    inParts.onTag(name, closing, start, end);
    if (name !== "si" || !(closing || isEmpty(xml, end))) return;
    const { text, isStruck } = inParts.take();
    if (isStruck) struck.add(texts.length);
    if (texts.push(text) <= limits.texts) return;
    throw tooLarge(file, `the workbook has more than ${figure(limits.texts)} texts`, limits.texts);
  });
  return { texts, struck };
};

/** Names in an error, which is logged, stored and told. */
const shownSheets = 20;

const unknownSheet = ({ file, sheet }: SheetPlace, sheets: readonly Sheet[]): MusterdError => {
  const names = sheets.filter(({ part }) => part !== undefined);
  const shown = names.slice(0, shownSheets).map(({ name, hidden }) => (hidden ? `"${name}" (hidden)` : `"${name}"`));
  const more = names.length > shownSheets ? ` and ${figure(names.length - shownSheets)} more` : "";
  const list = `${shown.join(", ")}${more}`;
  const missing = sheet === undefined ? "a sheet that is not hidden" : `the sheet "${sheet}"`;
  return new MusterdError("source-sheet-unknown", `the workbook does not have ${missing}; it has: ${list || "none"}`, {
    place: { file },
    hint: "name one of these in `sheet`; without `sheet` the first one that is not hidden is read",
  });
};
