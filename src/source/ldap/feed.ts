/** The kind of feed that searches a directory (LDAP or Active Directory). Its connections stay open for a whole reading. */
import { z } from "zod";
import { MusterdError } from "../../lib/errors.ts";
import { keepHeapSmall } from "../../lib/heap.ts";
import { locatedTls } from "../../lib/tls-files.ts";
import type {
  Absence,
  ChangesReading,
  FeedKind,
  FeedServer,
  OpenFeed,
  Part,
  Search,
  SearchChoice,
  ServerState,
  TablePart,
} from "../feeds/feed.ts";
import { columnNames } from "../feeds/part-columns.ts";
import type { OnHeader } from "../feeds/record.ts";
import { rowOptions } from "../mapping/part-settings.ts";
import { canonicalDn } from "../values/dn.ts";
import { whyAbsent } from "./absent-entries.ts";
import type { LdapRecord } from "./entry-cells.ts";
import { filterProblem } from "./filter-problem.ts";
import { readChanges } from "./ldap-changes.ts";
import { type LdapConnection, openLdapConnection } from "./ldap-connection.ts";
import { searchEntries } from "./search.ts";
import { serverState } from "./server-state.ts";
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
  open: (name, settings, cache) => {
    const connections = openConnections(name, settings);
    const states = new Map<string, ServerState>();
    /** The state of the server before the entries below these bases were read. */
    const serverOf = async (reader: LdapConnection, bases: readonly string[]): Promise<FeedServer> => {
      const key = bases.join("\n");
      const state = states.get(key) ?? (await serverState(reader, bases));
      states.set(key, state);
      const { url, passedOver } = reader;
      return { url, passedOver, state, reader: reader.reader };
    };
    return {
      read: async (part, _, onHeader) => {
        const { base: bases, filter, scope } = part;
        const attributes = columnNames(part);
        const watch = attributeWatch(onHeader);
        const begin = () => {
          const add = watch.onHeader(attributes);
          return ({ dn, cells }: LdapRecord) => add({ file: dn, cells });
        };
        if (settings.changes === "off") {
          const [reader, counter] = await Promise.all([connections.to("reads"), connections.to("counts")]);
          const server = await serverOf(reader, bases);
          const search = { base: bases, filter, scope };
          await searchEntries(reader, search, attributes, settings.pageSize, begin, counter);
          return { missing: watch.missing(), server };
        }
        const reader = await connections.to("reads");
        const server = await serverOf(reader, bases);
        const onEntry = begin();
        const changes: ChangesReading[] = [];
        for (const base of bases) {
          changes.push(await readChanges(reader, { base, filter, scope }, attributes, cache, onEntry));
        }
        return { missing: watch.missing(), changes, server };
      },
      absences: async ({ base: bases, filter, scope, each }: LdapSearchSettings & Part, dns) => {
        const reader = await connections.to("reads");
        const found = new Map<string, Absence>();
        for (const base of bases) {
          for (const [dn, why] of await whyAbsent(reader, { base, filter, scope, each }, dns)) found.set(dn, why);
        }
        return found;
      },
      close: connections.close,
    } satisfies OpenFeed<LdapSearchSettings>;
  },
};

const openConnections = (name: string, settings: LdapFeedSettings) => {
  const connections = new Map<string, Promise<LdapConnection>>();
  const opened = (task: "reads" | "counts"): Promise<LdapConnection> => {
    keepHeapSmall();
    const known = connections.get(task);
    if (known) return known;
    // Both connections are to the same server, because another one may be behind it.
    const opening =
      task === "reads"
        ? openLdapConnection(settings, name)
        : opened("reads").then(({ url }) => openLdapConnection({ ...settings, url: [url] }, name));
    connections.set(task, opening);
    return opening;
  };
  return {
    /** Each task has its own connection, because two paged searches on one connection would disturb each other. */
    to: (task: "reads" | "counts"): Promise<LdapConnection> => opened(task),
    close: async (): Promise<void> => {
      for (const opened of connections.values()) {
        // If the connection could not be opened, the reading has already failed with that error.
        await opened.then((open) => open.close()).catch(() => undefined);
      }
    },
  };
};

/** Finds mapped attributes that no entry has. A search that starts again passes on everything again. */
const attributeWatch = (handOn: OnHeader) => {
  let [names, unseen, entries]: [readonly string[], number[], number] = [[], [], 0];
  const onHeader: OnHeader = (header, place) => {
    const add = handOn(header, place);
    [names, unseen, entries] = [header, [...header.keys()], 0];
    return (record) => {
      entries += 1;
      if (unseen.length > 0) unseen = unseen.filter((index) => (record.cells[index] ?? "") === "");
      add(record);
    };
  };
  return {
    onHeader,
    missing: () => (entries === 0 ? [] : unseen.map((index) => ({ attribute: names[index] ?? "", entries }))),
  };
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
