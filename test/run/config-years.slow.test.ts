/**
 * The files of config/ that read a directory, each through a year against a real server with the overlays that it needs: after
 * every week the reading says what HR knows. The files without a directory are run by the tests of the sample and of Oracle's
 * tables.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "ldapts";
import { describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { systemClock } from "../../src/lib/clock.ts";
import type { Directory } from "../../src/model/directory.ts";
import type { SourceProfile } from "../../src/model/quality.ts";
import { createHrSource } from "../../src/source/hr-source.ts";
import { activeDirectories } from "../support/active-directory.ts";
import { ldif } from "../support/ldap-people.ts";
import { canRunSamba, domain } from "../support/samba.ts";
import { startSlapd } from "../support/slapd.ts";
import { openTemporaryStore } from "../support/temporary-store.ts";
import { type Clerk, type Company, found, happen, replace, weeks } from "./year-of-company.ts";

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
      store.close();
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
        expect(said(snapshot.directory), JSON.stringify(events)).toEqual(truth(company, { locks, more: false }));
        expect(snapshot.rejected).toEqual([]);
      }
      if (!locks) expect(how.filter((one) => one === "changes").length).toBeGreaterThan(52);
    } finally {
      await Promise.all([client.unbind(), stranger.unbind()]);
      await slapd.stop();
      await site.close();
    }
  });
});
