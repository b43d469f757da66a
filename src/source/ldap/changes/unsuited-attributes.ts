/**
 * Refuses attributes whose values change without a change to their entry: back links such as memberOf, and attributes
 * that the server computes on request. No server reports such a change, so a feed that maps such an attribute cannot be
 * read incrementally. The server's schema shows which attributes these are.
 */
import { type Filter, FilterParser } from "ldapts";
import type { LdapConnection } from "../connection/ldap-connection.ts";
import { feedError } from "../connection/ldap-failure.ts";
import { readEntryMessage } from "../entries/entry-message.ts";
import { pagedSearch } from "../entries/paged-search.ts";

/** Fails with `source-ldap-changes-unsuited`, naming unsuited attributes (for syncrepl also of the filter). */
export const refuseUnsuited = async (
  connection: LdapConnection,
  filter: string,
  attributes: readonly string[],
): Promise<void> => {
  const isDirSync = connection.settings.changes === "dirsync";
  // With DirSync every reading evaluates the filter again, so the attributes in the filter need not be checked.
  const all = isDirSync ? attributes : [...attributes, ...namesIn(FilterParser.parseString(filter))];
  const names = all.map((name) => name.toLowerCase().replace(/;.*$/, ""));
  const asked = new Set(names.filter((name) => !follows.has(name)));
  const unsuited = new Set([...asked].filter((name) => wellKnown.has(name)));
  const read = isDirSync ? fromActiveDirectory : fromSubschema;
  for (const name of await read(connection, asked)) unsuited.add(name);
  if (unsuited.size === 0) return;
  const { name, settings } = connection;
  const what = `${[...unsuited].join(", ")} changes without its entry, so that \`changes: ${settings.changes}\` would miss it`;
  const hint = "leave it out (of the filter too), or read everything every time with `changes: off`";
  throw feedError(name, "changes", "source-ldap-changes-unsuited", what, hint);
};

/** The attributes that a filter tests. When their values change, the filter may find other entries. */
export const namesIn = (filter: Filter): readonly string[] => {
  // Each of ldapts' filter classes has some of these properties.
  const { filters, filter: inner } = filter as Partial<FilterParts>;
  if (filters) return filters.flatMap(namesIn);
  if (inner) return namesIn(inner);
  const name = attributeOf(filter);
  return name === "" ? [] : [name];
};

/** The attribute of a single test; "" if it has none. */
export const attributeOf = (filter: Filter): string => {
  const { attribute, matchType } = filter as Partial<FilterParts>;
  return attribute || matchType || "";
};

type FilterParts = {
  readonly filters: readonly Filter[];
  readonly filter: Filter;
  readonly attribute: string;
  readonly matchType: string;
};

/**
 * Attributes that change only together with the entry or its name. The server reports such a change. `dn` and `parentDn`
 * are not attributes of the server: they are taken from the entry's name.
 */
const follows: ReadonlySet<string> = new Set(
  (
    "dn parentdn distinguishedname objectguid entrydn entryuuid entrycsn structuralobjectclass " +
    "createtimestamp creatorsname modifytimestamp modifiersname"
  ).split(" "),
);

/**
 * Well-known unsuited attributes: for servers whose schema cannot be read or lists them as ordinary attributes, or does not
 * have them yet. A lock (overlay ppolicy) that is refused only once the overlay is there would end all readings on that day.
 */
const wellKnown: ReadonlySet<string> = new Set(
  (
    "memberof ismemberof directreports nsrole hassubordinates " +
    "pwdaccountlockedtime pwdchangedtime pwdfailuretime pwdgraceusetime pwdlastsuccess pwdreset"
  ).split(" "),
);

/**
 * Returns the unsuited attributes according to the schema of Active Directory (MS-ADTS). A back link has an odd linkID.
 * In systemFlags, the bit 1 means that the attribute is not replicated, and the bit 4 that it is computed.
 */
const fromActiveDirectory = async (
  connection: LdapConnection,
  asked: ReadonlySet<string>,
): Promise<readonly string[]> => {
  const base = (await connection.rootDse()).get("schemanamingcontext")?.[0];
  if (base === undefined || asked.size === 0) return [];
  const named = [...asked].map((name) => `(lDAPDisplayName=${name})`).join("");
  const unsuited = "(|(linkID:1.2.840.113556.1.4.803:=1)(systemFlags:1.2.840.113556.1.4.804:=5))";
  const filter = `(&(objectClass=attributeSchema)(|${named})${unsuited})`;
  const request = { base, filter, scope: "one", attributes: ["lDAPDisplayName"] } as const;
  const found: string[] = [];
  await pagedSearch(connection, request, connection.settings.pageSize, (message) => {
    const [attribute] = readEntryMessage(message).attributes;
    found.push(String(attribute?.values[0] ?? "").toLowerCase());
  });
  return found;
};

/**
 * Returns the unsuited attributes according to the server's subschema (RFC 4512, section 4.1.2): those that have another
 * usage than userApplications, or that are collective (RFC 3671).
 */
const fromSubschema = async (connection: LdapConnection, asked: ReadonlySet<string>): Promise<readonly string[]> => {
  const base = (await connection.rootDse()).get("subschemasubentry")?.[0];
  if (base === undefined) return [];
  const request = { base, filter: "(objectClass=subschema)", scope: "base", attributes: ["attributeTypes"] } as const;
  const { searchEntries } = await connection.search(request);
  const types = searchEntries.flatMap((entry) => entry.attributes).flatMap(({ values }) => values.map(String));
  return types
    .filter((type) => / USAGE (?!userApplications)| COLLECTIVE /.test(type))
    .flatMap((type) => {
      const names = /^\(\s*\S+\s+NAME\s+(?:'([^']*)'|\(([^)]*)\))/.exec(type);
      const each = (names?.[1] ?? names?.[2] ?? "").toLowerCase().match(/[^\s']+/g) ?? [];
      return each.filter((name) => asked.has(name));
    });
};
