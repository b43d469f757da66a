/**
 * The inner order of a workbook (ECMA-376 part 1, 12.3 and 18.2): which part is which sheet. The reader of cells is given
 * a workbook of one sheet, made anew, because its own reading of ZIP files checks neither lengths nor checksums.
 */
import { MusterdError } from "../../lib/errors.ts";
import { repairSheet, repairTexts } from "./sheet-repairs.ts";
import { openZip, storedZip, type ZipParts } from "./zip.ts";

export type SheetPlace = { readonly file: string; readonly sheet?: string | undefined };

export type OneSheet = {
  /** A workbook file, piece by piece, with the parts that the sheet needs. */
  readonly pieces: readonly Buffer[];
  /** Position of the sheet in the workbook, from 1. */
  readonly position: number;
};

/**
 * The named sheet, or the first that is not hidden. Fails with `source-sheet-unknown`, and with a plain Error when the
 * bytes are no workbook.
 */
export const oneSheet = (bytes: Buffer, place: SheetPlace): OneSheet => {
  const parts = openZip(bytes);
  const workbook = contentOf(parts, workbookPart).toString("utf8");
  const relations = contentOf(parts, relationsPart);
  const related = relationsOf(relations.toString("utf8"));
  const sheets = sheetsOf(workbook, related);
  const wanted = place.sheet?.trim();
  const chosen = sheets.find(
    ({ name, hidden, part }) => part !== undefined && (wanted === undefined ? !hidden : name.trim() === wanted),
  );
  if (chosen?.part === undefined) throw unknownSheet(place, sheets);
  const kept = new Map([
    [workbookPart, Buffer.from(workbook.replace(/\bdate1904\s*=\s*["']true["']/, 'date1904="1"'))],
    [relationsPart, relations],
    [chosen.part, repairSheet(contentOf(parts, chosen.part))],
  ]);
  for (const { type, part } of related) {
    if (type === "styles") kept.set(part, contentOf(parts, part));
    if (type === "sharedStrings") kept.set(part, repairTexts(contentOf(parts, part)));
  }
  return { pieces: storedZip(kept), position: sheets.indexOf(chosen) + 1 };
};

/** The sheets with cells that are not hidden, in their order. Fails with a plain Error when the bytes are no workbook. */
export const visibleSheets = (bytes: Buffer): readonly string[] => {
  const parts = openZip(bytes);
  const related = relationsOf(contentOf(parts, relationsPart).toString("utf8"));
  return sheetsOf(contentOf(parts, workbookPart).toString("utf8"), related)
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

const relationsOf = (xml: string): readonly Relation[] =>
  elementsOf(xml, "Relationship").map((attributes) => {
    const target = attributes.get("Target") ?? "";
    return {
      id: attributes.get("Id") ?? "",
      type: (attributes.get("Type") ?? "").split("/").at(-1) ?? "",
      part: target.startsWith("/") ? target.slice(1) : `xl/${target}`,
    };
  });

const sheetsOf = (xml: string, relations: readonly Relation[]): readonly Sheet[] =>
  elementsOf(xml, "sheet")
    .filter((attributes) => attributes.get("name"))
    .map((attributes) => ({
      name: attributes.get("name") ?? "",
      hidden: (attributes.get("state") ?? "visible") !== "visible",
      part: relations.find(({ id, type }) => type === "worksheet" && id === attributes.get("id"))?.part,
    }));

/** The attributes of every element of a name, without the prefixes of name spaces. */
const elementsOf = (xml: string, element: string): readonly ReadonlyMap<string, string>[] =>
  [...xml.matchAll(new RegExp(`<(?:\\w+:)?${element}(\\s[^>]*)>`, "g"))].map(
    ([, attributes = ""]) =>
      new Map(
        [...attributes.matchAll(/(?:[\w-]+:)?([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(
          ([, name = "", double, single]) => [name, plainText(double ?? single ?? "")] as const,
        ),
      ),
  );

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const plainText = (xml: string): string =>
  xml.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name = "") => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal === undefined ? (entities[name] ?? whole) : String.fromCodePoint(Number(decimal));
  });

const unknownSheet = ({ file, sheet }: SheetPlace, sheets: readonly Sheet[]): MusterdError => {
  const names = sheets.filter(({ part }) => part !== undefined);
  const list = names.map(({ name, hidden }) => (hidden ? `"${name}" (hidden)` : `"${name}"`)).join(", ");
  const missing = sheet === undefined ? "a sheet that is not hidden" : `the sheet "${sheet}"`;
  return new MusterdError("source-sheet-unknown", `the workbook does not have ${missing}; it has: ${list || "none"}`, {
    place: { file },
    wayOut: "name one of these in `sheet`; without `sheet` the first one that is not hidden is read",
  });
};
