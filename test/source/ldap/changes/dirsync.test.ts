/**
 * DirSync with scripted answers: answers in several parts, and refusals that Samba does not give. samba-dirsync.test.ts
 * tests it with a real domain.
 */
import { afterEach, describe, expect, it } from "vitest";
import { dirSync, dirSyncOid } from "../../../../src/source/ldap/changes/dirsync.ts";
import {
  type FakeAnswer,
  type FakeLdapServer,
  startFakeLdapServer,
  tlv,
} from "../../../support/ldap/fake-ldap-server.ts";
import { withFeed } from "../feed.ts";

let server: FakeLdapServer | undefined;
afterEach(() => server?.close());

const base64 = (text: string): string => Buffer.from(text).toString("base64");

const integer = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return tlv(0x02, bytes);
};

/** Object n has the objectGUID 0000000n-…. In the message, the bytes of the first group are in reverse order. */
const object = (number: number): FakeAnswer => ({
  dn: `CN=${number},DC=example`,
  attributes: { objectGUID: [Buffer.alloc(16, 0).fill(number, 0, 1)], title: ["T"] },
});
const guid = (number: number): string => `0000000${number}-0000-0000-0000-000000000000`;

const end = (cookie: string, more: boolean): FakeAnswer => ({
  status: 0,
  controls: [{ type: dirSyncOid, value: tlv(0x30, integer(more ? 1 : 0), integer(0), tlv(0x04, cookie)) }],
});

const ask = async (answers: readonly (readonly FakeAnswer[])[], cookie: "before" | "none" = "before") => {
  const start = cookie === "none" ? undefined : base64(cookie);
  server = await startFakeLdapServer(({ number }) => answers[number - 1] ?? [{ status: 80 }]);
  return withFeed({ url: server.url }, (connection) => dirSync(connection, "DC=example", ["title"], start));
};

describe("the answer of DirSync", () => {
  it("comes in as many parts as the server likes, each requested with the cookie of the last", async () => {
    const parts = [[object(1), object(2), end("a", true)], [end("b", true)], [object(3), object(1), end("c", false)]];
    const answer = await ask(parts);
    expect(answer).toEqual({ how: "changes", cookie: base64("c"), objects: new Set([1, 2, 3].map(guid)) });
    const sent = server?.searches.map(({ base, controls }) => [base, controls.get(dirSyncOid)?.toString("latin1")]);
    expect(sent).toHaveLength(3);
    for (const [at, cookie] of ["before", "a", "b"].entries()) {
      expect(sent?.[at]).toEqual(["DC=example", expect.stringContaining(cookie)]);
    }
  });

  it("is asked for with the rights of the account, and without a cookie at first", async () => {
    await ask([[end("a", false)]], "none");
    const control = server?.searches[0]?.controls.get(dirSyncOid) ?? Buffer.alloc(0);
    expect(control.subarray(0, 5)).toEqual(Buffer.from([0x30, control.length - 2, 0x02, 0x01, 0x01]));
    expect(control.subarray(-2)).toEqual(tlv(0x04, ""));
  });

  it("is stale when the cookie is refused, the parts never end, or no cookie comes back", async () => {
    expect(await ask([[{ status: 53 }]])).toMatchObject({ how: "stale" });
    await server?.close();
    expect(await ask([[object(1), end("before", true)]])).toMatchObject({ how: "stale" });
    await server?.close();
    expect(await ask([[object(1), { status: 0 }]])).toMatchObject({ how: "stale" });
  });

  it("is an error if there was no cookie to refuse, or if the account may not ask", async () => {
    await expect(ask([[{ status: 53 }]], "none")).rejects.toMatchObject({ code: "source-ldap-failed" });
    await server?.close();
    await expect(ask([[{ status: 50 }]])).rejects.toMatchObject({
      code: "source-ldap-changes-denied",
      hint: expect.stringContaining("Replicating Directory Changes"),
    });
    await server?.close();
    await expect(ask([[object(1), "drop"]])).rejects.toMatchObject({ code: "source-ldap-disconnected" });
  });
});
