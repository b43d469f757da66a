/** Tests how new a server's data is: one number for each server that writes, as each may have been put back by itself. */
import { expect, it } from "vitest";
import type { LdapConnection } from "../../../../src/source/ldap/connection/ldap-connection.ts";
import { serverState } from "../../../../src/source/ldap/entries/server-state.ts";

const base = "dc=example,dc=com";
const csnOf = (server: string) => `20260101000000.000000Z#000000#${server}#000000`;

/** Shows these values of attributes at the root and at the base. */
const showing = (atRoot: Readonly<Record<string, string>>, atBase: readonly string[] = []) => {
  const entryOf = (attributes: readonly (readonly [string, readonly string[]])[]) => ({
    attributes: attributes.map(([type, values]) => ({ type, values })),
  });
  const root = entryOf(Object.entries(atRoot).map(([type, value]) => [type, [value]] as const));
  const answer = async (request: { readonly base: string }) => ({
    status: 0,
    searchEntries: [request.base === "" ? root : entryOf([["contextCSN", atBase]])],
  });
  return serverState({ answer } as unknown as LdapConnection, [`ou=people,${base}`]);
};

it("is the newest change from each server that writes", async () => {
  const csns = [csnOf("001"), csnOf("002"), "no number of a change"];
  expect(await showing({ namingContexts: base }, csns)).toEqual({
    [`csn ${base} 001`]: csns[0],
    [`csn ${base} 002`]: csns[1],
  });
});

it("is the last change of a domain controller, of which longer numbers are greater ones", async () => {
  const of = (usn: string) => showing({ dsServiceName: "CN=DC1", highestCommittedUSN: usn });
  const [less = "", more = ""] = (await Promise.all([of("999"), of("1000")])).flatMap((one) => Object.values(one));
  expect([less < more, more.length]).toEqual([true, 20]);
});
