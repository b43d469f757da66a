/** The feeds of one reading. Each is opened when it is first read, and all are closed at the end. */
import type { MissingAttribute, SourceFile } from "../../model/plan/quality.ts";
import type { ReadFeed } from "../../model/runs/told.ts";
import { kindOf, type Table } from "../mapping/fields.ts";
import type { Absence, ChangesReading, FeedServer, FeedSettings, OpenFeed, Part } from "./feed.ts";
import type { FeedCache } from "./feed-cache.ts";
import type { FilePlace, OnHeader } from "./record.ts";
import { unreadColumns } from "./unread-columns.ts";

export type Feeds = ReturnType<typeof openFeeds>;

export type SearchChanges = ChangesReading & { readonly feed: string; readonly table: Table };

export const openFeeds = (settings: Readonly<Record<string, FeedSettings>>, cache: FeedCache) => {
  const files: SourceFile[] = [];
  const changes: SearchChanges[] = [];
  const missing: MissingAttribute[] = [];
  const unread = unreadColumns();
  const servers = new Map<string, FeedServer>();
  const read = new Map<string, ReadFeed>();
  const open = new Map<string, Promise<OpenFeed>>();
  const opened = (name: string): Promise<OpenFeed> => {
    const feed = settings[name];
    if (feed === undefined) throw new Error(`the feed ${name} has passed the checks and is not there`);
    const one = open.get(name) ?? feed.kind.open(name, feed.settings, cache);
    open.set(name, one);
    return one;
  };
  return {
    /** Reads a part as `OpenFeed.read` does. */
    read: async (table: Table | undefined, part: Part, onHeader: OnHeader): Promise<void> => {
      const feed = part.from ?? "";
      let rows = 0;
      const onRead: OnHeader = (header, place) => {
        if (place && table !== undefined) unread.note(sheetOf(place), header, part);
        // A directory passes its header again when its reading starts again.
        if (!place) rows = 0;
        const add = onHeader(header, place);
        return (record) => {
          rows += 1;
          add(record);
        };
      };
      const facts = await (await opened(feed)).read(part, table, onRead);
      // Several searches of a feed may lie in several databases of its server.
      if (facts.server) {
        const state = { ...servers.get(feed)?.state, ...facts.server.state };
        servers.set(feed, { ...facts.server, state });
      }
      if (table === undefined) return;
      const kind = kindOf[table];
      const before = read.get(`${feed} ${kind}`);
      const written = [before, ...(facts.files ?? [])].flatMap((one) => one?.modifiedMs ?? []);
      // Times of files may have fractions.
      const modifiedMs = written.length > 0 ? Math.round(Math.max(...written)) : undefined;
      read.set(`${feed} ${kind}`, { feed, kind, rows: rows + (before?.rows ?? 0), modifiedMs });
      files.push(...(facts.files ?? []).map((file) => ({ ...file, feed, kind })));
      missing.push(...(facts.missing ?? []).map((one) => ({ ...one, kind })));
      changes.push(...(facts.changes ?? []).map((one) => ({ ...one, feed, table })));
    },
    /** Tells why entries are missing, as `OpenFeed.absences` does. */
    absences: async (part: Part, dns: readonly string[]): Promise<ReadonlyMap<string, Absence>> =>
      (await (await opened(part.from ?? "")).absences?.(part, dns)) ?? new Map(),
    /** Mapped attributes that no entry of their search has. */
    missing: (): readonly MissingAttribute[] => missing,
    /** The servers of the directories that were read so far, by the names of their feeds. */
    servers: (): ReadonlyMap<string, FeedServer> => servers,
    files: (): readonly SourceFile[] => files,
    /** Rows and age of each feed by kind of record, as far as they were read. */
    ages: (): readonly ReadFeed[] => [...read.values()],
    /** The columns of files that no setting uses, files without such columns left out. */
    unread: unread.all,
    changes: (): readonly SearchChanges[] => changes,
    /**
     * Finishes each feed, and deletes the stored state of searches that are no longer configured. To be called after a
     * complete reading.
     */
    finish: async (): Promise<void> => {
      for (const feed of open.values()) await (await feed).finish?.();
      await cache.keepOnly(new Set(changes.map(({ key }) => key)));
    },
    close: async (): Promise<void> => {
      for (const feed of open.values()) await (await feed).close();
    },
  };
};

/** The file and its sheet. Parts may read several sheets of one workbook, whose columns have the same names. */
const sheetOf = ({ file, sheet, label }: FilePlace): string =>
  label === file && sheet !== undefined ? `${file} sheet ${sheet}` : label;
