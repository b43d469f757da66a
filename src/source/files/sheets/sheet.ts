/**
 * Reads the cells of a sheet (ECMA-376 part 1, section 18.3.1) in one pass over its bytes, and finds which cells are merged.
 * Every limit is checked before the cells beyond it are kept, and a sheet that programs read in different ways is refused.
 */

import { figure, limits, tooLarge } from "../limits.ts";
import { isStrike } from "./cell-formats.ts";
import { type CellContent, cellText, isStruckOut, type Shared, unescapedText } from "./cell-text.ts";
import { attributesOf, eachAttribute, eachTag, isEmpty, textBetween } from "./xml-tags.ts";

/** Rows and columns count from 1; both ends are included. */
export type MergedCells = {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
};

/** The rows up to the last filled cell. All rows with a filled cell have the same length, the others are empty. */
export type SheetTable = {
  readonly rows: readonly (readonly string[])[];
  readonly merged: readonly MergedCells[];
  /** The filled cells that are struck out. */
  readonly struck: readonly CellPlace[];
};

/** Fails with `source-too-large`, or with a plain Error if the part is not a sheet. */
export const readSheet = (xml: Buffer, file: string, shared: Shared): SheetTable => {
  const merged: MergedCells[] = [];
  const grid = gridOf(file);
  const struck: CellPlace[] = [];
  const cells = cellReader(xml, shared, grid, struck);
  let data = "before" as "before" | "inside" | "after";
  eachTag(xml, (name, closing, start, end) => {
    if (name === "sheetData" && data !== "after") data = closing || isEmpty(xml, end) ? "after" : "inside";
    else if (data === "inside") cells(name, closing, start, end);
    else if (name === "mergeCell" && !closing) addMerged(xml, start, end, merged, file);
  });
  if (data !== "after") throw new Error("its sheet has no end");
  return { rows: grid.rows(), merged, struck };
};

type OpenCell = CellContent & {
  readonly address: string;
  readonly row: number;
  readonly column: number;
  formula: boolean;
  value: string | undefined;
  /** Whether a part of its own text is struck out. */
  isStruck: boolean;
};

/** Returns a function that takes the tags of the rows. */
const cellReader = (xml: Buffer, shared: Shared, grid: ReturnType<typeof gridOf>, struck: CellPlace[]) => {
  const inline = richText(xml);
  let cell: OpenCell | undefined;
  let valueFrom = 0;

  const onCell = (closing: boolean, start: number, end: number): void => {
    if (closing) {
      const text = cell && cellText(cell, shared);
      if (cell && text) {
        grid.fill(cell, text);
        if (cell.isStruck || isStruckOut(cell, shared)) struck.push({ row: cell.row, column: cell.column });
      }
      cell = undefined;
      return;
    }
    if (cell) throw new Error("a cell stands inside another");
    const attributes = cellAttributes(xml, start, end);
    const place = placeOf(attributes.address);
    if (!place) throw new Error(attributes.address ? "a cell has no valid address" : "its cells have no addresses");
    grid.count(place);
    if (!isEmpty(xml, end)) cell = { ...attributes, ...place, formula: false, value: undefined, isStruck: false };
  };

  return (name: string, closing: boolean, start: number, end: number): void => {
    if (name === "c") onCell(closing, start, end);
    else if (name === "row" && !closing) checkRow(xml, start, end);
    if (!cell) return;
    if (name === "f") cell.formula = true;
    else if (cell.type === "inlineStr") {
      inline.onTag(name, closing, start, end);
      if (name === "is" && (closing || isEmpty(xml, end)))
        ({ text: cell.value, isStruck: cell.isStruck } = inline.take());
    } else if (name === "v") {
      if (closing) cell.value = textBetween(xml, valueFrom, start);
      else if (isEmpty(xml, end)) cell.value = "";
      valueFrom = end;
    }
  };
};

/** Collects the text of an element that has the text in `<t>` elements, one for each format. Readings (`<rPh>`) are left out. */
export const richText = (xml: Buffer) => {
  let text = "";
  let from = 0;
  let isReading = false;
  let isStruck = false;
  return {
    onTag: (name: string, closing: boolean, start: number, end: number): void => {
      if (name === "strike" && !closing && isStrike(name, attributesOf(xml, start, end))) isStruck = true;
      if (name === "rPh") isReading = !closing && !isEmpty(xml, end);
      if (name !== "t" || isReading) return;
      if (closing) text += textBetween(xml, from, start);
      from = end;
    },
    /** `isStruck`: whether a part of the text is struck out. */
    take: (): { readonly text: string; readonly isStruck: boolean } => {
      const taken = { text: unescapedText(text), isStruck };
      text = "";
      isStruck = false;
      return taken;
    },
  };
};

/** Collects the filled cells. A table reaches up to the last filled cell, so few cells can make a large one. */
const gridOf = (file: string) => {
  const table: string[][] = [];
  let [count, columns, characters] = [0, 0, 0];
  let last: CellPlace = { row: 0, column: 0 };
  return {
    count: (place: CellPlace): void => {
      const { row, column } = place;
      if (row < last.row || (row === last.row && column <= last.column)) throw new Error("its cells are out of order");
      last = place;
      if (++count > limits.cells)
        throw tooLarge(file, `a sheet has more than ${figure(limits.cells)} cells`, limits.cells);
    },
    fill: ({ address, row, column }: OpenCell, text: string): void => {
      if (text === "") return;
      columns = Math.max(columns, column);
      if (row * columns > limits.cells) {
        const what = `the cells of a sheet reach to ${address}: ${figure(row)} rows × ${figure(columns)} columns`;
        throw tooLarge(file, `${what} are ${figure(row * columns)} cells`, limits.cells);
      }
      if (text.length > limits.cellCharacters) {
        throw tooLarge(file, `a cell has ${figure(text.length)} characters`, limits.cellCharacters, row);
      }
      characters += text.length;
      if (characters > limits.sheetCharacters) {
        const what = `the cells have more than ${figure(limits.sheetCharacters)} characters`;
        throw tooLarge(file, what, limits.sheetCharacters);
      }
      while (table.length < row) table.push([]);
      const cells = table[row - 1] ?? [];
      while (cells.length < column - 1) cells.push("");
      cells.push(text);
    },
    rows: (): readonly (readonly string[])[] => {
      for (const cells of table) while (cells.length > 0 && cells.length < columns) cells.push("");
      return table;
    },
  };
};

const cellAttributes = (xml: Buffer, start: number, end: number) => {
  let [address, type, style] = ["", "n", ""];
  eachAttribute(xml, start, end, (name, from, to) => {
    // A cell with two addresses is made invalid, because programs differ in which address they use.
    if (name === "r") address = address === "" ? xml.toString("latin1", from, to) : "?";
    if (name === "t") type = xml.toString("latin1", from, to);
    if (name === "s") style = xml.toString("latin1", from, to);
  });
  return { address, type, style };
};

const checkRow = (xml: Buffer, start: number, end: number): void => {
  eachAttribute(xml, start, end, (name, from, to) => {
    if (name !== "r") return;
    const row = to - from > 7 ? Number.NaN : Number(xml.toString("latin1", from, to));
    if (!(Number.isInteger(row) && row >= 1 && row <= limits.sheetRows)) throw new Error("a row has no valid number");
  });
};

export type CellPlace = { readonly row: number; readonly column: number };

/** `B12` → row 12, column 2; undefined if it is not the address of a cell. */
const placeOf = (address: string): CellPlace | undefined => {
  const [, letters = "", digits] = /^([A-Z]{1,3})(\d{1,7})$/.exec(address) ?? [];
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  const row = Number(digits ?? 0);
  return row >= 1 && row <= limits.sheetRows && column <= limits.sheetColumns ? { row, column } : undefined;
};

/** A sheet with more merged ranges is not a list of people. */
const mostMerged = 200_000;

const addMerged = (xml: Buffer, start: number, end: number, merged: MergedCells[], file: string): void => {
  eachAttribute(xml, start, end, (name, from, to) => {
    const [first, last] = name === "ref" ? xml.toString("latin1", from, to).split(":").map(placeOf) : [];
    if (!first || !last) return;
    if (merged.length >= mostMerged) throw tooLarge(file, "a sheet has very many merged cells", mostMerged);
    merged.push({ top: first.row, bottom: last.row, left: first.column, right: last.column });
  });
};
