/**
 * What a real server may refuse: each error says what is wrong and what to do. Certificates that are not valid now or for
 * another host, limits of time and of entries, and entries that stand for others (aliases).
 */
import { afterEach, describe, expect, it } from "vitest";
import { openDirectory } from "../../../src/source/ldap/open-directory.ts";
import { ldapSearchSettings } from "../../../src/source/ldap/settings.ts";
import { ldapPeople, ldif } from "../../support/ldap/ldap-people.ts";
import { type Slapd, type SlapdOptions, startSlapd } from "../../support/ldap/slapd.ts";
import { freshMemory } from "../csv-folder.ts";
import { feed, readWhole, withFeed } from "./feed.ts";

const servers: Slapd[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});
const open = async (options: SlapdOptions): Promise<Slapd> => {
  const server = await startSlapd(options);
  servers.push(server);
  return server;
};

const failure = (given: Record<string, unknown>, search: Record<string, unknown>): Promise<unknown> =>
  withFeed(given, (connection) => readWhole(connection, search, ["cn"], 50)).catch((error: unknown) => error);

describe.each(["ldaps://", "StartTLS"])("a certificate, over %s", (kind) => {
  const isDirect = kind === "ldaps://";
  it.each([
    [
      "that has expired",
      { validity: ["20200101000000Z", "20210101000000Z"] as const },
      "the server's certificate has expired (CERT_HAS_EXPIRED)",
      "renew the certificate on the server",
      "url",
    ],
    [
      "that is not valid yet",
      { validity: ["20990101000000Z", "20991231000000Z"] as const },
      "the server's certificate is not valid yet (CERT_NOT_YET_VALID)",
      "check the clock",
      "url",
    ],
    [
      "for another host",
      { names: "DNS:dc2.example.com" },
      "the server's certificate is for another host (ERR_TLS_CERT_ALTNAME_INVALID)",
      "use a host name in `url`",
      "url",
    ],
    [
      "for clients only",
      { usage: "clientAuth" },
      "the server's certificate, or one above it, is not good enough (INVALID_PURPOSE)",
      "serverAuth",
      "url",
    ],
    [
      "of an unknown authority",
      undefined,
      "the server's certificate is of no authority that is trusted here (",
      "name the PEM file of the authority",
      "ca",
    ],
  ])("%s is named, with what to do", async (_, wrong, message, hint, setting) => {
    const server = await open({ tls: wrong ?? true });
    const address = isDirect ? { url: server.secureUrl } : { url: server.url, startTls: true };
    const trusted = wrong === undefined ? {} : { ca: server.certificates?.ca };
    expect(await failure({ ...address, ...trusted }, { base: server.suffix })).toMatchObject({
      code: "source-ldap-tls",
      message: expect.stringContaining(`there is no TLS with ${address.url}: ${message}`),
      hint: expect.stringContaining(hint),
      place: { setting: `source.feeds.ad.ldap.${setting}` },
    });
  });
});

describe("a limit of the server", () => {
  const company = ldapPeople({ people: 400, departments: 2 });
  const everybody = { base: company.base, filter: "(objectClass=user)" };

  it("of entries is named, with what to do", async () => {
    const { url } = await open({ ldif: company.ldif(), databaseLines: ["limits * size=100"] });
    expect(await failure({ url }, everybody)).toMatchObject({
      code: "source-ldap-limit",
      message: expect.stringContaining("LDAP result 4 (size limit exceeded), after 100 entries"),
      hint: expect.stringContaining("raise the limit for the bind account"),
    });
  });

  it("of time is named, with what to do", async () => {
    const delay = ["moduleload retcode"];
    // The overlay answers as a server does whose time for the search is over.
    const databaseLines = ["overlay retcode", `retcode-item "cn=slow" 0x03`, `retcode-parent "${company.base}"`];
    const { url } = await open({ ldif: company.ldif(), globalLines: delay, databaseLines });
    expect(await failure({ url }, { base: `cn=slow,${company.base}` })).toMatchObject({
      code: "source-ldap-limit",
      message: expect.stringContaining("LDAP result 3 (time limit exceeded)"),
      hint: expect.stringContaining("olcTimeLimit"),
    });
  });
});

describe("the password of the bind account", () => {
  const [policy, reader, suffix] = ["cn=policy,dc=example,dc=com", "cn=reader,dc=example,dc=com", "dc=example,dc=com"];
  const person = (more: object) =>
    ldif({
      dn: reader,
      attributes: { objectClass: "person", cn: "reader", sn: "reader", userPassword: "reads only", ...more },
    });
  const withPolicy = (account: object, rules: object) =>
    open({
      globalLines: ["moduleload ppolicy"],
      databaseLines: ["overlay ppolicy", `ppolicy_default "${policy}"`, "ppolicy_use_lockout"],
      ldif: [
        ldif({ dn: suffix, attributes: { objectClass: "domain", dc: "example" } }),
        ldif({
          dn: policy,
          attributes: {
            objectClass: ["organizationalRole", "pwdPolicy"],
            cn: "policy",
            pwdAttribute: "userPassword",
            ...rules,
          },
        }),
        person(account),
      ],
    });

  it.each([
    ["its password has expired", { pwdChangedTime: "20200101000000Z" }, { pwdMaxAge: "1" }],
    ["the account is locked", { pwdAccountLockedTime: "000001010000Z" }, { pwdLockout: "TRUE" }],
    ["its password must be changed first", { pwdReset: "TRUE" }, { pwdMustChange: "TRUE" }],
  ])("is named with its trouble, as by Active Directory: %s", async (reason, account, rules) => {
    const { url } = await withPolicy(account, rules);
    const bind = { dn: reader, password: "reads only" };
    expect(await failure({ url, bind }, { base: suffix })).toMatchObject({
      code: "source-ldap-bind",
      hint: `check the bind account: ${reason}`,
    });
  });

  it("that is good is no trouble, and a wrong one is not said to have expired", async () => {
    const { url } = await withPolicy({}, { pwdMaxAge: "1000000", pwdLockout: "TRUE", pwdMaxFailure: "3" });
    expect(await failure({ url, bind: { dn: reader, password: "reads only" } }, { base: suffix })).toHaveLength(3);
    expect(await failure({ url, bind: { dn: reader, password: "another" } }, { base: suffix })).toMatchObject({
      hint: "check `bind.dn` and `bind.password`",
    });
  });
});

describe("an alias", () => {
  const company = ldapPeople({ people: 4, departments: 1 });
  const alias = (name: string, to: string) => ({
    dn: `CN=${name},${company.base}`,
    attributes: { objectClass: ["alias", "extensibleObject"], cn: name, aliasedObjectName: to },
  });
  const moved = { ...alias("moved", company.base), dn: "cn=moved,dc=example,dc=com" };
  const entries = [...company.ldif(), ldif(alias("again", company.person(1).dn)), ldif(alias("all", company.base))];

  it("below the base is followed to nobody, so that everybody is read once", async () => {
    const { url } = await open({ ldif: entries });
    const read = (connection: Parameters<typeof readWhole>[0]) =>
      readWhole(connection, { base: company.base, filter: "(objectClass=user)" }, ["cn"]);
    expect(await withFeed({ url }, read)).toHaveLength(4);
  });

  it("as a base is refused, because nobody below the entry that it stands for would be read", async () => {
    const { url } = await open({ ldif: [...entries, ldif(moved)] });
    const read = async (changes: string, ...bases: readonly string[]) => {
      const directory = openDirectory("ad", feed({ url, changes }), freshMemory.caches);
      const part = ldapSearchSettings.parse({ base: bases, filter: "(objectClass=user)" });
      try {
        return await directory.read({ from: "ad", columns: {}, ...part }, undefined, () => () => undefined);
      } finally {
        await directory.close();
      }
    };
    for (const changes of ["off", "syncrepl"]) {
      await expect(read(changes, company.base)).resolves.toMatchObject({ missing: [] });
      await expect(read(changes, company.base, moved.dn)).rejects.toMatchObject({
        code: "source-ldap-base",
        message: `the base "${moved.dn}" is an alias of "${company.base}"`,
      });
    }
  });
});
