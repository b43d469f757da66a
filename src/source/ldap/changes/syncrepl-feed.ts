/**
 * Reads the changes of one search by syncrepl. If an entry is renamed or moved, the server reports that entry, but not the
 * entries below it, although their names change too and they may enter or leave the base. So after any change, all entries
 * that have entries below them are compared with the remembered ones. Everything is read if one of them is new, has moved,
 * or is gone without a report about the entries below it.
 */

import type { CachedEntry } from "../../feeds/feed-cache.ts";
import { canonicalDn, dnKey, isBelow, parentDn } from "../../values/dn.ts";
import { entryAlone, type LdapConnection } from "../connection/ldap-connection.ts";
import { requireControl } from "../connection/server-identity.ts";
import { type IdentifiedCells, identifiedCells } from "../entries/entry-cells.ts";
import { readEntryMessage } from "../entries/entry-message.ts";
import { insideBase } from "../entries/inside-base.ts";
import { pagedSearch } from "../entries/paged-search.ts";
import type { BaseSearch } from "../entries/read-by-id.ts";
import {
  type ChangeFeed,
  changesFailed,
  type Delta,
  type Entries,
  type Remembered,
  type Snapshot,
  stale,
} from "./change-feed.ts";
import { type SyncAnswer, syncOids, syncrepl } from "./syncrepl.ts";
import { contradicted, newestOf, remembered, rememberedText, type Witnesses } from "./witnesses.ts";

/** Fails with `source-ldap-changes-unsupported`, `source-ldap-base`, or as a search does. */
export const syncreplFeed = async (
  connection: LdapConnection,
  search: BaseSearch,
  attributes: readonly string[],
): Promise<ChangeFeed> => {
  const rootDse = await connection.rootDse();
  requireControl(connection, rootDse, syncOids.request, "syncrepl");
  const cells = identifiedCells(connection, attributes, "entryUUID");
  const feed = { connection, search, cells };
  return {
    cells,
    identity: await baseIdentity(feed),
    since: (state) => since(feed, state),
    all: () => all(feed),
  };
};

type Feed = {
  readonly connection: LdapConnection;
  readonly search: BaseSearch;
  readonly cells: IdentifiedCells;
};

/** Returns the name of the base with its entryUUID, which changes if the base, or the server's data, is created again. */
const baseIdentity = async ({ connection, search, cells }: Feed): Promise<string> => {
  const { base } = search;
  const answer = await connection.search(entryAlone(base, [cells.idAttribute]));
  const [entry] = answer.searchEntries;
  return entry ? `${canonicalDn(base)} ${cells.read(entry).id}` : `${canonicalDn(base)}`;
};

/** The answer, with the entryCSN of the newest entries in it, as far as the account may read it. */
type Exchanged = { readonly answer: SyncAnswer<CachedEntry>; readonly newest: Witnesses };

const exchange = async (
  { connection, search, cells }: Feed,
  start: { readonly cookie: string; readonly entries: Entries } | undefined,
): Promise<Exchanged> => {
  const check = insideBase(connection, search);
  const isMapped = cells.requested.some((name) => name.toLowerCase() === csnName);
  let newest: Witnesses = new Map();
  let seen = new Map<string, string>();
  const answer = await syncrepl(
    connection,
    { ...search, attributes: isMapped ? cells.requested : [...cells.requested, "entryCSN"] },
    start && { cookie: start.cookie, known: start.entries },
    ({ id, entry }) => {
      check(entry.name);
      const csn = entry.attributes.find(({ type }) => type.toLowerCase() === csnName);
      if (csn) seen.set(id, String(csn.values[0]));
      if (seen.size >= manySeen) {
        newest = newestOf(newest, seen, []);
        seen = new Map();
      }
      const { name, attributes } = entry;
      const own = isMapped ? entry : { name, attributes: attributes.filter((one) => one !== csn) };
      const { dn, cells: values } = cells.read(own);
      return { id, dn, cells: values };
    },
  );
  return { answer, newest: newestOf(newest, seen, []) };
};

const csnName = "entrycsn";

/** Of a hundred thousand entries, only the newest are kept meanwhile. */
const manySeen = 1000;

const since = async (feed: Feed, { cookie: text, parents: before, entries }: Remembered): Promise<Delta> => {
  const { cookie: last, witnesses } = remembered(text);
  const { answer, newest } = await exchange(feed, { cookie: last, entries });
  if (answer.how === "stale") return answer;
  const { cookie, changed: upserts, deleted: deletes } = answer;
  // A server that does not understand our cookie may answer without a new one.
  if (!cookie) return stale("the server gives no new cookie");
  // The cookie covers all entries of the server, so it also changes if entries outside of the feed change.
  const othersRenamed = cookie !== last;
  const told = new Map([...witnesses].filter(([id]) => !upserts.has(id) && !deletes.has(id)));
  const delta = { how: "changes", upserts, deletes, othersRenamed } as const;
  if (!othersRenamed) return { ...delta, cookie: text, parents: before };
  const parents = await readParents(feed);
  const why =
    (await contradicted(feed.connection, feed.search.base, told)) ??
    rearranged({ parents: before, entries }, parents, upserts, deletes);
  if (why !== undefined) return stale(why);
  return { ...delta, cookie: rememberedText(cookie, newestOf(told, newest, deletes)), parents };
};

const all = async (feed: Feed): Promise<{ readonly entries: Entries } & (Snapshot | { readonly why: string })> => {
  // The parents are read before the entries, so the next reading notices moves that happen in between.
  const parents = await readParents(feed);
  const { answer, newest } = await exchange(feed, undefined);
  if (answer.how === "stale") {
    const what = `the server's answer to syncrepl below "${feed.search.base}" is incomplete: ${answer.why}`;
    throw changesFailed(feed.connection.name, what);
  }
  const { cookie, changed: entries } = answer;
  feed.cells.refuseOtherNames();
  if (!cookie) return { entries, why: "the server gives no cookie" };
  const { base, scope } = feed.search;
  const untold = scope === "sub" ? parentsOf(entries.values()).difference(new Set(Object.keys(parents))) : [];
  // The entry above the base is outside of the search, even if the base itself is inside.
  const above = [...untold].find((dn) => dn === dnKey(base) || isBelow(dn, base));
  if (above !== undefined) return { entries, why: `the server does not say that there are entries below "${above}"` };
  return { entries, cookie: rememberedText(cookie, newest), parents };
};

/**
 * Returns the entries that have entries below them, as canonical distinguished name → entryUUID and name as it is spelt. Only a search of a whole
 * subtree needs them; for other searches the result is empty.
 */
const readParents = async ({ connection, search }: Feed): Promise<Record<string, string>> => {
  const parents: Record<string, string> = {};
  if (search.scope !== "sub") return parents;
  const check = insideBase(connection, search);
  const request = { ...search, filter: "(hasSubordinates=TRUE)", attributes: ["entryUUID"] };
  await pagedSearch(connection, request, connection.settings.pageSize, (message) => {
    const { name, attributes } = readEntryMessage(message);
    check(name);
    // The name is kept as it is spelt, because a change of letters only renames all entries below it, too.
    parents[dnKey(name)] = `${String(attributes[0]?.values[0] ?? "")} ${name}`;
  });
  return parents;
};

/** Returns the reason why entries may have moved or been renamed without a report, or undefined if there is none. */
const rearranged = (
  { parents: before, entries }: Pick<Remembered, "parents" | "entries">,
  parents: Readonly<Record<string, string>>,
  upserts: Entries,
  deletes: ReadonlySet<string>,
): string | undefined => {
  const fresh = Object.keys(parents).find((dn) => parents[dn] !== before[dn]);
  if (fresh !== undefined) return `"${fresh}" has entries below it, and had none before or was elsewhere`;
  const gone = new Set(Object.keys(before).filter((dn) => parents[dn] === undefined));
  if (gone.size === 0) return undefined;
  const untold = [...entries.values()].filter(({ id }) => !upserts.has(id) && !deletes.has(id));
  const [lost] = parentsOf(untold).intersection(gone);
  return lost === undefined ? undefined : `"${lost}" is gone, and the server has not reported what was below it`;
};

const parentsOf = (entries: Iterable<CachedEntry>): ReadonlySet<string> => {
  const above = new Set<string>();
  // Siblings share a parent, whose name is made canonical only once.
  const seen = new Set<string>();
  for (const { dn } of entries) {
    const parent = parentDn(dn);
    if (seen.size < seen.add(parent).size) above.add(dnKey(parent));
  }
  return above;
};
