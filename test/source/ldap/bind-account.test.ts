/** What happens to the account that reads a real slapd: it is locked, its password changes, it is deleted. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PolicySite, startWithPolicy, suffix } from "../../support/ldap/password-policy.ts";
import { readWhole, withFeed } from "./feed.ts";

const account = (name: string) => ({ dn: `cn=${name},${suffix}`, password: `${name} secret` });
const names = ["locked", "changed", "deleted"] as const;

let site: PolicySite;
beforeAll(async () => {
  site = await startWithPolicy({ pwdLockout: "TRUE" }, names.map(account));
});
afterAll(() => site.stop());

it.each([
  ["locked", (dn: string) => site.set(dn, "pwdAccountLockedTime", "000001010000Z")],
  ["changed", (dn: string) => site.set(dn, "userPassword", "another secret")],
  ["deleted", (dn: string) => site.client.del(dn)],
] as const)("an account that is %s reads no more, and the error does not show its password", async (name, happens) => {
  const bind = account(name);
  const read = () =>
    withFeed({ url: site.slapd.url, bind }, (connection) => readWhole(connection, { base: suffix }, ["cn"]));
  expect(await read()).not.toEqual([]);
  await happens(bind.dn);
  const error = await read().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "source-ldap-bind", hint: "check `bind.dn` and `bind.password`" });
  expect(JSON.stringify(error) + String(error)).not.toContain(bind.password);
});
