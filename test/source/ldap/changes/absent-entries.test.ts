/** Which missing entries a search would have had: only of these is asked whether the server hides them. */
import { expect, it } from "vitest";
import { whyAbsent } from "../../../../src/source/ldap/changes/absent-entries.ts";
import type { LdapConnection, LdapRequest } from "../../../../src/source/ldap/connection/ldap-connection.ts";

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

/** A server that has `ou=a,dc=x`, tells this of it, shows so many entries below it, and answers for all others as for nobody. */
const telling = (told: Readonly<Record<string, string>>, shown: number): LdapConnection => {
  const nothing = { status: 0, searchEntries: [], searchReferences: [], matchedDN: "", errorMessage: "" };
  let onEntry = (): void => undefined;
  const answer = async ({ base, scope }: LdapRequest) => {
    if (base !== "ou=a,dc=x") return { ...nothing, status: 32 };
    if (scope === "one") for (let count = 0; count < shown; count += 1) onEntry();
    const attributes = Object.entries(told).map(([type, value]) => ({ type, values: [value] }));
    return { ...nothing, searchEntries: scope === "base" ? [{ dn: base, attributes }] : [] };
  };
  const during = (each: () => void, work: () => Promise<unknown>) => {
    onEntry = each;
    return work();
  };
  return { ...connection, answer, responses: { during } } as unknown as LdapConnection;
};

it.each([
  [{ numSubordinates: "2" }, 2, "gone"],
  [{ numSubordinates: "3" }, 2, "hidden"],
  [{ NUMSUBORDINATES: "3" }, 2, "hidden"],
  // It counts roughly.
  [{ "msDS-Approx-Immed-Subordinates": "7" }, 2, "gone"],
  [{ "msDS-Approx-Immed-Subordinates": "7" }, 0, "hidden"],
  [{ hasSubordinates: "TRUE" }, 0, "hidden"],
  [{ hasSubordinates: "FALSE" }, 0, "gone"],
  [{}, 0, "gone"],
] as const)("an entry of a unit that tells %j and shows %i below it is %s", async (told, shown, why) => {
  const search = { base: "dc=x", filter: "(uid=*)", scope: "sub" } as const;
  const found = await whyAbsent(telling(told, shown), search, ["uid=eve,ou=a,dc=x"]);
  expect([...found.values()]).toEqual([{ why }]);
});
