/** The password of the bind account ends soon, or has ended and is accepted a few more times: a real slapd tells, and the reading warns. */
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { createHrSource } from "../../../src/source/hr-source.ts";
import { locatedSource, sourceSettings } from "../../../src/source/settings.ts";
import { type PolicySite, startWithPolicy, suffix } from "../../support/ldap/password-policy.ts";
import { freshMemory } from "../csv-folder.ts";

const bind = { dn: `cn=reader,${suffix}`, password: "a secret of the reader" };
const day = 86_400;

let site: PolicySite;
beforeAll(async () => {
  const policy = { pwdMaxAge: `${10 * day}`, pwdExpireWarning: `${10 * day - 1}`, pwdGraceAuthnLimit: "9" };
  site = await startWithPolicy(policy, [bind]);
});
afterAll(() => site.stop());

const read = async () => {
  const employees = { base: suffix, filter: "(cn=reader)", attributes: { account: "cn" } };
  const feeds = {
    ldap: { ldap: { url: site.slapd.url, insecure: true, bind: { ...bind, password: "env:PASSWORD" } } },
  };
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
  await site.set(bind.dn, "userPassword", bind.password);
  // The age of a password is counted in whole seconds.
  await delay(3_100);
  const soon = `the password of the bind account ends in 9 days, as ${site.slapd.url} says`;
  expect(await read()).toEqual([["password-ends", "warn", soon]]);
  await site.set(`cn=policy,${suffix}`, "pwdExpireWarning", `${day}`);
  expect(await read()).toEqual([]);
  await site.set(`cn=policy,${suffix}`, "pwdMaxAge", "1");
  await delay(2_100);
  expect(await read()).toEqual([
    [
      "password-ends",
      "warn",
      expect.stringMatching(/^the password of the bind account has ended; .* accepts \d more binds with it$/),
    ],
  ]);
});
