/**
 * Readings by changes (incremental readings) of a real slapd: what they find, what causes a full reading, and what is
 * stored after a broken connection.
 */
import { once } from "node:events";
import { connect, createServer, type Server } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CachedFeed, FeedUpdate } from "../../../src/source/feeds/feed-cache.ts";
import type { Store } from "../../../src/store/store.ts";
import { startFakeLdapServer } from "../../support/ldap/fake-ldap-server.ts";
import { startSlapd } from "../../support/ldap/slapd.ts";
import { openTemporaryStore } from "../../support/suites/temporary-store.ts";
import {
  attributes,
  companyLdif,
  openSite,
  places,
  type ReadOptions,
  readAll,
  readByChanges,
  type Site,
  search,
  sorted,
} from "./sync-site.ts";

let site: Site;
let store: Store;

beforeAll(async () => {
  site = await openSite(60);
});
afterAll(() => site.close());
beforeEach(() => {
  store = openTemporaryStore();
});
/** Servers that a single test has started; they are closed after it. */
let servers: { readonly close: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const server of servers) await server.close();
  servers = [];
  await store.close();
});

const read = (options: ReadOptions = {}) => readByChanges(site.slapd, store.feeds, options);

const failure = (options: ReadOptions = {}): Promise<unknown> => read(options).catch((error: unknown) => error);

const expectWhole = async (records: Awaited<ReturnType<typeof read>>["records"], of = site): Promise<void> => {
  expect(sorted(records)).toEqual(sorted(await readAll(of.slapd)));
};

/** Falsifies the stored state of a feed. */
const tamper = async (key: string, change: (feed: CachedFeed) => Partial<CachedFeed> & Partial<FeedUpdate>) => {
  const feed = await store.feeds.load(key);
  if (!feed) throw new Error("nothing is remembered");
  const update = { revision: feed.revision, upserts: [], deletes: [], ...change(feed) };
  await store.feeds.save(key, { ...feed, ...change(feed) }, update);
};

describe("a reading by changes", () => {
  it("reads everything first, then nothing when nothing has changed", async () => {
    const first = await read();
    expect(first).toMatchObject({ how: "full", why: "nothing is remembered", changed: 60, deleted: 0 });
    await expectWhole(first.records);
    const second = await read();
    expect(second).toMatchObject({ how: "changes", changed: 0, deleted: 0 });
    expect(sorted(second.records)).toEqual(sorted(first.records));
  });

  it("finds exactly three changes and two deletions", async () => {
    await read();
    for (const at of [0, 1, 2]) await site.change(`uid=p${at},${places[at] ?? ""}`, "title", "另一個");
    for (const at of [3, 4]) await site.client.del(`uid=p${at},${places[at % 3] ?? ""}`);
    const reading = await read();
    expect(reading).toMatchObject({ how: "changes", changed: 3, deleted: 2 });
    await expectWhole(reading.records);
  });

  it("counts what has changed for the mapping, not what was written", async () => {
    await read();
    await site.change(`uid=p6,${places[0]}`, "description", "not mapped");
    expect(await read()).toMatchObject({ how: "changes", changed: 0, deleted: 0 });
  });

  it("finds who leaves the filter or the base, and who comes back", async () => {
    await read();
    const [inside, outside] = [`uid=p9,${places[0]}`, `uid=p9,${places[3]}`];
    await site.change(inside, "employeeType", "left");
    expect(await read()).toMatchObject({ how: "changes", changed: 0, deleted: 1 });
    await site.change(inside, "employeeType", "active");
    expect(await read()).toMatchObject({ how: "changes", changed: 1, deleted: 0 });
    await site.client.modifyDN(inside, outside);
    expect(await read()).toMatchObject({ how: "changes", changed: 0, deleted: 1 });
    await site.client.modifyDN(outside, inside);
    expect(await read()).toMatchObject({ how: "changes", changed: 1, deleted: 0 });
  });

  it("reads everything when a department is renamed, because its people are not reported", async () => {
    await read();
    await site.client.modifyDN(places[1], `ou=renamed,${places[0]}`);
    const reading = await read();
    expect(reading).toMatchObject({ how: "full", why: expect.stringContaining("ou=renamed") });
    await expectWhole(reading.records);
    await site.client.modifyDN(`ou=renamed,${places[0]}`, places[1]);
    expect(await read()).toMatchObject({ how: "full", changed: 19 });
  });

  it("reads everything when a department is renamed in letters only, because the names of its people change, too", async () => {
    await read();
    await site.client.modifyDN(places[1], `ou=A,${places[0]}`);
    const reading = await read();
    const why = expect.stringContaining("was elsewhere");
    expect(reading).toMatchObject({ how: "full", changed: 19, why });
    await expectWhole(reading.records);
    await site.client.modifyDN(`ou=A,${places[0]}`, places[1]);
    expect(await read()).toMatchObject({ how: "full", changed: 19 });
  });

  it("reads one level, and a single entry", async () => {
    for (const [scope, base, count] of [
      ["one", places[0], 19],
      ["base", `uid=p6,${places[0]}`, 1],
    ] as const) {
      const options = { search: { ...search, scope, base }, name: scope };
      expect((await read(options)).records).toHaveLength(count);
      await site.change(`uid=p6,${places[0]}`, "mobile", `for ${scope}`);
      const reading = await read(options);
      expect(reading).toMatchObject({ how: "changes", changed: 1, deleted: 0 });
      expect(sorted(reading.records)).toEqual(sorted(await readAll(site.slapd, options)));
    }
  });
});

describe("everything is read", () => {
  it("after as many readings as the setting says", async () => {
    const how = [];
    for (let at = 0; at < 7; at += 1) how.push((await read({ fullReadEvery: 3 })).how);
    expect(how).toEqual(["full", "changes", "changes", "full", "changes", "changes", "full"]);
  });

  it("when it is due, and the entries that changes had left wrong are counted", async () => {
    const { key, records } = await read();
    await tamper(key, (feed) => {
      const [one, other] = [...feed.entries.values()];
      return {
        upserts: one ? [{ ...one, cells: one.cells.map(() => "wrong") }] : [],
        deletes: other ? [other.id] : [],
      };
    });
    await site.change(`uid=p12,${places[0]}`, "title", "changed meanwhile");
    const due = await read({ fullReadEvery: 1 });
    expect(due).toMatchObject({ how: "full", drift: 2 });
    expect(due.records).toHaveLength(records.length);
    await expectWhole(due.records);
    expect(await read({ fullReadEvery: 1 })).toMatchObject({ how: "full", drift: 0, changed: 0, deleted: 0 });
  });

  it("when a reported entry has the name of a remembered one, whose end was never reported", async () => {
    const { key } = await read();
    const name = `uid=p12,${places[0]}`;
    await tamper(key, ({ entries }) => {
      const [one] = [...entries.values()].filter(({ dn }) => dn.toLowerCase() === name.toLowerCase());
      return { upserts: one ? [{ ...one, id: "gone" }] : [] };
    });
    await site.change(name, "title", "another person's");
    const reading = await read();
    expect(reading).toMatchObject({ how: "full", why: "two entries would have the same name" });
    await expectWhole(reading.records);
  });

  it("when the mapping, the filter or the base has changed", async () => {
    await read();
    for (const options of [
      { attributes: [...attributes, "mail"] },
      { search: { ...search, filter: "(objectClass=inetOrgPerson)" } },
      { search: { ...search, base: places[1] } },
      { name: "another feed" },
    ]) {
      expect(await read(options)).toMatchObject({ how: "full", why: "nothing is remembered" });
      expect(await read(options)).toMatchObject({ how: "changes" });
    }
  });

  it("when the cookie is damaged, unknown, or newer than the server", async () => {
    const { key } = await read();
    for (const cookie of ["nonsense", "", "rid=000,csn=20991231000000.000000Z#000000#000#000000", "\0\xff"]) {
      await tamper(key, () => ({ cookie: Buffer.from(cookie, "latin1").toString("base64") }));
      await site.change(`uid=p15,${places[0]}`, "title", `after ${cookie.length}`);
      await expectWhole((await read()).records);
      // The reading has replaced the falsified state with a valid one.
      expect(await read()).toMatchObject({ how: "changes", changed: 0, deleted: 0 });
    }
  });

  it("when the server has another copy of the data", async () => {
    const line = await forward(() => site.slapd.url);
    servers.push(line);
    await read({ url: line.url });
    expect(await read({ url: line.url })).toMatchObject({ how: "changes" });
    const rebuilt = await startSlapd({ ldif: companyLdif(10) });
    servers.push({ close: rebuilt.stop });
    line.to(() => rebuilt.url);
    const reading = await readByChanges(rebuilt, store.feeds, { url: line.url });
    expect(reading).toMatchObject({
      how: "full",
      why: "this is another server, another copy of its data, or another account",
      changed: 10,
    });
    expect(sorted(reading.records)).toEqual(sorted(await readAll(rebuilt)));
  });
});

describe("names of other entries", () => {
  it("are read again when the server rewrites them without a report", async () => {
    const other = await openSite(9, {
      globalLines: ["moduleload refint"],
      databaseLines: ["overlay refint", "refint_attributes manager"],
    });
    servers.push(other);
    const outside = `uid=boss,${places[3]}`;
    await other.add("boss", places[3]);
    await other.change(`uid=p1,${places[1]}`, "manager", outside);
    const managed = async (manager: string) =>
      (await other.client.search(places[0], { filter: `(manager=${manager})` })).searchEntries.length;
    await readByChanges(other.slapd, store.feeds);
    for (const [from, to] of [
      [`uid=p0,${places[0]}`, `uid=p0,${places[2]}`],
      [outside, `uid=chief,${places[3]}`],
    ] as const) {
      const count = await managed(from);
      expect(count).toBeGreaterThan(0);
      await other.client.modifyDN(from, to);
      await expect.poll(() => managed(to)).toBe(count);
      const reading = await readByChanges(other.slapd, store.feeds);
      expect(reading.how).toBe("changes");
      await expectWhole(reading.records, other);
    }
  });
});

describe("a connection that ends in the middle of an answer", () => {
  it("loses nothing, wherever it ends", async () => {
    const line = await forward(() => site.slapd.url);
    servers.push(line);
    await read({ url: line.url });
    for (const at of [18, 21]) await site.change(`uid=p${at},${places[0]}`, "title", "before the cut");
    await site.client.del(`uid=p24,${places[0]}`);
    let seen = 0;
    let cuts = 0;
    /** Reads without an interruption, so all earlier changes are found. Then makes another change. */
    const readOn = async () => {
      line.cutAfter(Number.POSITIVE_INFINITY);
      const reading = await read({ url: line.url });
      expect(reading.how).toBe("changes");
      seen += reading.changed + reading.deleted;
      await expectWhole(reading.records);
      await site.change(`uid=p18,${places[0]}`, "title", `after ${cuts}`);
    };
    for (let limit = 1; ; limit += 191) {
      line.cutAfter(limit);
      const result = await failure({ url: line.url });
      if (!(result instanceof Error)) break;
      expect(result).toMatchObject({ code: expect.stringMatching(/^source-ldap-(disconnected|unreachable)$/) });
      cuts += 1;
      if (cuts % 3 === 0) await readOn();
    }
    expect(cuts).toBeGreaterThan(5);
    expect(seen).toBeGreaterThanOrEqual(3);
  });
});

describe("what cannot be read by changes", () => {
  it("is refused with the name of the attribute: back links, locks, and what a server computes", async () => {
    for (const [options, name] of [
      [{ attributes: ["uid", "memberOf"] }, "memberof"],
      [{ attributes: ["uid", "numSubordinates", "hasSubordinates"] }, "hassubordinates"],
      [{ attributes: ["uid", "subschemaSubentry"] }, "subschemasubentry"],
      // Also where the overlay ppolicy, which brings this attribute, is not there.
      [{ attributes: ["uid", "pwdAccountLockedTime"] }, "pwdaccountlockedtime"],
      [{ search: { ...search, filter: "(|(uid=a)(!(memberOf=cn=x,dc=example,dc=com)))" } }, "memberof"],
      [{ search: { ...search, filter: "(memberOf:1.2.840.113556.1.4.1941:=cn=x,dc=example,dc=com)" } }, "memberof"],
    ] as const) {
      const error = await failure(options);
      expect(error).toMatchObject({ code: "source-ldap-changes-unsuited", message: expect.stringContaining(name) });
    }
    expect(await failure({ attributes: ["uid", "createTimestamp", "entryUUID", "cn;lang-en"] })).toMatchObject({
      how: "full",
    });
  });

  it("differs from a server without syncprov, and a size limit differs from the end", async () => {
    const plain = await startFakeLdapServer(({ base }) =>
      base === "" ? [{ dn: "", attributes: { supportedControl: ["1.2.840.113556.1.4.319"] } }, { status: 0 }] : [],
    );
    servers.push(plain);
    expect(await failure({ url: plain.url })).toMatchObject({
      code: "source-ldap-changes-unsupported",
      hint: expect.stringContaining("syncprov"),
    });
    const small = await startSlapd({ ldif: companyLdif(20), databaseLines: ["limits anonymous size=5"] });
    servers.push({ close: small.stop });
    const error = await readByChanges(small, store.feeds, { anonymous: true }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "source-ldap-limit" });
  });
});

/** A proxy that can switch to another server, or cut the connection after a number of bytes of an answer. */
const forward = async (target: () => string) => {
  let lead = target;
  let limit = Number.POSITIVE_INFINITY;
  const server: Server = createServer((near) => {
    const { hostname, port } = new URL(lead());
    const far = connect(Number(port), hostname);
    let left = limit;
    near.on("data", (bytes) => far.write(bytes));
    far.on("data", (bytes: Buffer) => {
      near.write(bytes.subarray(0, left));
      left -= bytes.length;
      if (left <= 0) near.end();
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.setNoDelay();
      one.on("error", () => {}).on("close", () => other.end());
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    url: `ldap://127.0.0.1:${(server.address() as { port: number }).port}`,
    to: (next: () => string) => void (lead = next),
    cutAfter: (bytes: number) => void (limit = bytes),
    close: async () => {
      await once(server.close(), "close");
    },
  };
};
