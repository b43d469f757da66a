/**
 * A company in a real slapd whose access rules can be changed while it runs: what a restricted reader sees of it, and what
 * is believed of it after each reading. Some people are locked, are robots, or have a last day; one unit is no department.
 */
import { Attribute, Change, Client } from "ldapts";
import { systemClock } from "../../../src/lib/clock.ts";
import { MusterdError } from "../../../src/lib/errors.ts";
import type { SourceSnapshot } from "../../../src/model/directory/snapshot.ts";
import type { SourceProfile } from "../../../src/model/plan/quality.ts";
import type { FeedCache } from "../../../src/source/feeds/feed-cache.ts";
import { createHrSource } from "../../../src/source/hr-source.ts";
import { readChanges } from "../../../src/source/ldap/changes/ldap-changes.ts";
import { openLdapConnection } from "../../../src/source/ldap/connection/ldap-connection.ts";
import type { LdapRecord } from "../../../src/source/ldap/entries/entry-cells.ts";
import { sourceSettings } from "../../../src/source/settings.ts";
import type { SourceReading } from "../../../src/source/source.ts";
import { ldif } from "../../support/ldap/ldap-people.ts";
import { startSlapd } from "../../support/ldap/slapd.ts";
import { freshMemory } from "../csv-folder.ts";
import { feed, readWhole, withFeed } from "./feed.ts";
import { sorted } from "./sync-site.ts";

const suffix = "dc=example,dc=com";
const base = `ou=people,${suffix}`;
const reader = { dn: `cn=reader,${suffix}`, password: "reader secret" };
/** Another account for reading, to which the rules of `hide` do not apply. */
const other = { dn: `cn=other,${suffix}`, password: "other secret" };
const admin = { dn: "cn=config", password: "config secret" };

export const units = ["A", "B", "C"] as const;
export type Unit = (typeof units)[number];
export const unitDn = (unit: Unit): string => `ou=${unit},${base}`;
export const personDn = (uid: string, unit: Unit): string => `uid=${uid},${unitDn(unit)}`;

export type Special = "locked" | "robot" | "leaving";

/** The attributes by which people are special; the last one decides about departments. */
export const deciding = ["pwdAccountLockedTime", "employeeType", "roomNumber", "businessCategory"] as const;

export const specialAttributes = {
  locked: { pwdAccountLockedTime: "000001010000Z" },
  robot: { employeeType: "robot" },
  leaving: { roomNumber: "2020-01-31" },
} as const satisfies Record<Special, Record<string, string>>;

const person = (uid: string, unit: Unit, more: Record<string, string> = {}) => ({
  dn: personDn(uid, unit),
  attributes: { objectClass: "inetOrgPerson", uid, cn: uid, sn: uid, ...more },
});

/** In every unit there is one person of each kind whom the tests leave alone, and four others. */
const entries = [
  { dn: base, attributes: { objectClass: "organizationalUnit", ou: "people", businessCategory: "none" } },
  ...units.flatMap((unit) => [
    { dn: unitDn(unit), attributes: { objectClass: "organizationalUnit", ou: unit } },
    ...(["locked", "robot", "leaving"] as const).map((kind) => person(`${kind}${unit}`, unit, specialAttributes[kind])),
    ...[1, 2, 3, 4].map((at) => person(`p${at}${unit}`, unit)),
  ]),
];

const company = [
  ldif({ dn: suffix, attributes: { objectClass: ["domain", "extensibleObject"], dc: "example" } }),
  ...[reader, other].map(({ dn, password }) =>
    ldif({
      dn,
      attributes: {
        objectClass: ["organizationalRole", "simpleSecurityObject"],
        cn: dn.slice(3, dn.indexOf(",")),
        userPassword: password,
      },
    }),
  ),
  ...entries.map(ldif),
];

const table = {
  peopleBy: "account",
  departments: {
    base,
    filter: "(objectClass=organizationalUnit)",
    attributes: { code: "ou", name: "ou", parent: { attribute: "parentDn", by: "dn" }, active: { value: true } },
    except: [{ attribute: "businessCategory", is: "none" }],
  },
  employees: {
    base,
    filter: "(objectClass=inetOrgPerson)",
    attributes: {
      id: "entryUUID",
      account: "uid",
      name: "cn",
      active: { attribute: "pwdAccountLockedTime", flag: "pwdAccountLockedTime" },
      resignationDate: "roomNumber",
      department: { attribute: "parentDn", by: "dn" },
    },
    except: [{ attribute: "employeeType", is: "robot" }],
  },
};

const peopleSearch = { base, filter: "(objectClass=inetOrgPerson)", scope: "sub" } as const;
const peopleAttributes = ["uid", "cn", "employeeType", "roomNumber", "title", "dn"];

export type Site = Awaited<ReturnType<typeof openAccessSite>>;

/** `more`: attributes of people that are read besides. */
export const openAccessSite = async (more: Readonly<Record<string, unknown>> = {}) => {
  const slapd = await startSlapd({
    ldif: company,
    globalLines: ["moduleload ppolicy", "database config", `rootdn "${admin.dn}"`, `rootpw "${admin.password}"`],
    databaseLines: ["overlay ppolicy"],
  });
  const [people, rules] = [new Client({ url: slapd.url }), new Client({ url: slapd.url })];
  await people.bind(slapd.rootDn, slapd.rootPassword);
  await rules.bind(admin.dn, admin.password);
  const change = (client: Client, dn: string, type: string, values: readonly string[]) =>
    client.modify(dn, new Change({ operation: "replace", modification: new Attribute({ type, values: [...values] }) }));
  let filter = table.employees.filter;
  const sourceOf = (bind: { readonly dn: string; readonly password: string }, last: SourceProfile | undefined) => {
    const feeds = { ldap: { ldap: { url: slapd.url, insecure: true, bind: { ...bind, password: "env:PASSWORD" } } } };
    const attributes = { ...table.employees.attributes, ...more };
    const employees = { ...table.employees, attributes, filter };
    const parsed = sourceSettings.parse({ feeds, ...table, employees });
    const [name, feed] = Object.entries(parsed.feeds)[0] ?? ["", undefined];
    if (!feed) throw new Error("there is no feed");
    const settings = { ...parsed, feeds: { [name]: { ...feed, settings: { ...feed.settings, bind } } } };
    return createHrSource(settings, { ...freshMemory, lastProfile: async () => last }, systemClock);
  };
  const site = {
    /** Makes the company as it was at first. `condition`: of the search for people, beside their class. */
    reset: async (condition: string) => {
      filter = `(&${table.employees.filter}${condition})`;
      await site.hide([]);
      const { searchEntries } = await people.search(base, { attributes: ["1.1"] });
      for (const { dn } of searchEntries.toReversed()) await people.del(dn);
      for (const { dn, attributes } of entries) await people.add(dn, attributes);
    },
    /** Replaces the access rules. `hidden`: what the reader may not see, as the first lines of slapd's access rules. */
    hide: (hidden: readonly string[]) => {
      const all = [...hidden.map((what) => `to ${what} by dn.exact="${reader.dn}" none by * read`), "to * by * read"];
      const own = `to attrs=userPassword by anonymous auth by * none`;
      return change(
        rules,
        "olcDatabase={1}mdb,cn=config",
        "olcAccess",
        [own, ...all].map((rule, at) => `{${at}}${rule}`),
      );
    },
    set: (dn: string, attribute: string, ...values: readonly string[]) => change(people, dn, attribute, values),
    add: (uid: string, unit: Unit, more: Record<string, string> = {}) => {
      const { dn, attributes } = person(uid, unit, more);
      return people.add(dn, attributes);
    },
    move: (uid: string, from: Unit, to: Unit) => people.modifyDN(personDn(uid, from), `uid=${uid},${unitDn(to)}`),
    /** Changes the last part of a name. */
    rename: (dn: string, to: string) => people.modifyDN(dn, to),
    remove: (uid: string, unit: Unit) => people.del(personDn(uid, unit)),
    /** One reading with the rights of the reader, or of the other account. Undefined if the reading is refused. */
    read: async (
      last: SourceProfile | undefined,
      accepted: readonly string[] = [],
      by: "reader" | "other" = "reader",
    ): Promise<SourceReading | undefined> => {
      try {
        return await sourceOf(by === "reader" ? reader : other, last).read(accepted);
      } catch (error) {
        if (error instanceof MusterdError) return undefined;
        throw error;
      }
    },
    /** The entries that the reader sees now, by a reading by changes, and by a full reading. */
    byChanges: async (cache: FeedCache) => {
      const settings = feed({ url: slapd.url, bind: reader, changes: "syncrepl", fullReadEvery: 1000 });
      const connection = await openLdapConnection(settings, "rights");
      const records: LdapRecord[] = [];
      try {
        const reading = await readChanges(connection, peopleSearch, peopleAttributes, cache, (one) =>
          records.push(one),
        );
        return { ...reading, records: sorted(records) };
      } finally {
        await connection.close();
      }
    },
    whole: async () =>
      sorted(
        await withFeed({ url: slapd.url, bind: reader }, (open) => readWhole(open, peopleSearch, peopleAttributes)),
      ),
    /** What is so: a reading with all rights and without a memory. */
    truth: async (): Promise<Belief> => {
      const { snapshot } = await sourceOf({ dn: slapd.rootDn, password: slapd.rootPassword }, undefined).read([]);
      return believed(new Map(), snapshot);
    },
    close: async () => {
      await people.unbind();
      await rules.unbind();
      await slapd.stop();
    },
  };
  return site;
};

/** Account or `#` and code → status and department, or the parent of a department; "gone" for what left the source. */
export type Belief = ReadonlyMap<string, string>;

/** What the service would be after this reading: what is held or rejected stays as it was. */
export const believed = (before: Belief, snapshot: SourceSnapshot | undefined): Belief => {
  if (!snapshot) return before;
  const { directory, rejected } = snapshot;
  const now = new Map(before);
  const left = new Set(
    rejected.filter(({ dropped }) => !dropped).map(({ kind, key }) => `${kind === "department" ? "#" : ""}${key}`),
  );
  const take = (said: ReadonlyMap<string, string>, isOwn: (name: string) => boolean) => {
    for (const name of before.keys()) if (isOwn(name) && !said.has(name) && !left.has(name)) now.set(name, "gone");
    for (const [name, what] of said) now.set(name, what);
  };
  const { employees, departments } = directory;
  if (employees) {
    const said = employees.map(({ account, active, resignationDate, posts }) => {
      const place =
        posts === undefined ? before.get(account)?.split(" in ")[1] : posts.map(({ department }) => department).join();
      // Without a statement about the status it stays as it is.
      const known = active ?? !before.get(account)?.startsWith("inactive");
      return [account, `${!known || resignationDate ? "inactive" : "active"} in ${place}`] as const;
    });
    take(new Map(said), (name) => !name.startsWith("#"));
  }
  if (departments) {
    const said = departments.map(({ code, parent }) => [`#${code}`, `below ${parent}`] as const);
    take(new Map(said), (name) => name.startsWith("#"));
  }
  return now;
};
