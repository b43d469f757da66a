/**
 * Tells why entries that an earlier reading had are missing now: they are gone, an access rule hides them, or the filter tests for
 * an attribute that they lack. What the server answers to a search of the entry alone:
 *
 *   noSuchObject, as for a name beside it that nobody has    the entry is gone, unless the entry above is hidden,
 *                                                            or says that it has more entries than it shows
 *   noSuchObject with another matched name or message        it is hidden
 *   insufficientAccessRights, or nothing                     it is hidden
 *   the entry                                                it lacks an attribute of the filter, or is no longer wanted
 */
import { AndFilter, type Filter, NotFilter, OrFilter, PresenceFilter, type SearchResponse } from "ldapts";
import { oncePer } from "../../../lib/once.ts";
import type { Absence } from "../../feeds/feed.ts";
import { dnKey, isBelow, parentDn, sameDn } from "../../values/dn.ts";
import { type LdapConnection, parsedFilter } from "../connection/ldap-connection.ts";
import { resultFailure } from "../connection/ldap-failure.ts";
import { valuesOf } from "../entries/attribute-text.ts";
import type { BaseSearch } from "../entries/read-by-id.ts";
import { attributeOf, namesIn } from "./unsuited-attributes.ts";

/** `each`: an attribute without which an entry gives no record, as with `each` of a part. */
type EntrySearch = BaseSearch & { readonly each?: string | undefined };

/** Returns why each of the entries is missing. An entry outside of the search is gone. */
export const whyAbsent = async (
  connection: LdapConnection,
  search: EntrySearch,
  dns: readonly string[],
): Promise<ReadonlyMap<string, Absence>> => {
  const inside = [...new Set(dns)].filter((dn) => isInside(dn, search));
  const found = new Map<string, Absence>();
  if (inside.length === 0) return found;
  const isHidden = hiddenBelow(connection, search.base);
  for (const dn of inside) found.set(dn, await absence(connection, search, dn, isHidden));
  return found;
};

const absence = async (
  connection: LdapConnection,
  { filter, each }: EntrySearch,
  dn: string,
  isHidden: (dn: string) => Promise<boolean>,
): Promise<Absence> => {
  if (await isHidden(dn)) return { why: "hidden" };
  const wanted = parsedFilter(filter);
  const names = [...new Set([...namesIn(wanted), ...(each === undefined ? [] : [each])])];
  const [entry] = (await ask(connection, dn, anything, names.length > 0 ? names : ["1.1"])).searchEntries;
  if (!entry) return gone;
  const has = new Set(entry.attributes.filter(({ values }) => values.length > 0).map(({ type }) => typeName(type)));
  const lacks = [...new Set(names.map(typeName))].filter((name) => !has.has(name));
  if (lacks.length === 0) return gone;
  const mayMatch = await ask(connection, dn, withoutTestsOf(wanted, new Set(lacks)), ["1.1"]);
  return mayMatch.searchEntries.length > 0 ? { why: "lacks", attributes: lacks } : gone;
};

/** Returns a function that tells whether the server has an entry and does not show it, as far as its answers tell. */
const hiddenBelow = (connection: LdapConnection, base: string): ((dn: string) => Promise<boolean>) => {
  const showsLess = containers(connection);
  const ofNobody = oncePer((parent: string) => answersForNobody(connection, parent));
  const judge = async (dn: string): Promise<boolean> => {
    const answer = await ask(connection, dn, anything, ["1.1"]);
    if (answer.status === success) return answer.searchEntries.length === 0;
    if (answer.status === noAccess) return true;
    const place = { feed: connection.name, url: connection.url, base: dn };
    if (answer.status !== noSuchObject) throw resultFailure(place, "search", answer);
    const parent = parentDn(dn);
    const [first, second] = await ofNobody(parent);
    const said = textOf(answer, dn);
    // A message that differs each time tells nothing, so only the matched name is compared.
    const differs = first === second ? said !== first : matchedOf(said) !== matchedOf(first);
    if (differs) return true;
    return isBelow(parent, base) && (await isAboveHidden(parent)) ? true : showsLess(parent);
  };
  const isAboveHidden = oncePer(async (dn: string): Promise<boolean> => {
    const { status } = await ask(connection, dn, anything, ["1.1"]);
    return status === noAccess || (status === noSuchObject && (await judge(dn)));
  });
  return judge;
};

/** What the server answers for two names that no entry has. */
const answersForNobody = async (connection: LdapConnection, parent: string): Promise<readonly [string, string]> => {
  const answer = async (): Promise<string> => {
    const dn = `CN=musterd-${crypto.randomUUID()},${parent}`;
    return textOf(await ask(connection, dn, anything, ["1.1"]), dn);
  };
  return [await answer(), await answer()];
};

/** The parts of an answer that tell about the entry: the result, the matched name, and the message without the name asked for. */
const textOf = ({ status, matchedDN, errorMessage }: SearchResponse, dn: string): string =>
  [`${status} ${dnKey(matchedDN)}`, errorMessage.replaceAll(dn, "")].join("\n");

const matchedOf = (text: string): string => text.split("\n")[0] ?? "";

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
  (scope !== "one" && sameDn(dn, base)) ||
  (scope === "one" && sameDn(parentDn(dn), base)) ||
  (scope === "sub" && isBelow(dn, base));

/** Returns a function that tells whether an entry says that it has entries below it, and shows fewer. */
const containers = (connection: LdapConnection): ((parent: string) => Promise<boolean>) =>
  oncePer(async (parent) => {
    const said = await ask(connection, parent, anything, ["hasSubordinates", "numSubordinates", approximate]);
    const valueOf = (name: string): string | undefined =>
      said.searchEntries.flatMap(({ attributes }) => valuesOf(attributes, name))[0];
    const exact = Number(valueOf("numSubordinates") ?? 0);
    const some = valueOf("hasSubordinates") === "TRUE" || Number(valueOf(approximate) ?? 0) > 0;
    const least = Math.max(exact, some ? 1 : 0);
    if (least === 0) return false;
    const below = { base: parent, filter: anything, scope: "one", attributes: ["1.1"] } as const;
    let entries = 0;
    const shown = await connection.responses.during(
      () => {
        entries += 1;
      },
      () => connection.answer(below, { sizeLimit: least }),
    );
    return shown.status !== sizeLimitExceeded && entries + shown.searchReferences.length < least;
  });

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
