/** The feeds of one reading: files, and directories with one connection each, opened when first asked and closed at the end. */
import type { FeedCache } from "../model/feed-cache.ts";
import type { SourceFile } from "../model/quality.ts";
import { kindOf, type Table } from "./fields.ts";
import { readFileTable } from "./files/read-file.ts";

import { type LdapConnection, openLdapConnection } from "./ldap/ldap-connection.ts";
import { searchEntries } from "./ldap/search.ts";
import type { LdapFeedSettings } from "./ldap/settings.ts";
import { columnNames, type Part, type SourceSettings } from "./mapping.ts";
import type { OnHeader } from "./record.ts";

export type Feeds = {
  /** Hands on the header, then every record of the part; fails with a code `source-…`. */
  readonly read: (table: Table, part: Part, onHeader: OnHeader) => Promise<void>;
  /** What is known of the files that have been read. */
  readonly facts: () => readonly SourceFile[];
  readonly close: () => Promise<void>;
};

/** The cache of a feed that is read by its changes. */
export type FeedCaches = FeedCache;

export const openFeeds = (settings: SourceSettings["feeds"], cache: FeedCaches): Feeds => {
  const facts: SourceFile[] = [];
  const connections = new Map<string, Promise<LdapConnection>>();
  const connection = (name: string, feed: LdapFeedSettings): Promise<LdapConnection> => {
    const opened = connections.get(name) ?? openLdapConnection(feed, name);
    connections.set(name, opened);
    return opened;
  };
  return {
    read: async (table, part, onHeader) => {
      const name = part.from ?? "";
      const feed = settings[name];
      if (feed && "ldap" in feed && feed.ldap) {
        await readSearch(await connection(name, feed.ldap), feed.ldap, part, onHeader, cache);
      } else if (feed && "files" in feed && feed.files) {
        const place = { folder: feed.files.folder, file: part.file ?? "", sheet: part.sheet };
        const { file, modifiedMs, rows, trailers } = await readFileTable(place, feed.files, onHeader);
        const counts = trailers.flatMap(({ count }) => count ?? []);
        const trailerCount = counts.length === 1 ? { trailerCount: counts[0] } : {};
        facts.push({ feed: name, file, kind: kindOf[table], modifiedMs, rows, ...trailerCount });
      }
    },
    facts: () => facts,
    close: async () => {
      for (const opened of connections.values()) await opened.then((open) => open.close()).catch(() => undefined);
    },
  };
};

const readSearch = async (
  connection: LdapConnection,
  feed: LdapFeedSettings,
  part: Part,
  onHeader: OnHeader,
  cache: FeedCaches,
): Promise<void> => {
  const attributes = columnNames(part);
  const search = { base: [...(part.base ?? [])], filter: part.filter ?? "(objectClass=*)", scope: part.scope ?? "sub" };
  await searchEntries(connection, search, attributes, feed.pageSize, () => {
    const add = onHeader(attributes);
    return ({ dn, cells }) => add({ file: dn, cells });
  });
};
