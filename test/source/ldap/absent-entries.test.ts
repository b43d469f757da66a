/** Which missing entries a search would have had: only of these is asked whether the server hides them. */
import { expect, it } from "vitest";
import { whyAbsent } from "../../../src/source/ldap/absent-entries.ts";
import type { LdapConnection } from "../../../src/source/ldap/ldap-connection.ts";

/** A server that lets the account see nothing. */
const connection = {
  name: "ad",
  url: "ldap://ad.example.com",
  answer: async () => ({ status: 50, searchEntries: [], searchReferences: [], matchedDN: "", errorMessage: "" }),
} as unknown as LdapConnection;

const [itself, child, grandchild, other] = [
  "OU=A, dc=x",
  "uid=ann,ou=a,dc=x",
  "uid=bob,ou=b,ou=a,dc=x",
  "uid=cid,ou=b,dc=x",
] as const;

it.each([
  ["sub", [itself, child, grandchild]],
  ["one", [child]],
  ["base", [itself]],
] as const)("a search with the scope %s has %j", async (scope, inside) => {
  const search = { base: "ou=a,dc=x", filter: "(uid=*)", scope };
  const found = await whyAbsent(connection, search, [itself, child, grandchild, other]);
  expect([...found]).toEqual(inside.map((dn) => [dn, { why: "hidden" }]));
});

it("an entry is asked for once, however many posts it has given", async () => {
  const asked: string[] = [];
  const answer: LdapConnection["answer"] = (request) => {
    asked.push(request.base);
    return connection.answer(request);
  };
  const search = { base: "ou=a,dc=x", filter: "(uid=*)", scope: "sub" } as const;
  const found = await whyAbsent({ ...connection, answer }, search, [child, grandchild, child, child]);
  expect([[...found.keys()], asked]).toEqual([
    [child, grandchild],
    [child, grandchild],
  ]);
});
