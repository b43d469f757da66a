/** Whom the server takes us for: nobody, another account than the configured one, another one than last time. */
import { Attribute, Change, Client } from "ldapts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ErrorCode } from "../../../../src/lib/error-codes.ts";
import { MusterdError } from "../../../../src/lib/errors.ts";
import { readerOf } from "../../../../src/source/ldap/connection/reader.ts";
import { type ActiveDirectory, activeDirectories } from "../../../support/ldap/active-directory.ts";
import { type FakeLdapServer, startFakeLdapServer } from "../../../support/ldap/fake-ldap-server.ts";
import { canRunSamba, domain } from "../../../support/ldap/samba.ts";
import { believed, openAccessSite, type Site } from "../access-rules-site.ts";
import { feed, withFeed } from "../feed.ts";

const bind = { dn: "cn=reader,dc=example,dc=com", password: "secret" };

describe("a server that tells whom it takes us for", () => {
  let server: FakeLdapServer;
  afterEach(() => server.close());
  const reader = async (who: string) => {
    server = await startFakeLdapServer(() => [{ status: 0 }], { whoAmI: () => who });
    return withFeed({ url: server.url, bind }, async (connection) => connection.reader);
  };

  it("and takes the account for nobody is not read, although it accepted the bind", async () => {
    await expect(reader("")).rejects.toMatchObject({
      code: "source-ldap-bind",
      message: expect.stringContaining("takes the connection for an anonymous one"),
      hint: expect.stringContaining("password is not empty"),
    });
  });

  it.each([
    ["dn:CN=Reader, DC=example,DC=com", false],
    ["dn:2.5.4.3=reader,dc=example,dc=com", false],
    ["u:EXAMPLE\\reader", false],
    ["dn:cn=proxy,dc=example,dc=com", true],
  ])("as %s: is it another account? %j", async (who, isOther) => {
    expect(await reader(who)).toMatchObject({ isOther });
  });

  it("has another digest for another account", async () => {
    const one = await reader("u:EXAMPLE\\reader");
    await server.close();
    expect((await reader("u:EXAMPLE\\other"))?.digest).not.toBe(one?.digest);
  });
});

describe("a server that tells only the groups of the account", () => {
  const place = { feed: "hr", url: "ldap://localhost" };
  const read = (groups: readonly string[]) => {
    const server = {
      rootDse: async () => new Map([["tokengroups", groups]]),
      extended: async () => undefined,
    };
    return readerOf(server, feed({ url: place.url, bind }), place);
  };

  it("is known by them, be it a single one; by none, it does not tell", async () => {
    const [none, one, other] = [await read([]), await read(["a1"]), await read(["b2"])];
    expect([none, one?.isOther]).toEqual([undefined, false]);
    expect(one?.digest).not.toBe(other?.digest);
    expect((await read(["b2", "a1"]))?.digest).toBe((await read(["a1", "b2"]))?.digest);
  });
});

describe("a server that hides its description", () => {
  const read = (code: ErrorCode) => {
    const place = { feed: "hr", url: "ldap://localhost" };
    const rootDse = () => Promise.reject(new MusterdError(code, "", { hint: "" }));
    return readerOf({ rootDse, extended: async () => undefined }, feed({ url: place.url, bind }), place);
  };

  it.each(["source-ldap-denied", "source-ldap-base", "source-ldap-failed"] as const)(
    "by %s does not tell, and is read",
    async (code) => expect(await read(code)).toBeUndefined(),
  );

  it("is not one that has closed the connection", async () => {
    await expect(read("source-ldap-disconnected")).rejects.toMatchObject({ code: "source-ldap-disconnected" });
  });
});

describe("another account than at the last reading", () => {
  let site: Site;
  beforeEach(async () => {
    site = await openAccessSite();
    await site.hide([]);
  });
  afterEach(() => site.close());

  it("lets nobody leave, until the former one reads again or somebody accepts it", async () => {
    const first = await site.read(undefined);
    const before = believed(new Map(), first?.snapshot);
    await site.remove("p1A", "A");
    const found = (reading: typeof first) =>
      reading?.findings.filter(({ rule }) => rule === "reader-changed").map(({ severity, count }) => [severity, count]);
    const second = await site.read(first?.profile, [], "other");
    expect(found(second)).toEqual([["warn", 1]]);
    expect(believed(before, second?.snapshot)).toEqual(before);
    const third = await site.read(second?.profile, [], "other");
    expect(found(third)).toEqual([["warn", 1]]);
    expect(believed(before, third?.snapshot)).toEqual(before);

    const gone = new Map([...before, ["p1A", "gone"]]);
    const accepted = await site.read(third?.profile, ["reader-changed"], "other");
    expect(believed(before, accepted?.snapshot)).toEqual(gone);
    expect(found(await site.read(accepted?.profile, [], "other"))).toEqual([]);
    const former = await site.read(third?.profile);
    expect(believed(before, former?.snapshot)).toEqual(gone);
    expect(found(former)).toEqual([]);
  });

  it("is a warning where nobody is missing, once", async () => {
    const first = await site.read(undefined);
    const second = await site.read(first?.profile, [], "other");
    expect(second?.findings).toMatchObject([{ rule: "reader-changed", severity: "warn", count: 0 }]);
    expect((await site.read(second?.profile, [], "other"))?.findings).toEqual([]);
  });
});

describe.skipIf(!canRunSamba())("a domain of Samba", () => {
  let directory: ActiveDirectory;
  beforeAll(async () => {
    const ldif = `dn: CN=Readers,${domain.root}\nobjectClass: group\nsAMAccountName: readers\n\n`;
    const [side] = activeDirectories("reader", { ldif });
    if (!side) throw new Error("there is no Samba");
    directory = await side.open();
  });
  afterAll(() => directory.close());

  it("tells other rights by the groups of the account", async () => {
    const account = { dn: domain.administrator, password: domain.password };
    const reader = () => withFeed({ url: directory.url, bind: account }, async (connection) => connection.reader);
    const one = await reader();
    expect(one).toMatchObject({ isOther: false });
    expect(await reader()).toEqual(one);
    const client = new Client({ url: directory.url });
    await client.bind(account.dn, account.password);
    const modification = new Attribute({ type: "member", values: [`CN=Administrator,CN=Users,${domain.root}`] });
    await client.modify(`CN=Readers,${domain.root}`, new Change({ operation: "add", modification }));
    await client.unbind();
    expect((await reader())?.digest).not.toBe(one?.digest);
  });
});
