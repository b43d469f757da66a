/**
 * Reads entries again by their permanent ids, `entryUUID` or `objectGUID`, if the search still finds them. The filter is
 * built from ldapts' filter objects, not from text. In a text, ldapts encodes an escaped byte above 7F as two bytes, so a
 * GUID with such a byte would not match.
 */
import { AndFilter, EqualityFilter, OrFilter } from "ldapts";
import { slicesOf } from "../../../lib/slices.ts";
import type { CachedEntry } from "../../feeds/feed-cache.ts";
import { type LdapConnection, type LdapRequest, parsedFilter } from "../connection/ldap-connection.ts";
import { refuseReferences } from "../connection/ldap-failure.ts";
import type { IdentifiedCells } from "./entry-cells.ts";
import { readEntryMessage } from "./entry-message.ts";
import { insideBase } from "./inside-base.ts";
import { completeRanges } from "./value-ranges.ts";

/** A search below one base. */
export type BaseSearch = Omit<LdapRequest, "attributes" | "filter"> & { readonly filter: string };

/** Returns the entries with these `ids` that the search finds now. Fails as `searchEntries` does. */
export const readById = async (
  connection: LdapConnection,
  search: BaseSearch,
  { idAttribute, requested, read }: IdentifiedCells,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, CachedEntry>> => {
  const found = new Map<string, CachedEntry>();
  const check = insideBase(connection, search);
  for (const asked of slicesOf([...ids], mostIds)) {
    const matches = asked.map((id) => equals(idAttribute, id));
    const filter = new AndFilter({ filters: [parsedFilter(search.filter), new OrFilter({ filters: matches })] });
    const entries: ReturnType<typeof read>[] = [];
    const answer = await connection.responses.during(
      ({ bytes }) => {
        const entry = readEntryMessage(bytes);
        check(entry.name);
        entries.push(read(entry));
      },
      () => connection.search({ ...search, filter, attributes: requested }),
    );
    refuseReferences(connection.name, search.base, answer);
    for (const { id, dn, cells, ranges } of entries) {
      await completeRanges(connection, dn, cells, ranges);
      found.set(id, { id, dn, cells });
    }
  }
  return found;
};

/** Ids in one request: few enough for the usual size limits of servers, and for a filter of only a few kilobytes. */
const mostIds = 100;

const equals = (attribute: IdentifiedCells["idAttribute"], id: string): EqualityFilter =>
  new EqualityFilter({ attribute, value: attribute === "objectGUID" ? guidBytes(id) : id });

/** Returns the bytes of a GUID; those of its first three groups are in little-endian order (MS-DTYP, section 2.3.4). */
export const guidBytes = (guid: string): Buffer => {
  const bytes = Buffer.from(guid.replaceAll("-", ""), "hex");
  bytes.subarray(0, 4).reverse();
  bytes.subarray(4, 6).reverse();
  bytes.subarray(6, 8).reverse();
  return bytes;
};
