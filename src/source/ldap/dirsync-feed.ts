/**
 * The changes of one search by DirSync: it tells which objects of the naming context have changed, and these are read
 * afresh with the search itself. What it tells of is a changed attribute of the mapping or the filter, a new name, a new
 * place, or the end; of the objects below one that was moved it tells nothing, so those are looked for.
 */
import type { CachedEntry } from "../../model/feed-cache.ts";
import { type ChangeFeed, type Delta, type Entries, type Remembered, type Snapshot, stale } from "./change-feed.ts";
import type { ChangesConnection } from "./changes-connection.ts";
import { type ChangedObject, dirSync, dirSyncCookie, dirSyncOid } from "./dirsync.ts";
import { filterAttributes } from "./filter-attributes.ts";
import { type IdentifiedCells, identifiedCells } from "./identified-cells.ts";
import { pagedSearch } from "./paged-search.ts";
import { type BaseSearch, readById } from "./read-by-id.ts";
import { searchEntries } from "./search.ts";
import { domainControllerIdentity, namingContextOf, requireControl } from "./server-identity.ts";

/** Fails with `source-ldap-changes-unsupported`, `source-ldap-changes-denied`, or as a search does. */
export const dirSyncFeed = async (
  connection: ChangesConnection,
  search: BaseSearch,
  attributes: readonly string[],
): Promise<ChangeFeed> => {
  const rootDse = await connection.rootDse();
  requireControl(connection, rootDse, dirSyncOid, "dirsync");
  const namingContext = namingContextOf(connection, rootDse, search.base);
  const cells = identifiedCells(connection, attributes, "objectGUID");
  const feed = { connection, search, cells, namingContext };
  return {
    cells,
    identity: await domainControllerIdentity(connection, rootDse, namingContext),
    since: (remembered) => since(feed, remembered),
    all: () => all(feed),
  };
};

type Feed = {
  readonly connection: ChangesConnection;
  readonly search: BaseSearch;
  readonly cells: IdentifiedCells;
  readonly namingContext: string;
};

const since = async (feed: Feed, { cookie, entries }: Remembered): Promise<Delta> => {
  const { connection, search, cells, namingContext } = feed;
  const watched = [...cells.requested, ...filterAttributes(search.filter)];
  const answer = await dirSync(connection, namingContext, watched, cookie);
  if (answer.how === "stale") return answer;
  const { objects } = answer;
  if (objects.size > Math.max(1000, entries.size / 10)) return stale(`${objects.size} objects have changed`);
  const there = [...objects].filter(([, { change }]) => change !== "deleted").map(([id]) => id);
  const upserts = await readById(connection, search, cells, there);
  const why = await moved(feed, objects);
  if (why !== undefined) return stale(why);
  const isOther = (id: string): boolean => !entries.has(id) && !upserts.has(id);
  return {
    how: "changes",
    cookie: answer.cookie,
    parents: {},
    upserts,
    deletes: new Set([...objects.keys()].filter((id) => entries.has(id) && !upserts.has(id))),
    othersRenamed: [...objects].some(
      ([id, { change }]) => (change === "renamed" || change === "deleted") && isOther(id),
    ),
  };
};

/** Why entries may have been moved or renamed without having been told of: they lie below an object that was. */
const moved = async (feed: Feed, objects: ReadonlyMap<string, ChangedObject>): Promise<string | undefined> => {
  const renamed = [...objects.values()].filter(({ change }) => change === "renamed");
  if (renamed.length > mostRenamed) return `${renamed.length} objects have been renamed or moved`;
  for (const { dn } of renamed) {
    const below = await idsBelow(feed, dn);
    if (below.some((id) => !objects.has(id))) return `"${dn}" has been renamed or moved with what is below it`;
  }
  return undefined;
};

/** Each costs a search. */
const mostRenamed = 100;

const idsBelow = async ({ connection, search, cells }: Feed, base: string): Promise<readonly string[]> => {
  const ids: string[] = [];
  const request = { base, filter: search.filter, scope: "sub", attributes: cells.requested } as const;
  await pagedSearch(connection, request, connection.settings.pageSize, (entries) => {
    for (const entry of entries) ids.push(cells.read(entry).id);
  });
  return ids;
};

const all = async ({
  connection,
  search,
  cells,
  namingContext,
}: Feed): Promise<{ readonly entries: Entries } & Snapshot> => {
  // Before the entries: what changes in between is told to the next reading.
  const cookie = await dirSyncCookie(connection, namingContext);
  let entries = new Map<string, CachedEntry>();
  await searchEntries(connection, search, cells.header, connection.settings.pageSize, () => {
    entries = new Map();
    return (record) => {
      const entry = cells.identify(record);
      entries.set(entry.id, entry);
    };
  });
  return { entries, cookie, parents: {} };
};
