/** Runs the configurations that docs/getting-started.md lists: a first import into an empty service, and a second run. */
import { Attribute, Change, Client } from "ldapts";
import { afterEach, describe, expect, it } from "vitest";
import type { Plan } from "../../src/model/plan/plan.ts";
import { type LdapAttributes, ldapPeople, ldif } from "../support/ldap/ldap-people.ts";
import { type Slapd, startSlapd } from "../support/ldap/slapd.ts";
import { type ConfiguredApp, openConfigured, type Site } from "../support/processes/configured-app.ts";

const suffix = "dc=example,dc=com";
const opened: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const openSite = async (example: string, site: Site): Promise<ConfiguredApp> => {
  const made = await openConfigured(example, site);
  opened.push(made.close);
  return made;
};

const openServer = async (entries: () => Iterable<string>): Promise<Slapd> => {
  const server = await startSlapd({ ldif: { [Symbol.iterator]: () => entries()[Symbol.iterator]() }, tls: true });
  opened.push(server.stop);
  return server;
};

const reader = (unit: string) =>
  ldif({ dn: `ou=${unit},${suffix}`, attributes: { objectClass: "organizationalUnit", ou: unit } }) +
  ldif({
    dn: `cn=musterd,ou=${unit},${suffix}`,
    attributes: { objectClass: "person", cn: "musterd", sn: "musterd", userPassword: "reads only" },
  });

const counts = ({ changes }: Plan): Record<string, number> => {
  const found: Record<string, number> = {};
  for (const { kind, action } of changes) found[`${kind} ${action}`] = (found[`${kind} ${action}`] ?? 0) + 1;
  return found;
};

const as = async (server: Slapd, use: (client: Client) => Promise<void>): Promise<void> => {
  const client = new Client({ url: server.url });
  await client.bind(server.rootDn, server.rootPassword);
  await use(client);
  await client.unbind();
};

const replace = (type: string, ...values: string[]) =>
  new Change({ operation: "replace", modification: new Attribute({ type, values }) });

describe("Active Directory alone (active-directory.yaml)", () => {
  const people = ldapPeople({ people: 60, departments: 6 });
  const user = (name: string, more: LdapAttributes): string =>
    ldif({
      dn: `CN=${name},${people.base}`,
      attributes: { ...people.person(1).attributes, objectGUID: Buffer.from(name.padEnd(16)), cn: name, ...more },
    });
  function* entries() {
    yield* people.ldif();
    yield reader("Services");
    yield user("svc-backup", { sAMAccountName: "svc-backup", employeeID: "S1" });
    yield user("Meeting Room", { sAMAccountName: "room1", employeeID: [] });
    yield user("Root", { sAMAccountName: "sysop", employeeID: "R1", title: "系統管理員", manager: [] });
    const member = [people.person(7).dn, people.person(8).dn, people.person(2).dn];
    const cn = "post-D0002";
    yield ldif({ dn: `CN=${cn},OU=Groups,${suffix}`, attributes: { ...people.group(0).attributes, cn, member } });
  }

  it("reads units as departments, users as people and groups as part-time posts, and follows them by their ids", async () => {
    const server = await openServer(entries);
    const site = await openSite("active-directory.yaml", {
      replaced: { "ldaps://dc1.example.com": server.secureUrl, "./ad-ca.pem": server.certificates?.ca ?? "" },
      environment: { AD_PASSWORD: "reads only" },
    });
    const first = await site.run();
    expect(first.run.status).toBe("succeeded");
    expect(first.plan.held.map(({ id, reason }) => [id, reason])).toEqual([["employee/sysop/create", "protected"]]);
    expect(counts(first.plan)).toMatchObject({
      "level create": 1,
      "department create": 6,
      "title create": 6,
      "employee create": 59,
      "manager update": 6,
    });
    const { employees, departments } = await site.fixture.dump();
    const found = employees.find(({ account }) => account === "e000007");
    expect(found?.depts.map(({ code, isMainDept }) => [code, isMainDept])).toEqual([
      ["D0001", true],
      ["D0002", false],
    ]);
    expect(employees.map(({ account }) => account)).not.toContain("e000049");
    expect(employees.map(({ account }) => account)).not.toContain("svc-backup");
    expect(departments.map(({ code, parentCode }) => [code, parentCode])).toContainEqual(["D0003", "D0000"]);
    expect((await site.run()).plan.changes).toEqual([]);

    await as(server, async (client) => {
      await client.modify(people.department(3).dn, [replace("description", "Renamed (X0003)")]);
      await client.modify(people.person(20).dn, [replace("sAMAccountName", "twenty"), replace("employeeID", "E9")]);
      await client.modify(people.person(21).dn, [replace("userAccountControl", "514")]);
    });
    const second = await site.run();
    expect(counts(second.plan)).toMatchObject({
      "department rename": 1,
      "employee rename": 1,
      "employee deactivate": 1,
    });
    expect(counts(second.plan)).not.toHaveProperty("department create");
    expect((await site.run()).plan.changes).toEqual([]);
  });
});

describe("Active Directory and HR's file (active-directory-and-hr.yaml)", () => {
  const people = ldapPeople({ people: 12, departments: 2 });
  const header = "工號,姓名,到職日,出生日期,離職日,在職狀態,部門路徑,職稱代號,主管工號,信箱,類別\n";
  const row = (index: number, path: string, more: Readonly<Record<string, string>> = {}) => {
    const { number = `E${String(index).padStart(6, "0")}`, state = "在職", kind = "正職", boss = "" } = more;
    return `${number},員工${index},108/03/04,079/05/06,,${state},${path},T1,${boss},old${index}@example.com,${kind}\n`;
  };
  const file =
    header +
    row(0, "總公司") +
    row(1, "總公司/製造處/一課", { boss: "E000000" }) +
    row(2, "總公司/製造處/一課") +
    row(3, "總公司/研發處", { state: "留停" }) +
    row(4, "總公司/研發處", { kind: "派遣" }) +
    row(5, "總公司/研發處", { number: "5" }) +
    row(77, "總公司/研發處");
  const files = { "people.csv": file, "titles.csv": "職稱代號,職稱,職等\nT1,工程師,30\n" };

  it("takes accounts from the one and posts from the other, and lists people who are in only one of them", async () => {
    const server = await openServer(function* () {
      yield* people.ldif();
      yield reader("Services");
    });
    const site = await openSite("active-directory-and-hr.yaml", {
      replaced: {
        "ldaps://dc1.example.com": server.secureUrl,
        "./ad-ca.pem": server.certificates?.ca ?? "",
        "folder: ./hr": "folder: .",
      },
      environment: { AD_PASSWORD: "reads only" },
      files,
    });
    const { plan, run } = await site.run();
    expect([run.status, plan.held]).toEqual(["succeeded", []]);
    const { employees, departments } = await site.fixture.dump();
    expect(departments.map(({ code, name }) => `${code} ${name}`).sort()).toEqual([
      "總公司 總公司",
      "總公司.研發處 研發處",
      "總公司.製造處 製造處",
      "總公司.製造處.一課 一課",
    ]);
    expect(employees.map(({ account, name, email }) => [account, name, email])).toEqual([
      ["e000000", "員工0", "e000000@example.com"],
      ["e000001", "員工1", "e000001@example.com"],
      ["e000002", "員工2", "e000002@example.com"],
    ]);
    const told = plan.rejected.map(({ code, key }) => `${code} ${key}`);
    expect(told).toContain("one-sided E000077");
    expect(told).toContain("one-sided e000007");
    expect(told.filter((text) => text.startsWith("zeros-lost"))).toHaveLength(1);
    expect(told.filter((text) => text.includes("e000004"))).toEqual([]);
    expect((await site.run()).plan.changes).toEqual([]);
  });
});

describe("OpenLDAP by its changes (openldap.yaml)", () => {
  const base = `ou=people,${suffix}`;
  const unit = (dn: string, ou: string, code: string, manager: string) =>
    ldif({ dn, attributes: { objectClass: "organizationalUnit", ou, businessCategory: code, seeAlso: manager } });
  const person = (uid: string, number: string, parent: string, more: LdapAttributes = {}) => {
    const names = {
      cn: uid,
      sn: uid,
      displayName: `員工 ${uid}`,
      uid,
      employeeNumber: number,
      mail: `${uid}@example.com`,
    };
    return ldif({ dn: `uid=${uid},${parent}`, attributes: { objectClass: "inetOrgPerson", ...names, ...more } });
  };
  const [head, research] = [`ou=總公司,${base}`, `ou=研發處\\, 新,ou=總公司,${base}`];
  function* entries() {
    yield ldif({ dn: suffix, attributes: { objectClass: ["domain", "extensibleObject"], dc: "example" } });
    yield reader("services");
    yield ldif({ dn: base, attributes: { objectClass: "organizationalUnit", ou: "people" } });
    yield unit(head, "總公司", "HQ", `uid=boss,${head}`);
    yield unit(research, "研發處, 新", "RD", `uid=lead,${research}`);
    yield person("boss", "1", head);
    yield person("lead", "2", research, { manager: `uid=boss,${head}` });
    for (let index = 3; index <= 20; index += 1) {
      yield person(`u${index}`, String(index), research, { manager: `uid=lead,${research}` });
    }
  }

  it("reads only changes after the first reading, and finds exactly those", async () => {
    const server = await openServer(entries);
    const site = await openSite("openldap.yaml", {
      replaced: {
        "ldap://ldap.example.com": server.url.replace("127.0.0.1", "localhost"),
        "./ldap-ca.pem": server.certificates?.ca ?? "",
      },
      environment: { LDAP_PASSWORD: "reads only" },
    });
    const first = await site.run();
    expect([first.run.status, first.plan.held]).toEqual(["succeeded", []]);
    expect(counts(first.plan)).toMatchObject({ "department create": 2, "employee create": 20, "manager update": 2 });
    const quiet = await site.app.source.read([]);
    expect(quiet.changes.map(({ table, how, changed, deleted }) => [table, how, changed, deleted])).toEqual([
      ["departments", "changes", 0, 0],
      ["employees", "changes", 0, 0],
    ]);
    await as(server, async (client) => {
      await client.modify(`uid=u4,${research}`, [replace("mail", "four@example.com")]);
      await client.modify(`uid=u5,${research}`, [replace("employeeNumber", "55")]);
      await client.modifyDN(`uid=u6,${research}`, `uid=u6,${head}`);
      await client.del(`uid=u7,${research}`);
      await client.del(`uid=u8,${research}`);
    });
    const second = await site.run();
    expect([counts(second.plan), second.plan.held]).toEqual([
      { "employee update": 2, "post update": 1, "post remove": 1, "supervisor update": 1 },
      [],
    ]);
    expect(second.plan.notices.map(({ code, key }) => `${code} ${key}`)).toEqual(["unmanaged u7", "unmanaged u8"]);
    const after = await site.app.source.read([]);
    expect(after.changes.map(({ how }) => how)).toEqual(["changes", "changes"]);
    expect((await site.run()).plan.changes).toEqual([]);
  });
});
