/** The kind of feed that searches a directory (LDAP or Active Directory). Its connections stay open for a whole reading. */
import { z } from "zod";
import { MusterdError } from "../../lib/errors.ts";
import { locatedTls } from "../../lib/tls-files.ts";
import type { FeedKind, Search, SearchChoice, TablePart } from "../feeds/feed.ts";
import { rowOptions } from "../mapping/part-settings.ts";
import { canonicalDn } from "../values/dn.ts";
import { filterProblem } from "./filter-problem.ts";
import {
  checkBases,
  type LdapFeedSaid,
  type LdapFeedSettings,
  type LdapSearchSettings,
  ldapFeedSettings,
  ldapSearchSettings,
} from "./settings.ts";

export const ldapFeed: FeedKind<LdapFeedSaid, LdapFeedSettings, LdapSearchSettings> = {
  name: "ldap",
  word: "attribute",
  form: "`base` and `attributes`",
  hasEntries: true,
  settings: ldapFeedSettings,
  part: ({ columns, ...shape }) =>
    z
      .strictObject({ ...ldapSearchSettings.shape, each: rowOptions.each, attributes: columns, ...shape })
      .superRefine(checkBases)
      .transform(({ attributes, ...rest }) => ({ ...rest, columns: attributes })),
  located: (settings, { path, secret }) => {
    const { bind } = settings;
    return {
      ...settings,
      ...locatedTls(settings, path),
      bind: typeof bind === "object" ? { ...bind, password: secret(bind.password, "bind.password") } : bind,
    };
  },
  describe: ({ url }, parts) => `${url.join(", ")}: ${[...new Set(parts.flatMap(({ base }) => base))].join("; ")}`,
  wordsOf: ({ from = "the directory" }) => ({
    name: from,
    noRows: "the search finds no entry in scope",
    noRowsHint: "check `base`, `filter` and what the account may read",
  }),
  searches: (choice, settings, parts) => ({
    settings: { ...settings, changes: "off" },
    searches: searchesOf(choice, parts),
  }),
  open: async (name, settings, cache) => (await import("./open-directory.ts")).openDirectory(name, settings, cache),
};

type OwnPart = TablePart & { readonly part: LdapSearchSettings };

/** The searches that a preview tries: those of `own`, the parts of the feed, or a given one with all their attributes. */
const searchesOf = ({ feed, base, filter }: SearchChoice, own: readonly OwnPart[]): readonly Search[] => {
  if (base === undefined && filter === undefined) {
    if (own.length === 0)
      throw invalid(`no table reads from ${feed}`, "give a search of your own: --base and --filter");
    return own.map(({ table, part }) => ({ table, part, shown: searchOf(part) }));
  }
  const problem = filter === undefined ? undefined : filterProblem(filter);
  if (problem !== undefined)
    throw invalid(`--filter is not an LDAP filter: ${problem}`, "correct the filter (RFC 4515)");
  if (base !== undefined && !canonicalDn(base)) {
    throw invalid("--base is not a distinguished name", "give a name such as ou=people,dc=example,dc=com");
  }
  const [first] = own;
  const bases = base === undefined ? first?.part.base : [base];
  if (!bases) throw invalid("--base is missing", `no table reads from ${feed}, so say where to begin`);
  // Two tables may have fields of the same name, so each key also contains the table. Only the attributes matter here.
  const columns = Object.fromEntries(
    own.flatMap(({ table, part }) =>
      Object.entries(part.columns ?? {}).map(([field, mapping]) => [`${table} ${field}`, mapping] as const),
    ),
  );
  const shown = { base: bases, filter: filter ?? "(objectClass=*)", scope: "sub" } as const;
  const part = { from: feed, columns, ...shown };
  return [{ part, shown }];
};

const searchOf = ({ base, filter, scope }: LdapSearchSettings) => ({ base, filter, scope });

const invalid = (message: string, hint: string): MusterdError => new MusterdError("option-invalid", message, { hint });
