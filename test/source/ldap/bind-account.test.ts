/** What happens to the account that reads a real slapd: it is locked, its password changes, it is deleted. */
import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ldif } from "../../support/ldap/ldap-people.ts";
import { type Slapd, startSlapd } from "../../support/ldap/slapd.ts";
import { readWhole, withFeed } from "./feed.ts";

const suffix = "dc=example,dc=com";
const account = (name: string) => ({ dn: `cn=${name},${suffix}`, password: `${name} secret` });
const names = ["locked", "changed", "deleted"] as const;

const policy = ldif({
  dn: `cn=policy,${suffix}`,
  attributes: {
    objectClass: ["device", "pwdPolicy"],
    cn: "policy",
    pwdAttribute: "userPassword",
    pwdLockout: "TRUE",
  },
});

let slapd: Slapd;
let client: Client;
beforeAll(async () => {
  const accounts = names.map(account).map(({ dn, password }) =>
    ldif({
      dn,
      attributes: {
        objectClass: ["organizationalRole", "simpleSecurityObject"],
        cn: dn.slice(3, dn.indexOf(",")),
        userPassword: password,
      },
    }),
  );
  slapd = await startSlapd({
    ldif: [ldif({ dn: suffix, attributes: { objectClass: "domain", dc: "example" } }), policy, ...accounts],
    globalLines: ["moduleload ppolicy"],
    databaseLines: ["overlay ppolicy", `ppolicy_default cn=policy,${suffix}`],
  });
  client = new Client({ url: slapd.url });
  await client.bind(slapd.rootDn, slapd.rootPassword);
});
afterAll(async () => {
  await client.unbind();
  await slapd.stop();
});

const set = (dn: string, type: string, value: string) =>
  client.modify(dn, new Change({ operation: "replace", modification: new Attribute({ type, values: [value] }) }));

it.each([
  ["locked", (dn: string) => set(dn, "pwdAccountLockedTime", "000001010000Z")],
  ["changed", (dn: string) => set(dn, "userPassword", "another secret")],
  ["deleted", (dn: string) => client.del(dn)],
] as const)("an account that is %s reads no more, and the error does not show its password", async (name, happens) => {
  const bind = account(name);
  const read = () =>
    withFeed({ url: slapd.url, bind }, (connection) => readWhole(connection, { base: suffix }, ["cn"]));
  expect(await read()).not.toEqual([]);
  await happens(bind.dn);
  const error = await read().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "source-ldap-bind", hint: "check `bind.dn` and `bind.password`" });
  expect(JSON.stringify(error) + String(error)).not.toContain(bind.password);
});
