/**
 * The cache of feeds that are read incrementally, by their changes. A reading without changes writes one row; a damaged cache
 * counts as none. The cache of a feed contains personal data of HR's directory, so it is deleted when the feed is no longer
 * configured.
 */
import { CompiledQuery, sql } from "kysely";
import { lockForWriting } from "../../lib/database/database.ts";
import { slicesOf } from "../../lib/slices.ts";
import type { CachedEntry, CachedFeed, FeedCache, FeedState } from "../../source/feeds/feed-cache.ts";
import type { StoreDatabase, Tables, TargetStore } from "../schema/schema.ts";

export const createFeedCache = ({ database, target }: TargetStore): FeedCache => ({
  load: async (key) => {
    try {
      return await load(database, target, key);
    } catch {
      // A page of the database file is unreadable, or a stored text is not JSON; the next full reading replaces the cache.
      return undefined;
    }
  },

  save: (key, state, update) =>
    database.transaction().execute(async (transaction) => {
      await lockForWriting(transaction);
      const head = await headOf(transaction, target, key);
      if ("revision" in update) {
        if (!head || revisionOf(head) !== update.revision) return;
        for (const batch of slicesOf(update.deletes, batchSize)) {
          await transaction.executeQuery(CompiledQuery.raw(deleteEntries, [head.id, JSON.stringify(batch)]));
        }
        await insertEntries(transaction, head.id, update.upserts);
        const counted = update.deletes.length + update.upserts.length > 0;
        await writeHead(transaction, head.id, { ...stateColumns(state), revision: head.revision + 1 }, counted);
        return;
      }
      if (head) await transaction.deleteFrom("feed").where("id", "=", head.id).execute();
      const { id } = await transaction
        .insertInto("feed")
        .values({ target, key, ...stateColumns(state), revision: 1, entries: 0 })
        .returning("id")
        .executeTakeFirstOrThrow();
      // Entries are written in the order of their key, so each page of the table is written only once.
      await insertEntries(transaction, id, [...update.entries].sort(byId));
      await writeHead(transaction, id, {}, true);
    }),

  keepOnly: async (keys) => {
    const heads = await database.selectFrom("feed").select(["id", "key"]).where("target", "=", target).execute();
    const old = heads.filter(({ key }) => !keys.has(key)).map(({ id }) => id);
    if (old.length > 0) await database.deleteFrom("feed").where("id", "in", old).execute();
  },
});

const load = async (database: StoreDatabase, target: string, key: string): Promise<CachedFeed | undefined> => {
  // One transaction, because another process may be writing.
  const read = await database.transaction().execute(async (transaction) => {
    const head = await headOf(transaction, target, key);
    if (!head) return undefined;
    return {
      head,
      rows: await transaction
        .selectFrom("feed_entry")
        .select(["id", "dn", "cells"])
        .where("feed", "=", head.id)
        .execute(),
    };
  });
  if (!read || read.rows.length !== read.head.entries) return undefined;
  const entries = new Map<string, CachedEntry>();
  for (const { id, dn, cells } of read.rows) entries.set(id, { id, dn, cells: checkedCells(JSON.parse(cells)) });
  const { cookie, identity, readings, parents } = read.head;
  const state = { cookie, identity, readings, parents: checkedParents(JSON.parse(parents)) };
  return { ...state, revision: revisionOf(read.head), entries };
};

const headOf = (database: StoreDatabase, target: string, key: string) =>
  database.selectFrom("feed").selectAll().where("target", "=", target).where("key", "=", key).executeTakeFirst();

const stateColumns = ({ cookie, identity, readings, parents }: FeedState) => ({
  cookie,
  identity,
  readings,
  parents: JSON.stringify(parents),
});

/** Identifies one state of a cached feed. It contains the id of the feed's row, which is never reused. */
const revisionOf = ({ id, revision }: { readonly id: number; readonly revision: number }): string =>
  `${id}.${revision}`;

/**
 * Updates the row of a feed. The number of entries is updated only if `counted` is true, because counting reads all entries,
 * which would make a reading without changes slow.
 */
const writeHead = async (
  database: StoreDatabase,
  id: number,
  columns: Partial<Omit<Tables["feed"], "id">>,
  counted: boolean,
): Promise<void> => {
  const entries = sql<number>`(SELECT count(*) FROM feed_entry WHERE feed = ${id})`;
  await database
    .updateTable("feed")
    .set({ ...columns, ...(counted ? { entries } : {}) })
    .where("id", "=", id)
    .execute();
};

/** Passes the entries to SQLite as JSON, a few thousand per statement. */
const insertEntries = async (database: StoreDatabase, feed: number, entries: readonly CachedEntry[]): Promise<void> => {
  for (const batch of slicesOf(entries, batchSize)) {
    const rows = batch.map(({ id, dn, cells }) => [id, dn, JSON.stringify(cells)]);
    await database.executeQuery(CompiledQuery.raw(upsertEntries, [feed, JSON.stringify(rows)]));
  }
};

const upsertEntries = `INSERT INTO feed_entry (feed, id, dn, cells)
  SELECT ?, value ->> 0, value ->> 1, value ->> 2 FROM json_each(?) WHERE true
  ON CONFLICT DO UPDATE SET dn = excluded.dn, cells = excluded.cells`;
const deleteEntries = "DELETE FROM feed_entry WHERE feed = ? AND id IN (SELECT value FROM json_each(?))";

const batchSize = 2000;

const byId = (a: CachedEntry, b: CachedEntry): number => (a.id < b.id ? -1 : 1);

const isText = (value: unknown): value is string => typeof value === "string";

const checkedCells = (cells: unknown): CachedEntry["cells"] => {
  if (!Array.isArray(cells)) throw new TypeError("cells must be a list");
  for (const cell of cells as readonly unknown[]) {
    if (!isText(cell) && !(Array.isArray(cell) && cell.every(isText)))
      throw new TypeError("a cell must be a string or a list of strings");
  }
  return cells as CachedEntry["cells"];
};

const checkedParents = (parents: unknown): FeedState["parents"] => {
  if (typeof parents !== "object" || parents === null || !Object.values(parents).every(isText)) {
    throw new TypeError("parents must map strings to strings");
  }
  return parents as FeedState["parents"];
};
