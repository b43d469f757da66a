/** Converts entries to cells, together with an id that stays the same when the entry is renamed or moved. */
import type { SearchEntry } from "ldapts";
import type { CachedEntry } from "../feed-cache.ts";
import type { Cell } from "../record.ts";
import { entryCells } from "./entry-cells.ts";
import type { LdapConnection } from "./ldap-connection.ts";
import { feedError } from "./ldap-failure.ts";
import { type LdapRecord, refuseAliases } from "./search.ts";
import type { Range } from "./value-ranges.ts";

export type IdentifiedCells = {
  readonly idAttribute: "entryUUID" | "objectGUID";
  /** The feed's attributes and the id attribute. */
  readonly header: readonly string[];
  readonly requested: readonly string[];
  /** Converts an entry of ldapts. Fails with `source-ldap-changes-unsupported` if the entry has no id. */
  readonly read: (entry: SearchEntry) => CachedEntry & { readonly cells: Cell[]; readonly ranges: readonly Range[] };
  /** Converts a record that `searchEntries` has read with the attributes of `header`. */
  readonly identify: (record: LdapRecord) => CachedEntry;
  /** Fails with `source-ldap-attribute` if the server returned an attribute under another name, as `searchEntries` does. */
  readonly refuseAliases: () => void;
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
    refuseAliases: () => refuseAliases(connection, strange()),
  };
};
