/** Searches tried out: how many entries each finds, and the first of them, before anything is made of them. */
import { MusterdError } from "../lib/errors.ts";
import type { FeedCache } from "./feed-cache.ts";
import { openFeeds } from "./feeds.ts";
import { kindOf, type Table, tables } from "./fields.ts";
import { canonicalDn } from "./ldap/dn.ts";
import { filterProblem } from "./ldap/filter-problem.ts";
import type { Part, SourceSettings } from "./mapping.ts";
import { maskedCells } from "./preview.ts";
import type { RawRecord } from "./record.ts";

/** A feed that is a directory; `base` and `filter` take the place of those in the configuration. */
export type SearchChoice = {
  readonly feed: string;
  readonly base?: string | undefined;
  readonly filter?: string | undefined;
  readonly limit: number;
};

export type SearchPreview = {
  /** What the entries become; absent for a search of one's own. */
  readonly kind?: string;
  readonly base: readonly string[];
  readonly filter: string;
  readonly scope: string;
  readonly entries: number;
  /** The first `limit` entries, with the attributes that the mapping names, masked. */
  readonly first: readonly {
    readonly dn: string;
    readonly attributes: Readonly<Record<string, string | readonly string[]>>;
  }[];
};

/** Fails with `option-invalid`, or as a reading does. */
export const previewSearches = async (
  settings: SourceSettings,
  choice: SearchChoice,
  caches: FeedCache,
): Promise<readonly SearchPreview[]> => {
  const feed = settings.feeds[choice.feed];
  if (!feed || !("ldap" in feed)) {
    const known = Object.entries(settings.feeds).flatMap(([name, one]) => ("ldap" in one ? [name] : []));
    throw invalid(`--feed ${choice.feed} is no directory`, `the directories are: ${known.join(", ") || "none"}`);
  }
  const searches = searchesOf(settings, choice);
  const plain = { [choice.feed]: { ldap: { ...feed.ldap, changes: "off" as const } } };
  const feeds = openFeeds(plain, caches);
  try {
    const found: SearchPreview[] = [];
    for (const { table, part } of searches) {
      let [names, records, entries]: [readonly string[], RawRecord[], number] = [[], [], 0];
      await feeds.read(table ?? "employees", part, (header) => {
        [names, records, entries] = [header, [], 0];
        return (record) => {
          entries += 1;
          if (records.length < choice.limit) records.push(record);
        };
      });
      const { base = [], filter = "(objectClass=*)", scope = "sub" } = part;
      const first = records.map(({ file, cells }) => ({ dn: file, attributes: maskedCells(part, names, cells) }));
      found.push({ ...(table && { kind: kindOf[table] }), base, filter, scope, entries, first });
    }
    return found;
  } finally {
    await feeds.close();
  }
};

type Search = { readonly table?: Table; readonly part: Part };

/** Those of the configuration, or one of one's own with all attributes that the mapping asks this feed for. */
const searchesOf = (settings: SourceSettings, { feed, base, filter }: SearchChoice): readonly Search[] => {
  const own = tables.flatMap((table) =>
    (settings.tables[table] ?? []).flatMap((part) => (part.from === feed && part.base ? [{ table, part }] : [])),
  );
  if (base === undefined && filter === undefined) {
    if (own.length === 0)
      throw invalid(`no table reads from ${feed}`, "give a search of your own: --base and --filter");
    return own;
  }
  const problem = filter === undefined ? undefined : filterProblem(filter);
  if (problem !== undefined) throw invalid(`--filter is not an LDAP filter: ${problem}`, "mend the filter (RFC 4515)");
  if (base !== undefined && !canonicalDn(base)) {
    throw invalid("--base is not a distinguished name", "give a name such as ou=people,dc=example,dc=com");
  }
  const bases = base === undefined ? own[0]?.part.base : [base];
  if (bases === undefined) throw invalid("--base is missing", `no table reads from ${feed}, so say where to begin`);
  // Fields of several tables have one name; what matters is which attributes are read.
  const columns = Object.fromEntries(
    own.flatMap(({ table, part }) =>
      Object.entries(part.columns ?? {}).map(([field, mapping]) => [`${table} ${field}`, mapping] as const),
    ),
  );
  return [{ part: { from: feed, base: bases, filter: filter ?? "(objectClass=*)", scope: "sub", columns } }];
};

const invalid = (message: string, hint: string): MusterdError => new MusterdError("option-invalid", message, { hint });
