/**
 * Law, over long lives of accounts in a real Samba: a reading by DirSync gives the same entries
 * as a full reading. Accounts are switched off, expire, get managers and groups, and move; units move and are renamed. After each
 * fortieth operation the controller is backed up, and ten operations later put back, as a restored machine would be.
 * A life takes half a minute, in CI a third of that; `MUSTERD_TEST_LIVES=10` draws ten.
 */
import * as fc from "fast-check";
import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readChanges } from "../../../src/source/ldap/changes/ldap-changes.ts";
import { openLdapConnection } from "../../../src/source/ldap/connection/ldap-connection.ts";
import type { LdapRecord } from "../../../src/source/ldap/entries/entry-cells.ts";
import { type ActiveDirectory, activeDirectories } from "../../support/ldap/active-directory.ts";
import { canRunSamba, domain } from "../../support/ldap/samba.ts";
import { isInPart } from "../../support/suites/runs.ts";
import { openTemporaryStore } from "../../support/suites/temporary-store.ts";
import { feed, readWhole, withFeed } from "./feed.ts";
import { sorted } from "./sync-site.ts";

const lives = Number(process.env["MUSTERD_TEST_LIVES"] ?? 1);
const operations = isInPart ? 100 : 300;
const backUpEvery = 40;
const putBackAfter = 9;

const staff = `OU=Staff,${domain.root}`;
const outside = `OU=Elsewhere,${domain.root}`;
const group = `CN=Chosen,${outside}`;
const unit = (dn: string): string => `dn: ${dn}\nobjectClass: organizationalUnit\n\n`;
const ldif = [
  ...[staff, `OU=A,${staff}`, `OU=B,${staff}`, outside].map(unit),
  `dn: ${group}\nobjectClass: group\nsAMAccountName: chosen\n\n`,
].join("");

/** What a reading asks for: people with their status, members of the group by the filter, units, and the group itself. */
const readings = [
  {
    name: "people",
    base: staff,
    filter: "(&(objectClass=user)(!(objectClass=computer)))",
    attributes: ["cn", "sAMAccountName", "userAccountControl", "accountExpires", "manager", "title", "dn", "parentDn"],
  },
  {
    name: "active people",
    base: staff,
    filter: "(&(objectClass=user)(!(userAccountControl:1.2.840.113556.1.4.803:=2)))",
    attributes: ["cn", "manager"],
  },
  { name: "chosen", base: staff, filter: `(memberOf=${group})`, attributes: ["cn", "parentDn"] },
  { name: "units", base: staff, filter: "(objectClass=organizationalUnit)", attributes: ["ou", "managedBy", "dn"] },
  { name: "group", base: outside, filter: "(objectClass=group)", attributes: ["cn", "member"] },
] as const;

const kinds = [
  ...(["add", "control", "expire", "title", "manager", "member", "move", "rename", "respell", "remove"] as const),
  ...(["moveUnit", "renameUnit", "respellUnit", "addUnit", "managedBy"] as const),
];
const edit = fc.record({ what: fc.constantFrom(...kinds), which: fc.nat(999), other: fc.nat(999), read: fc.nat(5) });
type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

let fresh = 0;
const newName = (): string => `n${(fresh += 1)}`;
const parent = (dn: string): string => dn.slice(dn.indexOf(",") + 1);
const rdn = (dn: string): string => dn.slice(0, dn.indexOf(","));
/** The other case of the letters of a name: `CN=n1` is `CN=N1`. */
const respelt = (name: string): string => {
  const [type = "", value = ""] = name.split("=");
  return `${type}=${value === value.toUpperCase() ? value.toLowerCase() : value.toUpperCase()}`;
};

describe.skipIf(!canRunSamba())("lives of a domain of Samba", () => {
  let directory: ActiveDirectory;
  let client: Client;
  beforeAll(async () => {
    const [side] = activeDirectories("lives", { ldif });
    if (!side) throw new Error("there is no Samba");
    directory = await side.open();
    await connect();
  });
  const connect = async (): Promise<void> => {
    client = new Client({ url: directory.url });
    await client.bind(domain.administrator, domain.password);
  };
  const putBack = async (restore: (() => Promise<void>) | undefined): Promise<void> => {
    await client.unbind();
    await restore?.();
    await connect();
  };
  afterAll(async () => {
    await client.unbind();
    await directory.close();
  });

  const names = async (base: string, filter: string): Promise<readonly string[]> =>
    (await client.search(base, { filter, attributes: ["1.1"] })).searchEntries.map(({ dn }) => dn).sort();
  const people = () => names(domain.root, "(&(objectClass=user)(sAMAccountName=n*))");
  const units = async () => [...(await names(staff, "(objectClass=organizationalUnit)")), outside];
  const change = (dn: string, type: string, ...values: readonly string[]) =>
    client.modify(dn, new Change({ operation: "replace", modification: new Attribute({ type, values: [...values] }) }));
  const add = (place: string) => {
    const name = newName();
    return client.add(`CN=${name},${place}`, { objectClass: "user", sAMAccountName: name, userAccountControl: "544" });
  };

  const make = async ({ what, which, other }: Edit): Promise<void> => {
    const [everybody, places] = [await people(), await units()];
    const dn = everybody[which % Math.max(1, everybody.length)];
    const second = everybody[other % Math.max(1, everybody.length)];
    const place = places[other % places.length] ?? staff;
    if (dn === undefined || second === undefined || everybody.length < 6) return add(place);
    const movable = places.filter((at) => at !== staff && at !== outside);
    const from = movable[which % Math.max(1, movable.length)];
    if (what === "add" && everybody.length < 40) await add(place);
    if (what === "control") await change(dn, "userAccountControl", other % 2 ? "546" : "544");
    if (what === "expire")
      await change(dn, "accountExpires", ["0", "9223372036854775807", "133801632000000000"][other % 3] ?? "0");
    if (what === "title") await change(dn, "title", ...(other % 3 ? [`T${other}`] : []));
    if (what === "manager") await change(dn, "manager", ...(other % 4 ? [second] : []));
    if (what === "member") await change(group, "member", ...new Set([dn, second, everybody[0] ?? dn]));
    if (what === "move" && parent(dn) !== place) await client.modifyDN(dn, `${rdn(dn)},${place}`);
    if (what === "rename") await client.modifyDN(dn, `CN=${newName()},${parent(dn)}`);
    if (what === "respell") await client.modifyDN(dn, `${respelt(rdn(dn))},${parent(dn)}`);
    if (what === "remove") await client.del(dn);
    if (what === "addUnit" && places.length < 12)
      await client.add(`OU=${newName()},${place}`, { objectClass: "organizationalUnit" });
    if (from === undefined) return;
    if (what === "moveUnit" && place !== from && !place.endsWith(`,${from}`) && parent(from) !== place) {
      await client.modifyDN(from, `OU=${newName()},${place}`);
    }
    if (what === "renameUnit") await client.modifyDN(from, `OU=${newName()},${parent(from)}`);
    if (what === "respellUnit") await client.modifyDN(from, `${respelt(rdn(from))},${parent(from)}`);
    if (what === "managedBy") await change(from, "managedBy", dn);
  };

  const none = { full: 0, changes: 0, putBack: 0 };
  const bind = { dn: domain.administrator, password: domain.password };
  const live = async (seed: number): Promise<typeof none> => {
    const store = openTemporaryStore();
    const how = { ...none };
    let restore: (() => Promise<void>) | undefined;
    const readAndCompare = async (context: string): Promise<void> => {
      for (const { name, attributes, ...search } of readings) {
        const records: LdapRecord[] = [];
        const settings = feed({ url: directory.url, bind, changes: "dirsync", fullReadEvery: 1000 });
        const connection = await openLdapConnection(settings, name);
        const take = (record: LdapRecord) => records.push(record);
        const asked = { ...search, scope: "sub" } as const;
        const reading = await readChanges(connection, asked, attributes, store.feeds, take);
        await connection.close();
        how[reading.how] += 1;
        const whole = await withFeed({ url: directory.url, bind }, (open) => readWhole(open, asked, attributes));
        const where = `${context}: ${name}, ${reading.how}: ${reading.why}`;
        // Only changed rights show in the sample alone, and here they do not change.
        expect(where).not.toContain("has not reported a change");
        if (reading.why?.includes("put back")) how.putBack += 1;
        expect({ where, records: sorted(records) }).toEqual({ where, records: sorted(whole) });
      }
    };
    try {
      for (const [at, operation] of fc.sample(edit, { seed, numRuns: operations }).entries()) {
        if (at % backUpEvery === 0) restore = await directory.backUp?.();
        if (at % backUpEvery === putBackAfter) await putBack(restore);
        await make(operation);
        if (operation.read === 0) await readAndCompare(`seed ${seed}, operation ${at} (${operation.what})`);
      }
    } finally {
      await store.close();
    }
    return how;
  };

  it.each(Array.from({ length: lives }, (_, at) => at))(
    `life %i of ${operations} operations`,
    { timeout: 900_000 },
    async (at) => {
      const how = await live(20_261_200 + at);
      // Most readings must have been readings by changes, otherwise the law is not tested.
      expect(how.changes).toBeGreaterThan(how.full);
      expect(how.putBack).toBeGreaterThan(0);
    },
  );
});
