/**
 * Turns the attributes of an entry into cells in the order of a header. The case of attribute names does not matter. This
 * is done for every entry, so the result for each spelling of a name is remembered.
 */
import type { CachedEntry } from "../../feeds/feed-cache.ts";
import type { Cell } from "../../feeds/record.ts";
import { parentDn } from "../../values/dn.ts";
import type { LdapConnection } from "../connection/ldap-connection.ts";
import { feedError } from "../connection/ldap-failure.ts";
import { type AttributeValues, attributeText } from "./attribute-text.ts";
import { type EntryMessage, strangeEntry } from "./entry-message.ts";
import { type Range, rangeOf } from "./value-ranges.ts";

export type LdapRecord = { readonly dn: string; readonly cells: readonly Cell[] };

export type EntryCells = {
  /** The attributes to request, without the pseudo attributes `dn` and `parentDn`. */
  readonly requested: readonly string[];
  /** Returns the cells of an entry. `ranges` lists the cells whose values are incomplete. */
  readonly read: (entry: EntryMessage) => { readonly cells: Cell[]; readonly ranges: readonly Range[] };
  /** Returns the attributes that no entry so far had (`missing`), and those that came without a request (`unasked`). */
  readonly strange: () => { readonly missing: readonly string[]; readonly unasked: readonly string[] };
};

/** `header` must not contain an attribute twice, not even in different case. */
export const entryCells = (header: readonly string[]): EntryCells => {
  const names = header.map((name) => name.toLowerCase());
  const [dnAt, parentAt] = [names.indexOf("dn"), names.indexOf("parentdn")];
  const isReal = (_: unknown, index: number): boolean => index !== dnAt && index !== parentAt;
  const slots = new Map<string, Slot>();
  const seen = new Set<number>();
  const unasked: string[] = [];

  const newSlot = (type: string): Slot => {
    const { name, first = 0, last } = rangeOf(type);
    const cell = names.indexOf(name);
    // A name with an option is another attribute, such as cn;lang-en beside cn. So it is not reported as unrequested.
    if (cell === -1 && !type.includes(";")) unasked.push(type);
    const slot = {
      cell,
      text: attributeText(name),
      first,
      range: last === undefined ? undefined : { cell, name, last },
    };
    if (slots.size > mostTypes) throw strangeEntry("with attributes of thousands of types that nobody has asked for");
    slots.set(type, slot);
    return slot;
  };
  return {
    // An empty list would request every attribute; 1.1 requests none (RFC 4511, section 4.5.1.8).
    requested: header.some(isReal) ? header.filter(isReal) : ["1.1"],
    read: (entry) => {
      const cells: Cell[] = names.map(() => "");
      let ranges: Range[] = [];
      if (dnAt !== -1) cells[dnAt] = entry.name;
      if (parentAt !== -1) cells[parentAt] = parentDn(entry.name);
      for (const attribute of entry.attributes) {
        const { cell, text, first, range } = slots.get(attribute.type) ?? newSlot(attribute.type);
        // Beside the first range of an attribute, the server may also send the attribute itself, without values.
        if (cell === -1 || attribute.values.length === 0) continue;
        if (first > 0 || !isBlank(cells[cell]))
          throw strangeEntry(`with ${attribute.type} twice, or without its first values`);
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

/** A server answers with the attributes that were asked for, and some with names of their own. */
const mostTypes = 5000;

const isBlank = (cell: Cell | undefined): boolean => cell === undefined || cell.length === 0;

/** How the values of an attribute are stored. `cell` is -1 if the attribute is not in the header. */
type Slot = {
  readonly cell: number;
  readonly text: (attribute: AttributeValues) => Cell;
  /** The number of the first value. */
  readonly first: number;
  readonly range: Range | undefined;
};

/** Fails if the server answers with its own name for an attribute, so that the requested one looks empty. */
export const refuseOtherNames = (
  { name }: LdapConnection,
  { missing, unasked }: ReturnType<EntryCells["strange"]>,
): void => {
  if (missing.length === 0 || unasked.length === 0) return;
  const what = `no entry has ${missing.join(", ")}, but the server answers with ${unasked.join(", ")}`;
  const hint = "name the attributes in the mapping as the server does";
  throw feedError(name, "url", "source-ldap-attribute", what, hint);
};

/** Cells with an id that stays the same when the entry is renamed or moved. */
export type IdentifiedCells = {
  readonly idAttribute: "entryUUID" | "objectGUID";
  /** The feed's attributes and the id attribute. */
  readonly header: readonly string[];
  readonly requested: readonly string[];
  /** Converts an entry. Fails with `source-ldap-changes-unsupported` if the entry has no id. */
  readonly read: (entry: EntryMessage) => CachedEntry & { readonly cells: Cell[]; readonly ranges: readonly Range[] };
  /** Converts a record that `searchEntries` has read with the attributes of `header`. */
  readonly identify: (record: LdapRecord) => CachedEntry;
  /** Fails with `source-ldap-attribute` if the server returned an attribute under another name, as `searchEntries` does. */
  readonly refuseOtherNames: () => void;
};

/** `attributes` must not contain an attribute twice. */
export const identifiedCells = (
  connection: LdapConnection,
  attributes: readonly string[],
  idAttribute: IdentifiedCells["idAttribute"],
): IdentifiedCells => {
  const among = attributes.findIndex((name) => name.toLowerCase() === idAttribute.toLowerCase());
  const header = among === -1 ? [...attributes, idAttribute] : attributes;
  const { requested, read, strange } = entryCells(header);
  const idOf = (dn: string, cells: readonly Cell[]): string => {
    const id = cells[among === -1 ? attributes.length : among];
    if (typeof id !== "string" || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) {
      const hint = `let the bind account read ${idAttribute}, or read everything every time with \`changes: off\``;
      const what = `the bind account sees no ${idAttribute} of "${dn}"`;
      throw feedError(connection.name, "changes", "source-ldap-changes-unsupported", what, hint);
    }
    return id.toLowerCase();
  };
  return {
    idAttribute,
    header,
    requested,
    read: (entry) => {
      const { cells, ranges } = read(entry);
      return { id: idOf(entry.name, cells), dn: entry.name, cells: cells.slice(0, attributes.length), ranges };
    },
    identify: ({ dn, cells }) => ({ id: idOf(dn, cells), dn, cells: cells.slice(0, attributes.length) }),
    refuseOtherNames: () => refuseOtherNames(connection, strange()),
  };
};
