/** The kind of feed that searches a directory (LDAP or Active Directory). Its connections stay open for a whole reading. */
import { z } from "zod";
import { keepHeapSmall } from "../../lib/heap.ts";
import { locatedTls } from "../../lib/tls-files.ts";
import type { ChangesReading, FeedKind, OpenFeed } from "../feed.ts";
import type { FeedCache } from "../feed-cache.ts";
import { columnNames } from "../mapping.ts";
import { rowOptions } from "../part-settings.ts";
import type { OnHeader } from "../record.ts";
import { attributeWatch } from "./attribute-watch.ts";
import { readChanges } from "./ldap-changes.ts";
import { type LdapConnection, openLdapConnection } from "./ldap-connection.ts";
import { type LdapRecord, searchEntries } from "./search.ts";
import { searchesOf } from "./search-choice.ts";
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
  describe: ({ url }, parts) => `${url}: ${[...new Set(parts.flatMap(({ base }) => base))].join("; ")}`,
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
    return {
      read: async (part, _, onHeader) => {
        const { base, filter, scope } = part;
        const search = { base, filter, scope };
        const attributes = columnNames(part);
        const watch = attributeWatch(onHeader);
        const changes =
          settings.changes === "off"
            ? await readSearch(connections, settings.pageSize, search, attributes, watch.onHeader)
            : await readBases(await connections.to("reads"), search, attributes, cache, watch.onHeader);
        return { missing: watch.missing(), changes };
      },
      close: connections.close,
    } satisfies OpenFeed<LdapSearchSettings>;
  },
};

type Connections = ReturnType<typeof openConnections>;

const openConnections = (name: string, settings: LdapFeedSettings) => {
  const connections = new Map<string, Promise<LdapConnection>>();
  return {
    /** Each task has its own connection, because two paged searches on one connection would disturb each other. */
    to: (task: "reads" | "counts"): Promise<LdapConnection> => {
      keepHeapSmall();
      const opened = connections.get(task) ?? openLdapConnection(settings, name);
      connections.set(task, opened);
      return opened;
    },
    close: async (): Promise<void> => {
      for (const opened of connections.values()) {
        // If the connection could not be opened, the reading has already failed with that error.
        await opened.then((open) => open.close()).catch(() => undefined);
      }
    },
  };
};

const readSearch = async (
  connections: Connections,
  pageSize: number,
  search: LdapSearchSettings,
  attributes: readonly string[],
  onHeader: OnHeader,
): Promise<readonly ChangesReading[]> => {
  const [reader, counter] = await Promise.all([connections.to("reads"), connections.to("counts")]);
  await searchEntries(reader, search, attributes, pageSize, () => handOn(onHeader, attributes), counter);
  return [];
};

const readBases = async (
  connection: LdapConnection,
  { base: bases, ...search }: LdapSearchSettings,
  attributes: readonly string[],
  cache: FeedCache,
  onHeader: OnHeader,
): Promise<readonly ChangesReading[]> => {
  const onEntry = handOn(onHeader, attributes);
  const changes: ChangesReading[] = [];
  for (const base of bases)
    changes.push(await readChanges(connection, { ...search, base }, attributes, cache, onEntry));
  return changes;
};

const handOn = (onHeader: OnHeader, attributes: readonly string[]): ((record: LdapRecord) => void) => {
  const add = onHeader(attributes);
  return ({ dn, cells }) => add({ file: dn, cells });
};
