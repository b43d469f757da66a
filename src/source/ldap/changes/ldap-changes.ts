/**
 * Reads a search incrementally: takes the remembered entries and applies the changes that the server reports. The result
 * is the same as that of a full reading. In case of doubt, and on every n-th reading (the setting `fullReadEvery`),
 * everything is read. The remembered state is only replaced after a complete answer.
 */
import type { ChangesReading } from "../../feeds/feed.ts";
import type { CachedEntry, FeedCache } from "../../feeds/feed-cache.ts";
import type { Cell } from "../../feeds/record.ts";
import type { LdapConnection } from "../connection/ldap-connection.ts";
import { protocolError } from "../connection/ldap-failure.ts";
import type { LdapRecord } from "../entries/entry-cells.ts";
import { type BaseSearch, readById } from "../entries/read-by-id.ts";
import type { ChangeFeed, Delta, Entries, Remembered } from "./change-feed.ts";
import { dirSyncFeed } from "./dirsync-feed.ts";
import { pointingAway } from "./dn-references.ts";
import { sampledIds } from "./sampled-entries.ts";
import { syncreplFeed } from "./syncrepl-feed.ts";
import { refuseUnsuited } from "./unsuited-attributes.ts";

/**
 * Passes every present entry to `onEntry` once. `connection.settings.changes` must not be `off`. Fails as `searchEntries`
 * does, and with `source-ldap-changes-unsuited`, `source-ldap-changes-unsupported` or `source-ldap-changes-denied`.
 */
export const readChanges = async (
  connection: LdapConnection,
  search: BaseSearch,
  attributes: readonly string[],
  cache: FeedCache,
  onEntry: (record: LdapRecord) => void,
): Promise<ChangesReading> => {
  const key = keyOf(connection, search, attributes);
  const { entries, reading } = await read(connection, search, attributes, cache, key);
  for (const { dn, cells } of entries.values()) onEntry({ dn, cells });
  return { ...reading, base: search.base, key };
};

/** Returns the key under which a state is remembered. It contains all that decides which entries and attributes are stored. */
const keyOf = ({ name, settings }: LdapConnection, search: BaseSearch, attributes: readonly string[]): string => {
  const who = typeof settings.bind === "object" ? settings.bind.dn : settings.bind;
  const { base, filter, scope } = search;
  return JSON.stringify([name, settings.url, settings.changes, who, base, filter, scope, attributes]);
};

type Result = { readonly entries: Entries; readonly reading: Omit<ChangesReading, "base" | "key"> };

const read = async (
  connection: LdapConnection,
  search: BaseSearch,
  attributes: readonly string[],
  cache: FeedCache,
  key: string,
): Promise<Result> => {
  const open = connection.settings.changes === "dirsync" ? dirSyncFeed : syncreplFeed;
  const feed = await open(connection, search, attributes);
  const identity = [connection.url, connection.reader?.digest ?? "", feed.identity].join(" ");
  const cached = await cache.load(key);
  const full = async (why: string): Promise<Result> => {
    await refuseUnsuited(connection, search.filter, attributes);
    const all = await feed.all();
    const { entries } = all;
    if (haveSameName(entries))
      throw protocolError(connection.name, `below "${search.base}" two entries have the same name`);
    if ("cookie" in all) {
      const { cookie, parents } = all;
      await cache.save(key, { cookie, parents, identity, readings: 0 }, { entries: entries.values() });
    }
    const { changed, deleted } = difference(cached?.entries ?? new Map(), entries);
    const reason = "why" in all ? all.why : why;
    return { entries, reading: { how: "full", why: reason, changed: changed.length, deleted: deleted.length } };
  };

  if (!cached) return full("nothing is remembered");
  if (cached.identity !== identity) {
    return full("this is another server, another copy of its data, or another account");
  }
  const delta = await completed(connection, search, feed, cached);
  if (delta.how === "stale") return full(delta.why);
  const entries = applied(cached.entries, delta);
  const { cookie, parents } = delta;
  if (entries !== cached.entries && haveSameName(entries)) return full("two entries would have the same name");
  const expected = { cookie, parents, entries };
  const readings = cached.readings + 1;
  if (readings >= connection.settings.fullReadEvery) {
    const result = await full(`${readings} readings since the last full one`);
    const drift = await driftOf(feed, expected, result.entries);
    return { entries: result.entries, reading: { ...result.reading, ...(drift === undefined ? {} : { drift }) } };
  }
  const untold = await untoldInSample(connection, search, feed, expected, cached.readings, delta.upserts);
  if (untold > 0)
    return full(`${untold} entries are otherwise than remembered, and the server has not reported a change`);
  const { changed, deleted } = difference(cached.entries, entries);
  const update = { revision: cached.revision, upserts: changed, deletes: deleted };
  await cache.save(key, { cookie, parents, identity, readings }, update);
  return { entries, reading: { how: "changes", changed: changed.length, deleted: deleted.length } };
};

/** Returns the reported changes, and the entries that the server may have rewritten because of them without reporting it. */
const completed = async (
  connection: LdapConnection,
  search: BaseSearch,
  feed: ChangeFeed,
  remembered: Remembered,
): Promise<Delta> => {
  const delta = await feed.since(remembered);
  if (delta.how === "stale") return delta;
  const doubtful = pointingAway(feed.cells.header, remembered.entries, delta);
  if (doubtful.size > Math.max(1000, remembered.entries.size / 10)) {
    return { how: "stale", why: `${doubtful.size} entries point to names that may have changed` };
  }
  const fresh = await readById(connection, search, feed.cells, doubtful);
  return {
    ...delta,
    upserts: new Map([...delta.upserts, ...fresh]),
    deletes: delta.deletes.union(new Set([...doubtful].filter((id) => !fresh.has(id)))),
  };
};

const applied = (remembered: Entries, { upserts, deletes }: Delta & { readonly how: "changes" }): Entries => {
  // Most readings change nothing, and there may be a hundred thousand entries to copy.
  if (upserts.size === 0 && deletes.size === 0) return remembered;
  const entries = new Map(remembered);
  for (const id of deletes) entries.delete(id);
  for (const [id, entry] of upserts) entries.set(id, entry);
  return entries;
};

const difference = (before: Entries, after: Entries) =>
  before === after
    ? { changed: [], deleted: [] }
    : {
        changed: [...after.values()].filter((entry) => !isSame(before.get(entry.id), entry)),
        deleted: [...before.keys()].filter((id) => !after.has(id)),
      };

const isSame = (a: CachedEntry | undefined, b: CachedEntry): boolean =>
  a === b || (a?.dn === b.dn && a.cells.every((cell, at) => isSameCell(cell, b.cells[at] ?? "")));

/** The values of an attribute have no order, so lists are sorted before they are compared. */
const isSameCell = (a: Cell, b: Cell): boolean =>
  a === b || (typeof a !== "string" && typeof b !== "string" && a.toSorted().join("\0") === b.toSorted().join("\0"));

/**
 * Counts the entries that differ between the updated state and a full reading although the server has reported no change
 * to them in between. Undefined if the server cannot report the changes in between.
 */
const driftOf = async (feed: ChangeFeed, expected: Remembered, found: Entries): Promise<number | undefined> => {
  const { changed, deleted } = difference(expected.entries, found);
  return unreported(feed, expected, [...changed.map(({ id }) => id), ...deleted]);
};

/** Counts the entries of the sample that are otherwise than expected; those of which a change is reported meanwhile are left out. */
const untoldInSample = async (
  connection: LdapConnection,
  search: BaseSearch,
  feed: ChangeFeed,
  expected: Remembered,
  readings: number,
  justRead: Entries,
): Promise<number> => {
  const ids = sampledIds(expected.entries, readings, justRead);
  const found = await readById(connection, search, feed.cells, ids);
  const wrong = ids.filter((id) => {
    const [before, now] = [expected.entries.get(id), found.get(id)];
    return !now || !isSame(before, now);
  });
  return wrong.length === 0 ? 0 : ((await unreported(feed, expected, wrong)) ?? wrong.length);
};

const unreported = async (
  feed: ChangeFeed,
  expected: Remembered,
  wrong: readonly string[],
): Promise<number | undefined> => {
  const meanwhile = await feed.since(expected);
  if (meanwhile.how === "stale") return undefined;
  return wrong.filter((id) => !meanwhile.upserts.has(id) && !meanwhile.deletes.has(id)).length;
};

const haveSameName = (entries: Entries): boolean => {
  const names = new Set<string>();
  for (const { dn } of entries.values()) names.add(dn);
  return names.size < entries.size;
};
