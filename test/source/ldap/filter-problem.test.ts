/** Reports of the first error in a filter: its place and its kind. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filterProblem } from "../../../src/source/ldap/filter-problem.ts";

const good = [
  "(objectClass=*)",
  "uid=ann",
  "(&(objectClass=user)(!(userAccountControl:1.2.840.113556.1.4.803:=2)))",
  "(|(cn=Wang*)(cn=*\\28x\\29)(mail>=a)(sn~=wang)(age<=3))",
  "(&(objectClass=person)(|(uid=a*b*c)(cn:dn:=x)))",
  "(cn=王小明)",
  "(cn=)",
];

describe("the problem of a filter", () => {
  it.each(good)("does not exist in %s", (filter) => {
    expect(filterProblem(filter)).toBeUndefined();
  });

  it.each([
    ["(objectClass=user", 18, /"\)" is missing/],
    ["(&(objectClass=user)(mail=*)", 29, /"\)" is missing/],
    ["(&(objectClass=user)mail=*)", 21, /"\)" is missing/],
    ["(objectClass=user))", 19, /at its end/],
    ["(objectClassuser)", 17, /"=", "~="/],
    ["(=user)", 2, /name of an attribute/],
    ["(!uid=ann)", 3, /"!" needs a filter/],
    ["(!(uid=ann)(uid=bob))", 12, /takes one filter/],
    ["(cn=a\\2)", 6, /two hexadecimal digits/],
    ["(cn=a(b)", 6, /written \\28/],
    ["uid=*)(", 7, /at its end/],
  ])("is reported with its place in %s", (filter, character, says) => {
    expect(filterProblem(filter)).toMatch(new RegExp(`^at character ${character}, .*${says.source}`));
  });

  it("is found wherever one parenthesis of a good filter is lost", () => {
    const places = good.flatMap((filter) =>
      [...filter.matchAll(/[()]/g)].filter(() => filter.startsWith("(")).map(({ index }) => ({ filter, index })),
    );
    fc.assert(
      fc.property(fc.constantFrom(...places), ({ filter, index }) => {
        const lost = filter.slice(0, index) + filter.slice(index + 1);
        expect(filterProblem(lost)).toMatch(/^at character \d+, /);
      }),
      { seed: 20261122, numRuns: 100 },
    );
  });
});
