/** Tests `musterd source preview --feed`, which tries a directory search (base and filter) without mapping the entries. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LdapPeople, ldapPeople } from "../support/ldap/ldap-people.ts";
import { type Slapd, startSlapd } from "../support/ldap/slapd.ts";
import { runCli } from "../support/processes/cli-process.ts";
import { openWorkplace, type Workplace } from "../support/processes/workplace.ts";

let company: LdapPeople;
let slapd: Slapd;
let place: Workplace;

beforeAll(async () => {
  company = ldapPeople({ people: 30, departments: 3 });
  slapd = await startSlapd({ ldif: company.ldif() });
  const attributes = { account: "sAMAccountName", name: "displayName", phoneNumber: "telephoneNumber" };
  const employees = { base: company.base, filter: "(objectClass=user)", attributes };
  const feeds = { ad: { ldap: { url: slapd.url, bind: "anonymous" } }, hr: { files: { folder: "." } } };
  place = await openWorkplace({}, { source: { feeds, employees } });
});

afterAll(async () => {
  await slapd.stop();
  await place.remove();
});

const run = (...parameters: string[]) => runCli(["source", "preview", ...parameters, "--config", place.config], {});

describe("source preview --feed", () => {
  it("shows how many entries a search of the configuration finds, and the first five, masked", async () => {
    const { code, stdout, stderr } = await run("--feed", "ad");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^30 entries · employee · OU=Company,dc=example,dc=com · \(objectClass=user\) · sub$/m);
    expect(stdout.match(/sAMAccountName: "e0000/g)).toHaveLength(5);
    expect(stdout).toContain('telephoneNumber: "•••"');
    expect(stdout).not.toContain("2700");
  });

  it("tries another base and filter with the same attributes", async () => {
    const { attributes } = company.person(7);
    const filter = "(cn=*E000007)";
    const { stdout } = await run("--feed", "ad", "--base", "dc=example,dc=com", "--filter", filter, "--json");
    expect(JSON.parse(stdout)).toEqual([
      {
        base: ["dc=example,dc=com"],
        filter,
        scope: "sub",
        entries: 1,
        first: [
          {
            dn: expect.stringMatching(/^cn=/i),
            attributes: {
              sAMAccountName: "e000007",
              displayName: attributes["displayName"],
              telephoneNumber: "•••",
            },
          },
        ],
      },
    ]);
  });

  it.each([
    [["--feed", "ad", "--filter", "(uid=a"], /--filter is not an LDAP filter: at character 7, a "\)" is missing/],
    [["--feed", "ad", "--base", "company"], /--base is not a distinguished name/],
    [["--feed", "hr"], /hr is not a directory[^]*the directories are: ad/],
    [["--filter", "(uid=a)"], /name it with --feed/],
  ])("refuses %j", async (parameters, says) => {
    const { code, stderr } = await run(...parameters);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(says) });
    expect(stderr).toContain("option-invalid");
  });
});
