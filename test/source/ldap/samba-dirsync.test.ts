/** Law and examples: a reading of an Active Directory domain by DirSync gives the same entries as a full reading. */

import * as fc from "fast-check";
import { Attribute, Change, Client } from "ldapts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CachedFeed } from "../../../src/source/feeds/feed-cache.ts";
import { readChanges } from "../../../src/source/ldap/changes/ldap-changes.ts";
import { usnStateText } from "../../../src/source/ldap/changes/usn-witnesses.ts";
import { openLdapConnection } from "../../../src/source/ldap/connection/ldap-connection.ts";
import type { LdapRecord } from "../../../src/source/ldap/entries/entry-cells.ts";
import type { Store } from "../../../src/store/store.ts";
import { type ActiveDirectory, activeDirectories } from "../../support/ldap/active-directory.ts";
import { domain } from "../../support/ldap/samba.ts";
import { openTemporaryStore } from "../../support/suites/temporary-store.ts";
import { feed, readWhole, withFeed } from "./feed.ts";
import { sorted } from "./sync-site.ts";

const staff = `OU=Staff,${domain.root}`;
const places = [staff, `OU=A,${staff}`, `OU=B,${staff}`, `OU=Elsewhere,${domain.root}`] as const;
const attributes = ["cn", "title", "employeeID", "manager", "dn", "otherTelephone"];
const search = { base: staff, filter: "(&(objectCategory=person)(title=*))", scope: "sub" } as const;
const reader = "reader";
const password = "Str0ng-pass";

const account = (name: string): string =>
  `dn: CN=${name},CN=Users,${domain.root}\nobjectClass: user\nsAMAccountName: ${name}\nuserAccountControl: 512\n` +
  `userPrincipalName: ${name}@example.test\nclearTextPassword:: ${Buffer.from(password, "utf16le").toString("base64")}\n\n`;
const unit = (dn: string): string => `dn: ${dn}\nobjectClass: organizationalUnit\n\n`;
/** People p0, p1, … are spread over the first three places. p0 is the manager of all other people. */
const person = (at: number): string =>
  `dn: CN=p${at},${places[at % 3]}\nobjectClass: contact\ntitle: T${at}\n` +
  `${at > 0 ? `manager: CN=p0,${places[0]}\n` : ""}\n`;
const ldif = [...places.map(unit), ...Array.from({ length: 20 }, (_, at) => person(at)), account(reader)].join("");

const sides = activeDirectories("changes", { ldif });

describe.each(sides)("the changes in a domain of $name", ({ open }) => {
  let directory: ActiveDirectory;
  let client: Client;
  let store: Store;
  beforeAll(async () => {
    directory = await open();
    client = new Client({ url: directory.url });
    await client.bind(domain.administrator, domain.password);
  });
  afterAll(async () => {
    await client.unbind();
    await directory.close();
  });
  beforeEach(() => {
    store = openTemporaryStore();
  });
  afterEach(() => store.close());

  /** An ordinary account: it cannot see deleted objects and has no replication rights. */
  const bind = { dn: `${reader}@example.test`, password };
  const settings = { changes: "dirsync", fullReadEvery: 1000, pageSize: 100 };

  type Asked = {
    attributes?: readonly string[];
    filter?: string;
    base?: string;
    name?: string;
  };
  const read = async (asked: Asked = {}) => {
    const given = feed({ url: directory.url, bind, ...settings });
    const connection = await openLdapConnection(given, asked.name ?? "ad");
    const records: LdapRecord[] = [];
    const { filter, base } = { ...search, ...asked };
    try {
      const take = (record: LdapRecord) => records.push(record);
      const asking = { ...search, filter, base };
      const reading = await readChanges(connection, asking, asked.attributes ?? attributes, store.feeds, take);
      return { ...reading, records };
    } finally {
      await connection.close();
    }
  };
  const failure = (asked: Asked): Promise<unknown> => read(asked).catch((error: unknown) => error);
  const whole = () => withFeed({ url: directory.url, bind }, (connection) => readWhole(connection, search, attributes));
  const expectWhole = async (records: readonly LdapRecord[]) => expect(sorted(records)).toEqual(sorted(await whole()));

  const change = (dn: string, type: string, ...values: readonly string[]) =>
    client.modify(dn, new Change({ operation: "replace", modification: new Attribute({ type, values: [...values] }) }));
  const add = (name: string, place: string) =>
    client.add(`CN=${name},${place}`, { objectClass: "contact", title: "T" });
  const tamper = async (key: string, changed: Partial<CachedFeed>) => {
    const kept = await store.feeds.load(key);
    if (!kept) throw new Error("nothing is remembered");
    await store.feeds.save(key, { ...kept, ...changed }, { revision: kept.revision, upserts: [], deletes: [] });
  };

  it("are empty, or exactly three changes and two deletions", async () => {
    expect(await read()).toMatchObject({ how: "full", changed: 20, deleted: 0 });
    expect(await read()).toMatchObject({ how: "changes", changed: 0, deleted: 0 });
    await change(`CN=p1,${places[1]}`, "title", "另一個");
    await change(`CN=p2,${places[2]}`, "otherTelephone", "1", "2");
    await add("p20", places[0]);
    for (const at of [18, 19]) await client.del(`CN=p${at},${places[at % 3]}`);
    // This attribute is not mapped, so its change does not count.
    await change(`CN=p3,${places[0]}`, "description", "not mapped");
    const reading = await read();
    expect(reading).toMatchObject({ how: "changes", changed: 3, deleted: 2 });
    await expectWhole(reading.records);
  });

  it("are found without a report of the server: who leaves the filter or the base, and who comes back", async () => {
    await read();
    const [inside, outside] = [`CN=p3,${places[0]}`, `CN=p3,${places[3]}`];
    await change(inside, "title");
    expect(await read()).toMatchObject({ how: "changes", changed: 0, deleted: 1 });
    await change(inside, "title", "again");
    expect(await read()).toMatchObject({ how: "changes", changed: 1, deleted: 0 });
    await client.modifyDN(inside, outside);
    expect(await read()).toMatchObject({ how: "changes", changed: 0, deleted: 1 });
    await client.modifyDN(outside, inside);
    expect(await read()).toMatchObject({ how: "changes", changed: 1, deleted: 0 });
  });

  it("are found where the server rewrites managers: one renamed, one deleted, one outside of the base", async () => {
    const chief = `CN=chief,${places[3]}`;
    await add("chief", places[3]);
    await add("boss", places[0]);
    await change(`CN=p1,${places[1]}`, "manager", chief);
    await change(`CN=p2,${places[2]}`, "manager", `CN=boss,${places[0]}`);
    const first = await read();
    const managed = first.records.filter(({ cells }) => cells[3] === `CN=p0,${places[0]}`).length;
    expect(managed).toBeGreaterThan(10);
    const readAfter = async (expected: object): Promise<void> => {
      const reading = await read();
      expect(reading).toMatchObject({ how: "changes", ...expected });
      await expectWhole(reading.records);
    };

    await client.modifyDN(`CN=p0,${places[0]}`, `CN=p0 renamed,${places[0]}`);
    await readAfter({ changed: managed + 1, deleted: 0 });
    await client.del(`CN=boss,${places[0]}`);
    await readAfter({ changed: 1, deleted: 1 });
    await client.modifyDN(chief, `CN=president,${places[3]}`);
    await readAfter({ changed: 1, deleted: 0 });
    await client.del(`CN=president,${places[3]}`);
    await readAfter({ changed: 1, deleted: 0 });
  });

  it("are found where a department moves with its people, out of the base and back, or is renamed", async () => {
    const { records } = await read();
    const moved = records.filter(({ dn }) => dn.endsWith(places[1])).length;
    expect(moved).toBeGreaterThan(3);
    await client.modifyDN(places[1], `OU=A,${places[3]}`);
    expect(await read()).toMatchObject({ how: "changes", changed: 0, deleted: moved });
    await client.modifyDN(`OU=A,${places[3]}`, `OU=Again,${staff}`);
    expect(await read()).toMatchObject({ how: "changes", changed: moved, deleted: 0 });
    await client.modifyDN(`OU=Again,${staff}`, places[1]);
    const back = await read();
    expect(back).toMatchObject({ how: "changes", changed: moved, deleted: 0 });
    expect(sorted(back.records)).toEqual(sorted(records));
  });

  it("are found where a filter tests for a group, whose members are not reported", async () => {
    const group = `CN=Chosen,${places[3]}`;
    await client.add(group, { objectClass: "group", sAMAccountName: "chosen", member: `CN=p4,${places[1]}` });
    const asked = { filter: `(memberOf=${group})` };
    expect(await read(asked)).toMatchObject({ how: "full", changed: 1 });
    await change(group, "member", `CN=p5,${places[2]}`, `CN=p6,${places[0]}`);
    expect(await read(asked)).toMatchObject({ how: "changes", changed: 2, deleted: 1 });
  });

  it("give the same entries as a full reading, whatever is edited", async () => {
    const edit = fc.record({
      what: fc.constantFrom(...(["add", "change", "remove", "rename", "move", "match", "manager", "unit"] as const)),
      which: fc.nat(999),
      other: fc.nat(999),
    });
    const everybody = async () =>
      (await client.search(domain.root, { filter: "(objectClass=contact)", attributes: ["1.1"] })).searchEntries
        .map(({ dn }) => dn)
        .sort();
    let fresh = 0;
    const made = () => `n${(fresh += 1)}`;
    let department = `OU=Moving,${places[3]}`;
    await client.add(department, { objectClass: "organizationalUnit" });
    for (let at = 0; at < 3; at += 1) await add(made(), department);
    const how = { full: 0, changes: 0 };
    await read();
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 3 }), async (edits) => {
        for (const { what, which, other } of edits) {
          const all = await everybody();
          const dn = all[which % all.length] ?? "";
          const above = dn.slice(dn.indexOf(",") + 1);
          const place = [...places, department][other % (places.length + 1)] ?? staff;
          if (what === "add") await add(made(), place);
          if (what === "change") await change(dn, "otherTelephone", `${other}`, "second");
          if (what === "remove") await client.del(dn);
          if (what === "rename") await client.modifyDN(dn, `CN=${made()},${above}`);
          if (what === "move" && above !== place) await client.modifyDN(dn, `${dn.split(",")[0]},${place}`);
          if (what === "match") await change(dn, "title", ...(other % 2 ? [`${other}`] : []));
          if (what === "unit" && place !== department) {
            const to = `OU=${made()},${place}`;
            await client.modifyDN(department, to);
            department = to;
          }
          if (what === "manager") await change(dn, "manager", all[other % all.length] ?? dn);
        }
        const reading = await read();
        how[reading.how] += 1;
        await expectWhole(reading.records);
      }),
      { seed: 841, numRuns: 10, endOnFailure: true },
    );
    expect(how).toEqual({ full: 0, changes: 10 });
  });

  it("are refused for attributes that are not reported: back links, and what each controller keeps for itself", async () => {
    for (const [asked, name] of [
      [{ attributes: ["cn", "memberOf"] }, "memberof"],
      [{ attributes: ["cn", "directReports"] }, "directreports"],
      [{ attributes: ["cn", "lastLogon"] }, "lastlogon"],
      [{ attributes: ["cn", "canonicalName"] }, "canonicalname"],
      [{ attributes: ["cn", "msDS-PrincipalName"] }, "msds-principalname"],
    ] as const) {
      const error = await failure(asked);
      expect(error).toMatchObject({ code: "source-ldap-changes-unsuited" });
      expect((error as Error).message.replace("ms-ds", "msds")).toContain(name);
    }
    const suited = [
      "objectGUID",
      "whenCreated",
      "userAccountControl",
      "accountExpires",
      "lastLogonTimestamp",
      "member",
    ];
    expect(await read({ attributes: suited })).toMatchObject({ how: "full" });
  });

  it("are not available for a damaged cookie or that of another controller: everything is read", async () => {
    const { key } = await read();
    const cookie = Buffer.from("nonsense").toString("base64");
    await tamper(key, { cookie: usnStateText({ cookie, usn: 1, from: 1, witnesses: new Map() }) });
    expect(await read()).toMatchObject({ how: "full", changed: 0, deleted: 0, why: expect.stringContaining("cookie") });
    await tamper(key, { identity: "another controller" });
    expect(await read()).toMatchObject({
      how: "full",
      why: "this is another server, another copy of its data, or another account",
    });
    expect(await read()).toMatchObject({ how: "changes", changed: 0, deleted: 0 });
  });

  it("are not read from the root of the domain, where parts lie elsewhere", async () => {
    expect(await failure({ base: domain.root })).toMatchObject({ code: "source-ldap-referral" });
  });
});
