/**
 * The files of config/ that read a directory, each through a year against a real server with the overlays that it needs: after
 * every week the reading says what HR knows. In CI, the year of Active Directory has thirteen weeks. The files without a directory are run by the tests of the sample and of Oracle's
 * tables.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AlreadyExistsError, Attribute, Change, Client } from "ldapts";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/config.ts";
import { systemClock } from "../../src/lib/clock.ts";
import type { Directory } from "../../src/model/directory/directory.ts";
import type { SourceProfile } from "../../src/model/plan/quality.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { activeDirectories } from "../support/ldap/active-directory.ts";
import { ldif } from "../support/ldap/ldap-people.ts";
import { canRunSamba, domain } from "../support/ldap/samba.ts";
import { startSlapd } from "../support/ldap/slapd.ts";
import { inPart } from "../support/suites/runs.ts";
import { openTemporaryStore } from "../support/suites/temporary-store.ts";
import { type Clerk, type Company, found, happen, type Person, replace, weeks } from "./year-of-company.ts";

type Edits = readonly (readonly [from: string | RegExp, to: string])[];

/** Opens an example of config/ in a temporary folder, after the edits of a site. */
const openExample = async (example: string, edits: Edits, files: string | undefined) => {
  const folder = await mkdtemp(join(tmpdir(), "musterd-year-"));
  let text = await readFile(join("config", example), "utf8");
  for (const [from, to] of edits) {
    if (text.replace(from, to) === text) throw new Error(`${example} does not hold ${from}`);
    text = text.replace(from, to);
  }
  await writeFile(join(folder, example), text);
  const hr = files === undefined ? folder : join(folder, files);
  const { source } = loadConfig(join(folder, example), { LDAP_PASSWORD: "reads only", AD_PASSWORD: "Reads-0nly" });
  const store = openTemporaryStore();
  let profile: SourceProfile | undefined;
  const memory = { lastProfile: async () => profile, caches: store.feeds };
  return {
    hr,
    read: async (accepted: readonly string[]) => {
      const reading = await createHrSource(source, memory, systemClock).read(accepted);
      profile = reading.profile;
      return reading;
    },
    close: async () => {
      await store.close();
      await rm(folder, { recursive: true });
    },
  };
};

const sortedBy = <Item>(items: readonly Item[], key: (item: Item) => string): readonly Item[] =>
  items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));

/** What was read, as far as HR knows it. */
const said = ({ departments = [], employees = [] }: Directory) => ({
  units: sortedBy(
    departments.map(({ code, name, parent, manager }) => `${code} ${name} in ${parent}, ${manager ?? "none"}`),
    String,
  ),
  people: sortedBy(
    employees.map(({ account, number, name, active, expiredTime, posts = [] }) => ({
      account,
      number,
      name,
      active: active ?? true,
      until: expiredTime?.slice(0, 10) ?? null,
      main: posts.filter(({ main }) => main).map(({ department, supervisor }) => [department, supervisor ?? null]),
      also: posts.filter(({ main }) => !main).map(({ department }) => department),
    })),
    ({ number }) => number ?? "",
  ),
});

/** What HR knows. */
const truth = ({ units, people }: Company, has: { readonly locks: boolean; readonly more: boolean }) => {
  const account = (number: string | null) => (number === null ? null : (people.get(number)?.account ?? null));
  return {
    units: sortedBy(
      [...units.values()].map(
        ({ code, name, parent, head }) => `${code} ${name} in ${parent}, ${account(head) ?? "none"}`,
      ),
      String,
    ),
    people: sortedBy(
      [...people.values()].map(({ number, name, unit, manager, locked, until, also, account: own }) => ({
        account: own,
        number,
        name,
        active: !(has.locks && locked),
        until: has.more ? until : null,
        main: [[unit, account(manager)]],
        also: has.more && also !== null && also !== unit ? [also] : [],
      })),
      ({ number }) => number,
    ),
  };
};

describe("openldap.yaml", () => {
  const suffix = "dc=example,dc=com";
  const base = `ou=people,${suffix}`;
  const reader = { objectClass: "person", cn: "musterd", sn: "musterd", userPassword: "reads only" };
  const entries = [
    ldif({ dn: suffix, attributes: { objectClass: ["domain", "extensibleObject"], dc: "example" } }),
    ldif({ dn: `ou=services,${suffix}`, attributes: { objectClass: "organizationalUnit", ou: "services" } }),
    ldif({ dn: `cn=musterd,ou=services,${suffix}`, attributes: reader }),
    ldif({ dn: base, attributes: { objectClass: "organizationalUnit", ou: "people" } }),
    ldif({
      dn: `cn=policy,${suffix}`,
      attributes: {
        objectClass: ["device", "pwdPolicy"],
        cn: "policy",
        pwdAttribute: "userPassword",
        pwdLockout: "TRUE",
        pwdMaxFailure: "2",
      },
    }),
  ];
  const withLocks: Edits = [
    ["changes: syncrepl", "changes: off"],
    [/# active: (.*?) #/, "active: $1 #"],
  ];

  it.each([
    ["as it is shipped", [], false],
    ["with the lock that its comment offers", withLocks, true],
  ] as const)("says for a year what HR knows, %s", { timeout: 600_000 }, async (_, edits, locks) => {
    const slapd = await startSlapd({
      ldif: entries,
      tls: true,
      globalLines: ["moduleload ppolicy", "moduleload memberof"],
      databaseLines: ["overlay ppolicy", `ppolicy_default cn=policy,${suffix}`, "overlay memberof"],
    });
    const site = await openExample(
      "openldap.yaml",
      [
        ["ldap://ldap.example.com", slapd.url.replace("127.0.0.1", "localhost")],
        ["./ldap-ca.pem", slapd.certificates?.ca ?? ""],
        ...edits,
      ],
      undefined,
    );
    const client = new Client({ url: slapd.url });
    await client.bind(slapd.rootDn, slapd.rootPassword);
    const stranger = new Client({ url: slapd.url });
    const clerk: Clerk = {
      client,
      base,
      headAttribute: "seeAlso",
      correctsReferences: true,
      unitEntry: ({ code, name }) => ({ objectClass: "organizationalUnit", ou: name, businessCategory: code }),
      personEntry: ({ account, number, name }) => ({
        objectClass: "inetOrgPerson",
        uid: account,
        cn: account,
        sn: account,
        employeeNumber: number,
        displayName: name,
        mail: `${number}@example.com`,
        userPassword: "of their own",
      }),
      rdn: ({ account }) => `uid=${account}`,
      rename: (dn, { account }) => client.modifyDN(dn, `uid=${account},${dn.slice(dn.indexOf(",") + 1)}`),
      lock: (dn, { locked }) => replace(client, dn, "pwdAccountLockedTime", ...(locked ? ["000001010000Z"] : [])),
      // Wrong passwords lock an account for a while; HR knows nothing of it.
      expire: async (dn) => {
        for (const at of [1, 2, 3]) await stranger.bind(dn, `wrong ${at}`).catch(() => undefined);
      },
      post: async () => undefined,
    };
    const how: string[] = [];
    try {
      const company = await found(clerk);
      for (const events of weeks(20_270_101)) {
        for (const event of events) await happen(company, clerk, event);
        const { snapshot, changes } = await site.read(["attribute-vanished"]);
        how.push(...changes.map((reading) => reading.how));
        expect({ events, ...said(snapshot.directory) }).toEqual({ events, ...truth(company, { locks, more: false }) });
        expect(snapshot.rejected).toEqual([]);
      }
      // Where the file asks for changes, most readings are readings by changes, otherwise the law is not tested.
      expect(how.filter((one) => one === "changes").length > 52).toBe(!locks);
    } finally {
      await Promise.all([client.unbind(), stranger.unbind()]);
      await slapd.stop();
      await site.close();
    }
  });
});

describe.skipIf(!canRunSamba())("active-directory.yaml and active-directory-and-hr.yaml", () => {
  const base = `OU=Company,${domain.root}`;
  const groups = `OU=Groups,${domain.root}`;
  const services = `OU=Services,${domain.root}`;
  const unit = (dn: string) => ldif({ dn, attributes: { objectClass: "organizationalUnit" } });
  const password = Buffer.from("Reads-0nly", "utf16le");
  const reader = ldif({
    dn: `CN=musterd,${services}`,
    attributes: {
      objectClass: "user",
      sAMAccountName: "musterd",
      userAccountControl: "512",
      clearTextPassword: password,
    },
  });
  const entries = [unit(base), unit(groups), unit(services), reader].join("");
  const header = "工號,姓名,到職日,出生日期,離職日,在職狀態,部門路徑,職稱代號,主管工號,信箱,類別";

  /** HR's export of the day. */
  const rows = ({ units, people }: Company): string => {
    const pathOf = (code: string | null): string => {
      const found = code === null ? undefined : units.get(code);
      return found ? [pathOf(found.parent), found.name].filter(Boolean).join("/") : "";
    };
    const row = ({ number, name, unit: code, manager, locked }: Person) =>
      `${number},${name},108/03/04,079/05/06,,${locked ? "留停" : "在職"},${pathOf(code)},T1,${manager ?? ""},,正職`;
    return [header, ...[...people.values()].map(row), ""].join("\n");
  };
  /** The company with the paths of its units as their codes, and without what is not in HR's file. */
  const byPath = (company: Company): Company => {
    const pathOf = (code: string | null): string | null => {
      const found = code === null ? undefined : company.units.get(code);
      return found ? [pathOf(found.parent), found.name].filter(Boolean).join(".") : null;
    };
    const units = [...company.units.values()]
      .filter(({ code }) => [...company.people.values()].some(({ unit: at }) => isAbove(company, code, at)))
      .map((found) => ({ ...found, code: pathOf(found.code) ?? "", parent: pathOf(found.parent), head: null }));
    const people = [...company.people.values()].map((person) => ({ ...person, unit: pathOf(person.unit) ?? "" }));
    return {
      units: new Map(units.map((found) => [found.code, found])),
      people: new Map(people.map((person) => [person.number, person])),
    };
  };
  const isAbove = (company: Company, code: string, at: string | null): boolean =>
    at !== null && (code === at || isAbove(company, code, company.units.get(at)?.parent ?? null));

  it("say for a year what HR knows", { timeout: 900_000 }, async () => {
    const [side] = activeDirectories("years", { ldif: entries });
    if (!side) throw new Error("there is no Samba");
    const directory = await side.open();
    const client = new Client({ url: directory.url });
    await client.bind(domain.administrator, domain.password);
    const edits: Edits = [
      ["ldaps://dc1.example.com", `${directory.url}\n        insecure: true`],
      [/ca: .*/, ""],
      [/dc=example,dc=com/g, domain.root],
    ];
    const alone = await openExample("active-directory.yaml", edits, undefined);
    const withHr = await openExample("active-directory-and-hr.yaml", edits, "hr");
    await mkdir(withHr.hr);
    await writeFile(join(withHr.hr, "titles.csv"), "職稱代號,職稱,職等\nT1,工程師,30\n");
    const control = ({ locked }: Person) => (locked ? "546" : "544");
    /** 100 ns since 1601. */
    const fileTime = (day: string | null): string =>
      day === null ? "0" : `${(BigInt(Date.parse(`${day}T12:00:00Z`)) + 11_644_473_600_000n) * 10_000n}`;
    const clerk: Clerk = {
      client,
      base,
      headAttribute: "managedBy",
      correctsReferences: false,
      unitEntry: ({ code, name }) => ({ objectClass: "organizationalUnit", description: `${name} (${code})` }),
      personEntry: (person) => ({
        objectClass: "user",
        sAMAccountName: person.account,
        employeeID: person.number,
        displayName: person.name,
        mail: `${person.number}@example.com`,
        title: "工程師",
        userAccountControl: control(person),
      }),
      rdn: ({ number }) => `CN=${number}`,
      rename: (dn, { account }) => replace(client, dn, "sAMAccountName", account),
      lock: (dn, person) => replace(client, dn, "userAccountControl", control(person)),
      expire: (dn, { until }) => replace(client, dn, "accountExpires", fileTime(until)),
      post: async (dn, { also }) => {
        const { searchEntries } = await client.search(groups, { filter: `(member=${dn})`, attributes: ["1.1"] });
        for (const old of searchEntries) {
          await client.modify(
            old.dn,
            new Change({ operation: "delete", modification: new Attribute({ type: "member", values: [dn] }) }),
          );
        }
        if (also === null) return;
        const group = `CN=post-${also},${groups}`;
        await client.add(group, { objectClass: "group", sAMAccountName: `post-${also}` }).catch((error: unknown) => {
          if (!(error instanceof AlreadyExistsError)) throw error;
        });
        await client.modify(
          group,
          new Change({ operation: "add", modification: new Attribute({ type: "member", values: [dn] }) }),
        );
      },
    };
    try {
      const company = await found(clerk);
      for (const events of inPart(13, weeks(20_270_201))) {
        for (const event of events) await happen(company, clerk, event);
        // A group whose last member goes has no attribute `member` any more, and whoever runs musterd is asked.
        const first = await alone.read(["attribute-vanished"]);
        const known = truth(company, { locks: true, more: true });
        expect({ events, ...said(first.snapshot.directory) }).toEqual({ events, ...known });
        await writeFile(join(withHr.hr, "people.csv"), rows(company));
        const second = await withHr.read([]);
        const inFile = truth(byPath(company), { locks: true, more: false });
        expect({ events, ...said(second.snapshot.directory) }).toEqual({ events, ...inFile });
      }
    } finally {
      await client.unbind();
      await directory.close();
      await Promise.all([alone.close(), withHr.close()]);
    }
  });
});
