/**
 * The attributes of an entry as cells in the order of a header; names are compared as LDAP does, without case. This is
 * the hot path of a reading, so each spelling of an attribute name is looked into once.
 */

import { parentDn } from "../dn.ts";
import type { Cell } from "../record.ts";
import { type AttributeValues, attributeText } from "./attribute-text.ts";
import type { EntryMessage } from "./entry-message.ts";
import { rangeOf } from "./value-ranges.ts";

/** Reads entries under one header. */
export type EntryCells = {
  /** What to ask the server for; the pseudo attributes `dn` and `parentDn` are not among it. */
  readonly requested: readonly string[];
  /** The cells, and of which of them only the beginning has come. */
  readonly read: (entry: EntryMessage) => { readonly cells: Cell[]; readonly ranges: readonly Range[] };
  /** Over all entries so far: attributes that none had, and attributes that came without having been asked for. */
  readonly strange: () => { readonly missing: readonly string[]; readonly unasked: readonly string[] };
};

/** The values 0 to `last` are in the cell, and there are more. */
export type Range = { readonly cell: number; readonly name: string; readonly last: number };

/** `header` names no attribute twice, in whatever case. */
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
    // An option that nobody asked for makes it another attribute, and is no surprise: cn;lang-en beside cn.
    if (cell === -1 && !type.includes(";")) unasked.push(type);
    const slot = { cell, text: attributeText(name), range: last === undefined ? undefined : { cell, name, last } };
    slots.set(type, slot);
    return slot;
  };
  return {
    // No list at all would mean every attribute; 1.1 means none (RFC 4511, section 4.5.1.8).
    requested: header.some(isReal) ? header.filter(isReal) : ["1.1"],
    read: (entry) => {
      const cells: Cell[] = names.map(() => "");
      let ranges: Range[] = none;
      if (dnAt !== -1) cells[dnAt] = entry.name;
      if (parentAt !== -1) cells[parentAt] = parentDn(entry.name);
      for (const attribute of entry.attributes) {
        const { cell, text, range } = slots.get(attribute.type) ?? newSlot(attribute.type);
        // Beside the beginning of a range the attribute itself may come, without values.
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

/** Where the values of an attribute go; cell -1 is nowhere. */
type Slot = {
  readonly cell: number;
  readonly text: (attribute: AttributeValues) => Cell;
  readonly range: Range | undefined;
};
