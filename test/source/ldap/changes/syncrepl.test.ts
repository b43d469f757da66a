/** Synchronisation (RFC 4533) with scripted answers: phases and messages that slapd sends in another order, or never. */
import { afterEach, describe, expect, it } from "vitest";
import { type SyncAnswer, type SyncStart, syncOids, syncrepl } from "../../../../src/source/ldap/changes/syncrepl.ts";
import { openLdapConnection } from "../../../../src/source/ldap/connection/ldap-connection.ts";
import {
  type FakeAnswer,
  type FakeLdapServer,
  startFakeLdapServer,
  tlv,
} from "../../../support/ldap/fake-ldap-server.ts";
import { feed } from "../feed.ts";

let server: FakeLdapServer | undefined;
afterEach(() => server?.close());

/** The entryUUID of entry n in bytes; as text it is 0000000n-…. */
const uuid = (number: number): Buffer => Buffer.alloc(16, 0).fill(number, 3, 4);
const id = (number: number): string => `0000000${number}-0000-0000-0000-000000000000`;
const cookieText = (text: string): string => Buffer.from(text).toString("base64");

const states = ["present", "add", "modify", "delete"] as const;
const flag = (value: boolean): Buffer => tlv(0x01, Buffer.from([value ? 0xff : 0]));
const cookie = (text: string | undefined): Buffer[] => (text === undefined ? [] : [tlv(0x04, text)]);

/** A message with an entry and its Sync State control. */
const entry = (state: (typeof states)[number], number: number, mark?: string): FakeAnswer => {
  const value = tlv(0x30, tlv(0x0a, Buffer.from([states.indexOf(state)])), tlv(0x04, uuid(number)), ...cookie(mark));
  const attributes = state === "add" || state === "modify" ? { uid: [`p${number}`] } : {};
  return { dn: `uid=p${number}`, attributes, controls: [{ type: syncOids.state, value }] };
};

const info = (value: Buffer, name: string = syncOids.info): FakeAnswer => ({
  operation: tlv(0x79, tlv(0x80, name), tlv(0x81, value)),
});
const newCookie = (text: string) => info(tlv(0x80, text));
const refreshDelete = (mark?: string) => info(tlv(0xa1, ...cookie(mark)));
const refreshPresent = (mark: string) => info(tlv(0xa2, ...cookie(mark), flag(false)));
const idSet = (refreshDeletes: boolean, ...numbers: readonly number[]) =>
  info(tlv(0xa3, ...(refreshDeletes ? [flag(true)] : []), tlv(0x31, ...numbers.map((at) => tlv(0x04, uuid(at))))));

const done = (refreshDeletes: boolean, mark?: string): FakeAnswer => ({
  status: 0,
  controls: [{ type: syncOids.done, value: tlv(0x30, ...cookie(mark), ...(refreshDeletes ? [flag(true)] : [])) }],
});
const refused = (status: number): FakeAnswer => ({
  operation: tlv(0x65, tlv(0x0a, Buffer.from([status >> 8, status & 0xff])), tlv(0x04, ""), tlv(0x04, "no")),
});

const known = (...numbers: readonly number[]): SyncStart => ({
  cookie: cookieText("before"),
  known: new Set(numbers.map(id)),
});

const exchange = async (answers: readonly FakeAnswer[], start?: SyncStart): Promise<SyncAnswer<string>> => {
  server = await startFakeLdapServer(() => answers);
  const connection = await openLdapConnection(feed({ url: server.url, timeoutSeconds: 5 }), "hr");
  const request = { base: "dc=example", filter: "(objectClass=*)", scope: "sub", attributes: ["uid"] } as const;
  try {
    return await syncrepl(connection, request, start, ({ entry }) => String(entry.attributes[0]?.values[0]));
  } finally {
    await connection.close();
  }
};

/** The changed entries, the numbers of the deleted ones, and the cookie as text. */
const shown = (answer: SyncAnswer<string>) =>
  answer.how === "stale"
    ? answer.how
    : {
        changed: [...answer.changed.values()],
        deleted: [...answer.deleted].map((found) => Number(found.slice(0, 8))).sort((a, b) => a - b),
        cookie: answer.cookie && Buffer.from(answer.cookie, "base64").toString(),
      };

describe("a refresh", () => {
  it("without a cookie is everything that is sent", async () => {
    const answer = await exchange([entry("add", 1), entry("add", 2), done(false, "after")]);
    expect(shown(answer)).toEqual({ changed: ["p1", "p2"], deleted: [], cookie: "after" });
    const [search] = server?.searches ?? [];
    expect(search?.controls.get(syncOids.request)?.toString("hex")).toBe("30030a0101");
  });

  it("sends the cookie as it came", async () => {
    await exchange([done(true, "after")], known(1));
    const value = tlv(0x30, tlv(0x0a, Buffer.from([1])), tlv(0x04, "before"));
    expect(server?.searches[0]?.controls.get(syncOids.request)).toEqual(value);
  });

  it("of a present phase drops what was neither named nor sent", async () => {
    const answers = [idSet(false, 1), entry("present", 2), entry("modify", 3), entry("add", 4), done(false, "after")];
    expect(shown(await exchange(answers, known(1, 2, 3, 5, 6)))).toEqual({
      changed: ["p3", "p4"],
      deleted: [5, 6],
      cookie: "after",
    });
  });

  it("of a present phase drops everything when nothing is named", async () => {
    expect(shown(await exchange([done(false, "after")], known(1, 2)))).toMatchObject({ changed: [], deleted: [1, 2] });
  });

  it("of a delete phase drops what is named", async () => {
    const answers = [entry("modify", 3), idSet(true, 1, 9), entry("delete", 2), refreshDelete(), done(true, "after")];
    expect(shown(await exchange(answers, known(1, 2, 3, 4)))).toEqual({
      changed: ["p3"],
      deleted: [1, 2, 9],
      cookie: "after",
    });
  });

  it("may have both phases, one after the other", async () => {
    const present = [entry("add", 3), idSet(false, 1, 2), refreshPresent("between")];
    const answers = [...present, idSet(true, 2), entry("add", 5), done(true, "after")];
    // Entry 4 is deleted, because it was neither named as present nor sent. Entry 5 was sent after the present phase.
    // Entry 2 was named as present, and then named as deleted.
    expect(shown(await exchange(answers, known(1, 2, 4, 5)))).toEqual({
      changed: ["p3", "p5"],
      deleted: [2, 4],
      cookie: "after",
    });
  });

  it("uses the last statement about an entry", async () => {
    const answers = [entry("add", 1), idSet(true, 1, 2), entry("add", 2), done(true)];
    expect(shown(await exchange(answers, known(1, 2)))).toMatchObject({ changed: ["p2"], deleted: [1] });
  });

  it("has the last cookie", async () => {
    const last = async (...answers: readonly FakeAnswer[]) => {
      const found = shown(await exchange(answers, known()));
      await server?.close();
      return found === "stale" ? found : found.cookie;
    };
    expect(await last(newCookie("a"), done(true, "b"))).toBe("b");
    expect(await last(newCookie("a"), entry("add", 1, "b"), done(true))).toBe("b");
    expect(await last(entry("add", 1, "a"), refreshDelete("b"), done(true))).toBe("b");
    expect(await last(newCookie("a"), newCookie("b"), done(true))).toBe("b");
    expect(await last(done(true))).toBe("before");
  });

  it("ignores other messages", async () => {
    const other = info(tlv(0x30, "anything"), "1.2.3.4");
    const bare: FakeAnswer = { operation: tlv(0x79) };
    expect(shown(await exchange([other, bare, entry("add", 1), done(true, "after")]))).toMatchObject({
      changed: ["p1"],
    });
  });
});

describe("a refresh that cannot be used", () => {
  it("is stale when the cookie is refused, for whatever reason", async () => {
    for (const status of [4096, 2, 53]) {
      expect(shown(await exchange([refused(status)], known(1)))).toBe("stale");
      await server?.close();
    }
  });

  it("is an error when there was no cookie to refuse, or no right", async () => {
    await expect(exchange([refused(4096)])).rejects.toMatchObject({ code: "source-ldap-failed" });
    await server?.close();
    await expect(exchange([refused(50)], known(1))).rejects.toMatchObject({ code: "source-ldap-denied" });
    await server?.close();
    await expect(exchange([refused(4)], known(1))).rejects.toMatchObject({ code: "source-ldap-limit" });
  });

  it("is stale when entries are reported as unchanged that were never sent", async () => {
    expect(shown(await exchange([idSet(false, 1, 2), done(false, "after")], known(1)))).toBe("stale");
    await server?.close();
    expect(shown(await exchange([idSet(false, 1, 2), entry("add", 2), done(false)], known(1)))).toMatchObject({
      changed: ["p2"],
      deleted: [],
    });
  });

  it("is stale without a Sync Done control, because the last phase is unknown", async () => {
    expect(shown(await exchange([entry("add", 1), { status: 0 }], known(1, 2)))).toBe("stale");
  });

  it("is an error when part of the tree is on another server", async () => {
    const answers: readonly FakeAnswer[] = [{ references: ["ldap://other/ou=x"] }, done(true, "after")];
    await expect(exchange(answers, known(1))).rejects.toMatchObject({ code: "source-ldap-referral" });
  });

  it("is stale when its messages are invalid, and an error in a full reading", async () => {
    const short = info(tlv(0xa3, tlv(0x31, tlv(0x04, "short"))));
    const unknownState = { dn: "uid=p1", controls: [{ type: syncOids.state, value: tlv(0x30, tlv(0x0a, "\x09")) }] };
    for (const answer of [short, unknownState, { dn: "uid=p1" }, info(tlv(0xa9, "x"))]) {
      expect(shown(await exchange([answer, done(true, "after")], known(1)))).toBe("stale");
      await server?.close();
      await expect(exchange([answer, done(true, "after")])).rejects.toMatchObject({ code: "source-ldap-protocol" });
      await server?.close();
    }
  });
});
