/** Helpers for the tests of LDAP: complete settings of a feed, and searches that return lists. */

import {
  type ConnectionOptions,
  type LdapConnection,
  openLdapConnection,
} from "../../../src/source/ldap/connection/ldap-connection.ts";
import type { LdapRecord } from "../../../src/source/ldap/entries/entry-cells.ts";
import { searchEntries } from "../../../src/source/ldap/entries/search.ts";
import { type LdapFeedSettings, ldapFeedSettings, ldapSearchSettings } from "../../../src/source/ldap/settings.ts";

/**
 * Complete settings of a feed; the bind is anonymous by default. A password is given in plain text, as it is after
 * references to secrets have been resolved.
 */
export const feed = (given: Record<string, unknown>): LdapFeedSettings => {
  const bind = given["bind"] as { dn: string; password: string } | "anonymous" | "external" | undefined;
  const settings = ldapFeedSettings.parse({
    insecure: true,
    ...given,
    bind: typeof bind === "object" ? { ...bind, password: "env:PASSWORD" } : (bind ?? "anonymous"),
  });
  return { ...settings, bind: bind ?? "anonymous" };
};

/** Opens, uses and closes a connection. */
export const withFeed = async <Result>(
  given: Record<string, unknown>,
  use: (connection: LdapConnection) => Promise<Result>,
  options?: ConnectionOptions,
): Promise<Result> => {
  const connection = await openLdapConnection(feed(given), "ad", options);
  try {
    return await use(connection);
  } finally {
    await connection.close();
  }
};

/** Reads a search once and returns all entries. */
export const readWhole = async (
  connection: LdapConnection,
  search: Record<string, unknown>,
  attributes: readonly string[],
  pageSize = 500,
): Promise<readonly LdapRecord[]> => {
  let records: LdapRecord[] = [];
  const begin = () => {
    records = [];
    return (record: LdapRecord) => void records.push(record);
  };
  const count = await searchEntries(connection, ldapSearchSettings.parse(search), attributes, pageSize, begin);
  if (count !== records.length) throw new Error(`${count} entries were announced, ${records.length} came`);
  return records;
};
