/**
 * Finds the sheets among the parts of a workbook (ECMA-376 part 1, sections 12.3 and 18.2). The cell reader,
 * read-excel-file, gets a new workbook with a single sheet, because its own ZIP reader checks neither lengths nor
 * checksums.
 */
import { MusterdError } from "../../lib/errors.ts";
import { figure, limits, tooLarge } from "./limits.ts";
import { type MergedCells, scanSheet } from "./scan-sheet.ts";
import { repairTexts } from "./sheet-repairs.ts";
import { attributesOf, eachTag } from "./xml-tags.ts";
import { openZip, storedZip, type ZipParts } from "./zip.ts";

export type SheetPlace = { readonly file: string; readonly sheet?: string | undefined };

export type OneSheet = {
  /** The consecutive bytes of a workbook file that has only the parts that the sheet needs. */
  readonly pieces: readonly Buffer[];
  /** Position of the sheet in the workbook, 1-based. */
  readonly position: number;
  readonly merged: readonly MergedCells[];
};

/**
 * Returns the named sheet, or the first that is not hidden. Fails with `source-sheet-unknown` or `source-too-large`, or
 * with a plain Error if the bytes are not a workbook.
 */
export const oneSheet = (bytes: Buffer, place: SheetPlace): OneSheet => {
  const parts = openZip(bytes, place.file);
  const workbook = contentOf(parts, workbookPart);
  const relations = contentOf(parts, relationsPart);
  const related = relationsOf(relations);
  const sheets = sheetsOf(workbook, related);
  const wanted = place.sheet?.trim();
  const chosen = sheets.find(
    ({ name, hidden, part }) => part !== undefined && (wanted === undefined ? !hidden : name.trim() === wanted),
  );
  if (chosen?.part === undefined) throw unknownSheet(place, sheets);
  const { xml, merged } = scanSheet(contentOf(parts, chosen.part), place.file);
  const kept = new Map([
    [workbookPart, withDateSystem(workbook)],
    [relationsPart, relations],
    [chosen.part, xml],
  ]);
  for (const { type, part } of related) {
    if (type === "styles") kept.set(part, checkedStyles(contentOf(parts, part)));
    if (type === "sharedStrings") kept.set(part, checkedTexts(contentOf(parts, part), place.file));
  }
  return { pieces: storedZip(kept), position: sheets.indexOf(chosen) + 1, merged };
};

/** The cell reader understands `date1904="1"`, but not `date1904="true"`, which means the same. */
const withDateSystem = (workbook: Buffer): Buffer =>
  Buffer.from(workbook.toString("utf8").replace(/\bdate1904\s?=\s?["']true["']/, 'date1904="1"'));

/** Every shared text belongs to a cell, so the limit for cells also applies to shared texts. */
const checkedTexts = (part: Buffer, file: string): Buffer => {
  const texts = repairTexts(part);
  let count = 0;
  eachTag(texts, (name, closing) => {
    if (name !== "si" || closing || ++count <= limits.cells) return;
    throw tooLarge(file, `the workbook has more than ${figure(limits.cells)} texts`, limits.cells);
  });
  return texts;
};

/** Refuses tags longer than `longestFormat`. A spreadsheet program permits only 255 characters in a number format. */
const checkedStyles = (part: Buffer): Buffer => {
  eachTag(part, (_name, _closing, start, end) => {
    if (end - start > longestFormat) throw new Error(`a format is longer than ${longestFormat} bytes`);
  });
  return part;
};

const longestFormat = 4_096;

/**
 * Returns the names of the sheets that have cells and are not hidden, in order. Fails with a plain Error if the bytes are
 * not a workbook.
 */
export const visibleSheets = (bytes: Buffer, file: string): readonly string[] => {
  const parts = openZip(bytes, file);
  const related = relationsOf(contentOf(parts, relationsPart));
  return sheetsOf(contentOf(parts, workbookPart), related)
    .filter(({ hidden, part }) => !hidden && part !== undefined)
    .map(({ name }) => name);
};

const workbookPart = "xl/workbook.xml";
const relationsPart = "xl/_rels/workbook.xml.rels";

const contentOf = (parts: ZipParts, name: string): Buffer => {
  const content = parts(name);
  if (content) return content;
  throw new Error(`the workbook has no part ${name}`);
};

type Relation = { readonly id: string; readonly type: string; readonly part: string };
/** `part` is absent for sheets without cells, such as charts. */
type Sheet = { readonly name: string; readonly hidden: boolean; readonly part: string | undefined };

const relationsOf = (xml: Buffer): readonly Relation[] =>
  elementsOf(xml, "Relationship").map((attributes) => {
    const target = attributes.get("Target") ?? "";
    return {
      id: attributes.get("Id") ?? "",
      type: (attributes.get("Type") ?? "").split("/").at(-1) ?? "",
      part: target.startsWith("/") ? target.slice(1) : `xl/${target}`,
    };
  });

const sheetsOf = (xml: Buffer, relations: readonly Relation[]): readonly Sheet[] =>
  elementsOf(xml, "sheet")
    .filter((attributes) => attributes.get("name"))
    .map((attributes) => ({
      name: attributes.get("name") ?? "",
      hidden: (attributes.get("state") ?? "visible") !== "visible",
      part: relations.find(({ id, type }) => type === "worksheet" && id === attributes.get("id"))?.part,
    }));

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

const unknownSheet = ({ file, sheet }: SheetPlace, sheets: readonly Sheet[]): MusterdError => {
  const names = sheets.filter(({ part }) => part !== undefined);
  const list = names.map(({ name, hidden }) => (hidden ? `"${name}" (hidden)` : `"${name}"`)).join(", ");
  const missing = sheet === undefined ? "a sheet that is not hidden" : `the sheet "${sheet}"`;
  return new MusterdError("source-sheet-unknown", `the workbook does not have ${missing}; it has: ${list || "none"}`, {
    place: { file },
    hint: "name one of these in `sheet`; without `sheet` the first one that is not hidden is read",
  });
};
