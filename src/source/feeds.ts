/** The feeds of one reading: files, and directories, whose connections are opened when first asked and closed at the end. */

import { MusterdError } from "../lib/errors.ts";
import { keepHeapSmall } from "../lib/heap.ts";
import type { MissingAttribute, SourceFile } from "../model/quality.ts";
import { expectedWords } from "./expected-words.ts";
import type { FeedCache } from "./feed-cache.ts";
import { kindOf, type Table } from "./fields.ts";
import { filePlaces } from "./file-places.ts";
import { type FileSettings, readFileTable } from "./files/read-file.ts";
import { type ChangesReading, readChanges } from "./ldap/ldap-changes.ts";
import { type LdapConnection, openLdapConnection } from "./ldap/ldap-connection.ts";
import { type LdapRecord, searchEntries } from "./ldap/search.ts";
import type { LdapFeedSettings } from "./ldap/settings.ts";
import { columnNames, type FileFeedSettings, type Part, type SourceSettings } from "./mapping.ts";
import type { FilePlace, OnHeader } from "./record.ts";

export type Feeds = {
  /**
   * Hands on the header, then every record of the part; fails with a code `source-…`. A search begins anew where it must;
   * files have a header each. `table` is undefined for a lookup table, which is always of files.
   */
  readonly read: (table: Table | undefined, part: Part, onHeader: OnHeader) => Promise<void>;
  /** What is known of the files that have been read. */
  readonly files: () => readonly SourceFile[];
  /** Attributes that no entry of their search has. */
  readonly missing: () => readonly MissingAttribute[];
  /** How the searches were read for which changes are asked for. */
  readonly changes: () => readonly SearchChanges[];
  /** Forgets what was remembered of searches that are not made any more; for a reading that is complete. */
  readonly finish: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export type SearchChanges = ChangesReading & { readonly feed: string; readonly base: string; readonly table: Table };

export const openFeeds = (settings: SourceSettings["feeds"], cache: FeedCache): Feeds => {
  const files: SourceFile[] = [];
  const changes: SearchChanges[] = [];
  const missing: MissingAttribute[] = [];
  const connections = openConnections();
  return {
    read: async (table, part, handOn) => {
      const watch = attributeWatch(part, handOn);
      const { onHeader } = watch;
      const name = part.from ?? "";
      const feed = settings[name];
      if (feed === undefined) throw new Error(`the feed ${name} has passed the checks and is not there`);
      if ("files" in feed) {
        const facts = await readFiles(name, feed.files, table, part, onHeader);
        if (table !== undefined) files.push(...facts.map((file) => ({ ...file, kind: kindOf[table] })));
      } else if (table === undefined) {
        throw new Error(`the feed ${name} of a lookup table has passed the checks and has no files`);
      } else if (feed.ldap.changes === "off") {
        const [reader, counter] = await Promise.all([
          connections.to(name, feed.ldap),
          connections.to(name, feed.ldap, "counts"),
        ]);
        await readSearch(reader, counter, feed.ldap, part, onHeader);
      } else {
        const connection = await connections.to(name, feed.ldap);
        const add = onHeader(columnNames(part));
        const onEntry = ({ dn, cells }: LdapRecord): void => add({ file: dn, cells });
        const search = searchOf(part);
        for (const base of search.base) {
          const reading = await readChanges(connection, { ...search, base }, columnNames(part), cache, onEntry);
          changes.push({ ...reading, feed: name, base, table });
        }
      }
      if (table !== undefined) missing.push(...watch.missing().map((one) => ({ kind: kindOf[table], ...one })));
    },
    missing: () => missing,
    files: () => files,
    changes: () => changes,
    finish: () => cache.keepOnly(new Set(changes.map(({ key }) => key))),
    close: connections.close,
  };
};

/** Hands on what it sees of a search. One that begins anew gives its header again, and then all its entries. */
const attributeWatch = (part: Part, handOn: OnHeader) => {
  let [names, unseen, entries]: [readonly string[], number[], number] = [[], [], 0];
  const watched: OnHeader = (...given) => {
    const [header] = given;
    const add = handOn(...given);
    [names, unseen, entries] = [header, [...header.keys()], 0];
    return (record) => {
      entries += 1;
      if (unseen.length > 0) unseen = unseen.filter((index) => (record.cells[index] ?? "") === "");
      add(record);
    };
  };
  return {
    onHeader: part.base === undefined ? handOn : watched,
    missing: () => (entries === 0 ? [] : unseen.map((index) => ({ attribute: names[index] ?? "", entries }))),
  };
};

const openConnections = () => {
  const connections = new Map<string, Promise<LdapConnection>>();
  return {
    /** One for each task: two paged searches on one connection would disturb each other. */
    to: (name: string, feed: LdapFeedSettings, task = "reads"): Promise<LdapConnection> => {
      const key = `${task} ${name}`;
      keepHeapSmall();
      const opened = connections.get(key) ?? openLdapConnection(feed, name);
      connections.set(key, opened);
      return opened;
    },
    close: async (): Promise<void> => {
      for (const opened of connections.values()) {
        // One that could not be opened has been told of already.
        await opened.then((open) => open.close()).catch(() => undefined);
      }
    },
  };
};

/** A file that was read, whatever its records are. */
type FileFacts = Omit<SourceFile, "kind">;

/** Of `sheets: all` a sheet without any cell is none. */
const readFiles = async (
  feed: string,
  settings: FileFeedSettings,
  table: Table | undefined,
  part: Part,
  onHeader: OnHeader,
): Promise<readonly FileFacts[]> => {
  const how = { ...settings, fillDown: part.fillDown, ...expectedWords(table, part) };
  const read: FileFacts[] = [];
  let blank: unknown;
  for (const place of await filePlaces(settings.folder, part)) {
    try {
      read.push(await readFile(feed, how, place, onHeader));
    } catch (error) {
      if (part.sheets !== "all" || !(error instanceof MusterdError && error.code === "source-empty")) throw error;
      blank = error;
    }
  }
  if (read.length === 0) throw blank;
  return read;
};

const readFile = async (
  feed: string,
  settings: FileFeedSettings & FileSettings,
  place: FilePlace,
  onHeader: OnHeader,
): Promise<FileFacts> => {
  const { folder } = settings;
  const { label, file } = place;
  const onPlace: OnHeader = (header) => {
    const add = onHeader(header, place);
    return label === file ? add : (record) => add({ ...record, file: label });
  };
  const { trailers, headerLine: _, ...facts } = await readFileTable({ ...place, folder }, settings, onPlace);
  const counts = trailers.flatMap(({ text, count }) => (countsRows.test(text) ? (count ?? []) : []));
  return { feed, ...facts, file: label, ...(counts.length === 1 && { trailerCount: counts[0] }) };
};

/** Words of a total row that can only mean the number of rows; 合計 may sum anything. */
const countsRows = /筆|人數|rows|records|count/i;

/** The search of a part, for all of its bases; the settings have filled in filter and scope. */
const searchOf = ({ base = [], filter = "(objectClass=*)", scope = "sub" }: Part) => ({
  base: [...base],
  filter,
  scope,
});

const readSearch = async (
  connection: LdapConnection,
  counter: LdapConnection,
  { pageSize }: LdapFeedSettings,
  part: Part,
  onHeader: OnHeader,
): Promise<void> => {
  const attributes = columnNames(part);
  const begin = () => {
    const add = onHeader(attributes);
    return ({ dn, cells }: LdapRecord): void => add({ file: dn, cells });
  };
  await searchEntries(connection, searchOf(part), attributes, pageSize, begin, counter);
};
