/**
 * Refuses a base that is an alias (RFC 4512, section 2.6), such as one that was left in the place of a unit that was moved. Searches
 * follow no alias, so everybody below the entry that it stands for would look as if they had left.
 */

import type { LdapConnection } from "../connection/ldap-connection.ts";
import { feedError } from "../connection/ldap-failure.ts";
import { valuesOf } from "./attribute-text.ts";
import { type EntryMessage, readEntryMessage } from "./entry-message.ts";
import { pagedSearch } from "./paged-search.ts";

/** Fails with `source-ldap-base`, or as a search of the entry does. */
export const refuseAliases = async (connection: LdapConnection, bases: readonly string[]): Promise<void> => {
  const attributes = ["objectClass", "aliasedObjectName"];
  for (const base of bases) {
    const found: EntryMessage[] = [];
    const search = { base, filter: "(objectClass=alias)", scope: "base", attributes } as const;
    await pagedSearch(connection, search, 0, (message) => void found.push(readEntryMessage(message)));
    const alias = found.find(({ attributes: own }) =>
      valuesOf(own, "objectClass").some((name) => name.toLowerCase() === "alias"),
    );
    if (!alias) continue;
    const [target = "another entry"] = valuesOf(alias.attributes, "aliasedObjectName");
    const hint = "name the entry itself as `base`; nothing was read, so nothing is changed";
    throw feedError(connection.name, "url", "source-ldap-base", `the base "${base}" is an alias of "${target}"`, hint);
  }
};
