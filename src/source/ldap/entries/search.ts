/**
 * Reads all entries of a search, or fails. Every entry is read once, page after page, and attributes that the server
 * returns in ranges are completed. A second search reads only the names of the entries; if it finds other entries than
 * the first search, everything is read again.
 */
import type { MusterdError } from "../../../lib/errors.ts";
import type { Cell } from "../../feeds/record.ts";
import type { LdapConnection } from "../connection/ldap-connection.ts";
import { feedError } from "../connection/ldap-failure.ts";
import type { LdapSearchSettings } from "../settings.ts";
import { entryCells, type LdapRecord, refuseOtherNames } from "./entry-cells.ts";
import { type EntryMessage, readEntryMessage } from "./entry-message.ts";
import { insideBase } from "./inside-base.ts";
import { type Pace, pagedSearch } from "./paged-search.ts";
import { completeRanges, type Range } from "./value-ranges.ts";

/** Called at the start of each attempt. Returns the function that gets the entries. Entries of earlier attempts are void. */
export type BeginReading = () => (record: LdapRecord) => void;

/**
 * Returns the number of entries. `attributes` must not contain an attribute twice; in it, `dn` and `parentDn` stand for
 * the names of the entry and of its parent. `counter` is another connection to the same server, on which the second search
 * runs during the first. Without `counter` it runs afterwards, and so it does with several bases: an entry that moves to one that was read
 * and counted would be in neither search. Fails as `pagedSearch` does, and with
 * `source-ldap-page-repeated`, `source-ldap-range`, `source-ldap-attribute` or `source-ldap-unstable`.
 */
export const searchEntries = async (
  connection: LdapConnection,
  search: LdapSearchSettings,
  attributes: readonly string[],
  pageSize: number,
  begin: BeginReading,
  counter?: LdapConnection,
): Promise<number> => {
  const reading = { connection, search, pageSize };
  let counts = { read: 0, found: 0 };
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const names: Names = new Map();
    const { ahead, behind } = inStep(counter !== undefined && search.base.length === 1);
    const [read, found] = await Promise.all([
      readAll({ ...reading, pace: ahead }, attributes, names, begin()).then((count) => {
        ahead.end();
        return count;
      }),
      countNames({ ...reading, connection: counter ?? connection, pace: behind }, names),
    ]);
    if (read === found.count && read === found.matched) return read;
    counts = { read, found: found.count };
  }
  throw unstable(connection, counts);
};

/**
 * Makes the second search (`behind`) follow the first (`ahead`). The second requests a page only after the first has read
 * that page or, if `pageByPage` is false, all pages.
 */
const inStep = (pageByPage: boolean) => {
  const state = { lead: 0, wake: (): void => undefined };
  const move = (pages: number) => (): void => {
    state.lead += pages;
    state.wake();
  };
  const before = async (): Promise<void> => {
    while (state.lead <= 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      state.wake = resolve;
      await promise;
    }
    state.lead -= 1;
  };
  return { ahead: { after: move(pageByPage ? 1 : 0), end: move(Number.POSITIVE_INFINITY) }, behind: { before } };
};

const mostAttempts = 4;

type Reading = {
  readonly connection: LdapConnection;
  readonly search: LdapSearchSettings;
  readonly pageSize: number;
  readonly pace: Pace;
};

/** The names of the entries that were read, and whether the second search has found them. */
type Names = Map<string, boolean>;

/** Passes all entries to `take`, adds their names to `names`, and returns how many there are. */
const readAll = async (
  reading: Reading,
  attributes: readonly string[],
  names: Names,
  take: (record: LdapRecord) => void,
): Promise<number> => {
  const { requested, read, strange } = entryCells(attributes);
  const incomplete: { readonly dn: string; readonly cells: Cell[]; readonly ranges: readonly Range[] }[] = [];
  await eachEntry(reading, requested, (entry) => {
    if (names.has(entry.name)) throw repeated(reading.connection, entry.name, names.size);
    names.set(entry.name, false);
    const { cells, ranges } = read(entry);
    if (ranges.length > 0) incomplete.push({ dn: entry.name, cells, ranges });
    else take({ dn: entry.name, cells });
  });
  // The other ranges are requested after the last page, so that no other request comes between two pages.
  for (const { dn, cells, ranges } of incomplete) {
    await completeRanges(reading.connection, dn, cells, ranges);
    take({ dn, cells });
  }
  refuseOtherNames(reading.connection, strange());
  return names.size;
};

/** Counts the entries, and those of them that were read. */
const countNames = async (
  reading: Reading,
  names: Names,
): Promise<{ readonly count: number; readonly matched: number }> => {
  let [count, matched] = [0, 0];
  await eachEntry(reading, ["1.1"], ({ name }) => {
    count += 1;
    if (names.get(name) !== false) return;
    names.set(name, true);
    matched += 1;
  });
  return { count, matched };
};

const eachEntry = async (
  { connection, search, pageSize, pace }: Reading,
  attributes: readonly string[],
  take: (entry: EntryMessage) => void,
): Promise<void> => {
  for (const base of search.base) {
    const check = insideBase(connection, { ...search, base });
    const onMessage = (message: Buffer): void => {
      const entry = readEntryMessage(message);
      check(entry.name);
      take(entry);
    };
    await pagedSearch(connection, { ...search, base, attributes }, pageSize, onMessage, pace);
  }
};

const repeated = ({ name }: LdapConnection, dn: string, count: number): MusterdError =>
  feedError(
    name,
    "url",
    "source-ldap-page-repeated",
    `after ${count} entries "${dn}" came a second time`,
    "let no `base` lie below another one; if none does, the server's paging is at fault: try another `pageSize`",
  );

const unstable = ({ name }: LdapConnection, { read, found }: { read: number; found: number }): MusterdError =>
  feedError(
    name,
    "url",
    "source-ldap-unstable",
    `${read} entries were read and ${found} counted right afterwards, and not the same ones in ${mostAttempts} attempts`,
    "run again when fewer entries come and go; if the counts stay apart, try another `pageSize`",
  );
