/**
 * Scans a sheet (ECMA-376 part 1, section 18.3.1) before the cell reader, read-excel-file, parses it. Finds how far the
 * cells reach and which cells are merged, and repairs what the cell reader would misread. The result contains nothing but
 * the cells.
 */
import { figure, limits, tooLarge } from "./limits.ts";
import { repairedText, repairTexts } from "./sheet-repairs.ts";
import { eachAttribute, eachTag, isEmpty } from "./xml-tags.ts";

/** Rows and columns count from 1; both ends are included. */
export type MergedCells = {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
};

export type ScannedSheet = { readonly xml: Buffer; readonly merged: readonly MergedCells[] };

/** Fails with `source-too-large`, or with a plain Error if the part is not a sheet. */
export const scanSheet = (part: Buffer, file: string): ScannedSheet => {
  const xml = repairTexts(part);
  const merged: MergedCells[] = [];
  const cells = cellScanner(xml, file);
  let rootEnd = 0;
  let dataStart = -1;
  let dataEnd = -1;
  eachTag(
    xml,
    (name, closing, start, end) => {
      if (rootEnd === 0) rootEnd = end;
      else if (name === "sheetData" && dataEnd === -1) {
        if (closing || isEmpty(xml, end)) [dataStart, dataEnd] = [dataStart === -1 ? start : dataStart, end];
        else dataStart = start;
      } else if (dataStart !== -1 && dataEnd === -1) cells.onTag(name, closing, start, end);
      else if (name === "mergeCell" && !closing) addMerged(xml, start, end, merged, file);
    },
    (start, end) => {
      if (dataStart !== -1 && dataEnd === -1) cells.leaveOut(start, end);
    },
  );
  if (dataEnd === -1) throw new Error("its sheet has no end");
  const [before, behind] = [xml.subarray(0, rootEnd), xml.subarray(dataEnd)];
  const rest = behind.subarray(Math.max(0, behind.lastIndexOf("</")));
  return { xml: Buffer.concat([before, ...cells.pieces(dataStart, dataEnd), rest]), merged };
};

type OpenCell = {
  readonly start: number;
  readonly address: string;
  readonly row: number;
  readonly column: number;
  readonly type: string;
};

const cellScanner = (xml: Buffer, file: string) => {
  const changes = piecesOf(xml);
  const grid = gridOf(file);
  let cell: OpenCell | undefined;
  let formula = false;
  let valueFrom = -1;
  let value: string | undefined;

  const openCell = (start: number, end: number): void => {
    if (cell) throw new Error("a cell stands inside another");
    const { address, type } = cellAttributes(xml, start, end);
    const place = placeOf(address);
    if (!place) throw new Error(address === "" ? "its cells have no addresses" : "a cell has no valid address");
    grid.count();
    if (!isEmpty(xml, end)) cell = { start, address, ...place, type };
    [formula, value, valueFrom] = [false, undefined, -1];
  };

  const closeCell = (end: number): void => {
    if (!cell) throw new Error("a cell ends that has not begun");
    const { start, address, type } = cell;
    const text = repairedText({ type, formula, value });
    if (text !== undefined) {
      const prefix = xml.toString("latin1", start + 1, xml.indexOf("c", start + 1));
      changes.replace(start, end, `<${prefix}c r="${address}" t="str"><${prefix}v>${text}</${prefix}v></${prefix}c>`);
    }
    cell = undefined;
  };

  const onValue = (closing: boolean, start: number, end: number): void => {
    if (!cell) return;
    if (closing && valueFrom !== -1) value = valueText(xml, cell.type, valueFrom, start);
    if (closing) return;
    grid.fill(cell);
    if (isEmpty(xml, end)) value = "";
    else valueFrom = end;
  };

  return {
    onTag: (name: string, closing: boolean, start: number, end: number): void => {
      if (name === "c") {
        if (closing) closeCell(end);
        else openCell(start, end);
      } else if (name === "v") onValue(closing, start, end);
      else if (closing) return;
      else if (name === "is" && cell) grid.fill(cell);
      else if (name === "f") formula = true;
      else if (name === "row") checkRow(xml, start, end);
    },
    leaveOut: (start: number, end: number): void => {
      if (cell) throw new Error("a comment stands inside a cell");
      changes.replace(start, end, "");
    },
    pieces: (start: number, end: number): Buffer[] => {
      if (cell) throw new Error("its last cell has no end");
      return changes.pieces(start, end);
    },
  };
};

/** Tracks how far filled cells reach, because the cell reader makes a table of that size. */
const gridOf = (file: string) => {
  let count = 0;
  let [rows, columns] = [0, 0];
  return {
    count: (): void => {
      if (++count > limits.cells)
        throw tooLarge(file, `a sheet has more than ${figure(limits.cells)} cells`, limits.cells);
    },
    fill: ({ address, row, column }: OpenCell): void => {
      rows = Math.max(rows, row);
      columns = Math.max(columns, column);
      if (rows * columns <= limits.cells) return;
      const what = `the cells of a sheet reach to ${address}: ${figure(rows)} rows × ${figure(columns)} columns`;
      throw tooLarge(file, `${what} are ${figure(rows * columns)} cells`, limits.cells);
    },
  };
};

/** Collects replacements of bytes, and returns all bytes in order with the replacements made. */
const piecesOf = (xml: Buffer) => {
  const replaced: { readonly start: number; readonly end: number; readonly text: Buffer }[] = [];
  return {
    replace: (start: number, end: number, text: string): void => {
      replaced.push({ start, end, text: Buffer.from(text) });
    },
    pieces: (start: number, end: number): Buffer[] => {
      let from = start;
      const pieces = replaced.flatMap((one) => {
        const before = xml.subarray(from, one.start);
        from = one.end;
        return [before, one.text];
      });
      return [...pieces, xml.subarray(from, end)];
    },
  };
};

const cellAttributes = (
  xml: Buffer,
  start: number,
  end: number,
): { readonly address: string; readonly type: string } => {
  let [address, type] = ["", "n"];
  eachAttribute(xml, start, end, (name, from, to) => {
    // A cell with two addresses is made invalid, because programs differ in which address they use.
    if (name === "r") address = address === "" ? xml.toString("latin1", from, to) : "?";
    if (name === "t") type = xml.toString("latin1", from, to);
  });
  return { address, type };
};

/** Returns the text of an error or a date. For other types it only matters whether there is a text, so "-" stands for it. */
const valueText = (xml: Buffer, type: string, from: number, to: number): string => {
  if (type === "e" || type === "d") return xml.toString("utf8", from, to);
  return from === to ? "" : "-";
};

const checkRow = (xml: Buffer, start: number, end: number): void => {
  eachAttribute(xml, start, end, (name, from, to) => {
    if (name !== "r") return;
    const row = to - from > 7 ? Number.NaN : Number(xml.toString("latin1", from, to));
    if (!(Number.isInteger(row) && row >= 1 && row <= limits.sheetRows)) throw new Error("a row has no valid number");
  });
};

/** `B12` → row 12, column 2; undefined if it is not the address of a cell. */
const placeOf = (address: string): { readonly row: number; readonly column: number } | undefined => {
  let column = 0;
  let at = 0;
  for (; at < address.length; at++) {
    const letter = address.charCodeAt(at) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (at === 0 || at > 3 || address.length - at > 7 || column > limits.sheetColumns) return undefined;
  let row = 0;
  for (; at < address.length; at++) {
    const digit = address.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return undefined;
    row = row * 10 + digit;
  }
  return row >= 1 && row <= limits.sheetRows ? { row, column } : undefined;
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
