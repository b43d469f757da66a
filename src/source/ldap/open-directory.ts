/** Reads the searches of a feed in a directory. */
import type { Absence, ChangesReading, FeedServer, OpenFeed, Part } from "../feeds/feed.ts";
import type { FeedCache } from "../feeds/feed-cache.ts";
import { columnNames } from "../feeds/part-columns.ts";
import type { Cell, OnHeader } from "../feeds/record.ts";
import { whyAbsent } from "./changes/absent-entries.ts";
import { readChanges } from "./changes/ldap-changes.ts";
import { type LdapConnection, openLdapConnection } from "./connection/ldap-connection.ts";
import type { LdapRecord } from "./entries/entry-cells.ts";
import { refuseAliases } from "./entries/refuse-aliases.ts";
import { searchEntries } from "./entries/search.ts";
import { serverState } from "./entries/server-state.ts";
import type { LdapFeedSettings, LdapSearchSettings } from "./settings.ts";

/** Opens a directory; it connects when it is first read. Its connections stay open for a whole reading. */
export const openDirectory = (
  name: string,
  settings: LdapFeedSettings,
  cache: FeedCache,
): OpenFeed<LdapSearchSettings> => {
  const connections = openConnections(name, settings);
  /** To be called before the entries below these bases are read. */
  const serverOf = async (connection: LdapConnection, bases: readonly string[]): Promise<FeedServer> => {
    const { url, passedOver, reader, password } = connection;
    return { url, passedOver, state: await serverState(connection, bases), reader, ...(password && { password }) };
  };
  return {
    read: async (part, _, onHeader) => {
      const { base: bases, filter, scope } = part;
      const written = columnNames(part);
      const { attributes, cellsOf } = asked(written);
      const watch = attributeWatch(onHeader);
      const begin = () => {
        const add = watch.onHeader(written);
        return ({ dn, cells }: LdapRecord) => add({ file: dn, cells: cellsOf(cells) });
      };
      const counting = settings.changes === "off" ? connections.to("counts") : undefined;
      const [reader, counter] = await Promise.all([connections.to("reads"), counting]);
      const server = await serverOf(reader, bases);
      const changes: ChangesReading[] = [];
      if (counter) {
        const search = { base: bases, filter, scope };
        await searchEntries(reader, search, attributes, settings.pageSize, begin, counter);
      } else {
        const onEntry = begin();
        for (const base of bases) {
          changes.push(await readChanges(reader, { base, filter, scope }, attributes, cache, onEntry));
        }
      }
      await refuseAliases(reader, bases);
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
  };
};

/** Two settings may write the name of one attribute in other letters: it is asked for once, and each gets its values. */
const asked = (written: readonly string[]) => {
  const lower = written.map((name) => name.toLowerCase());
  const attributes = written.filter((_, at) => lower.indexOf(lower[at] ?? "") === at);
  const places = lower.map((name) => attributes.findIndex((one) => one.toLowerCase() === name));
  const isOnce = attributes.length === written.length;
  const cellsOf = (cells: readonly Cell[]) => (isOnce ? cells : places.map((at) => cells[at] ?? ""));
  return { attributes, cellsOf };
};

const openConnections = (name: string, settings: LdapFeedSettings) => {
  const connections = new Map<string, Promise<LdapConnection>>();
  const opened = (task: "reads" | "counts"): Promise<LdapConnection> => {
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
