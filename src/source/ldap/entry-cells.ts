/**
 * Turns the attributes of an entry into cells in the order of a header; attribute names are compared without case.
 * Every entry passes here, so each spelling of a name is looked up only once.
 */

import { parentDn } from "../dn.ts";
import type { Cell } from "../record.ts";
import { type AttributeValues, attributeText } from "./attribute-text.ts";
import type { EntryMessage } from "./entry-message.ts";
import { rangeOf } from "./value-ranges.ts";

export type EntryCells = {
  /** The attributes to request, without the pseudo attributes `dn` and `parentDn`. */
  readonly requested: readonly string[];
  /** The cells, and the ranges of cells whose values are incomplete. */
  readonly read: (entry: EntryMessage) => { readonly cells: Cell[]; readonly ranges: readonly Range[] };
  /** Of all entries so far: attributes that none had, and attributes that were not requested. */
  readonly strange: () => { readonly missing: readonly string[]; readonly unasked: readonly string[] };
};

/** The cell has the values 0 to `last`, and there are more. */
export type Range = { readonly cell: number; readonly name: string; readonly last: number };

/** `header` contains no attribute twice, compared without case. */
export const entryCells = (header: readonly string[]): EntryCells => {
  const names = header.map((name) => name.toLowerCase());
  const [dnAt, parentAt] = [names.indexOf("dn"), names.indexOf("parentdn")];
  const isReal = (_: unknown, index: number): boolean => index !== dnAt && index !== parentAt;
  const slots = new Map<string, Slot>();
  const seen = new Set<number>();
  const unasked: string[] = [];

  const newSlot = (type: string): Slot => {
    const { name, last } = rangeOf(type);
    const cell = names.indexOf(name);
    // With an option it is another attribute: cn;lang-en beside cn. So it is not reported as unrequested.
    if (cell === -1 && !type.includes(";")) unasked.push(type);
    const slot = { cell, text: attributeText(name), range: last === undefined ? undefined : { cell, name, last } };
    slots.set(type, slot);
    return slot;
  };
  return {
    // An empty list would request every attribute; 1.1 requests none (RFC 4511, section 4.5.1.8).
    requested: header.some(isReal) ? header.filter(isReal) : ["1.1"],
    read: (entry) => {
      const cells: Cell[] = names.map(() => "");
      let ranges: Range[] = none;
      if (dnAt !== -1) cells[dnAt] = entry.name;
      if (parentAt !== -1) cells[parentAt] = parentDn(entry.name);
      for (const attribute of entry.attributes) {
        const { cell, text, range } = slots.get(attribute.type) ?? newSlot(attribute.type);
        // Beside the first range the attribute itself may come without values.
        if (cell === -1 || attribute.values.length === 0) continue;
        seen.add(cell);
        cells[cell] = text(attribute);
        if (range) ranges = [...ranges, range];
      }
      return { cells, ranges };
    },
    strange: () => ({
      missing: header.filter((name, index) => isReal(name, index) && !seen.has(index)),
      unasked,
    }),
  };
};

const none: Range[] = [];

/** The cell for an attribute; -1 means none. */
type Slot = {
  readonly cell: number;
  readonly text: (attribute: AttributeValues) => Cell;
  readonly range: Range | undefined;
};
