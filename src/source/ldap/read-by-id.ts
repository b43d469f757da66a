/**
 * Reads entries again by their permanent ids, `entryUUID` or `objectGUID`, if the search still finds them. The filter is
 * built from ldapts' filter objects, not from text. In a text, ldapts encodes an escaped byte above 7F as two bytes, so a
 * GUID with such a byte would not match.
 */
import { AndFilter, EqualityFilter, FilterParser, OrFilter, ResultCodeError, type SearchResult } from "ldapts";
import type { CachedEntry } from "../feed-cache.ts";
import type { IdentifiedCells } from "./identified-cells.ts";
import { readEntry } from "./intermediate-responses.ts";
import type { LdapConnection, LdapRequest } from "./ldap-connection.ts";
import { resultFailure } from "./ldap-failure.ts";
import { refuseReferences } from "./referrals.ts";
import { listed, readRest } from "./value-ranges.ts";

/** A search below one base. */
export type BaseSearch = Omit<LdapRequest, "attributes">;

/** Returns the entries with these `ids` that the search finds now. Fails as `searchEntries` does. */
export const readById = async (
  connection: LdapConnection,
  search: BaseSearch,
  { idAttribute, requested, read }: IdentifiedCells,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, CachedEntry>> => {
  const found = new Map<string, CachedEntry>();
  const asked = [...ids];
  for (let at = 0; at < asked.length; at += mostIds) {
    const matches = asked.slice(at, at + mostIds).map((id) => equals(idAttribute, id));
    const filter = new AndFilter({
      filters: [FilterParser.parseString(search.filter), new OrFilter({ filters: matches })],
    });
    const entries: ReturnType<typeof read>[] = [];
    const { searchReferences } = await connection.responses.during(
      ({ bytes }) => entries.push(read(readEntry(bytes))),
      () => ask(connection, search, filter, requested),
    );
    refuseReferences(connection, search.base, searchReferences);
    for (const { id, dn, cells, ranges } of entries) {
      for (const { cell, name, last } of ranges) {
        cells[cell] = [...listed(cells[cell] ?? ""), ...(await readRest(connection, dn, name, last))];
      }
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
const guidBytes = (guid: string): Buffer => {
  const bytes = Buffer.from(guid.replaceAll("-", ""), "hex");
  bytes.subarray(0, 4).reverse();
  bytes.subarray(4, 6).reverse();
  bytes.subarray(6, 8).reverse();
  return bytes;
};

const ask = async (
  connection: LdapConnection,
  { base, scope }: BaseSearch,
  filter: AndFilter,
  attributes: readonly string[],
): Promise<SearchResult> => {
  connection.assertOpen();
  try {
    return await connection.client.search(base, { scope, filter, attributes: [...attributes], timeLimit: 0 });
  } catch (error) {
    connection.assertOpen();
    if (!(error instanceof ResultCodeError)) throw error;
    const place = { feed: connection.name, url: connection.settings.url, base };
    throw resultFailure(place, "search", { status: error.code, errorMessage: error.message });
  }
};
