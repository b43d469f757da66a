/**
 * Helpers for the tests of readings by changes (incremental readings): a company in a real slapd, edits of it, and both
 * full readings and readings by changes.
 */
import { Attribute, Change, Client } from "ldapts";
import type { ChangesReading } from "../../../src/source/feeds/feed.ts";
import type { FeedCache } from "../../../src/source/feeds/feed-cache.ts";
import { readChanges } from "../../../src/source/ldap/changes/ldap-changes.ts";
import { openLdapConnection } from "../../../src/source/ldap/connection/ldap-connection.ts";
import type { LdapRecord } from "../../../src/source/ldap/entries/entry-cells.ts";
import { type Slapd, type SlapdOptions, startSlapd } from "../../support/ldap/slapd.ts";
import { feed, readWhole, withFeed } from "./feed.ts";

const suffix = "dc=example,dc=com";
const people = `ou=people,${suffix}`;

/** The base, two departments below it, and one place outside it. */
export const places = [people, `ou=a,${people}`, `ou=b,${people}`, `ou=elsewhere,${suffix}`] as const;

export const search = {
  base: people,
  filter: "(&(objectClass=inetOrgPerson)(employeeType=active))",
  scope: "sub",
} as const;

export const attributes: readonly string[] = ["uid", "cn", "title", "mobile", "manager", "dn", "parentDn"];

const person = (at: number, place: string): string =>
  `dn: uid=p${at},${place}\nobjectClass: inetOrgPerson\nuid: p${at}\ncn: 王 ${at}\nsn: 王\nemployeeType: active\n` +
  `title: T${at % 3}\n${at > 0 ? `manager: uid=p0,${places[0]}\n` : ""}\n`;

const unit = (dn: string): string =>
  `dn: ${dn}\nobjectClass: organizationalUnit\nou: ${/^ou=([^,]+)/.exec(dn)?.[1]}\n\n`;

/** People p0, p1, … are spread over the first three places. */
export const companyLdif = (count: number): readonly string[] => [
  `dn: ${suffix}\nobjectClass: domain\ndc: example\n\n`,
  ...places.map(unit),
  ...Array.from({ length: count }, (_, at) => person(at, places[at % 3] ?? people)),
];

export type Site = {
  readonly slapd: Slapd;
  /** A client that is bound as administrator. */
  readonly client: Client;
  readonly change: (dn: string, attribute: string, ...values: readonly string[]) => Promise<void>;
  readonly add: (name: string, place: string, more?: Readonly<Record<string, string>>) => Promise<void>;
  /** The distinguished names of all people in the directory. */
  readonly everybody: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
};

/** Starts slapd with the overlay syncprov and, if asked for, with refint for managers. */
export const openSite = async (count: number, options: SlapdOptions = {}): Promise<Site> => {
  const slapd = await startSlapd({ ldif: companyLdif(count), ...options });
  // With `autoRebind` the client reconnects by itself after a restart of the server.
  const client = new Client({ url: slapd.url, autoRebind: true });
  await client.bind(slapd.rootDn, slapd.rootPassword);
  return {
    slapd,
    client,
    change: (dn, type, ...values) =>
      client.modify(
        dn,
        new Change({ operation: "replace", modification: new Attribute({ type, values: [...values] }) }),
      ),
    add: (name, place, more = {}) => {
      const entry = { objectClass: "inetOrgPerson", uid: name, cn: name, sn: "王", employeeType: "active", ...more };
      return client.add(`uid=${name},${place}`, entry);
    },
    everybody: async () => {
      const { searchEntries } = await client.search(suffix, {
        filter: "(objectClass=inetOrgPerson)",
        attributes: ["1.1"],
      });
      return searchEntries.map(({ dn }) => dn).sort();
    },
    close: async () => {
      await client.unbind();
      await slapd.stop();
    },
  };
};

export type ReadOptions = {
  readonly name?: string;
  readonly url?: string;
  readonly fullReadEvery?: number;
  readonly search?: { readonly base: string; readonly filter: string; readonly scope: "sub" | "one" | "base" };
  readonly attributes?: readonly string[];
  /** By default the reading is bound as administrator, who has no size limits. */
  readonly anonymous?: true;
};

const account = (slapd: Slapd) => ({ bind: { dn: slapd.rootDn, password: slapd.rootPassword } });

/** One reading by changes: how it was done, and its entries. */
export const readByChanges = async (
  slapd: Slapd,
  cache: FeedCache,
  options: ReadOptions = {},
): Promise<ChangesReading & { readonly records: readonly LdapRecord[] }> => {
  const { name = "hr", url = slapd.url, fullReadEvery = 1000 } = options;
  const who = options.anonymous ? {} : account(slapd);
  const settings = feed({ url, ...who, changes: "syncrepl", fullReadEvery, pageSize: 7 });
  const connection = await openLdapConnection(settings, name);
  try {
    const records: LdapRecord[] = [];
    const asked = [options.search ?? search, options.attributes ?? attributes] as const;
    const reading = await readChanges(connection, ...asked, cache, (record) => records.push(record));
    return { ...reading, records };
  } finally {
    await connection.close();
  }
};

/** A full reading, page by page. */
export const readAll = (slapd: Slapd, options: ReadOptions = {}): Promise<readonly LdapRecord[]> =>
  withFeed({ url: slapd.url, ...account(slapd) }, (connection) =>
    readWhole(connection, options.search ?? search, options.attributes ?? attributes),
  );

/** Sorts entries and values, because a server may return them in any order. */
export const sorted = (records: readonly LdapRecord[]): readonly LdapRecord[] =>
  records
    .map(({ dn, cells }) => ({ dn, cells: cells.map((cell) => (typeof cell === "string" ? cell : cell.toSorted())) }))
    .sort((a, b) => (a.dn < b.dn ? -1 : 1));
