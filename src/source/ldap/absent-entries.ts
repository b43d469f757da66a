/**
 * Tells why entries that an earlier reading had are missing now: they are gone, an access rule hides them, or the filter tests for
 * an attribute that they lack. How the server tells:
 *
 *   it answers a search of the entry alone with …         then the entry
 *   noSuchObject, and the name of the entry above it      is gone, unless the entry above says that it has entries and shows none
 *   noSuchObject, although it gives such names otherwise  is hidden, or the entry above it is
 *   insufficientAccessRights, or nothing                  is hidden
 *   the entry                                             was found by an attribute that it lacks, or is no longer wanted
 */
import { AndFilter, type Filter, NotFilter, OrFilter, PresenceFilter, type SearchResponse } from "ldapts";
import { canonicalDn, isBelow, parentDn } from "../dn.ts";
import type { Absence } from "../feed.ts";
import { type LdapConnection, parsedFilter } from "./ldap-connection.ts";
import { resultFailure } from "./ldap-failure.ts";
import type { BaseSearch } from "./read-by-id.ts";
import { attributeOf, namesIn } from "./unsuited-attributes.ts";

/** `each`: an attribute without which an entry gives no record, as with `each` of a part. */
type EntrySearch = BaseSearch & { readonly each?: string | undefined };

/** Returns why each of the entries is missing. An entry outside of the search is gone. */
export const whyAbsent = async (
  connection: LdapConnection,
  search: EntrySearch,
  dns: readonly string[],
): Promise<ReadonlyMap<string, Absence>> => {
  const inside = dns.filter((dn) => isInside(dn, search));
  const found = new Map<string, Absence>();
  if (inside.length === 0) return found;
  const namesParents = await givesParents(connection, search.base);
  const showsNone = containers(connection);
  for (const dn of inside) {
    const why = await absence(connection, search, dn, namesParents, showsNone);
    found.set(dn, why);
  }
  return found;
};

const absence = async (
  connection: LdapConnection,
  { filter, base, each }: EntrySearch,
  dn: string,
  namesParents: boolean,
  showsNone: (parent: string) => Promise<boolean>,
): Promise<Absence> => {
  const wanted = parsedFilter(filter);
  const names = [...new Set([...namesIn(wanted), ...(each === undefined ? [] : [each])])];
  const answer = await ask(connection, dn, anything, names.length > 0 ? names : ["1.1"]);
  if (answer.status === noAccess) return hidden;
  if (answer.status === noSuchObject) {
    if (answer.matchedDN !== "") {
      const isHidden = same(answer.matchedDN, parentDn(dn)) && (await showsNone(parentDn(dn)));
      return isHidden ? hidden : gone;
    }
    return namesParents || (await showsNone(parentDn(dn))) ? hidden : gone;
  }
  if (answer.status !== success)
    throw resultFailure({ feed: connection.name, url: connection.settings.url, base }, "search", answer);
  const [entry] = answer.searchEntries;
  if (!entry) return hidden;
  const has = new Set(entry.attributes.filter(({ values }) => values.length > 0).map(({ type }) => typeName(type)));
  const lacks = [...new Set(names.map(typeName))].filter((name) => !has.has(name));
  if (lacks.length === 0) return gone;
  const mayMatch = await ask(connection, dn, withoutTestsOf(wanted, new Set(lacks)), ["1.1"]);
  return mayMatch.searchEntries.length > 0 ? { why: "lacks", attributes: lacks } : gone;
};

const hidden: Absence = { why: "hidden" };
const gone: Absence = { why: "gone" };

const ask = (
  connection: LdapConnection,
  base: string,
  filter: Filter,
  attributes: readonly string[],
): Promise<SearchResponse> => connection.answer({ base, filter, scope: "base", attributes });

const [success, sizeLimitExceeded, noSuchObject, noAccess] = [0, 4, 32, 50];
const anything = new PresenceFilter({ attribute: "objectClass" });

const isInside = (dn: string, { base, scope }: BaseSearch): boolean =>
  (scope !== "one" && same(dn, base)) ||
  (scope === "one" && same(parentDn(dn), base)) ||
  (scope === "sub" && isBelow(dn, base));

/** Whether the server names the entry above one that does not exist. If so, it says nothing only of what is hidden. */
const givesParents = async (connection: LdapConnection, base: string): Promise<boolean> => {
  const answer = await ask(connection, `cn=musterd-${crypto.randomUUID()},${base}`, anything, ["1.1"]);
  return answer.status === noSuchObject && same(answer.matchedDN, base);
};

/** Returns a function that tells whether an entry says that it has entries below it, and shows fewer. */
const containers = (connection: LdapConnection): ((parent: string) => Promise<boolean>) => {
  const known = new Map<string, Promise<boolean>>();
  const ofParent = async (parent: string): Promise<boolean> => {
    const said = await ask(connection, parent, anything, ["hasSubordinates", "numSubordinates", approximate]);
    const values = new Map(
      said.searchEntries.flatMap(({ attributes }) =>
        attributes.map(({ type, values }) => [type.toLowerCase(), values[0]] as const),
      ),
    );
    const exact = Number(values.get("numsubordinates") ?? 0);
    const some = values.get("hassubordinates") === "TRUE" || Number(values.get(approximate.toLowerCase()) ?? 0) > 0;
    const least = Math.max(exact, some ? 1 : 0);
    if (least === 0) return false;
    const below = { base: parent, filter: anything, scope: "one", attributes: ["1.1"] } as const;
    const shown = await connection.answer(below, { sizeLimit: least });
    return shown.status !== sizeLimitExceeded && shown.searchEntries.length + shown.searchReferences.length < least;
  };
  return (parent) => {
    const answer = known.get(parent) ?? ofParent(parent);
    known.set(parent, answer);
    return answer;
  };
};

/** Active Directory counts with this attribute, whatever the account may see. */
const approximate = "msDS-Approx-Immed-Subordinates";

/** The filter in which each test of these attributes has the result by which the filter rather matches. */
const withoutTestsOf = (filter: Filter, absent: ReadonlySet<string>, wanted = true): Filter => {
  const inner = (one: Filter): Filter => withoutTestsOf(one, absent, wanted);
  if (filter instanceof AndFilter) return new AndFilter({ filters: filter.filters.map(inner) });
  if (filter instanceof OrFilter) return new OrFilter({ filters: filter.filters.map(inner) });
  if (filter instanceof NotFilter) {
    return new NotFilter({ filter: withoutTestsOf(filter.filter, absent, !wanted) });
  }
  if (!absent.has(typeName(attributeOf(filter)))) return filter;
  return wanted ? anything : new NotFilter({ filter: anything });
};

const typeName = (type: string): string => type.toLowerCase().replace(/;.*$/, "");

const same = (left: string, right: string): boolean => canonicalDn(left) === canonicalDn(right);
