/**
 * Refuses entries that lie outside the base of their search. Names are compared by their values only, because the base may be
 * written with other spellings of the attribute types (`organizationalUnitName=people`, `2.5.4.11=people`).
 */
import { parentDn, rdnValues } from "../../values/dn.ts";
import type { LdapConnection, LdapRequest } from "../connection/ldap-connection.ts";
import { protocolError } from "../connection/ldap-failure.ts";

/** Returns a function that fails with `source-ldap-protocol` if the entry of this name does not belong to the search. */
export const insideBase = (
  { name: feed }: LdapConnection,
  { base, scope }: Pick<LdapRequest, "base" | "scope">,
): ((dn: string) => void) => {
  const top = rdnValues(base);
  const isTop = (values: string | undefined): boolean => values !== undefined && values === top;
  const isParent = (values: string | undefined): boolean =>
    isTop(values) || (scope === "sub" && values !== undefined && (top === "" || values.endsWith(`,${top}`)));
  // A hundred thousand entries share a few thousand parents.
  const known = new Set<string>();
  // Most servers spell the base as the search did. A long name is looked at, because it may be no name.
  const plainEnd = `,${base}`;
  const escapedEnd = `\\,${base}`;
  const isPlainlyBelow = (dn: string): boolean =>
    scope === "sub" && base !== "" && dn.length < 500 && dn.endsWith(plainEnd) && !dn.endsWith(escapedEnd);
  return (dn) => {
    if (isPlainlyBelow(dn)) return;
    const parent = scope === "base" ? "" : parentDn(dn);
    if (scope !== "base" && known.has(parent)) return;
    if (scope !== "base" && isParent(rdnValues(parent))) {
      if (known.size >= mostKnown) known.clear();
      known.add(parent);
    } else if (scope === "one" || !isTop(rdnValues(dn))) {
      throw protocolError(feed, `the search below "${base}" gave "${dn}", which does not lie there`);
    }
  };
};

const mostKnown = 10_000;
