/** Chooses the searches that `source preview --feed` tries: those of the configuration, or one given by its options. */
import { MusterdError } from "../../lib/errors.ts";
import { canonicalDn } from "../dn.ts";
import type { Search, SearchChoice, TablePart } from "../feed.ts";
import { filterProblem } from "./filter-problem.ts";
import type { LdapSearchSettings } from "./settings.ts";

type OwnPart = TablePart & { readonly part: LdapSearchSettings };

/** `own`: the parts that read from the feed. A search given by `base` or `filter` reads the attributes of all these parts. */
export const searchesOf = ({ feed, base, filter }: SearchChoice, own: readonly OwnPart[]): readonly Search[] => {
  if (base === undefined && filter === undefined) {
    if (own.length === 0)
      throw invalid(`no table reads from ${feed}`, "give a search of your own: --base and --filter");
    return own.map(({ table, part }) => ({ table, part, shown: searchOf(part) }));
  }
  const problem = filter === undefined ? undefined : filterProblem(filter);
  if (problem !== undefined) throw invalid(`--filter is not an LDAP filter: ${problem}`, "mend the filter (RFC 4515)");
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
