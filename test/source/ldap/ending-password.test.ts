/** The password of the bind account ends soon, or has ended and is accepted a few more times: a real slapd tells, and the reading warns. */
import { setTimeout as delay } from "node:timers/promises";
import { Attribute, Change, Client } from "ldapts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { createHrSource } from "../../../src/source/hr-source.ts";
import { locatedSource, sourceSettings } from "../../../src/source/settings.ts";
import { ldif } from "../../support/ldap/ldap-people.ts";
import { type Slapd, startSlapd } from "../../support/ldap/slapd.ts";
import { freshMemory } from "../csv-folder.ts";

const suffix = "dc=example,dc=com";
const bind = { dn: `cn=reader,${suffix}`, password: "a secret of the reader" };
const day = 86_400;

let slapd: Slapd;
let client: Client;
beforeAll(async () => {
  const policy = { pwdAttribute: "userPassword", pwdMaxAge: `${10 * day}`, pwdExpireWarning: `${10 * day - 1}` };
  slapd = await startSlapd({
    ldif: [
      ldif({ dn: suffix, attributes: { objectClass: "domain", dc: "example" } }),
      ldif({
        dn: `cn=policy,${suffix}`,
        attributes: { objectClass: ["device", "pwdPolicy"], cn: "policy", pwdGraceAuthnLimit: "9", ...policy },
      }),
      ldif({
        dn: bind.dn,
        attributes: {
          objectClass: ["organizationalRole", "simpleSecurityObject"],
          cn: "reader",
          userPassword: bind.password,
        },
      }),
    ],
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

const read = async () => {
  const employees = { base: suffix, filter: "(cn=reader)", attributes: { account: "cn" } };
  const feeds = { ldap: { ldap: { url: slapd.url, insecure: true, bind: { ...bind, password: "env:PASSWORD" } } } };
  const said = sourceSettings.parse({ feeds, peopleBy: "account", employees });
  const settings = locatedSource(
    said,
    (path) => path,
    () => bind.password,
  );
  const { findings } = await createHrSource(settings, freshMemory, systemClock).read([]);
  return findings.map(({ rule, severity, message }) => [rule, severity, message]);
};

it("is warned of in good time, and while it is still accepted", async () => {
  await set(bind.dn, "userPassword", bind.password);
  // The age of a password is counted in whole seconds.
  await delay(3_100);
  const soon = `the password of the bind account ends in 9 days, as ${slapd.url} says`;
  expect(await read()).toEqual([["password-ends", "warn", soon]]);
  await set(`cn=policy,${suffix}`, "pwdExpireWarning", `${day}`);
  expect(await read()).toEqual([]);
  await set(`cn=policy,${suffix}`, "pwdMaxAge", "1");
  await delay(2_100);
  expect(await read()).toEqual([
    [
      "password-ends",
      "warn",
      expect.stringMatching(/^the password of the bind account has ended; .* accepts \d more binds with it$/),
    ],
  ]);
});
