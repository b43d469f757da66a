/**
 * `node scripts/bench-directory.ts [people] [rounds]`: measures the reading of a directory. The people are in a slapd that runs
 * only for this script. They are read by a plain loop of ldapts with the same attributes and pages, by `ldapsearch`, by musterd's
 * search (which reads the names a second time), and by the whole source (mapping, the model, the quality gate). Then an
 * incremental reading is measured, without changes and with five. The script asserts nothing. Each role is a process that loads
 * only its own modules, so the peak memory is that of the role.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { systemClock } from "../src/lib/clock.ts";
import type { SourceMemory } from "../src/source/source.ts";
import type { Slapd } from "../test/support/ldap/slapd.ts";
import { benchRoles, measuredHere, type Prepare, type Roles } from "./bench-roles.ts";

const pageSize = 500;
const filter = "(sAMAccountName=*)";

const mapping = {
  id: "entryUUID",
  account: { attribute: "sAMAccountName", case: "lower" },
  number: "employeeID",
  name: "displayName",
  email: "mail",
  active: { attribute: "userAccountControl", flag: "userAccountControl" },
  expiredTime: { attribute: "accountExpires", date: "filetime" },
  department: "departmentNumber",
  title: "title",
  supervisor: "manager",
};

const attributes = Object.values(mapping).map((one) => (typeof one === "string" ? one : one.attribute));

/** Splits an argument into the address `ldap://…` and the base of the search. */
const placeOf = (place: string): readonly [url: string, base: string] => {
  const [url = "", base = ""] = place.split(" ");
  return [url, base];
};

const bareLdapts: Prepare = async (place) => {
  const [url, base] = placeOf(place);
  const { Client } = await import("ldapts");
  const client = new Client({ url });
  await client.bind("", "");
  return async () => {
    let count = 0;
    for await (const page of client.searchPaginated(base, { filter, attributes, paged: { pageSize } })) {
      count += page.searchEntries.length;
    }
    await client.unbind();
    return count;
  };
};

const ldapsearch: Prepare = async (place) => {
  const [url, base] = placeOf(place);
  const paged = ["-E", `pr=${pageSize}/noprompt`];
  return async () => {
    const child = spawn("ldapsearch", ["-x", "-LLL", "-H", url, "-b", base, ...paged, filter, ...attributes], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let count = 0;
    for await (const line of createInterface(child.stdout)) if (line.startsWith("dn:")) count += 1;
    return count;
  };
};

const bind = "anonymous" as const;

const searchAlone: Prepare = async (place) => {
  const [url, base] = placeOf(place);
  const { openLdapConnection } = await import("../src/source/ldap/connection/ldap-connection.ts");
  const { searchEntries } = await import("../src/source/ldap/entries/search.ts");
  const { ldapFeedSettings } = await import("../src/source/ldap/settings.ts");
  const connection = await openLdapConnection({ ...ldapFeedSettings.parse({ url, bind }), bind }, "ldap");
  return async () => {
    const search = { base: [base], filter, scope: "sub" as const };
    const count = await searchEntries(connection, search, attributes, pageSize, () => () => undefined);
    await connection.close();
    return count;
  };
};

const forgetful: SourceMemory = {
  lastProfile: async () => undefined,
  caches: { load: async () => undefined, save: async () => undefined, keepOnly: async () => undefined },
};

const sourceAt = async (place: string, changes: "off" | "syncrepl", memory: SourceMemory) => {
  const [url, base] = placeOf(place);
  const { createHrSource } = await import("../src/source/hr-source.ts");
  const { sourceSettings } = await import("../src/source/settings.ts");
  const settings = sourceSettings.parse({
    feeds: { ldap: { ldap: { url, bind: "anonymous", pageSize, changes } } },
    peopleBy: "dn",
    employees: { base, filter, attributes: mapping },
  });
  return createHrSource(settings, memory, systemClock);
};

const wholeSource: Prepare = async (place) => {
  const source = await sourceAt(place, "off", forgetful);
  await loadReaders();
  return async () => (await source.read([])).snapshot.directory.employees?.length ?? 0;
};

/** The source loads its readers with the first reading. The other roles load their modules before they are measured, too. */
const loadReaders = async (): Promise<void> => {
  await import("../src/source/read-source.ts");
  await import("../src/source/ldap/open-directory.ts");
};

/** All other roles are compared with the first. */
const roles: Roles = { bareLdapts, ldapsearch, searchAlone, wholeSource };

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const startedMs = performance.now();
  await work();
  return (performance.now() - startedMs) / 1000;
};

/** Changes three entries and deletes two. */
const changeFive = async (server: Slapd, names: readonly string[]): Promise<void> => {
  const { Attribute, Change, Client } = await import("ldapts");
  const client = new Client({ url: server.url });
  await client.bind(server.rootDn, server.rootPassword);
  const modification = new Attribute({ type: "title", values: ["changed"] });
  for (const dn of names.slice(0, 3)) await client.modify(dn, new Change({ operation: "replace", modification }));
  for (const dn of names.slice(3)) await client.del(dn);
  await client.unbind();
};

const benchChanges = async (server: Slapd, place: string, names: readonly string[]): Promise<void> => {
  const { openStore } = await import("../src/store/store.ts");
  const { readChanges } = await import("../src/source/ldap/changes/ldap-changes.ts");
  const { openLdapConnection } = await import("../src/source/ldap/connection/ldap-connection.ts");
  const { ldapFeedSettings } = await import("../src/source/ldap/settings.ts");
  const folder = mkdtempSync(join(tmpdir(), "musterd-bench-"));
  const store = openStore(join(folder, "store.db"), "bench", systemClock);
  const source = await sourceAt(place, "syncrepl", { lastProfile: async () => undefined, caches: store.feeds });
  const [url, base] = placeOf(place);
  const settings = { ...ldapFeedSettings.parse({ url, bind, pageSize, changes: "syncrepl" }), bind };
  /** Measures only the poll: loads the remembered entries, asks the server for changes, and combines both. */
  const poll = async (what: string): Promise<void> => {
    let found = "";
    const spent = await seconds(async () => {
      const connection = await openLdapConnection(settings, "ldap");
      const search = { base, filter, scope: "sub" } as const;
      const { how, changed, deleted } = await readChanges(connection, search, attributes, store.feeds, () => undefined);
      await connection.close();
      found = `${how}, ${changed} changed, ${deleted} deleted`;
    });
    console.log(`  ${what.padEnd(26)} ${spent.toFixed(2)} s   ${found}`);
  };
  try {
    console.log("The same people read by their changes (RFC 4533)");
    await poll("first reading");
    await poll("nothing has changed");
    await changeFive(server, names);
    await poll("3 changed, 2 deleted");
    await poll("nothing has changed");
    await source.read([]);
    const spent = await seconds(() => source.read([]));
    console.log(`  ${"… and mapped, and judged".padEnd(26)} ${spent.toFixed(2)} s   into the model\n`);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
};

const measureAll = async (people: number, rounds: number): Promise<void> => {
  const { ldapPeople } = await import("../test/support/ldap/ldap-people.ts");
  const { startSlapd } = await import("../test/support/ldap/slapd.ts");
  const company = ldapPeople({ people });
  const server = await startSlapd({ ldif: company.ldif() });
  const place = `${server.url} ${company.base}`;
  try {
    console.log(
      `LDAP, ${people} people × ${attributes.length} attributes, median of ${rounds}; node ${process.version}`,
    );
    await benchRoles(fileURLToPath(import.meta.url), roles, place, people, rounds);
    await benchChanges(
      server,
      place,
      [11, 12, 13, people - 1, people - 2].map((index) => company.person(index).dn),
    );
  } finally {
    await server.stop();
  }
};

if (!(await measuredHere(roles))) {
  const [people = "100000", rounds = "3"] = process.argv.slice(2);
  await measureAll(Number(people), Number(rounds));
}
