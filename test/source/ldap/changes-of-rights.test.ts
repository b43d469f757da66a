/**
 * Law: a reading by changes sees what a full reading sees, although no server reports a change of access rules: of an attribute, for
 * all or in one unit, and of a whole unit, in slapd and in Samba.
 */
import * as fc from "fast-check";
import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readChanges } from "../../../src/source/ldap/changes/ldap-changes.ts";
import { openLdapConnection } from "../../../src/source/ldap/connection/ldap-connection.ts";
import type { LdapRecord } from "../../../src/source/ldap/entries/entry-cells.ts";
import { deny, rights } from "../../support/ldap/access-control-entry.ts";
import { type ActiveDirectory, activeDirectories } from "../../support/ldap/active-directory.ts";
import { canRunSamba, domain } from "../../support/ldap/samba.ts";
import { cases } from "../../support/suites/runs.ts";
import { openTemporaryStore } from "../../support/suites/temporary-store.ts";
import { openAccessSite, personDn, type Unit, unitDn, units } from "./access-rules-site.ts";
import { feed, readWhole, withFeed } from "./feed.ts";
import { sorted } from "./sync-site.ts";

type Step =
  | { readonly do: "hide"; readonly what: string }
  | { readonly do: "lift" | "read" }
  | { readonly do: "title"; readonly unit: Unit; readonly title: string };

const whats = [
  ...["title", "employeeType", "cn,title"].map((names) => `attrs=${names}`),
  ...units.map((unit) => `dn.subtree="${unitDn(unit)}" attrs=title`),
  ...units.map((unit) => `dn.subtree="${unitDn(unit)}"`),
];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("hide"), what: fc.constantFrom(...whats) }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: "lift" }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("title"),
      unit: fc.constantFrom(...units),
      title: fc.constantFrom("T1", "T2"),
    }),
  },
  { weight: 6, arbitrary: fc.constant<Step>({ do: "read" }) },
);

describe("readings by changes in slapd", () => {
  it("see what a full reading sees, whatever rights the account has", async () => {
    const site = await openAccessSite();
    const how = { full: 0, changes: 0 };
    const top = unitDn("A").replace("ou=A,", "");
    let changes = 0;
    const live = async (steps: readonly Step[]): Promise<void> => {
      await site.hide([]);
      let hides = false;
      const store = openTemporaryStore();
      const readAndCompare = async (): Promise<void> => {
        const { records, ...reading } = await site.byChanges(store.feeds);
        how[reading.how] += 1;
        expect({ why: reading.why, records }).toEqual({ why: reading.why, records: await site.whole() });
      };
      for (const one of steps) {
        if (one.do === "read") await readAndCompare();
        else if (one.do === "title") await site.set(personDn(`p1${one.unit}`, one.unit), "title", one.title);
        else {
          await site.hide(one.do === "hide" ? [one.what] : []);
          // Units that the account had never seen are noticed once anything in the directory changes.
          if (hides) await site.set(top, "description", `${(changes += 1)}`);
          hides = one.do === "hide";
        }
      }
      await readAndCompare();
      await store.close();
    };
    try {
      for (const unit of units)
        for (const at of [1, 2, 3, 4]) await site.set(personDn(`p${at}${unit}`, unit), "title", "T");
      await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), live), {
        seed: 20_261_123,
        ...cases(60),
        endOnFailure: true,
      });
    } finally {
      await site.close();
    }
    expect(how.changes).toBeGreaterThan(0);
  });
});

const staff = `OU=Staff,${domain.root}`;
const reader = { dn: "reader@example.test", password: "Str0ng-pass" };
const entry = (dn: string, lines: readonly string[]): string => [`dn: ${dn}`, ...lines, ""].join("\n");
const ldif = [
  entry(staff, ["objectClass: organizationalUnit"]),
  ...["A", "B"].map((unit) => entry(`OU=${unit},${staff}`, ["objectClass: organizationalUnit"])),
  ...["A", "B"].flatMap((unit) =>
    [1, 2, 3].map((at) => entry(`CN=p${at}${unit},OU=${unit},${staff}`, ["objectClass: contact", "title: T"])),
  ),
  entry(`CN=reader,${domain.root}`, [
    "objectClass: user",
    "sAMAccountName: reader",
    "userAccountControl: 512",
    `clearTextPassword:: ${Buffer.from(reader.password, "utf16le").toString("base64")}`,
  ]),
  entry(`CN=Readers,${domain.root}`, ["objectClass: group", "sAMAccountName: readers"]),
].join("\n");

describe.skipIf(!canRunSamba())("readings by changes in Samba", () => {
  let directory: ActiveDirectory;
  let client: Client;
  let sid: Buffer;
  beforeAll(async () => {
    const [side] = activeDirectories("rights", { ldif });
    if (!side) throw new Error("there is no Samba");
    directory = await side.open();
    client = new Client({ url: directory.url });
    await client.bind(domain.administrator, domain.password);
    const type = "objectSid";
    const asked = { scope: "base", attributes: [type], explicitBufferAttributes: [type] } as const;
    sid = (
      await client.search(`CN=reader,${domain.root}`, {
        ...asked,
        attributes: [type],
        explicitBufferAttributes: [type],
      })
    ).searchEntries[0]?.[type] as Buffer;
  });
  afterAll(async () => {
    await client.unbind();
    await directory.close();
  });

  const search = { base: staff, filter: "(objectClass=contact)", scope: "sub" } as const;
  const attributes = ["cn", "title", "dn"];
  const whole = async () =>
    sorted(await withFeed({ url: directory.url, bind: reader }, (open) => readWhole(open, search, attributes)));
  const store = openTemporaryStore();
  afterAll(() => store.close());
  const byChanges = async () => {
    const settings = feed({ url: directory.url, bind: reader, changes: "dirsync", fullReadEvery: 1000 });
    const connection = await openLdapConnection(settings, "rights");
    const records: LdapRecord[] = [];
    try {
      const reading = await readChanges(connection, search, attributes, store.feeds, (one) => records.push(one));
      return { ...reading, records: sorted(records) };
    } finally {
      await connection.close();
    }
  };

  it("see at once what the account may no longer see, and what it may see again", async () => {
    const masks = { unit: rights.listContents | rights.readProperties, attributes: rights.readProperties };
    await byChanges();
    for (const [at, mask] of [
      [`OU=A,${staff}`, masks.unit],
      [`OU=B,${staff}`, masks.attributes],
      [`CN=p1A,OU=A,${staff}`, masks.attributes],
    ] as const) {
      const undo = await deny(client, at, sid, mask);
      expect((await byChanges()).records).toEqual(await whole());
      await undo();
      expect((await byChanges()).records).toEqual(await whole());
      expect(await byChanges()).toMatchObject({ how: "changes", changed: 0, deleted: 0 });
    }
  });

  it("are full ones when the account joins a group, and when the controller has fewer changes than before", async () => {
    await byChanges();
    const modification = new Attribute({ type: "member", values: [`CN=reader,${domain.root}`] });
    await client.modify(`CN=Readers,${domain.root}`, new Change({ operation: "add", modification }));
    const { key, ...reading } = await byChanges();
    expect(reading).toMatchObject({ how: "full", why: expect.stringContaining("another account"), changed: 0 });
    const kept = await store.feeds.load(key);
    if (!kept) throw new Error("nothing is remembered");
    expect(kept.cookie).toMatch(/ [-0-9a-f]{36}=\d+@\d{14}\.0Z/);
    const cookie = kept.cookie.replace(/usn=\d+/, "usn=999999999");
    await store.feeds.save(key, { ...kept, cookie }, { revision: kept.revision, upserts: [], deletes: [] });
    expect(await byChanges()).toMatchObject({ how: "full", why: expect.stringContaining("put back") });
    expect(await byChanges()).toMatchObject({ how: "changes", changed: 0 });
  });
});
