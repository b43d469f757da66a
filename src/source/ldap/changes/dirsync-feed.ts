/**
 * Reads the changes of one search by DirSync. DirSync only reports entries whose attributes have changed, and only those
 * that the account may see. So every incremental reading also reads the names of all entries that the search finds now.
 * Because of these names, it does not matter whether DirSync reports deletions, entries that left the filter or the base, or
 * entries that moved with their parents.
 */
import type { CachedEntry } from "../../feeds/feed-cache.ts";
import type { LdapConnection } from "../connection/ldap-connection.ts";
import { domainControllerIdentity, namingContextOf, requireControl } from "../connection/server-identity.ts";
import { type IdentifiedCells, identifiedCells, type LdapRecord } from "../entries/entry-cells.ts";
import { readEntryMessage } from "../entries/entry-message.ts";
import { pagedSearch } from "../entries/paged-search.ts";
import { type BaseSearch, readById } from "../entries/read-by-id.ts";
import { searchEntries } from "../entries/search.ts";
import { type ChangeFeed, changesFailed, type Delta, type Remembered, stale } from "./change-feed.ts";
import { dirSync, dirSyncOid } from "./dirsync.ts";
import { lastChanged, sameHistory, usnSearch, usnState, usnStateText } from "./usn-witnesses.ts";

/** Fails with `source-ldap-changes-unsupported`, `source-ldap-changes-denied`, or as a search does. */
export const dirSyncFeed = async (
  connection: LdapConnection,
  search: BaseSearch,
  attributes: readonly string[],
): Promise<ChangeFeed> => {
  const rootDse = await connection.rootDse();
  requireControl(connection, rootDse, dirSyncOid, "dirsync");
  const namingContext = namingContextOf(connection, rootDse, search.base);
  const cells = identifiedCells(connection, attributes, "objectGUID");
  const usn = Number(rootDse.get("highestcommittedusn")?.[0] ?? 0);
  const feed = { connection, search, cells, namingContext, usn };
  return {
    cells,
    identity: await domainControllerIdentity(connection, rootDse, namingContext),
    since: (remembered) => since(feed, remembered),
    all: () => all(feed),
  };
};

type Feed = {
  readonly connection: LdapConnection;
  readonly search: BaseSearch;
  readonly cells: IdentifiedCells;
  readonly namingContext: string;
  /** The number of the last change of this controller. It only grows, unless the controller is put back to an earlier state. */
  readonly usn: number;
};

const since = async (feed: Feed, { cookie: text, entries }: Remembered): Promise<Delta> => {
  const { connection, search, cells, namingContext, usn } = feed;
  const last = usnState(text);
  if (!last) return stale("an earlier version of musterd has remembered less");
  if (usn < last.usn) return stale("the controller has fewer changes than at the last reading: it was put back");
  // DirSync is asked before the names are read, so changes made in between are reported to the next reading.
  const answer = await dirSync(connection, namingContext, cells.requested, last.cookie);
  if (answer.how === "stale") return answer;
  const same = await sameHistory(usnSearch(connection, search.base), last, usn, entries);
  if (!same) return stale("the controller has another history than at the last reading: it was put back");
  const { again, ...witnesses } = same;
  const cookie = usnStateText({ cookie: answer.cookie, usn, ...witnesses });
  const there = await readNames(feed);
  const isReported = (id: string) => answer.objects.has(id) || again.has(id);
  const asOther = [...there].filter(([id, dn]) => isReported(id) || entries.get(id)?.dn !== dn);
  if (asOther.length > Math.max(1000, entries.size / 10)) return stale(`${asOther.length} entries have changed`);
  const upserts = await readById(connection, search, cells, new Map(asOther).keys());
  const deletes = new Set([...entries.keys()].filter((id) => !there.has(id)));
  for (const [id] of asOther) if (!upserts.has(id)) deletes.add(id);
  return { how: "changes", cookie, parents: {}, upserts, deletes, othersRenamed: true };
};

const readNames = async ({ connection, search, cells }: Feed): Promise<ReadonlyMap<string, string>> => {
  const names = new Map<string, string>();
  const request = { ...search, attributes: [cells.idAttribute] };
  await pagedSearch(connection, request, connection.settings.pageSize, (message) => {
    const entry = readEntryMessage(message);
    names.set(cells.read(entry).id, entry.name);
  });
  return names;
};

const all = async ({ connection, search, cells, namingContext, usn }: Feed): Promise<Remembered> => {
  // This request is only made for its cookie. Hardly any object has the attribute isDeleted, so the answer is small.
  const answer = await dirSync(connection, namingContext, ["isDeleted"], undefined);
  if (answer.how === "stale") {
    const what = `the server does not answer the DirSync request for "${namingContext}": ${answer.why}`;
    throw changesFailed(connection.name, what);
  }
  let entries = new Map<string, CachedEntry>();
  const begin = () => {
    entries = new Map();
    return (record: LdapRecord) => {
      const entry = cells.identify(record);
      entries.set(entry.id, entry);
    };
  };
  const whole = { ...search, base: [search.base] };
  await searchEntries(connection, whole, cells.header, connection.settings.pageSize, begin);
  const witnesses = await lastChanged(usnSearch(connection, search.base), usn);
  return {
    entries,
    cookie: usnStateText({ cookie: answer.cookie, usn, ...witnesses }),
    parents: {},
  };
};
