/** Several servers of one directory: which one is read, and what is believed of one that lags behind or was put back. */
import { Attribute, Change, Client } from "ldapts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { MusterdError } from "../../../src/lib/errors.ts";
import type { SourceProfile } from "../../../src/model/plan/quality.ts";
import { createHrSource } from "../../../src/source/hr-source.ts";
import { sourceSettings } from "../../../src/source/settings.ts";
import { startFakeLdapServer } from "../../support/ldap/fake-ldap-server.ts";
import { ldif } from "../../support/ldap/ldap-people.ts";
import { type Slapd, startSlapd } from "../../support/ldap/slapd.ts";
import { openTemporaryStore } from "../../support/suites/temporary-store.ts";
import { freshMemory } from "../csv-folder.ts";
import { withFeed } from "./feed.ts";
import { readByChanges } from "./sync-site.ts";

const suffix = "dc=example,dc=com";
const base = `ou=people,${suffix}`;
const names = Array.from({ length: 8 }, (_, at) => `p${at}`);

/** The same data on each server, as replicas have it: with the ids and the numbers of the changes. */
const entries = [
  { dn: suffix, attributes: { objectClass: "domain", dc: "example" } },
  { dn: base, attributes: { objectClass: "organizationalUnit", ou: "people" } },
  ...names.map((uid) => ({
    dn: `uid=${uid},${base}`,
    attributes: { objectClass: "inetOrgPerson", uid, cn: uid, sn: uid, employeeType: "active" },
  })),
].map(({ dn, attributes }, at) => {
  const entryUUID = `00000000-0000-4000-8000-0000000000${at + 10}`;
  return ldif({
    dn,
    attributes: { ...attributes, entryUUID, entryCSN: `20260101000000.0000${at + 10}Z#000000#000#000000` },
  });
});

let first: Slapd;
let second: Slapd;
beforeEach(async () => {
  [first, second] = await Promise.all([startSlapd({ ldif: entries }), startSlapd({ ldif: entries })]);
});
afterEach(async () => {
  await first.stop().catch(() => {});
  await second.stop().catch(() => {});
});

const read = async (url: readonly string[], last: SourceProfile | undefined, accepted: readonly string[] = []) => {
  const employees = {
    base,
    filter: "(objectClass=inetOrgPerson)",
    attributes: { id: "entryUUID", account: "uid", name: "cn" },
  };
  const settings = sourceSettings.parse({
    feeds: { ldap: { ldap: { url, bind: "anonymous" } } },
    peopleBy: "account",
    employees,
  });
  const memory = { ...freshMemory, lastProfile: async () => last };
  const { snapshot, findings, profile } = await createHrSource(settings, memory, systemClock).read(accepted);
  return {
    people: snapshot.directory.employees?.map(({ account }) => account).sort(),
    findings: findings.map(({ rule, severity, message }) => `${rule} ${severity}: ${message}`),
    profile,
  };
};

const edit = async (slapd: Slapd, make: (client: Client) => Promise<void>): Promise<void> => {
  const client = new Client({ url: slapd.url });
  await client.bind(slapd.rootDn, slapd.rootPassword);
  await make(client);
  await client.unbind();
};
const removeP0 = (slapd: Slapd) => edit(slapd, (client) => client.del(`uid=p0,${base}`));
const touchP1 = (slapd: Slapd) =>
  edit(slapd, (client) => {
    const modification = new Attribute({ type: "title", values: ["T"] });
    return client.modify(`uid=p1,${base}`, new Change({ operation: "replace", modification }));
  });

it("reads the first server that answers, and says which one it passed over", async () => {
  const url = [first.url, second.url];
  const one = await read(url, undefined);
  expect(one).toMatchObject({ people: names, findings: [] });
  expect(one.profile.servers).toMatchObject([{ feed: "ldap", url: first.url }]);
  await first.stop();
  const other = await read(url, one.profile);
  expect(other.people).toEqual(names);
  expect(other.findings).toEqual([
    `server-behind warn: ${second.url} was read, because ${first.url} is not available (source-ldap-unreachable)`,
  ]);
});

it("believes nothing of a server that is behind the one read last, until it has caught up", async () => {
  const url = [first.url, second.url];
  await removeP0(first);
  const one = await read(url, undefined);
  expect(one.people).toEqual(names.slice(1));
  await first.stop();
  const stale = await read(url, one.profile);
  expect(stale.people).toBeUndefined();
  expect(stale.findings).toEqual([
    `server-behind hold: the data of ${second.url} is older than that of ${first.url}, which was read last time`,
  ]);
  // It is not remembered as the newest state.
  expect((await read(url, stale.profile)).people).toBeUndefined();
  expect((await read(url, stale.profile, ["server-behind"])).people).toEqual(names);
  await removeP0(second);
  const later = await read(url, stale.profile);
  expect(later).toMatchObject({ people: names.slice(1), findings: [expect.stringMatching(/^server-behind warn/)] });
});

it("asks before it believes a directory that was put back from a backup", async () => {
  const putBack = await first.backUp();
  await removeP0(first);
  const one = await read([first.url], undefined);
  await putBack();
  const back = await read([first.url], one.profile);
  expect(back.people).toBeUndefined();
  expect(back.findings).toEqual([expect.stringMatching(/^server-behind hold: .*put back from a backup/)]);
  const accepted = await read([first.url], back.profile, ["server-behind"]);
  expect(accepted.people).toEqual(names);
  expect(await read([first.url], accepted.profile)).toMatchObject({ people: names, findings: [] });
});

it("uses a cookie only with the server that gave it", async () => {
  const store = openTemporaryStore();
  const url = [first.url, second.url] as unknown as string;
  const changes = () => readByChanges(first, store.feeds, { url, search: { base, filter: "(uid=*)", scope: "sub" } });
  expect(await changes()).toMatchObject({ how: "full", why: "nothing is remembered" });
  expect(await changes()).toMatchObject({ how: "changes" });
  await first.stop();
  await touchP1(second);
  expect(await changes()).toMatchObject({ how: "full", why: expect.stringContaining("another server"), changed: 1 });
  expect(await changes()).toMatchObject({ how: "changes", changed: 0 });
  await store.close();
});

it.each([
  ["a server that is busy", 51, "source-ldap-unreachable", 1],
  ["no refused bind, which would count towards a lock", 49, "source-ldap-bind", 0],
])("tries the next server after %s", async (_, status, code, tried) => {
  const refusing = await startFakeLdapServer(() => [], { bind: { status, message: "no" } });
  const next = await startFakeLdapServer(() => []);
  const codes = await withFeed({ url: [refusing.url, next.url] }, async ({ passedOver }) =>
    passedOver.map((one) => one.code),
  ).catch((error: MusterdError) => [error.code]);
  expect(codes).toEqual([code]);
  expect(next.connections()).toBe(tried);
  await refusing.close();
  await next.close();
});

it("names all servers if none of them answers", async () => {
  await first.stop();
  await second.stop();
  const error = await read([first.url, second.url], undefined).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(MusterdError);
  expect(error).toMatchObject({ code: "source-ldap-unreachable" });
  expect(String(error)).toMatch(new RegExp(`none of the 2 servers.*${first.url}.*${second.url}`));
});
