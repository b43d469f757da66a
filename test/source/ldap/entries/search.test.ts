/** Searches on a real slapd: pages, names, values, and a server that stops half-way. */
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { LdapConnection } from "../../../../src/source/ldap/connection/ldap-connection.ts";
import { identifiedCells } from "../../../../src/source/ldap/entries/entry-cells.ts";
import { readById } from "../../../../src/source/ldap/entries/read-by-id.ts";
import { searchEntries } from "../../../../src/source/ldap/entries/search.ts";
import { ldapSearchSettings } from "../../../../src/source/ldap/settings.ts";
import { canonicalDn } from "../../../../src/source/values/dn.ts";
import { type LdapPeople, ldapPeople, ldif } from "../../../support/ldap/ldap-people.ts";
import { type Slapd, type SlapdOptions, startSlapd } from "../../../support/ldap/slapd.ts";
import { readWhole, withFeed } from "../feed.ts";

const count = 120;
const users = "(objectClass=user)";

let company: LdapPeople;
let slapd: Slapd;

beforeAll(async () => {
  company = ldapPeople({ people: count, groups: 1 });
  slapd = await startSlapd({ ldif: company.ldif() });
});
afterAll(() => slapd.stop());

const read = (attributes: readonly string[], search: Record<string, unknown> = {}, pageSize = 500) =>
  withFeed({ url: slapd.url }, (connection) =>
    readWhole(connection, { base: company.base, filter: users, ...search }, attributes, pageSize),
  );

const failure = async (url: string, search: Record<string, unknown>, attributes = ["cn"]): Promise<unknown> =>
  withFeed({ url, timeoutSeconds: 5 }, (connection) => readWhole(connection, search, attributes, 50)).catch(
    (error: unknown) => error,
  );

describe("a reading", () => {
  it("gives the attributes asked for, in their order, and no others", async () => {
    const records = await read([
      "employeeID",
      "DISPLAYNAME",
      "telephoneNumber",
      "manager",
      "mobile",
      "objectGUID",
      "objectsid",
    ]);
    const byNumber = new Map(records.map(({ cells }) => [cells[0], cells]));
    expect(byNumber.size).toBe(count);
    const { attributes } = company.person(9);
    expect(byNumber.get("E000009")).toEqual([
      "E000009",
      attributes["displayName"],
      attributes["telephoneNumber"],
      attributes["manager"],
      "",
      "00000009-b2a1-d4c3-e5f6-071829304152",
      "S-1-5-21-1-2-3-1009",
    ]);
    expect(byNumber.get("E000000")?.[3]).toBe("");
  });

  it("asks for no attribute where only names are wanted", async () => {
    const [record] = await read(["dn", "parentDn"], {
      base: company.department(0).dn,
      scope: "base",
      filter: "(ou=*)",
    });
    const [dn, parent] = record?.cells ?? [];
    expect(canonicalDn(String(dn))).toBe(canonicalDn(company.department(0).dn));
    expect(canonicalDn(String(parent))).toBe(canonicalDn(company.base));
  });

  it("finds entries again by their ids, even with a filter of escaped bytes", async () => {
    const name = String(company.person(9).attributes["displayName"]);
    const filter = `(displayName=${Buffer.from(name).toString("hex").replace(/../g, "\\$&")})`;
    const search = { base: company.base, filter, scope: "sub" } as const;
    await withFeed({ url: slapd.url }, async (connection) => {
      const ids = (await readWhole(connection, search, ["entryUUID"])).map(({ cells }) => String(cells[0]));
      const again = await readById(connection, search, identifiedCells(connection, ["cn"], "entryUUID"), ids);
      expect(name).toMatch(/\p{Script=Han}/u);
      expect([...again.keys()].sort()).toEqual(ids.sort());
      expect(ids).not.toEqual([]);
    });
  });

  it("finds a person by any spelling of a DN", async () => {
    const records = await read(["dn", "employeeID", "manager"]);
    const numbers = new Map(records.map(({ dn, cells }) => [canonicalDn(dn), cells[1]]));
    for (const { cells } of records) {
      const index = Number(String(cells[1]).slice(1));
      const manager = index === 0 ? undefined : numbers.get(canonicalDn(String(cells[2])));
      expect(manager).toBe(
        index === 0 ? undefined : company.person(Math.floor((index - 1) / 8)).attributes["employeeID"],
      );
    }
  });

  it.each([1, 59, 60, 61, count - 1, count, count + 1])("is whole with %i entries to a page", async (pageSize) => {
    expect(await read(["dn"], {}, pageSize)).toHaveLength(count);
  });

  it("is the same for every size of a page", async () => {
    const whole = await read(["dn", "mail"]);
    await withFeed({ url: slapd.url }, async (connection) => {
      const sizes = fc.integer({ min: 1, max: 2 * count });
      const same = async (pageSize: number) => {
        const search = { base: company.base, filter: users };
        expect(await readWhole(connection, search, ["dn", "mail"], pageSize)).toEqual(whole);
      };
      await fc.assert(fc.asyncProperty(sizes, same), { seed: 2696, numRuns: 20 });
    });
  });

  it("is empty where nothing matches, which is not an error", async () => {
    expect(await read(["dn"], { filter: "(cn=nobody)" })).toEqual([]);
  });

  it("reads several bases one after the other", async () => {
    const bases = [1, 2].map((index) => company.department(index).dn);
    const records = await read(["departmentNumber"], { base: bases, scope: "one", filter: users });
    expect(new Set(records.map(({ cells }) => cells[0]))).toEqual(new Set(["D0001", "D0002"]));
  });

  it("requests the next page before it parses this one, and never two", async () => {
    const written: number[] = [];
    let writes = 0;
    await withFeed(
      { url: slapd.url },
      (connection) => {
        const before = writes;
        const begin = () => () => void written.push(writes - before);
        return searchEntries(
          connection,
          ldapSearchSettings.parse({ base: company.base, filter: users }),
          ["cn"],
          50,
          begin,
        );
      },
      {
        onSocket: (socket) => {
          const write = socket.write.bind(socket);
          socket.write = ((...given: Parameters<typeof write>) => {
            writes += 1;
            return write(...given);
          }) as typeof socket.write;
        },
      },
    );
    const page = (length: number, requests: number) => Array.from({ length }, () => requests);
    expect(written).toEqual([...page(50, 2), ...page(50, 3), ...page(20, 3)]);
  });
});

describe("names that must be escaped", () => {
  const odd = ["Lee, An", "a+b", 'say "so"', "back\\slash", "#1", " lead", "trail ", "<x>;=", "王，小明", "許功蓋"];
  const escaped = (name: string): string => name.replace(/[,+"\\<>;=]|^[ #]| $/g, "\\$&");
  const dnOf = (name: string): string => `CN=${escaped(name)}+UID=${escaped(name)},DC=example,DC=com`;

  it("come back as the name that was written, and below the entry they lie in", async () => {
    const entries = odd.map((name) => ({
      dn: dnOf(name),
      attributes: { objectClass: ["person", "extensibleObject"], cn: name, uid: name, sn: name, manager: dnOf(name) },
    }));
    const suffix = {
      dn: "dc=example,dc=com",
      attributes: { objectClass: ["domain", "extensibleObject"], dc: "example" },
    };
    const server = await startSlapd({ ldif: [suffix, ...entries].map(ldif) });
    const records = await withFeed({ url: server.url }, (connection) =>
      readWhole(connection, { base: server.suffix, scope: "one" }, ["dn", "parentDn", "manager", "cn"]),
    );
    expect(records.map(({ cells }) => cells[3])).toEqual(odd);
    for (const { cells } of records) {
      const [dn, parent, manager, cn] = cells.map(String);
      expect(canonicalDn(dn ?? "")).toBe(canonicalDn(dnOf(cn ?? "")));
      expect(canonicalDn(manager ?? "")).toBe(canonicalDn(dn ?? ""));
      expect(parent).toBe(server.suffix);
    }
    await server.stop();
  });
});

describe("an incomplete reading is an error", () => {
  const served = async (options: SlapdOptions, use: (server: Slapd) => Promise<void>): Promise<void> => {
    const server = await startSlapd({ ldif: company.ldif(), ...options });
    try {
      await use(server);
    } finally {
      await server.stop();
    }
  };
  const everybody = () => ({ base: company.base, filter: users });

  it("when the base does not exist", async () => {
    expect(await failure(slapd.url, { base: "ou=nowhere,dc=example,dc=com" })).toMatchObject({
      code: "source-ldap-base",
      hint: expect.stringContaining('"ou=nowhere,dc=example,dc=com"'),
    });
  });

  it("when the attribute has another name on the server", async () => {
    expect(await failure(slapd.url, everybody(), ["cn", "surname"])).toMatchObject({
      code: "source-ldap-attribute",
      message: "no entry has surname, but the server answers with sn",
    });
  });

  it("when bases lie in each other", async () => {
    const search = { filter: users, scope: "sub", base: [company.department(1).dn, company.base] };
    const found = await withFeed({ url: slapd.url }, (connection) =>
      searchEntries(connection, search as never, ["cn"], 50, () => () => {}),
    ).catch((error: unknown) => error);
    expect(found).toMatchObject({ code: "source-ldap-page-repeated" });
  });

  it("when the server's limit is lower than the number of entries", async () => {
    await served({ databaseLines: ["limits * size=100"] }, async ({ url }) => {
      expect(await failure(url, everybody())).toMatchObject({
        code: "source-ldap-limit",
        message: expect.stringMatching(/LDAP result 4 \(size limit exceeded\), after 100 entries, with 50 to a page$/),
      });
    });
  });

  it("when the server's pages are smaller than ours", async () => {
    await served({ databaseLines: ["limits * size.pr=20"] }, async ({ url }) => {
      expect(await failure(url, everybody())).toMatchObject({ code: "source-ldap-limit" });
    });
  });

  it("when we may not read there", async () => {
    await served({ accessLines: ["access to * by * disclose"] }, async ({ url }) => {
      expect(await failure(url, everybody())).toMatchObject({ code: "source-ldap-denied" });
    });
  });

  it("when part of the tree is on another server", async () => {
    const elsewhere = {
      dn: `OU=Kaohsiung,${company.base}`,
      attributes: { objectClass: ["referral", "extensibleObject"], ou: "Kaohsiung", ref: "ldap://kh.example.com/" },
    };
    await served({ ldif: [...company.ldif(), ldif(elsewhere)] }, async ({ url }) => {
      expect(await failure(url, everybody())).toMatchObject({
        code: "source-ldap-referral",
        message: expect.stringContaining("ldap://kh.example.com/"),
      });
      expect(await failure(url, { base: elsewhere.dn })).toMatchObject({ code: "source-ldap-referral" });
    });
  });

  it.each([false, true])("when the server has closed the idle connection, with StartTLS %j", async (startTls) => {
    await served({ globalLines: ["idletimeout 1"], tls: true }, async ({ url, certificates }) => {
      const given = startTls ? { url, startTls, ca: certificates?.ca } : { url };
      await withFeed(given, async (connection: LdapConnection) => {
        expect(await readWhole(connection, everybody(), ["cn"])).toHaveLength(count);
        await vi.waitFor(() => expect(connection.assertOpen).toThrow(/closed the connection/), 20_000);
        const again = readWhole(connection, everybody(), ["cn"]);
        await expect(again).rejects.toMatchObject({ code: "source-ldap-disconnected" });
      });
    });
  });

  it("when ldapts would reconnect without a bind", async () => {
    await served({}, async ({ url, restart }) => {
      await withFeed({ url }, async ({ client }) => {
        await restart();
        await expect.poll(() => client.isConnected).toBe(false);
        await expect(client.search(company.base)).rejects.toMatchObject({ code: "source-ldap-disconnected" });
      });
    });
  });

  it.each([
    ["ldap://", {}],
    ["StartTLS", { startTls: true }],
  ])("when the server dies between two pages, over %s", async (_, more) => {
    await served({ tls: true }, async (server) => {
      let entries = 0;
      const begin = () => () => {
        entries += 1;
        if (entries === 1) process.kill(server.pid(), "SIGKILL");
      };
      const ca = server.certificates?.ca;
      const reading = withFeed({ url: server.url, ...more, ...("startTls" in more && { ca }) }, (connection) =>
        searchEntries(connection, ldapSearchSettings.parse(everybody()), ["cn"], 2, begin),
      );
      await expect(reading).rejects.toMatchObject({ code: "source-ldap-disconnected" });
      expect(entries).toBeLessThan(count);
    });
  });

  it("when the server stops answering", async () => {
    await served({}, async ({ url, pause }) => {
      await withFeed({ url, timeoutSeconds: 1 }, async (connection) => {
        await pause();
        await expect(readWhole(connection, everybody(), ["cn"])).rejects.toMatchObject({
          code: "source-ldap-unreachable",
          message: `${url} gave no answer within 1 s`,
        });
      });
    });
  });
});
