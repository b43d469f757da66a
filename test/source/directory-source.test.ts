/** The ways in which directories store departments and posts, read from a real server. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";
import type { SourceSnapshot } from "../../src/model/directory/snapshot.ts";
import type { SourceProfile } from "../../src/model/plan/quality.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { sourceSettings } from "../../src/source/settings.ts";
import { startFakeLdapServer } from "../support/ldap/fake-ldap-server.ts";
import { type LdapAttributes, ldif } from "../support/ldap/ldap-people.ts";
import { type Slapd, startSlapd } from "../support/ldap/slapd.ts";
import { freshMemory } from "./csv-folder.ts";

const suffix = "dc=example,dc=com";
const people = `ou=people,${suffix}`;
const groups = `ou=groups,${suffix}`;
const personDn = (uid: string): string => `uid=${uid},${people}`;

const person = (uid: string, more: LdapAttributes = {}): string =>
  ldif({ dn: personDn(uid), attributes: { objectClass: "inetOrgPerson", uid, cn: uid, sn: uid, ...more } });

const group = (cn: string, description: string, seeAlso: string, ...members: readonly string[]): string => {
  const member = members.map(personDn);
  const attributes = { objectClass: "groupOfNames", cn, description, owner: personDn("ann"), seeAlso, member };
  return ldif({ dn: `cn=${cn},${groups}`, attributes });
};

let server: Slapd;

beforeAll(async () => {
  server = await startSlapd({
    ldif: [
      ldif({ dn: suffix, attributes: { objectClass: ["domain", "extensibleObject"], dc: "example" } }),
      ldif({ dn: people, attributes: { objectClass: "organizationalUnit", ou: "people" } }),
      ldif({ dn: groups, attributes: { objectClass: "organizationalUnit", ou: "groups" } }),
      person("ann", {
        departmentNumber: "HQ",
        ou: "總公司",
        businessCategory: ["RD", "HR"],
        mail: "ann@example.com",
        seeAlso: personDn("ann"),
      }),
      person("bob", { departmentNumber: "RD", ou: "研發處", mail: ["bob@example.com", "b@example.com"] }),
      person("cyd", { departmentNumber: "RD", ou: "研發處", manager: personDn("nobody") }),
      group("HQ", "總公司", groups, "ann"),
      group("RD", "研發處", `cn=HQ,${groups}`, "ann", "bob", "cyd"),
      group("HR", "人資處", `cn=Gone,${suffix}`, "ann", "bob"),
    ],
  });
});

afterAll(() => server.stop());

const open = (tables: object, more: object = {}, last?: SourceProfile) => {
  const feeds = { ldap: { ldap: { url: server.url, bind: "anonymous", ...more } } };
  const settings = sourceSettings.parse({ feeds, peopleBy: "dn", ...tables });
  return createHrSource(settings, { ...freshMemory, lastProfile: async () => last }, systemClock);
};

const read = async (tables: object): Promise<SourceSnapshot> => (await open(tables).read([])).snapshot;

const employees = {
  base: people,
  filter: "(objectClass=inetOrgPerson)",
  attributes: { account: "uid", department: "departmentNumber" },
};

const posts = (snapshot: SourceSnapshot) =>
  snapshot.directory.employees?.map((one) => [
    one.account,
    ...(one.posts ?? []).map(({ department, main }) => `${department}${main ? "*" : ""}`).toSorted(),
  ]);

describe("departments", () => {
  it("may be groups, with their owners for managers", async () => {
    const attributes = { code: "cn", name: "description", manager: "owner" };
    const departments = { base: groups, filter: "(objectClass=groupOfNames)", attributes };
    const { directory, rejected } = await read({ departments, employees });
    expect(directory.departments).toEqual([
      { code: "HQ", name: "總公司", manager: "ann" },
      { code: "RD", name: "研發處", manager: "ann" },
      { code: "HR", name: "人資處", manager: "ann" },
    ]);
    expect(rejected).toEqual([]);
  });

  it("name their parents: one above all is the top, and a name that leads nowhere is reported and moves nobody", async () => {
    const parent = { attribute: "seeAlso", by: "dn" };
    const departments = { base: groups, filter: "(objectClass=groupOfNames)", attributes: { code: "cn", parent } };
    const { directory, rejected } = await read({ departments, employees });
    expect(directory.departments).toEqual([{ code: "HQ", parent: null }, { code: "RD", parent: "HQ" }, { code: "HR" }]);
    expect(rejected).toMatchObject([{ key: "HR", column: "seeAlso", code: "department-unknown", dropped: "field" }]);
    const except = [{ attribute: "cn", is: "HQ" }];
    const below = await read({ departments: { ...departments, except }, employees });
    expect(below.directory.departments).toEqual([{ code: "RD", parent: null }, { code: "HR" }]);
  });

  it("may be what people have as attributes", async () => {
    const attributes = { code: "departmentNumber", name: "ou" };
    const { directory } = await read({ departments: { ...employees, distinct: true, attributes }, employees });
    expect(directory.departments).toEqual([
      { code: "HQ", name: "總公司" },
      { code: "RD", name: "研發處" },
    ]);
  });
});

describe("part-time posts", () => {
  it("may be the members of groups; that of the main department is no second post", async () => {
    const each = { base: groups, filter: "(objectClass=groupOfNames)", each: "member" };
    const snapshot = await read({
      employees,
      posts: { ...each, attributes: { employee: "member", department: "cn" } },
    });
    expect(posts(snapshot)).toEqual([
      ["ann", "HQ*", "HR", "RD"],
      ["bob", "HR", "RD*"],
      ["cyd", "RD*"],
    ]);
  });

  it("may be the values of an attribute", async () => {
    const attributes = { employee: "dn", department: "businessCategory" };
    const snapshot = await read({ employees, posts: { ...employees, each: "businessCategory", attributes } });
    expect(posts(snapshot)).toEqual([
      ["ann", "HQ*", "HR", "RD"],
      ["bob", "RD*"],
      ["cyd", "RD*"],
    ]);
  });
});

describe("an attribute", () => {
  it("with several values is left out and reported, unless they are joined", async () => {
    const withMail = (email: unknown) => read({ employees: { ...employees, attributes: { account: "uid", email } } });
    const { directory, rejected } = await withMail("mail");
    expect(directory.employees?.map(({ email }) => email)).toEqual(["ann@example.com", undefined, undefined]);
    expect(rejected).toMatchObject([{ file: personDn("bob"), column: "mail", code: "value-several", key: "bob" }]);
    const joined = await withMail({ attribute: "mail", join: ";" });
    expect(joined.directory.employees?.[1]?.email).toBe("bob@example.com;b@example.com");
  });

  it("with several values is part of a text as the mapping says, or of none", async () => {
    const withName = (name: object) => read({ employees: { ...employees, attributes: { account: "uid", name } } });
    const namesOf = async (name: object) => (await withName(name)).directory.employees?.map((one) => one.name);
    const attribute = "{uid}: {mail}";
    expect((await namesOf({ attribute, take: "first" }))?.[1]).toBe("bob: bob@example.com");
    expect((await namesOf({ attribute, take: "last" }))?.[1]).toBe("bob: b@example.com");
    expect((await namesOf({ attribute, join: "/" }))?.[1]).toBe("bob: bob@example.com/b@example.com");
    for (const take of ["unique", undefined]) {
      const { directory, rejected } = await withName({ attribute, ...(take && { take }) });
      expect(directory.employees?.map((one) => one.name)).toEqual(["ann: ann@example.com", undefined, undefined]);
      expect(rejected).toMatchObject([{ file: personDn("bob"), column: attribute, code: "value-several", key: "bob" }]);
    }
  });

  it.each(["off", "syncrepl"])("is the same one in whatever letters it is written (changes: %s)", async (changes) => {
    const except = [{ attribute: "departmentnumber", is: "HQ" }];
    const attributes = { ...employees.attributes, email: "mail", emailEx: { attribute: "Mail", take: "first" } };
    const table = { ...employees, attributes, except };
    const { snapshot, findings } = await open({ employees: table }, { changes }).read([]);
    expect(snapshot.directory.employees?.map(({ account, emailEx }) => [account, emailEx])).toEqual([
      ["bob", "bob@example.com"],
      ["cyd", undefined],
    ]);
    expect(findings).toEqual([]);
  });

  it("whose value is no text lets nobody in and keeps nobody out: the entry is reported and left as it is", async () => {
    const inBig5 = Buffer.from([0xa5, 0x7e, 0xb3, 0xa1]);
    const entries = [
      { dn: personDn("ann"), attributes: { uid: ["ann"], employeeType: [inBig5] } },
      { dn: personDn("bob"), attributes: { uid: ["bob"], employeeType: ["正職"] } },
    ];
    const fake = await startFakeLdapServer(({ scope }) => [...(scope === "base" ? [] : entries), { status: 0 }]);
    try {
      for (const condition of [
        { except: [{ attribute: "employeeType", is: "外部" }] },
        { only: [{ attribute: "employeeType", is: "正職" }] },
      ]) {
        const table = { base: people, attributes: { account: "uid" }, ...condition };
        const {
          directory,
          rejected,
          excluded = [],
        } = (await open({ employees: table }, { url: fake.url }).read([])).snapshot;
        expect(directory.employees?.map(({ account }) => account)).toEqual(["bob"]);
        expect(excluded).toEqual([]);
        expect(rejected).toMatchObject([{ key: "ann", column: "employeeType", code: "character-invalid" }]);
      }
    } finally {
      await fake.close();
    }
  });

  it.each(["dn", "seeAlso"])("with the name of an entry (%s) is compared in any spelling of it", async (attribute) => {
    const except = [{ attribute, is: `UID=Ann, OU=People, DC=Example, DC=com` }];
    const { directory, excluded = [] } = await read({ employees: { ...employees, except } });
    expect(directory.employees?.map(({ account }) => account)).toEqual(["bob", "cyd"]);
    expect(excluded).toHaveLength(1);
  });

  it("that says who is active, and that nobody has, lets nobody in until somebody accepts it", async () => {
    const withStatus = (active: object) => ({
      ...employees,
      attributes: { ...employees.attributes, active: { attribute: "userAccountControl", ...active } },
    });
    const table = withStatus({ flag: "userAccountControl" });
    const { snapshot, findings } = await open({ employees: table }).read([]);
    expect(snapshot.directory.employees).toBeUndefined();
    expect(findings).toContainEqual(
      expect.objectContaining({
        rule: "attribute-vanished",
        severity: "hold",
        kind: "employee",
        field: "useraccountcontrol",
      }),
    );
    const accepted = await open({ employees: table }).read(["attribute-vanished"]);
    expect(accepted.snapshot.directory.employees).toHaveLength(3);
    const later = await open({ employees: table }, {}, accepted.profile).read([]);
    expect(later.snapshot.directory.employees).toHaveLength(3);
    const meant = await read({ employees: withStatus({ values: { locked: false }, default: true }) });
    expect(meant.directory.employees?.map(({ active }) => active)).toEqual([true, true, true]);
  });

  it("that names nobody is left out and reported with the entry", async () => {
    const attributes = { ...employees.attributes, supervisor: "manager" };
    const { directory, rejected } = await read({ employees: { ...employees, attributes } });
    expect(directory.employees?.[2]?.posts).toEqual([{ department: "RD", main: true }]);
    expect(rejected).toMatchObject([{ file: personDn("cyd"), column: "manager", code: "person-unknown", key: "cyd" }]);
  });
});

it("a reading says how it read each search of a directory that is read by changes", async () => {
  const { changes } = await open({ employees }, { changes: "syncrepl" }).read([]);
  expect(changes).toMatchObject([{ feed: "ldap", table: "employees", base: people, how: "full", changed: 3 }]);
});

it("a trace names the entries of one person or department, and what the mapping makes of each attribute", async () => {
  const groupsOf = { base: groups, filter: "(objectClass=groupOfNames)" };
  const tables = {
    departments: { ...employees, distinct: true, attributes: { code: "departmentNumber", name: "ou" } },
    employees: { ...employees, attributes: { ...employees.attributes, email: { attribute: "mail", take: "first" } } },
    posts: { ...groupsOf, each: "member", attributes: { employee: "member", department: "cn" } },
  };
  const reading = await open(tables).trace([]);
  expect(reading.snapshot).toEqual(await read(tables));
  const { records, dropped } = reading.traceOf("employee", "BOB");
  expect(records.map(({ file, setting }) => [file, setting])).toEqual([
    [personDn("bob"), "source.employees"],
    [`cn=RD,${groups}`, "source.posts"],
    [`cn=HR,${groups}`, "source.posts"],
  ]);
  expect(records[0]?.fields).toEqual([
    { field: "account", cells: { uid: "bob" }, value: "bob" },
    {
      field: "email",
      cells: { mail: ["bob@example.com", "b@example.com"] },
      rule: '{"take":"first"}',
      value: "bob@example.com",
    },
    { field: "department", cells: { departmentNumber: "RD" }, value: "RD" },
  ]);
  expect(dropped).toEqual([]);
  const department = reading.traceOf("department", "rd").records;
  expect(department.map(({ file }) => file)).toEqual([personDn("bob")]);
  expect(reading.traceOf("employee", "nobody").records).toEqual([]);
});
