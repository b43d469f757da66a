import { describe, expect, it } from "vitest";
import { ldapFeedSettings, ldapSearchSettings } from "../../../src/source/ldap/settings.ts";

const bind = { dn: "cn=reader,dc=example,dc=com", password: "env:LDAP_PASSWORD" };
const clientCertificate = { cert: "client.pem", key: "client.key" };

const problems = (schema: typeof ldapFeedSettings | typeof ldapSearchSettings, input: unknown): string[] =>
  (schema.safeParse(input).error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`);

describe("the settings of a feed", () => {
  it("have careful defaults", () => {
    expect(ldapFeedSettings.parse({ url: "ldaps://dc1.example.com", bind })).toEqual({
      url: ["ldaps://dc1.example.com"],
      bind: { dn: bind.dn, password: { reference: bind.password } },
      startTls: false,
      insecure: false,
      pageSize: 500,
      timeoutSeconds: 60,
      maxEntries: 200_000,
      maxMinutes: 60,
      changes: "off",
      fullReadEvery: 24,
    });
  });

  it.each([
    { url: "ldap://dc1.example.com:389", startTls: true, ca: "ca.pem", bind },
    { url: "ldaps://[2001:db8::1]:636", bind },
    { url: "ldap://10.0.0.1", bind, insecure: true },
    { url: "ldap://localhost", bind: "anonymous" },
    { url: "ldapi://%2Frun%2Fslapd%2Fldapi", bind: "external" },
    { url: "ldaps://dc1/", bind: "external", clientCertificate },
  ])("accept $url with $bind", (input) => {
    expect(problems(ldapFeedSettings, input)).toEqual([]);
  });

  it.each([
    [{ url: "ldap://dc1", bind }, /^bind: would send the password in the clear/],
    [{ url: "ldaps://dc1", startTls: true, bind }, /^startTls: only ldap:\/\/ can be upgraded/],
    [{ url: "ldapi://%2Fsock", startTls: true, bind }, /^startTls: only ldap:\/\/ can be upgraded/],
    [{ url: "ldap://dc1", bind: "anonymous", ca: "ca.pem" }, /^ca: needs TLS/],
    [{ url: "ldap://dc1", bind: "anonymous", clientCertificate }, /^clientCertificate: needs TLS/],
    [{ url: "ldaps://dc1", bind: "external" }, /^bind: `external` needs `clientCertificate` or ldapi/],
    [{ url: "ldaps://dc1", bind: { ...bind, password: "secret" } }, /env:NAME or file:PATH/],
    [{ url: "ldaps://reader@dc1", bind }, /^url: must look like/],
    [{ url: "ldaps://dc1/dc=example,dc=com", bind }, /^url: must look like/],
    [{ url: "ldapi:///run/ldapi", bind: "external" }, /^url: must look like/],
    [{ url: "https://dc1", bind }, /^url: must look like/],
    [{ url: "ldaps://dc1", bind, pageSize: 10_001 }, /^pageSize: /],
    [{ url: "ldaps://dc1", bind, page: 1 }, /page/],
  ])("refuse %j", (input, problem) => {
    expect(problems(ldapFeedSettings, input)).toEqual([expect.stringMatching(problem)]);
  });
});

describe("the limits of a feed", () => {
  const most = { pageSize: 10_000, timeoutSeconds: 3600, maxEntries: 10_000_000, maxMinutes: 1440 };
  const least = { pageSize: 0, timeoutSeconds: 1, maxEntries: 1, fullReadEvery: 1 };
  const of = (limits: object) => problems(ldapFeedSettings, { url: "ldaps://dc1", bind: "anonymous", ...limits });

  it.each([[most], [least]])("may be %j", (limits) => {
    expect(of(limits)).toEqual([]);
  });

  it.each([
    ...Object.entries(most).map(([name, limit]) => [name, limit + 1] as const),
    ...Object.entries(least).map(([name, limit]) => [name, limit - 1] as const),
    ["maxMinutes", 0] as const,
  ])("are refused beyond: %s %i", (name, value) => {
    expect(of({ [name]: value })).toEqual([expect.stringMatching(`^${name}: `)]);
  });
});

describe("the settings of a search", () => {
  it("mean everything below the base unless they say otherwise", () => {
    expect(ldapSearchSettings.parse({ base: "dc=example,dc=com" })).toEqual({
      base: ["dc=example,dc=com"],
      filter: "(objectClass=*)",
      scope: "sub",
    });
  });

  it.each(["(&(objectClass=user)(!(cn=a*)))", "(cn=陳\\2a)", "(userAccountControl:1.2.840.113556.1.4.803:=2)"])(
    "accept the filter %s",
    (filter) => {
      expect(problems(ldapSearchSettings, { base: "dc=x", filter })).toEqual([]);
    },
  );

  it.each(["(cn=a", "(&(cn=a)(cn=b)", "(cn=a))", "()", "(cn=\\zz)"])("refuse the filter %s", (filter) => {
    expect(problems(ldapSearchSettings, { base: "dc=x", filter })).toEqual([
      expect.stringMatching(/^filter: is not an LDAP filter, such as \(objectClass=person\): at character \d+, /),
    ]);
  });

  it.each([
    [{ base: "example.com" }, 'base: "example.com" is not a distinguished name, such as ou=people,dc=example,dc=com'],
    [{ base: ["dc=x", "OU=a, DC=x"] }, 'base: "OU=a, DC=x" lies in another base: its entries would be read twice'],
    [
      { base: ["ou=a,dc=x", "OU=A,DC=X"], scope: "one" },
      'base: "OU=A,DC=X" lies in another base: its entries would be read twice',
    ],
  ])("refuse %j", (input, problem) => {
    expect(problems(ldapSearchSettings, input)).toEqual([problem]);
  });

  it("permit a base below another one where only one level is read", () => {
    expect(problems(ldapSearchSettings, { base: ["dc=x", "ou=a,dc=x"], scope: "one" })).toEqual([]);
  });
});
