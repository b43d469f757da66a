/** Servers that answer as slapd never does. fake-ldap-server.ts sends the scripted answers. */
import { afterEach, describe, expect, it } from "vitest";
import { searchEntries } from "../../../src/source/ldap/entries/search.ts";
import { ldapSearchSettings } from "../../../src/source/ldap/settings.ts";
import {
  type FakeAnswer,
  type FakeLdapServer,
  type FakeSearch,
  startFakeLdapServer,
} from "../../support/ldap/fake-ldap-server.ts";
import { readWhole, withFeed } from "./feed.ts";

let server: FakeLdapServer | undefined;
const stop = async () => {
  await server?.close();
  server = undefined;
};
afterEach(stop);

const base = "dc=example,dc=com";
const done: FakeAnswer = { status: 0 };
const person = (name: string, attributes: Record<string, readonly (string | Buffer)[]> = {}): FakeAnswer => ({
  dn: `cn=${name},${base}`,
  attributes,
});
/** Whether a search is the one that reads only the names, to count the entries after a reading. */
const isCount = ({ attributes }: FakeSearch): boolean => attributes.join() === "1.1";

/** Returns the page for a cookie. `table`: cookie → the names of the entries on the page, and the cookie of the next page. */
const pages =
  (table: Readonly<Record<string, readonly [names: readonly string[], next?: string]>>) =>
  ({ cookie }: FakeSearch): readonly FakeAnswer[] => {
    const [names = [], next] = table[cookie] ?? [];
    return [...names.map((name) => person(name)), { status: 0, ...(next === undefined ? {} : { cookie: next }) }];
  };

const read = async (
  onSearch: (search: FakeSearch) => readonly FakeAnswer[],
  attributes: readonly string[] = ["dn"],
) => {
  await stop();
  server = await startFakeLdapServer(onSearch);
  return withFeed({ url: server.url, timeoutSeconds: 5 }, (connection) =>
    readWhole(connection, { base }, attributes, 2),
  );
};

const names = async (...given: Parameters<typeof read>): Promise<readonly string[]> =>
  (await read(...given)).map(({ dn }) => dn.split(",")[0] ?? "");

describe("paging", () => {
  it("goes on after an empty page that carries a cookie", async () => {
    const answer = pages({ "": [["a", "b"], "1"], "1": [[], "2"], "2": [[], "3"], "3": [["c"]] });
    expect(await names(answer)).toEqual(["cn=a", "cn=b", "cn=c"]);
  });

  it("begins with an empty page, if the server does", async () => {
    expect(await names(pages({ "": [[], "1"], "1": [["a"]] }))).toEqual(["cn=a"]);
  });

  it("gives the cookie back as it came, and the size that was asked for", async () => {
    await names(pages({ "": [["a"], "\u0001 x"], "\u0001 x": [["b"]] }));
    expect(server?.searches.map(({ cookie }) => cookie)).toEqual(["", "\u0001 x", "", "\u0001 x"]);
    const paging = server?.searches[0]?.controls.get("1.2.840.113556.1.4.319");
    expect(paging).toEqual(Buffer.from([0x30, 5, 0x02, 1, 2, 0x04, 0]));
  });

  it("does not take a page for the whole unless the server says so", async () => {
    await expect(read(() => [person("a"), { status: 0, unpaged: true }])).rejects.toMatchObject({
      code: "source-ldap-failed",
      message: expect.stringContaining("1 entries came, and the server does not say whether there are more"),
      place: { setting: expect.stringMatching(/\.ldap\.url$/) },
    });
    expect(await read(() => [{ status: 0, unpaged: true }])).toEqual([]);
  });

  it("does not go on for ever through empty pages", async () => {
    await expect(read(pages({ "": [[], "1"], "1": [[], "1"] }))).rejects.toMatchObject({
      code: "source-ldap-endless",
      message: expect.stringContaining("1000 pages in a row without an entry"),
      place: { setting: expect.stringMatching(/\.ldap\.pageSize$/) },
    });
  });

  it("does not take a repeated page for more entries", async () => {
    const loop = pages({ "": [["a", "b"], "1"], "1": [["c"], "1"] });
    await expect(read(loop)).rejects.toMatchObject({
      code: "source-ldap-page-repeated",
      message: `after 3 entries "cn=c,${base}" came a second time`,
      place: { setting: expect.stringMatching(/\.ldap\.url$/) },
    });
  });

  it.each([2, 0])(
    "does not take the answer to another request for the end of a search (page size %i)",
    async (pageSize) => {
      const success = Buffer.from("0a010004000400", "hex");
      for (const tag of [0x61, 0x67, 0x78]) {
        await stop();
        server = await startFakeLdapServer(() => [
          person("a"),
          { operation: Buffer.concat([Buffer.from([tag, success.length]), success]) },
        ]);
        const reading = withFeed({ url: server.url, timeoutSeconds: 5 }, (connection) =>
          readWhole(connection, { base }, ["dn"], pageSize),
        );
        await expect(reading).rejects.toMatchObject({
          code: "source-ldap-protocol",
          message: expect.stringMatching(/does not answer the search/),
        });
      }
    },
  );

  it("does not take the entries before a broken connection for all entries", async () => {
    const taken: string[] = [];
    server = await startFakeLdapServer(({ cookie }) =>
      cookie === "" ? [person("a"), person("b"), { status: 0, cookie: "1" }] : [person("c"), "drop"],
    );
    const reading = withFeed({ url: server.url }, (connection) =>
      searchEntries(
        connection,
        ldapSearchSettings.parse({ base }),
        ["dn"],
        2,
        () =>
          ({ dn }) =>
            void taken.push(dn),
      ),
    );
    await expect(reading).rejects.toMatchObject({ code: "source-ldap-disconnected" });
    expect(taken).toEqual([`cn=a,${base}`, `cn=b,${base}`]);
    expect(server.connections()).toBe(1);
  });

  it.each([
    [3, "source-ldap-limit"],
    [4, "source-ldap-limit"],
    [11, "source-ldap-limit"],
    [12, "source-ldap-failed"],
    [51, "source-ldap-failed"],
  ])("that ends with result %i after entries is an error", async (status, code) => {
    const answer = [person("a"), person("b"), { status, message: "no more" }];
    await expect(read(() => answer)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(
        new RegExp(`below "${base}": LDAP result ${status} \\((?!no known)[a-z ]+\\), "no more"`),
      ),
    });
  });

  it.each([
    "000004DC: LdapErr: DSID-0C0907C2, comment: a successful bind must be completed on the connection.",
    "00002020: Operation unavailable without authentication",
  ])("says that Active Directory requires a bind: %s", async (message) => {
    await expect(read(() => [{ status: 1, message }])).rejects.toMatchObject({ code: "source-ldap-bind" });
  });

  it("reports a referral, even in a page in the middle", async () => {
    const uri = "ldap://DomainDnsZones.example.com/DC=DomainDnsZones,DC=example,DC=com";
    const answer = ({ cookie }: FakeSearch): readonly FakeAnswer[] =>
      cookie === "" ? [person("a"), { status: 0, cookie: "1" }] : [{ references: [uri] }, person("b"), done];
    await expect(read(answer)).rejects.toMatchObject({
      code: "source-ldap-referral",
      message: expect.stringContaining(uri),
      hint: expect.stringContaining("global catalog"),
    });
  });
});

describe("the count afterwards", () => {
  it("makes everything be read again if an entry was added meanwhile, and voids the first reading", async () => {
    let counted = 0;
    const answer = (search: FakeSearch): readonly FakeAnswer[] => {
      if (isCount(search)) counted += 1;
      const late = counted > 0 ? [person("late")] : [];
      return [person("a"), ...late, done];
    };
    expect(await names(answer, ["cn"])).toEqual(["cn=a", "cn=late"]);
    expect(server?.searches.map(isCount)).toEqual([false, true, false, true]);
  });

  it("finds who moves from one base to another one that was read before", async () => {
    const bases = ["a", "b"].map((ou) => `ou=${ou},${base}`);
    let isMoved = false;
    server = await startFakeLdapServer((search) => {
      const { cookie } = search;
      const isA = search.base === bases[0];
      const moving = isMoved === isA && cookie === "" ? ["x"] : [];
      // The server gives the entry a place before those that were read.
      if (isA && isCount(search)) isMoved = true;
      const entries = [...moving, isA ? `a${cookie}` : "b"].map((name) => ({ dn: `cn=${name},${search.base}` }));
      const next = isA && cookie !== "3" ? { cookie: String(Number(cookie) + 1) } : {};
      return [...entries, { status: 0, ...next }];
    });
    const { url } = server;
    const found = await withFeed({ url }, (reader) =>
      withFeed({ url }, async (counter) => {
        let read: string[] = [];
        const begin = () => {
          read = [];
          return ({ dn }: { readonly dn: string }) => void read.push(dn);
        };
        await searchEntries(reader, ldapSearchSettings.parse({ base: bases }), ["cn"], 2, begin, counter);
        return read;
      }),
    );
    expect(found).toContain(`cn=x,${bases[0]}`);
  });

  it("compares names, not numbers", async () => {
    let searches = 0;
    const answer = (): readonly FakeAnswer[] => [person((searches += 1) === 1 ? "leaver" : "joiner"), done];
    expect(await names(answer)).toEqual(["cn=joiner"]);
  });

  it("gives up on a directory that never holds still", async () => {
    const answer = (search: FakeSearch): readonly FakeAnswer[] =>
      isCount(search) ? [person("a"), person("b"), person("c"), done] : [person("a"), person("b"), done];
    await expect(read(answer, ["cn"])).rejects.toMatchObject({
      code: "source-ldap-unstable",
      message: "2 entries were read and 3 counted right afterwards, and not the same ones in 4 attempts",
      place: { setting: expect.stringMatching(/\.ldap\.url$/) },
    });
    expect(server?.searches).toHaveLength(8);
  });
});

describe("values", () => {
  const values = async (type: string, ...given: (string | Buffer)[]) => {
    const [record] = await read((search) => [person("a", isCount(search) ? {} : { [type]: given }), done], [type]);
    return record?.cells[0];
  };

  it("of objectGUID are a GUID, also when its bytes happen to be text", async () => {
    expect(await values("objectGUID", Buffer.from("ABCDEFGHIJKLMNOP"))).toBe("44434241-4645-4847-494a-4b4c4d4e4f50");
    const bytes = Buffer.from("00ff10203040506070809000a0b0c0d0", "hex");
    expect(await values("OBJECTGUID", bytes)).toBe("2010ff00-4030-6050-7080-9000a0b0c0d0");
    expect(await values("mS-DS-ConsistencyGuid", bytes)).toBe("2010ff00-4030-6050-7080-9000a0b0c0d0");
  });

  it("of objectSid are a SID", async () => {
    const sid = Buffer.from("010500000000000515000000a065cf7e784b9b5fe77c8770091c0100", "hex");
    expect(await values("objectSid", sid)).toBe("S-1-5-21-2127521184-1604012920-1887927527-72713");
    expect(await values("objectSid", sid.subarray(0, 20))).toBe("\uFFFD");
  });

  it("that are not UTF-8 become a text that no conversion accepts", async () => {
    expect(await values("displayName", Buffer.from([0xb3, 0x5c]))).toBe("\uFFFD");
    expect(await values("displayName", "陳", Buffer.from([0xb3, 0x5c]))).toEqual(["陳", "\uFFFD"]);
  });

  it("are a text, a list in the server's order, or nothing", async () => {
    expect(await values("mail", "a@example.com")).toBe("a@example.com");
    expect(await values("mail", "z@example.com", "a@example.com")).toEqual(["z@example.com", "a@example.com"]);
    expect(await values("mail")).toBe("");
  });

  it("under another option belong to another attribute", async () => {
    const attributes = { "cn;lang-en": ["Chen"], CN: ["陳"], "sn;lang-en": ["Chen"] };
    const [record] = await read(
      (search) => [person("a", isCount(search) ? {} : attributes), done],
      ["cn", "sn;lang-en"],
    );
    expect(record?.cells).toEqual(["陳", "Chen"]);
  });
});

describe("values that come in pieces", () => {
  const members = (from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, index) => `cn=${from + index}`);
  /** Answers with ranges of two values; Active Directory has 1500 in a range. */
  const group = ({ scope, attributes }: FakeSearch): readonly FakeAnswer[] => {
    if (scope === "sub" && attributes.join() === "1.1") return [person("g"), person("h"), done];
    if (scope === "sub") {
      // Like Active Directory, this spells names its own way, and also sends the attribute without a range and without values.
      const pieces = { "Member;range=0-1": members(0, 1), Member: [] };
      return [person("g", pieces), person("h", { member: ["cn=x"] }), done];
    }
    const from = Number(/range=(\d+)-\*$/.exec(attributes[0] ?? "")?.[1]);
    return [person("g", { [`Member;range=${from}-${from === 4 ? "*" : from + 1}`]: members(from, from + 1) }), done];
  };

  it("are put together to the end", async () => {
    const records = await read(group, ["dn", "Member"]);
    expect(Object.fromEntries(records.map(({ cells }) => cells))).toEqual({
      [`cn=g,${base}`]: members(0, 5),
      [`cn=h,${base}`]: "cn=x",
    });
    // All are read a second time, and compared.
    expect(server?.searches.filter(({ scope }) => scope === "base")).toMatchObject(
      [2, 4, 0, 2, 4].map((from) => ({ base: `cn=g,${base}`, attributes: [`member;range=${from}-*`], cookie: "" })),
    );
  });

  /** A group from which the first member is taken after so many requests for pieces of it. */
  const changing = (...removals: readonly number[]) => {
    let requests = 0;
    let left = members(0, 8);
    return (search: FakeSearch): readonly FakeAnswer[] => {
      if (isCount(search)) return [person("g"), done];
      const from = Number(/range=(\d+)-\*$/.exec(search.attributes[0] ?? "")?.[1] ?? 0);
      const end = from + 2 < left.length ? `${from + 1}` : "*";
      const piece = person("g", { [`member;range=${from}-${end}`]: left.slice(from, from + 2) });
      if (removals.includes((requests += 1))) left = left.slice(1);
      return [piece, done];
    };
  };

  it("are read again if one was removed between two pieces, so that another one is in none of them", async () => {
    const [group] = await read(changing(2, 7), ["member"]);
    expect(group?.cells).toEqual([members(2, 8)]);
  });

  it("are an error if they change in each reading", async () => {
    await expect(read(changing(2, 6, 10, 13, 16, 18, 20), ["member"])).rejects.toMatchObject({
      code: "source-ldap-unstable",
      message: expect.stringContaining(`the values of member of "cn=g,${base}" were others in each of 5 readings`),
    });
  });

  it.each([
    ["begins again", "member;range=0-1"],
    ["leaves a gap", "member;range=3-*"],
    ["is missing", "description"],
  ])("are an error when the next piece %s", async (_, type) => {
    const answer = (search: FakeSearch): readonly FakeAnswer[] =>
      search.scope === "base" ? [person("g", { [type]: ["cn=y"] }), done] : group(search);
    await expect(read(answer, ["member"])).rejects.toMatchObject({
      code: "source-ldap-range",
      message: "the server does not give the values of member from number 2 on",
      place: { file: `cn=g,${base}` },
    });
  });
});
